"""The queries of games for one player, under the names that they have where more play."""
