"""Dragonwood as a value: its records and rules in the form that the loop plays."""

from pathlib import Path

from dhstats.engine.compiled import compiled
from dhstats.engine.game import Game, Learning
from dhstats.games.columns import declared
from dhstats.games.dragonwood import table
from dhstats.games.dragonwood.forks import FORKING
from dhstats.games.dragonwood.players import greedy, guess, inputs, outlook, sifting
from dhstats.games.dragonwood.rules import hands, legal, play, setup

LEARNING = Learning(
    version=2,
    fixed=inputs.FIXED,
    inputs=inputs.INPUTS,
    ends=inputs.ENDS,
    lead=10.0,
    situation=inputs.situation,
    outlook=outlook.outlook,
    which_end=outlook.which_end,
    shortlist=sifting.shortlist,
    outcome=outlook.outcome,
    guess=guess.guess,
    fast_policy=compiled(inline=False)(greedy.choose),
    forbids=inputs.forbids,
    hidden=inputs.HIDDEN,
    restrictions=inputs.RESTRICTIONS,
    likelihood=outlook.likelihood,
    mark=outlook.mark,
    recipe=(("games", 150_000), ("rate", 0.001), ("batch", 1)),
)

GAME = Game(
    name="dragonwood", version=2, home=Path(__file__), seats=table.MAX_SEATS, learning=LEARNING, forking=FORKING,
    **declared(table, setup, hands, play, legal),
)  # fmt: skip
