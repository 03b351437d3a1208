"""Files in and out: graphs that people bring, results for other programs."""
