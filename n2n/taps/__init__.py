"""Topology-aware positive sampling: dependency, ranking, positives, subgraphs, smoothness."""
