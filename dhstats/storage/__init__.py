"""How a run lies on disk, and nothing about what it means: layout, manifest, tables."""
