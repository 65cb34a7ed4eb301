"""Dragon! as a value: its records and rules in the form that the loop plays."""

from pathlib import Path

from dhstats.engine.compiled import compiled
from dhstats.engine.game import Game, Learning
from dhstats.games.dragon import table
from dhstats.games.dragon.forks import FORKING
from dhstats.games.dragon.players import afterwards, greedy, guess, inputs
from dhstats.games.dragon.rules import legal, play, setup
from dhstats.games.records import declared, learnt

LEARNING = Learning(
    **learnt(inputs, afterwards, guess),
    outlook=afterwards.afterwards,
    fast_policy=compiled(inline=False)(greedy.choose),
    version=2,
    lead=afterwards.LARGE_LEAD,
    units=128,
    second=32,
    recipe=(("places", "drawn"),),  # decks differ, and each begins as often in the games of a rotation
)

GAME = Game(
    name="dragon", version=1, home=Path(__file__), seats=table.MAX_SEATS, learning=LEARNING, forking=FORKING,
    **declared(table, setup, play, legal),
)  # fmt: skip
