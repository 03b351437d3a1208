"""Wrong edges: graphs with noise, how much of it reaches the positives, and what it costs each method."""
