"""When a run may stop, what it says then, and matches that can show nothing."""
