"""What belongs to a visitor or is computed for one: runs, own graphs, cached results."""
