"""Dragonwood, for two to four players: rules, rule sets, strategies, notation."""
