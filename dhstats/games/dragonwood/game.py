"""Dragonwood as a value: its records and rules in the form that the loop plays."""

from pathlib import Path

from dhstats.engine.compiled import compiled
from dhstats.engine.game import Game, Learning
from dhstats.games.dragonwood import table
from dhstats.games.dragonwood.forks import FORKING
from dhstats.games.dragonwood.players import greedy, guess, inputs, outlook, sifting
from dhstats.games.dragonwood.rules import hands, legal, play, setup
from dhstats.games.records import declared, learnt

LEARNING = Learning(
    **learnt(inputs, outlook, sifting, guess),
    fast_policy=compiled(inline=False)(greedy.choose),
    version=2,
    lead=10.0,
    recipe=(("games", 150_000), ("rate", 0.001), ("batch", 1)),
)

GAME = Game(
    name="dragonwood", version=2, home=Path(__file__), seats=table.MAX_SEATS, learning=LEARNING, forking=FORKING,
    **declared(table, setup, hands, play, legal),
)  # fmt: skip
