"""Hand histories: readers that yield the deals of one hand after the other."""
