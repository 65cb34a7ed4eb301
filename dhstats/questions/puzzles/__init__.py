"""Puzzles: positions with one clearly best move, how they are made, and who solves them."""
