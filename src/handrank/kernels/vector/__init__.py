"""Kernels that rank many hands a step, in vector registers."""
