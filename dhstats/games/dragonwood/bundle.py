"""Dragonwood with everything that is not compiled."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dhstats.games import uniform
from dhstats.games.bundle import Array, Bands, GameBundle, Item, Rescoring, of_folder
from dhstats.games.characters import Troupe
from dhstats.games.dragonwood.files.rulesets import RULE_FILES
from dhstats.games.dragonwood.game import GAME
from dhstats.games.dragonwood.players import evaluation, greedy
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, N_CREATURES, NOBODY, ROWS, SEATS

TROUPE = Troupe({"random": uniform, "greedy": greedy}, evaluation)

SMALL_WORDS = ("of", "the")


def items(record: Any) -> tuple[Item, ...]:
    """The enhancements, dragons and other creatures of which these rules have a card, in this order."""
    found = []
    for title, key in (*enumerate(ENHANCEMENTS, N_CREATURES), *enumerate(CREATURES)):
        dragon = int(record["dragons"]) >> title & 1
        kind = "enhancements" if title >= N_CREATURES else "dragons" if dragon else "creatures"
        moments = (
            ("open", f"open-{key}", "When it lies open for the first time and can be attacked"),
            ("captured", f"captured-{key}", "When it has just been captured"),
        )
        # As it is printed: a capital for each word of weight
        name = " ".join(word if word in SMALL_WORDS else word.capitalize() for word in key.split("_"))
        name = "Wasps' Nest" if key == "wasps_nest" else name
        if record["copies"][title]:
            found.append(Item(key, name, kind, key, main=kind != "creatures", moments=moments))
    return tuple(sorted(found, key=lambda item: ("enhancements", "dragons", "creatures").index(item.kind)))


# Fields of the rule record that only the final count reads, and the fields by which a strategy might learn of each.
# Points that a seat is given lie before everybody with those of creatures.
FIELDS = {
    "bonus": frozenset({"bonus"}),
    "tied_bonus": frozenset({"tied_bonus"}),
    "opening_points": frozenset({"opening_points", "points"}),
}
COLUMNS = (*(f"{what}_{seat}" for what in ("points", "creatures") for seat in SEATS), "dragon_holder")


def rescore(base: Any, tweak: Any, games: Mapping[str, Array]) -> dict[str, Array]:
    """Games played under the base rules as the tweak counts them: final scores and winner, a row a game."""
    seats = SEATS[: int(base.players)]
    points, creatures = (
        np.stack([games[f"{what}_{seat}"] for seat in seats]).astype(np.int64) for what in ("points", "creatures")
    )
    given = (np.asarray(tweak.opening_points) - np.asarray(base.opening_points))[: len(seats), None]
    most = creatures == creatures.max(axis=0)
    bonus = np.where(most.sum(axis=0) > 1, int(tweak.tied_bonus), int(tweak.bonus))
    scores = points + given + most * bonus
    best = scores == scores.max(axis=0)
    holder = games["dragon_holder"].astype(np.int64)
    holds = (np.arange(len(seats))[:, None] == holder) & best
    winner = np.where(best.sum(axis=0) == 1, best.argmax(axis=0), np.where(holds.any(axis=0), holder, NOBODY))
    told = {"score_first": scores[0], "score_second": scores[1], "winner": winner}
    if len(seats) > 2:
        # What each seat has of the win, in twelfths: the winner twelve, or those who are first alike share them
        alone = np.arange(len(seats))[:, None] == winner
        shares = np.where(winner == NOBODY, best * (12 // best.sum(axis=0)), 12 * alone)
        told |= {f"share_{seat}": shares[number] for number, seat in enumerate(seats)}
    return told


BUNDLE = GameBundle(
    **of_folder(GAME, RULE_FILES, TROUPE, ROWS),
    yardsticks=("greedy", "armourer", "balanced", "denier", "dragon_hunter", "goblin_catcher"),
    rescoring=Rescoring(FIELDS, COLUMNS, rescore),
    bands=Bands(turns=(40, 80, 120), leads=(-6, -1, 2, 7)),
    items=items,
)
