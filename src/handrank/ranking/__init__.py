"""From cards to hand ranks, and what is known of them."""
