"""Games gone through as a whole: every position, what it is worth to perfect players, and how they play."""
