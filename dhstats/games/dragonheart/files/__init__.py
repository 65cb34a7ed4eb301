"""Rule files of Dragonheart: every key, what it may hold, and the rule sets that ship."""
