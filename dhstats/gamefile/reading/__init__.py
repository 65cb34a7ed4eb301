"""What a game file declares, checked: its source, its declarations, what its functions name."""
