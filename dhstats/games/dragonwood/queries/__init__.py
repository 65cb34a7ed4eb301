"""What is counted of Dragonwood alone, and what its tables call what those of every game have."""
