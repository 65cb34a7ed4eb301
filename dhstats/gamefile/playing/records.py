"""The engine's records of a game file: its rules, state, view, table, moves, and the rows of the log."""

import re
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from dhstats.engine.compiled import interpreted
from dhstats.engine.stream import STREAM
from dhstats.gamefile.declarations import HELD, PILE, Field, spoken
from dhstats.gamefile.file import GameFile
from dhstats.games.columns import Column, Rows, usual
from dhstats.seats import SEATS
from dhstats.storage.manifest import FOUR

# How wide numbers of a state are: in plain Python, whose sums must not grow too large, and in compiled code, whose sums
# are wide whatever they are of, and where a state that is half as large is shown, copied and searched as much faster.
WIDE = "i8"
ENGINE = WIDE if interpreted() else "i4"
DECIDED_BY = ("points", "tie_break", "draw", "together")  # who won, by the numbers of `play`


def rules(file: GameFile) -> np.dtype[Any]:
    """How many play, the limit of decisions, what every seat is given, and what each key says."""
    given = ("opening_points", "i8", file.most_seats)
    # A number, or a list of them where there is one for each thing, or where the key itself is a list
    shapes = {name: (len(each.things), each.kind.form.room) for name, each in file.keys.items()}
    keys: list[Any] = [(name, "i8", tuple(size for size in shape if size)) for name, shape in shapes.items()]
    return np.dtype([("players", "i8"), ("turn_limit", "i8"), given, *keys], align=True)


def state(file: GameFile, width: str = WIDE) -> np.dtype[Any]:
    """What lies on the table, in numbers of a width."""
    fields = [_of_field(name, each, file.most_seats, width) for name, each in file.state.items()]
    return np.dtype([("mover", width), ("players", width), ("decisions", width), *fields], align=True)


def _of_field(name: str, field: Field, seats: int, width: str) -> tuple[Any, ...]:
    kind: Any = width
    if field.kind == PILE:
        kind = np.dtype([("count", width), ("cards", width, field.size)], align=True)
    return name, kind, (seats, *field.shape) if field.by_seat else field.shape


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards some of which are hidden: the place of their first kind among all, their kinds, and how many have one."""

    first: int
    kinds: int
    owners: int

    def first_of(self, owner: str) -> str:
        """Where the kinds of an owner begin, as the beginning of a sum in the source of a function."""
        own = f"{owner} * {self.kinds} + " if self.owners > 1 else ""
        return f"{self.first} + {own}" if self.first else own


def decks(file: GameFile) -> dict[tuple[str, bool], Deck]:
    """The decks of which cards are hidden; of those that are a seat's own there is one for every seat."""
    sizes: dict[tuple[str, bool], int] = {}
    for each in file.state.values():
        if each.pooled:
            sizes[each.deck] = max(each.kinds, sizes.get(each.deck, 0))
    found, first = {}, 0
    for deck, kinds in sorted(sizes.items(), key=lambda each: each[0][1]):  # those that all share come first
        found[deck] = Deck(first, kinds, file.most_seats if deck[1] else 1)
        first += kinds * found[deck].owners
    return found


def hidden_kinds(file: GameFile) -> int:
    """Of how many kinds hidden cards are, those of all decks; at least 1, as a record has no empty fields."""
    return max(1, sum(deck.kinds * deck.owners for deck in decks(file).values()))


def hands(file: GameFile) -> dict[str, int]:
    """The fields in which somebody holds cards without an order that others do not see, each with its first place."""
    found, first = {}, 0
    for name, each in file.state.items():
        if each.kind == HELD and each.hidden:
            found[name] = first
            first += prod(each.cells)
    return found


def view(file: GameFile, width: str = WIDE) -> np.dtype[Any]:
    """What a player may know: the rules, their seat, the state without what is hidden from them.

    `unseen` counts the cards of each kind that they do not see, `sizes` those of every hidden hand by field and seat,
    `hand_sizes` all that a seat holds.
    `after` is room for the state after a move that is being thought of, `thought` says that it was used. Where a view
    is `uncounted`, nobody asks for numbers of cards.
    """
    own, places = state(file, width), sum(prod(file.state[name].cells) for name in hands(file))
    return np.dtype(
        [
            ("rules", rules(file)),
            ("seat", "i8"),
            ("state", own),
            ("unseen", "i8", hidden_kinds(file)),
            ("sizes", "i8", (max(1, places), file.most_seats)),
            ("hand_sizes", "i8", file.most_seats),
            ("after", own),
            ("thought", "i8"),
            ("uncounted", "i8"),
        ],
        align=True,
    )


def table(file: GameFile) -> np.dtype[Any]:
    """Everything of a game: the state as it is and as it began, chance, the course of the lead."""
    own, seats = state(file, ENGINE), file.most_seats
    room = (prod(each.cells) * (each.size or each.high * each.kinds) for each in file.state.values() if each.is_cards)
    places = sum(room) * seats
    offered = file.moves + file.spare if file.offers and file.at_once else 1
    return np.dtype(
        [
            ("seen", view(file, ENGINE)),
            ("state", own),
            ("first", own),
            ("luck", STREAM),
            ("chance", STREAM),
            ("lot", STREAM),  # of decrees
            ("pool", "i8", max(1, places)),  # hidden cards while they are laid anew
            ("offered", move(file), offered),  # moves of others, of which a guess chooses one
            *((name, "i8") for name in ("fresh", "ended", "end_reason", "ended_by")),  # `fresh`: a turn begins
            ("turns", "i8", seats),  # turns that every seat has finished
            ("scores", "i8", seats),
            *((name, "i8") for name in ("leader", "last_leader", "lead_since", "lead_changes")),
        ],
        align=True,
    )


def columns(file: GameFile) -> tuple[str, ...]:
    """The seats of which tables have columns: as many as may play, but four for three."""
    most = file.most_seats
    return SEATS[: most if most <= 2 else max(FOUR, most)]


def move_columns(file: GameFile) -> dict[str, tuple[str, int]]:
    """The columns of the log that say which move it was: a field each, of cards a column for each kind (else -1)."""
    found = dict[str, tuple[str, int]]()
    for name, each in file.move.items():
        if each.kind == HELD:
            words = [f"{name}_{re.sub(r'[^A-Za-z0-9]', '_', word)}" for word in each.words]
            if len(set(words)) < each.kinds:
                words = [f"{name}_{kind}" for kind in range(each.kinds)]
            found |= {word: (name, kind) for kind, word in enumerate(words)}
        else:
            found[name] = (name, -1)
    return found


def move(file: GameFile) -> np.dtype[Any]:
    """A move: its fields, and its number among all that there are where these are filtered."""
    fields = [(name, "i8", each.shape) for name, each in file.move.items()]
    return np.dtype([*([] if file.offers else [("number", "i8")]), *fields], align=True)


def all_moves(file: GameFile) -> Any:
    """Every move there is, in the order of its fields."""
    moves = np.zeros(file.moves, move(file))
    moves["number"] = np.arange(file.moves)
    shape = [each.high - each.low + 1 for each in file.move.values()]
    for name, values in zip(file.move, np.unravel_index(moves["number"], shape), strict=True):
        moves[name] = values + file.move[name].low
    return moves.view(np.recarray)  # so that plain Python reads its fields as compiled code does


@cache
def rows(file: GameFile) -> Rows:
    """The columns of both tables, in their order; -1 at seats where nobody plays."""
    seats, objective = columns(file), file.objective
    number = Column("move", "i2", "number of the move among all combinations of its fields")
    moves = [
        *usual(turn="u2", own_turn="u2", seat="u1", mover="u1"),
        *([] if file.offers else [number]),
        *(_of_move(column, kind, name, file.move[name]) for column, (name, kind) in move_columns(file).items()),
        Column("legal_moves", "u2"),
        Column("score_*_after", "i4", seats=seats),
    ]
    games = [
        Column("score_*", "i4", seats=seats),
        Column("winner", "i1"),
        Column("decided_by", "i1", words=DECIDED_BY),
        Column("turns", "u2"),
        Column("end_reason", "i1", words=file.endings),
        *usual(ended_by="i1", lead_changes="u2", lead_since="i4", players="u1"),
        *([Column("rank_*", "i1", seats=seats)] if file.most_seats > 2 else []),
        *([Column("won_by", "i1", words=objective.sides)] if objective.sides else []),
        *([Column("side_*", "i1", words=objective.sides, seats=seats)] if file.sides_change else []),
        *(Column(f"{name}_*", "i1", words=words, seats=seats) for name, words in objective.powers),
        Column("turns_*", "i4", seats=seats),
    ]
    return Rows(tuple(games), tuple(moves))


def _of_move(column: str, kind: int, name: str, field: Field) -> Column:
    if kind < 0:
        return Column(column, "i4", f"{spoken(name)} of the move", field.words)
    return Column(column, "i2", f"{spoken(name)} of the move: how many of {spoken(field.card_names[kind])}")


def start(file: GameFile, width: str = WIDE) -> Any:
    """A state before setup: every field as it begins."""
    blank = np.zeros(1, state(file, width))
    for name, each in file.state.items():
        if each.kind != PILE:
            blank[name] = each.start
    return blank.view(np.recarray)
