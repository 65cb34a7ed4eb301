"""Questions about players who all meet: payoffs, ratings, circles, skill and luck."""
