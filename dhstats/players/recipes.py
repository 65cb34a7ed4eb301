"""How players are trained, as a record, and the usual recipes."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from dhstats.engine.game import Game
from dhstats.players.thinking import learning_of

OWN_DECKS, ALL_DECKS = "own", "all"  # with which decks players learn: those of the rule set, or any of its pack
MOST_LOTS = 100
FIXED, DRAWN = "fixed", "drawn"  # whether the same place is at the same seat in every game, or by lot
SHARED, APART = "shared", "apart"  # whether a run of the same seed plays the deals that are learnt from


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a player is trained; equal recipes give equal players for equal rules.

    `games` of self-play in `rounds`, the step of descent falling evenly from `rate` to nearly nothing; `memory` is
    lambda; `exploration` the share of random moves; `win_share` the part of winning in how a game is judged, the rest
    is by how many points; `average` how much of the running mean of networks is kept from round to round. `keep` says
    which network is kept in the end: the "best" of the learning curve, the last that did not fall
    behind the best by more than chance ("sound"), or the "last" of all, as in files that do not tell.
    `version` says which inputs and which network: it counts those that the game has had. `decks` says which decks:
    the "own" ones of the rule set, or "all" of its pack, for every game and player one by lot. `compared` is the share
    of decisions that are learnt from by comparison as well, `tried` how many options at most are then compared, those
    that look best (0: all). `space` is the text of a space of rules (`games/space.py`) around those of the player, by
    which of them each game is played says the lot. `origin` is the checksum of the network that training began with,
    where it began with one of another training. `parts` is into how many parts the `batch` of games of a step of
    descent is divided: that many threads can play them, and what they teach is added up part by part, to the same bits
    whoever plays which. `places` says whether the same place (a deck with its dragon) is at the same seat in all games
    ("fixed"), or by lot in each ("drawn"): then examinations play every layout of a deal. `lots` is the text of a table
    in JSON: where all decks are learnt, some ways to bring them, such as "kill,banish", have more than one lot in the
    draw, so that they are played more often. `networks` is how many learn, one or two, each for itself and by all of
    this: the first from `seed`, the other from the next seed. Who has two asks the other where options are close.
    `deals` says whether they learn from the deals that runs of the same seed play ("shared"), or from deals that no run
    plays ("apart"), so that nobody is measured on what they learnt from. `patience` is for how many points of the
    learning curve in a row nothing may improve before training ends (0: it goes through all its games).
    """

    seed: int = 1
    games: int = 300_000
    rounds: int = 100
    rate: float = 0.001
    memory: float = 0.4
    exploration: float = 0.03
    win_share: float = 0.5
    average: float = 0.9
    batch: int = 1
    keep: str = "last"
    version: int = 1
    decks: str = OWN_DECKS
    compared: float = 0.0
    tried: int = 0
    space: str = ""
    origin: str = ""
    parts: int = 1
    places: str = FIXED
    lots: str = ""
    networks: int = 1
    deals: str = SHARED
    patience: int = 0

    def space_keys(self) -> tuple[str, ...]:
        """The keys that the space of rules changes; ValueError for a text that says none."""
        return tuple(_table(self.space, "space", "levels"))

    def lots_by_decks(self) -> dict[str, int]:
        """How many lots each of some ways to bring decks has; ValueError for a text that does not say so."""
        lots = _table(self.lots, "lots", "numbers")
        if not all(type(lot) is int and 1 <= lot <= MOST_LOTS for lot in lots.values()):
            raise ValueError(f"recipe.lots has a number that is not from 1 to {MOST_LOTS}")
        return lots


def _table(text: str, name: str, what: str) -> dict[str, Any]:
    """The table that a text of a recipe says, empty for none."""
    try:
        table = json.loads(text or "{}")
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise ValueError(f"recipe.{name} is not a table of {what} in JSON")
    return table


UNSAID = Recipe()  # what files say that leave a field out
SAID_ALWAYS = {"seed", "games", "rounds", "rate", "memory", "exploration", "win_share", "average", "batch"}  # in files
USUAL = Recipe(games=400_000, rate=0.002, batch=4, keep="sound", parts=4, deals=APART)
WARM_GAMES = 5_000  # under one rule set, by who knows the space
WARM_ROUNDS = 20
WARM_RATE = 0.0005


def standard(game: Game, version: int = 0) -> Recipe:
    """How players of a game are trained, or those who learn in the way of a version."""
    learning = learning_of(game, version)
    usual = replace(USUAL, version=learning.version, **dict[str, Any](learning.recipe))
    return replace(usual, parts=min(usual.parts, usual.batch))


def going_on(recipe: Recipe, origin: str, games: int = WARM_GAMES, seed: int = 1) -> Recipe:
    """How who learnt by a recipe continues under one rule set, from the network of that checksum."""
    return replace(
        recipe, seed=seed, games=games, rounds=min(WARM_ROUNDS, games), rate=WARM_RATE, batch=8, keep="last",
        space="", lots="", origin=origin, compared=0.0, tried=0, networks=1, deals=APART, patience=0,
    )  # fmt: skip


def with_all_decks(recipe: Recipe) -> Recipe:
    """The same recipe with all decks of the pack: as each is drawn for any place, places stay where they are."""
    return replace(recipe, decks=ALL_DECKS, places=FIXED)


def against_rival(recipe: Recipe) -> Recipe:
    """The same recipe against a fixed rival: options are compared in self-play alone."""
    return replace(recipe, compared=0.0)


def recipe_table(recipe: Recipe) -> dict[str, Any]:
    """A recipe as a table, without what files leave out."""
    table = asdict(recipe)
    return {name: value for name, value in table.items() if name in SAID_ALWAYS or value != getattr(UNSAID, name)}
