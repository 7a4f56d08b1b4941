"""From hand ranks to winners, pots and payouts."""
