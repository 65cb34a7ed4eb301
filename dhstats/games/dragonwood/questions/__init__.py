"""Questions that only Dragonwood has, and its words in those of every game."""
