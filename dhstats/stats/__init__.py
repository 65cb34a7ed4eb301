"""Statistics: numbers in, frozen results out.

Intervals for rates, sums over independent blocks, paired designs, empirical likelihood, quantiles, ratios,
verdicts, planning, and the shape of a single game. A block is a deal: all games that share a deal are one
observation.
"""
