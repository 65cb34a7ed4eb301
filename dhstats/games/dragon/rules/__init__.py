"""The compiled rules of Dragon!, in the order of the rulebook."""
