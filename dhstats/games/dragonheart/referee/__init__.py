"""Dragonheart on an ordinary table, written from the rulebook alone: what judges logged games."""
