"""Rule files of Dragon!: every key, what it may hold, and the rule sets that ship."""
