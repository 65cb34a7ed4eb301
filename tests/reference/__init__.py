"""Slow and obvious second readings of the rules and of the random stream, to test the fast ones against."""
