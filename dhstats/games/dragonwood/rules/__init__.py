"""The compiled rules of Dragonwood, in the order of the rulebook."""
