"""Numba kernels, threads, sparse rows, caches; nothing here knows what a graph is."""
