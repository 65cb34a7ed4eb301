"""What single positions say: forks and their arms, values of things, prices, turning points."""
