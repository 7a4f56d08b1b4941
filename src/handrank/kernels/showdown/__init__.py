"""Kernels from hand ranks to winners, pots and payouts."""
