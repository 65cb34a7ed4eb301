"""The version of the package and what other packages know of it, where every room can read it."""

VERSION = "0.2.0"
STRATEGIES = "dhstats.strategies"  # the entry point under which installed packages offer strategies
GAMES = "dhstats.games"  # the entry point under which installed packages offer games: a module that is a game file
