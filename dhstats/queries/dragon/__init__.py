"""What the queries know of Dragon!."""
