"""Methods that learn representations of nodes: N2N and its rivals, all with the same interface."""
