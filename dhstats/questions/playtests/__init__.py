"""Playtests at the table: what to expect, deals to stack with their par, what to look at, what few games can show."""
