"""Rule sets for tests: random ones that are valid, from small tweaks of the rulebook's to wild ones."""

from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.games.dragonwood.files.rulesets import RULE_FILES, load, restore
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, EVENTS, SEATS
from dhstats.games.ruleset import RuleSet, nested

USUAL = RULE_FILES.flat(load("two").effective)
NUMBER = st.one_of(st.integers(1, 16), st.integers(1, 99))
FLAG = st.booleans()

GENERAL: dict[str, st.SearchStrategy[Any]] = {
    "players": st.integers(2, 4),
    "hand.size": st.integers(1, 6),
    "hand.limit": st.integers(3, 8),
    "adventurers.suits": st.integers(1, 5),
    "adventurers.numbers": st.integers(3, 12),
    "adventurers.ladybugs": st.integers(0, 12),
    "adventurers.ladybug_draws": st.integers(0, 3),
    "reload.draws": st.integers(1, 5),
    "dice.faces": st.lists(st.integers(1, 9), min_size=2, max_size=8),
    "dice.max": st.integers(2, 6),
    "landscape.size": st.integers(1, 6),
    "setup.dragons": st.sampled_from(["lower_half", "anywhere"]),
    "setup.events": st.sampled_from(["put_back", "reshuffled"]),
    "attempt.wounds": st.integers(0, 5),
    "spell.allowed": FLAG,
    "spell.cards": st.integers(2, 5),
    "spell.dice": st.integers(1, 6),
    "spell.number": NUMBER,
    "spell.spends": FLAG,
    "spell.enhanced": FLAG,
    "end.decks": st.integers(1, 3),
    "end.runs_out": st.sampled_from(["at_once", "when_needed"]),
    "end.last_round": FLAG,
    "end.full_rounds": FLAG,
    "end.dragons": FLAG,
    "end.last_card": FLAG,
    "score.bonus": st.integers(0, 20),
    "score.tied_bonus": st.integers(0, 20),
    "score.ties": st.sampled_from(["nobody", *CREATURES]),
    **{f"seats.{seat}.hand_size": st.integers(0, 8) for seat in SEATS},
    **{f"seats.{seat}.points": st.integers(-99, 99) for seat in SEATS},
    **{f"setup.removed.{count}": st.integers(0, 40) for count in ("two", "three", "four")},
}
BY_TITLE: dict[str, tuple[tuple[str, ...], dict[str, st.SearchStrategy[Any]]]] = {
    "creatures": (
        CREATURES,
        {"copies": st.integers(0, 6), "points": st.integers(0, 20), "dragon": FLAG}
        | dict.fromkeys(("strike", "stomp", "scream"), NUMBER),
    ),
    "enhancements": (
        ENHANCEMENTS,
        {"copies": st.integers(0, 1), "dice": st.integers(0, 3), "rerolls": FLAG, "wild": FLAG, "once": FLAG}
        | dict.fromkeys(("strike", "stomp", "scream"), NUMBER)
        | {f"adds_to_{way}": st.integers(0, 20) for way in ("strike", "stomp", "scream", "spell")},
    ),
    "events": (
        EVENTS,
        {"copies": st.integers(0, 4), "clears": FLAG}
        | {name: st.integers(0, 5) for name in ("draws", "discards", "passes")},
    ),
}


def some_of(values: dict[str, st.SearchStrategy[Any]], most: int) -> st.SearchStrategy[dict[str, Any]]:
    """New values for a few keys."""
    keys = st.lists(st.sampled_from(sorted(values)), unique=True, max_size=most)
    return keys.flatmap(lambda chosen: st.fixed_dictionaries({key: values[key] for key in chosen}))


@st.composite
def valid_rules(draw: st.DrawFn) -> RuleSet:
    """A rule set that passes every check; hands hold at most eight cards, for a referee who tries every set of them."""
    changes = {"hand.limit": 8} | draw(some_of(GENERAL, 10))
    for kind, (titles, values) in BY_TITLE.items():
        for title in draw(st.lists(st.sampled_from(titles), unique=True, max_size=5)):
            changes |= {f"{kind}.{title}.{key}": value for key, value in draw(some_of(values, 4)).items()}
    try:
        return restore(nested(USUAL | changes), "random rules")
    except BadInput:
        reject()
