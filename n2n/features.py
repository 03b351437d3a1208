"""Features for a graph that has none: the public face of `n2n.graph.features`."""

from n2n.graph.features import DEFAULT, KINDS, degree_buckets, random_projection, spectral, with_features

__all__ = ["DEFAULT", "KINDS", "degree_buckets", "random_projection", "spectral", "with_features"]
