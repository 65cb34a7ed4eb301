"""Questions that train players to be answered: mechanisms left out, and players against one player alone."""
