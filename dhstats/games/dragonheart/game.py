"""Dragonheart as a value: its records and rules in the form that the loop plays."""

from dataclasses import replace
from pathlib import Path

from dhstats.engine.compiled import compiled
from dhstats.engine.game import Game, Learning
from dhstats.games.columns import declared
from dhstats.games.dragonheart import table
from dhstats.games.dragonheart.forks import FORKING
from dhstats.games.dragonheart.players import endings, features, greedy, guess, inputs, rule_numbers
from dhstats.games.dragonheart.players.guess import INFERENCE
from dhstats.games.dragonheart.rules import play

LEARNING = Learning(
    version=3,
    fixed=inputs.FIXED,
    inputs=endings.INPUTS,
    lead=20.0,
    situation=inputs.situation,
    outlook=endings.outlook,
    lay=endings.lay,
    change=endings.change,
    outcome=features.outcome,
    guess=guess.guess,
    fast_policy=compiled(inline=False)(greedy.choose),
    forbids=inputs.forbids,
    hidden=endings.HIDDEN,
    restrictions=inputs.RESTRICTIONS,
    units=128,
    second=32,
    inference=INFERENCE,
)

SPACE_LEARNING = replace(
    LEARNING,
    version=4,
    fixed=rule_numbers.FIXED,
    inputs=rule_numbers.INPUTS,
    situation=rule_numbers.situation,
    outlook=rule_numbers.outlook,
    lay=rule_numbers.lay,
    change=rule_numbers.change,
    hidden=rule_numbers.HIDDEN,
)

GAME = Game(
    name="dragonheart", version=1, home=Path(__file__), seats=2, learning=LEARNING, space_learning=SPACE_LEARNING,
    forking=FORKING, **declared(table, play),
)  # fmt: skip
