"""A referee for game files: games at random, in plain Python and compiled, and what is wrong with them."""
