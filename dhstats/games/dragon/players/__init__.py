"""Players of Dragon!: what they see of a position, what they may be kept from, and the strategies that ship."""
