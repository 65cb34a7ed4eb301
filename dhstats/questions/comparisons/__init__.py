"""A rule tweak beside its base: what it changes, and by how much."""
