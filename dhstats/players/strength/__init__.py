"""Instruments that measure how strong a player is: they may look at the table, and nobody can enter them elsewhere."""
