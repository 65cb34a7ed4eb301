"""Decks of a game of decks: which is strong, which card it needs, which swap improves it."""
