"""What the queries know of Dragonwood."""
