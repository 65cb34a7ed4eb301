"""Proofs of balance that others can check."""
