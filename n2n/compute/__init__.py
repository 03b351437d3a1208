"""Numba kernels, threads, sparse rows and reusable buffers; nothing here knows what a graph is."""
