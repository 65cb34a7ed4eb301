"""The compiled rules of Dragonheart, in the order of the rulebook."""
