"""Dragonheart with everything that is not compiled."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dhstats.games.bundle import Array, Bands, Endgame, GameBundle, Plays, Rescoring, of_folder
from dhstats.games.characters import Troupe
from dhstats.games.dragonheart.files.rulesets import RULE_FILES
from dhstats.games.dragonheart.forks import GREAT_DRAGON
from dhstats.games.dragonheart.game import GAME
from dhstats.games.dragonheart.players import endgame, evaluation, greedy, uniform
from dhstats.games.dragonheart.rules.play import settle
from dhstats.games.dragonheart.table import ROWS

TROUPE = Troupe({"random": uniform, "greedy": greedy}, evaluation)

_settle = getattr(settle, "py_func", settle)  # for the few different ends that games have, nothing is compiled

# Fields of the rule record that only the final count reads, and the fields by which a strategy may learn of each.
# Points given before the game lie in the score piles, where everybody sees them.
FIELDS = {
    "figure_points": frozenset({"figure_points"}),
    "figure_breaks_ties": frozenset({"figure_breaks_ties"}),
    "opening_points": frozenset({"opening_points", "scores"}),
}
HALF = 1 << 20  # more than any score pile can be below zero
COLUMNS = ("points_first", "points_second", "figure")


def rescore(base: Any, tweak: Any, games: Mapping[str, Array]) -> dict[str, Array]:
    """Games played under the base rules as the tweak counts them: final scores and winner, a row a game."""
    given = [int(tweak.opening_points[seat]) - int(base.opening_points[seat]) for seat in range(2)]
    first, second, figure = (games[name].astype(np.int64) for name in COLUMNS)
    packed = (first + HALF) << 32 | (second + HALF) << 8 | (figure + 1)  # games with equal ends are counted once
    different, which = np.unique(packed, return_inverse=True)
    ends = zip((different >> 32) - HALF, (different >> 8 & 0xFFFFFF) - HALF, (different & 0xFF) - 1, strict=True)
    settled = [_settle(tweak, int(a) + given[0], int(b) + given[1], int(holder)) for a, b, holder in ends]
    counted = np.array(settled, np.int64).reshape(-1, 4)[which]
    return {"score_first": counted[:, 0], "score_second": counted[:, 1], "winner": counted[:, 2]}


BUNDLE = GameBundle(
    **of_folder(GAME, RULE_FILES, TROUPE, ROWS),
    yardsticks=("greedy", "balanced", "cautious", "denier", "dragon_hunter", "dwarf_hoarder", "ship_rusher"),
    longest_game=lambda record: int(record["turn_limit"]) + 1,  # the last turn included
    rescoring=Rescoring(FIELDS, COLUMNS, rescore),
    bands=Bands(turns=(12, 24, 36), leads=(-9, -2, 3, 10)),
    items=lambda _: (GREAT_DRAGON,),
    endgame=Endgame(endgame.solve, endgame.KINDS),
    plays=Plays("picture", "cards", "deck_pictures"),
)
