"""Questions about the games of a stored run: scores, lengths, endings, leads."""
