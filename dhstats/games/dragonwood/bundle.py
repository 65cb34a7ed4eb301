"""Dragonwood with everything that is not compiled."""

from dhstats.games.bundle import Bands, GameBundle
from dhstats.games.dragonwood.files.rulesets import RULE_FILES
from dhstats.games.dragonwood.files.unclear import UNCLEAR
from dhstats.games.dragonwood.forks.items import items
from dhstats.games.dragonwood.game import GAME
from dhstats.games.dragonwood.players.characters import TROUPE
from dhstats.games.dragonwood.rules.rescoring import RESCORING
from dhstats.games.dragonwood.table import ACTS, N_TARGETS, TITLES

BUNDLE = GameBundle(
    game=GAME,
    rule_files=RULE_FILES,
    find_strategy=TROUPE.find,
    shipped_strategies=TROUPE.shipped,
    yardsticks=("greedy", "armourer", "balanced", "denier", "dragon_hunter", "goblin_catcher"),
    terms=TROUPE.terms,
    default_rules=RULE_FILES.schema.base,
    default_strategies=("expert",),
    words={
        "act": ACTS,
        "target": TITLES[:N_TARGETS],
        "decided_by": ("points", "dragon", "draw"),
        "end_reason": ("dragons", "decks", "last_card", "turn_limit"),
    },
    flags=frozenset({"captured", "swapped"}),
    packed=frozenset({"cards", "used", "rolled"}),
    rescoring=RESCORING,
    unclear=UNCLEAR,
    bands=Bands(turns=(40, 80, 120), leads=(-6, -1, 2, 7)),
    items=items,
)
