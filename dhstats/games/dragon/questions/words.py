"""Dragon!'s words in the questions of every game, its tables in those of the shared queries, and its own SQL."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dhstats.games.dragon.packs.cards import Card, all_cards, types_of
from dhstats.games.dragon.table import ACTS, ATTACK_TYPES, GROUND, SEATS
from dhstats.queries.catalogue import RANKED, queries_in
from dhstats.queries.dialects import Dialect, ended_turns
from dhstats.questions.shared.metrics import words_beside


def decks(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The deck of every place, where they are not all the same."""
    names = tuple(str(rules["decks"][seat]) for seat in SEATS[: rules["players"]])
    return names if len(set(names)) > 1 else ()


WORDS = words_beside(__file__, unequal=decks)


ENDS = ("kill", "banish", "exhaust")
MEASURES = ("chains", "longest_chain", "tops", "cancelled")


def dialect(rules: Mapping[str, Any]) -> Dialect:
    """What the tables call what every game has; how many play, what turns and cards are, follows from the rules."""
    players, rounds = int(rules["players"]), rules["turn"]["play"] == "rounds"
    return Dialect(
        turns=f"({turns_begun(players, rounds=rounds)})",
        steps="decisions",
        longer_first="0" if rounds else "(ended_by = 0)::INT",
        endings=dict(zip(ENDS, ENDS, strict=True)),
        measures={"decisions": "turns", **dict(zip(MEASURES, MEASURES, strict=True))},
        players=players,
        turn_rows=ended_turns(
            players,
            "a turn takes several decisions, and health may rise and fall in it",
            "max_by({}, moves.turn)",
            by_seat=True,
        ),
        checkpoint=players,
        own=slots(rules, players),
        chosen={"act": ACTS},
        also=", decisions, cards topped, cancelled and played to top",
        notes=(
            "decisions: rows of the moves table, of which a turn takes several; the lead is followed through them.",
            "chains: cards that were topped; longest_chain: the most cards played to top in one of them; tops: in all.",
        ),
    )


def slots(rules: Mapping[str, Any], players: int) -> dict[str, str]:
    """What the game's own queries ask for: lists by the number of a card, and by place."""
    cards, seats = all_cards(rules["pack"]), SEATS[:players]
    decks = [rules["pack"]["decks"][rules["decks"][seat]] for seat in seats]
    return {
        "layout": "swapped::INT" if players == 2 else "layout::INT",
        "facing": str(rules["start"]["facing"]),
        "health": _listed(rules["pack"]["dragons"][deck["dragon"]]["levels"][0]["health"] for deck in decks),
        "kinds": ", ".join(f"'{kind_of(card)}'" for card in cards),
        "suffers": _listed(card.values.get("suffers", 0) for card in cards),
        "attacks": _codes(cards, lambda card: bool({*types_of(card)} & {*ATTACK_TYPES})),
        "grounds": _codes(cards, lambda card: card.kind == GROUND),
    }


def turns_begun(players: int, *, rounds: bool) -> str:
    """How many turns were begun, the one in which the game ended among them; a round is a turn of everybody.

    A table tells the turns that were finished. Where two take whole turns, whose turn the last one was tells the rest.
    """
    if players == 2 and rounds:
        return "2 * least(turns_first, turns_second) + 2"
    if players == 2:
        ended = "WHEN 0 THEN 2 * turns_second + 1 WHEN 1 THEN 2 * turns_first"
        return f"CASE ended_by {ended} ELSE turns_first + turns_second + 1 END"
    return "turns_first + turns_second + greatest(turns_third, 0) + greatest(turns_fourth, 0) + 1"


def kind_of(card: Card) -> str:
    """The first of a card's types: that of its kind, or breath, melee, magic, turn before special ones."""
    return types_of(card)[0]


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _codes(cards: Sequence[Card], wanted: Callable[[Card], bool]) -> str:
    """The numbers of some cards; one that no card has where there are none."""
    return _listed(code for code, card in enumerate(cards) if wanted(card)) or "-2"


QUERIES = (*queries_in("dhstats.games.dragon.questions"), *RANKED)
