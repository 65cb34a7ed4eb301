"""What the code of a strategy says before it plays: what it may change, what it names, where it is wrong."""
