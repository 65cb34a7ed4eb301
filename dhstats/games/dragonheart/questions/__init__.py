"""Questions that only Dragonheart has, and its words in those of every game."""
