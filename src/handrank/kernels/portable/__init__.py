"""Kernels for any CPU that Numba compiles for: one hand at a time."""
