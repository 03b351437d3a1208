"""Methods that learn representations of nodes: N2N and its baselines, all with the same interface."""
