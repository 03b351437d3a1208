"""Embeddings to look at: projections to the plane, separation of classes, snapshots during a run."""
