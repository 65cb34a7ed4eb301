"""One rule set out of several, and the readings of a rulebook that matter."""
