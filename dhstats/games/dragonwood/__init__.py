"""Dragonwood: collect sets of adventurers, give them up for dice, and roll to capture creatures."""
