"""Games copied at a moment and played on: forks, single states, matches of decks."""
