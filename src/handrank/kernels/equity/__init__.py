"""Kernels that count and sample showdowns for equities."""
