"""Dragonheart: two players, nine spaces, one dragon figure."""
