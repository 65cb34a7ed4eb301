"""From an experiment to a stored run: who plays the shards, in what order, and what is kept."""
