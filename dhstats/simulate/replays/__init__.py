"""Stored games set up again: told turn by turn, or played anew."""
