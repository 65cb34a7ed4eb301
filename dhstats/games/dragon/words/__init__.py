"""Dragon! in words: turns, games and rule sets for people."""
