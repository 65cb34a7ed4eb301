"""Replayed games as pages: the board of each game, the curve of chances."""
