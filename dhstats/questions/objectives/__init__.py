"""Questions about what the players of a game want: success together, sides that win, powers that differ."""
