"""What is counted of Dragonheart alone, and what its tables call what those of every game have."""
