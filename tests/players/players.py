"""Players for tests: trained in a second, found by name, put before an open table."""

import random
from functools import cache
from typing import Any

import numpy as np

from dhstats.engine.game import MIND
from dhstats.engine.strategy import Strategy, compile_strategy
from dhstats.games.catalogue import load
from dhstats.players import roster
from dhstats.players.match import records
from dhstats.players.trained import Recipe, Trained
from dhstats.players.training import train
from tests.harness import OpenGame

BUNDLE = load("dragonheart")
FFG = BUNDLE.rule_files.load("ffg")
SMALL = Recipe(seed=3, games=400, rounds=4)
RESTRICTIONS = ("no_figure", "no_ships", "single_cards", "blind", "hoard")


@cache
def small(restriction: str = "", seed: int = 3) -> Trained:
    """A player who has learnt from few games."""
    return train(BUNDLE, FFG, Recipe(seed=seed, games=400, rounds=4), restriction)


@cache
def found(text: str) -> Strategy:
    """A player by name; a restricted one is trained from few games only."""
    kind, _, restriction = text.partition(":")
    if kind == "expert" and restriction:
        from dhstats.players.trained import as_strategy

        return as_strategy(BUNDLE, small(restriction), text, "test", "")
    return roster.find(BUNDLE, FFG, text)


@cache
def seated(text: str) -> tuple[Any, Any]:
    """A player's compiled choice and his mind."""
    minds = records(MIND, 1)
    found(text).settle(minds[0])
    return compile_strategy(BUNDLE.game, found(text)), minds[0]


def choice(game: OpenGame, text: str, deal: int) -> int:
    """What a player does at an open table, his draws pointed at the first turn of a deal."""
    function, mind = seated(text)
    view, count = game.view(game.mover), len(game.moves())
    game.drivers.aim(mind, np.uint64(9), deal, 0, 0)
    return int(function(view, game.options, count, mind))


def somewhere(deal: int) -> OpenGame:
    """A position in the middle of a game of random moves."""
    game, chance = OpenGame(BUNDLE, FFG.record()), random.Random(deal)
    game.deal(5, deal)
    for _ in range(chance.randrange(45)):
        if game.mover >= 0:
            game.take(chance.randrange(len(game.moves())))
    return game
