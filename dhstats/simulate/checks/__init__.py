"""A stored run or forks against their plan, their rules and their seed."""
