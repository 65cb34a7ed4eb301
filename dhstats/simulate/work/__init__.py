"""Work in parts that may fail, stop and go on: workers, checkpoints, limits of time and disk."""
