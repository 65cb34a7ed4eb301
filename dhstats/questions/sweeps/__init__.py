"""A rule key turned through its levels."""
