"""How much of the pot hands and ranges are worth."""
