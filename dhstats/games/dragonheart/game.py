"""Dragonheart as a value: its records and rules in the form that the loop plays."""

from dataclasses import replace
from pathlib import Path

from dhstats.engine.compiled import compiled
from dhstats.engine.game import Game, Learning
from dhstats.games.dragonheart import table
from dhstats.games.dragonheart.forks import FORKING
from dhstats.games.dragonheart.players import endings, features, greedy, guess, inputs, rule_numbers
from dhstats.games.dragonheart.players.guess import INFERENCE
from dhstats.games.dragonheart.rules import play
from dhstats.games.records import declared, learnt

LEARNING = Learning(
    **learnt(features, inputs, endings, guess),
    fast_policy=compiled(inline=False)(greedy.choose),
    version=3,
    lead=20.0,
    units=128,
    second=32,
    inference=INFERENCE,
)

SPACE_LEARNING = replace(LEARNING, version=4, **learnt(rule_numbers))

GAME = Game(
    name="dragonheart", version=1, home=Path(__file__), seats=2, learning=LEARNING, space_learning=SPACE_LEARNING,
    forking=FORKING, **declared(table, play),
)  # fmt: skip
