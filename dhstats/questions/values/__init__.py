"""What the things of a game are worth, by forks."""
