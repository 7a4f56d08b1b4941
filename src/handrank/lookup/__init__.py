"""The lookup tables: how hands are encoded, and the tables that kernels read."""
