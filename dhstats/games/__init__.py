"""The games: siblings that import only the engine."""
