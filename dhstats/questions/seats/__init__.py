"""Questions about seats: what going first is worth, and the place of every player at a table."""
