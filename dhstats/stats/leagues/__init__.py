"""Round robins: payoffs, equilibria, ratings, and how much is luck."""
