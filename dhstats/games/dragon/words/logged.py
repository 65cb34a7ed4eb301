"""Decisions of Dragon! in a log.

A turn of the log is a decision: its `act`, the `card` by its name in the pack, the `rival` that it is meant for by
their seat, the ground card or attachment that it is played `at`, how dragons are to face (`declared`, pairs of a seat
and a facing), and the `number` of cards that are drawn.
"""

from collections.abc import Mapping
from typing import Any

from dhstats.games.dragon.referee.cardbook import cardbook
from dhstats.games.dragon.referee.chronicle import NOBODY, Choice, Declared
from dhstats.games.dragon.referee.referee import outcome
from dhstats.games.dragon.table import ACTS, FACINGS, MAX_DECK, MAX_TURNS, SEATS
from dhstats.games.logged import Logging, Wrong, seat, whole, word
from dhstats.games.retelling import Row
from dhstats.quoting import quoted

KEYS = ("act", "card", "rival", "at", "declared", "number")


def choice(table: Any, turn: Mapping[str, Any]) -> Choice:
    """What a decision of a log was."""
    names, told = list(table.book), {name: turn.get(name) for name in ("card", "at")}
    card, at = (None if text is None else word(text, name, names) for name, text in told.items())
    rival, number = turn.get("rival"), turn.get("number")
    return Choice(
        word(turn.get("act"), "act", ACTS),
        card,
        NOBODY if rival is None else seat(rival, "rival", table.players),
        at,
        _declared(turn.get("declared", []), table.players),
        0 if number is None else whole(number, "number", 0, MAX_DECK),
    )


def _declared(value: Any, players: int) -> Declared:
    if not isinstance(value, list) or len(value) > MAX_TURNS or not all(_is_pair(each) for each in value):
        raise Wrong(f'declared must be a list of pairs such as ["first", "front"], not {quoted(value)}')
    return tuple((seat(who, "declared", players), word(facing, "declared", FACINGS)) for who, facing in value)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2


def turn_of(table: Any, row: Row) -> dict[str, Any]:
    """The decision of a stored row."""
    made = Choice.of(row, list(table.book))
    told: dict[str, Any] = {"act": made.act, "card": made.card, "at": made.at}
    told["rival"] = SEATS[made.rival] if made.rival != NOBODY else None
    told["declared"] = [[SEATS[who], facing] for who, facing in made.declared]
    told["number"] = made.number if made.act == "draw" else None
    return {name: value for name, value in told.items() if value not in (None, [])}


def kind_names(rules: Mapping[str, Any]) -> dict[str, str]:
    """Cards by their titles in place of their numbers in the pack."""
    titles = [paper.title for paper in cardbook(rules["pack"]).values()]
    played = {f"card-{code}": title for code, title in enumerate(titles)}
    return played | {f"top-{code}": f"topping with {title}" for code, title in enumerate(titles)}


LOGGING = Logging(
    KEYS, choice, turn_of, outcome, lambda table: table.asked[0], kind_names=kind_names,
    most_wins=False,  # who is banished loses, whatever health is left
)  # fmt: skip
