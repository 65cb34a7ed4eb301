"""Atlases: a space of rules laid out: what every key does to every goal's quantity, and a map of the games in it."""
