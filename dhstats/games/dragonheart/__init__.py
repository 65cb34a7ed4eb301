"""Dragonheart: play cards on nine spaces, take the cards that yours point to, and hold the dragon figure."""
