"""Dragon! with everything that is not compiled."""

from dhstats.games.bundle import Bands, Constructed, GameBundle
from dhstats.games.dragon.files import decks
from dhstats.games.dragon.files.limits import label
from dhstats.games.dragon.files.rulesets import RULE_FILES
from dhstats.games.dragon.files.unclear import UNCLEAR
from dhstats.games.dragon.forks.items import items
from dhstats.games.dragon.game import GAME
from dhstats.games.dragon.players.characters import TROUPE
from dhstats.games.dragon.rules.rescoring import RESCORING
from dhstats.games.dragon.table import ACTS, ENDS, FACINGS, OUTCOMES, SEATS, STEPS
from dhstats.games.dragon.words.spelling import spell

BUNDLE = GameBundle(
    game=GAME,
    rule_files=RULE_FILES,
    find_strategy=TROUPE.find,
    shipped_strategies=TROUPE.shipped,
    yardsticks=("greedy", "banisher", "controller", "exhauster", "killer"),
    terms=TROUPE.terms,
    default_rules=RULE_FILES.schema.base,
    default_strategies=("controller",),
    words={
        "step": STEPS,
        "act": ACTS,
        "outcome": OUTCOMES,
        "decided_by": (*ENDS[:3], "draw"),
        "end_reason": ENDS,
        **{f"facing_{seat}_after": FACINGS for seat in SEATS},
    },
    flags=frozenset({"swapped"}),
    packed=frozenset({"card", "at", "declared", "first_card"}),
    rescoring=RESCORING,
    unclear=UNCLEAR,
    bands=Bands(turns=(10, 25, 40), leads=(-6, -1, 2, 7)),  # turns of a fork are actions
    items=items,
    label=label,
    spell=spell,
    constructed=Constructed(
        decks.settings_of, decks.all_decks, decks.cards_of, decks.candidates, decks.swapped, decks.blanked
    ),
)
