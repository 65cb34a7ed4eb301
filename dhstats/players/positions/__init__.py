"""Logged games looked into: forks, single decisions, what options were worth, and luck."""
