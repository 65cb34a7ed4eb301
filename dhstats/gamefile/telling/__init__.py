"""A game of a game file in words: told, judged, drawn, asked about."""
