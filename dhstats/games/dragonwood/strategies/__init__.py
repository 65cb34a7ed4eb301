"""Ways to play Dragonwood."""
