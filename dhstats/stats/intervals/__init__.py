"""Intervals, sums over blocks, critical values, and corrections for many questions at once."""
