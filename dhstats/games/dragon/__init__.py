"""Dragon!: dragons fight with a deck each; kill the other one, banish it, or outlast its deck."""
