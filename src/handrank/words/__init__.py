"""Hands, reasons and numbers in words, in English and in French."""
