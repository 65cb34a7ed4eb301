"""Ways to play Dragon!."""
