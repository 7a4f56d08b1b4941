"""Loops over arrays and nothing else; the callers check what goes in."""
