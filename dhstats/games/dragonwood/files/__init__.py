"""Rule files of Dragonwood: every key, what it may hold, and the rule sets that ship."""
