"""What is counted of Dragon! alone, and what its tables call what those of every game have."""
