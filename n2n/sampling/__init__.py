"""Topology-aware positive sampling: dependency, ranking, positives, their subgraphs, smoothness."""
