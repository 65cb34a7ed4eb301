"""Estimates over deals with their intervals: means, ratios, quantiles, regressions, response curves."""
