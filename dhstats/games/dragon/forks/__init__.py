"""Dragon! forked: what can be changed at a moment of a game, and what is worth asking for."""
