"""Learning: games of self-play that teach a network, trainings as a whole, and who is trained first."""
