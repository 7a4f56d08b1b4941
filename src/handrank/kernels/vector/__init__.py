"""Kernels that rank many hands a step in vector registers: one text each, for any width.

A folder beside them for each instruction set has the steps that they are written in, gathered in
its module `steps`: ``N_LANES``, how many hands a step takes; ``LANE_BITS``, the type that holds a
bit a lane; and the functions that `avx512.steps` lists. Kernels are made for one such module.
"""
