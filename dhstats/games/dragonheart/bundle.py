"""Dragonheart with everything that is not compiled."""

from typing import Any

from dhstats.games.bundle import Bands, GameBundle, Item
from dhstats.games.dragonheart.files.rulesets import RULE_FILES
from dhstats.games.dragonheart.files.unclear import UNCLEAR
from dhstats.games.dragonheart.forks.forking import GREAT_DRAGON
from dhstats.games.dragonheart.game import GAME
from dhstats.games.dragonheart.players.characters import TROUPE
from dhstats.games.dragonheart.rules.rescoring import RESCORING
from dhstats.games.dragonheart.table import PICTURES, PLACES


def longest_game(record: Any) -> int:
    """The most turns that a game under these rules can take, the last turn included."""
    return int(record["turn_limit"]) + 1


def items(_: Any) -> tuple[Item, ...]:
    """What can be asked for its worth, under any rules."""
    return (GREAT_DRAGON,)


BUNDLE = GameBundle(
    game=GAME,
    rule_files=RULE_FILES,
    find_strategy=TROUPE.find,
    shipped_strategies=TROUPE.shipped,
    yardsticks=("greedy", "balanced", "cautious", "denier", "dragon_hunter", "dwarf_hoarder", "ship_rusher"),
    terms=TROUPE.terms,
    default_rules="ffg",
    default_strategies=("expert",),
    words={
        "picture": PICTURES,
        "target": PLACES,
        "decided_by": ("points", "figure", "draw"),
        "end_reason": ("ships", "deck", "turn_limit"),
    },
    flags=frozenset({"claimed_figure", "swapped"}),
    packed=frozenset({"values"}),
    longest_game=longest_game,
    rescoring=RESCORING,
    unclear=UNCLEAR,
    bands=Bands(turns=(12, 24, 36), leads=(-9, -2, 3, 10)),
    items=items,
)
