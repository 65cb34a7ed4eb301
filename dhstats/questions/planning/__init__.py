"""How many games a question needs."""
