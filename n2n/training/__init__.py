"""Training runs: the trainer, the record of a run, estimates of cost, background jobs."""
