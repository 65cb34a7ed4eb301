"""Decisions of Dragon! in a log.

A turn of the log is a decision: its `act`, the `card` by its name in the pack, the `rival` that it is meant for by
their seat, the ground card or attachment that it is played `at`, how dragons are to face (`declared`, pairs of a seat
and a facing), and the `number` of cards that are drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dhstats.games.dragon.referee.chronicle import NOBODY, Choice, Declared, cardbook
from dhstats.games.dragon.referee.tabletop import Tabletop, deck_of, outcome, pile
from dhstats.games.dragon.table import ACTS, FACINGS, MAX_DECK, MAX_TURNS, SEATS
from dhstats.games.logged import Logging, Wrong, seat, whole, word
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept, Row
from dhstats.games.stacks import OWN_DECKS, Stack, Stacking
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
    pairs = isinstance(value, list) and all(isinstance(each, list) and len(each) == 2 for each in value)
    if not pairs or len(value) > MAX_TURNS:
        raise Wrong(f'declared must be a list of pairs such as ["first", "front"], not {quoted(value)}')
    return tuple((seat(who, "declared", players), word(facing, "declared", FACINGS)) for who, facing in value)


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


def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
    """The deck of every place with its dragon, the top card first."""
    names, places = _names(rules), range(rules["players"])
    dragons = [str(deck_of(rules, place)["dragon"]).replace("_", " ") for place in places]
    return tuple(
        Stack(
            f"Deck {place + 1}, with the {dragons[place]}",
            tuple(names[each] for each in pile(rules, seed, deal, place)[::-1]),
        )
        for place in places
    )


def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
    """What a game contradicts when these decks lie before the players."""
    cards = {text: name for name, text in _names(rules).items()}
    piles = [[cards[text] for text in each.cards][::-1] for each in laid]
    dragons = [deck_of(rules, place)["dragon"] for place in range(rules["players"])]
    table = Tabletop(rules, piles, dragons, kept.layout)
    return followed(kept, table, lambda turn: Choice.of(turn, list(table.book)), outcome)


def _names(rules: Mapping[str, Any]) -> dict[str, str]:
    """What people call each card of the pack; one whose title another has too goes by its name in the pack."""
    titles = {name: paper.title for name, paper in cardbook(rules["pack"]).items()}
    every = list(titles.values())
    return {name: title if every.count(title) == 1 else name for name, title in titles.items()}


STACKING = Stacking(stacks, problems, "deck", OWN_DECKS, "", "health")
