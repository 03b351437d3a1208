"""Numba kernels, threads, sparse rows, reusable buffers, caches; nothing here knows what a graph is."""
