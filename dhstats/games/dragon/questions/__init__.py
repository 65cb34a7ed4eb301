"""Questions that only Dragon! has, and its words in those of every game."""
