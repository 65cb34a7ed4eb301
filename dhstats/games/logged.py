"""Games played by people as a log tells them: one game a line, in words, whoever wrote them down.

A line says the game and its rules, who played, what chance laid down as far as anybody knows it, every turn, and the
result. Chance is told by the address of a deal where a program dealt, or by the cards that were shown; a score sheet
has the result alone. What a turn says is the game's own (`Logging`). Turns and lines are counted from 1, as people do.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dhstats.errors import BadInput
from dhstats.games.catalogue import part
from dhstats.games.refereeing import Played
from dhstats.games.retelling import Row
from dhstats.quoting import clipped, quoted
from dhstats.seats import SEATS

DRAW = "draw"  # what a log calls a win that is shared
FORMAT = 1  # of a line of a log; changes when a key changes its meaning
MOST_TURNS = 10_000  # of a game; the longest under shipped rules has a tenth of this
LONGEST_NAME = 60  # letters of a player's name
KEYS = (
    "log", "game", "rules", "rules_name", "rules_hash", "settings", "players", "programs", "chance", "hands", "turns",
    "result", "note",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Address:
    """Where the chance of a game lies that a program dealt: the deal of a seed, and who has which place of it."""

    seed: int
    deal: int
    layout: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended by its line: everybody's points, and the seats that came first; None where it is silent.

    `drawn` says that the line calls it a draw without saying between whom: of all, as long as nothing else is known.
    """

    scores: tuple[int, ...] | None
    first: tuple[int, ...] | None
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A game as a line tells it, checked for its form alone.

    `where` names file and line for messages. `players` are names by seat, `programs` those of them that are no people.
    `hands` has what is told of the opening hands by seat, `turns` the turns, each a table; a score sheet has none.
    """

    where: str
    players: tuple[str, ...]
    programs: frozenset[str]
    address: Address | None
    hands: tuple[Any, ...]
    turns: tuple[Mapping[str, Any], ...]
    result: Result | None
    line: Mapping[str, Any]


class Wrong(ValueError):
    """What is wrong with a part of a line: the message says where in it and what is allowed."""


@dataclass(frozen=True)
class Dealt:
    """What chance laid down in a game that cards were shown of, once all its turns are known.

    `table()` is an ordinary table before the first turn; `arrange` and `before` put the same on the engine's table (see
    `players.judging.Chance`). `known` says of each turn whether all own cards of its player are.
    """

    table: Callable[[], Any]
    arrange: Callable[[Any], None]
    before: Mapping[int, Callable[[Any], None]] = field(default_factory=dict)
    known: Sequence[bool] = ()


class Unfolding(Played, Protocol):
    """A table whose hidden cards are laid down as the log tells of them."""

    def prepare(self, turn: Mapping[str, Any], choice: Any, /) -> None:
        """Puts what a turn says of hidden cards where it belongs; Wrong where that cannot be."""

    def dealt(self) -> Dealt:
        """What chance laid down, after the last turn."""


@dataclass(frozen=True, slots=True)
class Logging:
    """What a game brings so that its games can be logged.

    `keys` are those of a turn. `choice(table, turn)` is what a turn chose, as the referee takes it, Wrong for what is
    none; `turn(table, row)` the turn of a stored row, `outcome(table)` the row of a finished game. `asked(table)` is
    the seat that has to decide. `unfold(rules, hands)` lays out a table for a game of which cards were shown; None
    where a game is told by the address of its deal alone. `show(table, row)` plays a stored row on a table and
    gives what it brought to light of hidden cards, `opening(table)` the opening hands; both as a log tells them.
    `kind_names(rules)` has names for kinds of plays whose own say nothing to people. `most_wins` says whether nobody
    can win who has fewer points than another.
    """

    keys: tuple[str, ...]
    choice: Callable[[Any, Mapping[str, Any]], Any]
    turn: Callable[[Any, Row], dict[str, Any]]
    outcome: Callable[[Any], Mapping[str, Any]]
    asked: Callable[[Any], int]
    unfold: Callable[[Mapping[str, Any], Sequence[Any]], Unfolding] | None = None
    show: Callable[[Any, Row], dict[str, Any]] | None = None
    opening: Callable[[Any], list[list[str]]] | None = None
    kind_names: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    most_wins: bool = True


def load(name: str) -> Logging:
    """How games of a name are logged; BadInput with the nearest name if the catalogue knows none of it."""
    logging: Logging = part(name, "logging")
    return logging


# ---- The form of a line ----------------------------------------------------------------------------------------


def parsed(where: str, line: Any, players: int) -> Told:
    """A game from the value of its line, for so many players; BadInput that names the place and what is allowed."""
    try:
        _keys(line, KEYS, "a game")
        named = _texts(line.get("players"), "players")
        if len(named) != players:
            raise Wrong(f"players: these rules are for {players} players, not for {len(named)}")
        names = tuple(named)
        address = _address(line["chance"], players) if line.get("chance") is not None else None
        hands = tuple(_list(line.get("hands", [None] * players), "hands", players))
        if address and any(hand is not None for hand in hands):
            raise Wrong("hands: the address of a deal already gives them; leave out chance or hands")
        turns = tuple(_list(line.get("turns", []), "turns"))
        if len(turns) > MOST_TURNS:
            raise Wrong(f"turns: are {len(turns):,}, more than the {MOST_TURNS:,} that a game may have")
        result = _result(line["result"], players) if line.get("result") is not None else None
        if not turns and (result is None or (result.scores is None and result.first is None)):
            raise Wrong("has neither turns nor a result; give result.scores or result.winner")
        programs = frozenset(_texts(line.get("programs", []), "programs"))
        if strange := sorted(programs - set(names)):
            raise Wrong(f"programs: {quoted(strange[0])} is not one of the players")
    except Wrong as wrong:
        raise BadInput(f"{where}: {wrong}") from None
    return Told(where, names, programs, address, hands, turns, result, line)


def _keys(table: Any, allowed: Sequence[str], what: str) -> None:
    if not isinstance(table, dict):
        raise Wrong(f"{what} must be a table of keys, not {quoted(table)}")
    if unknown := [key for key in table if key not in allowed]:
        raise Wrong(f"{what} has an unknown key {quoted(unknown[0])}; allowed: {', '.join(allowed)}")


def _list(value: Any, what: str, size: int = 0) -> list[Any]:
    if not isinstance(value, list) or (size and len(value) != size):
        number = f" of {size}, one for each player" if size else ""
        raise Wrong(f"{what} must be a list{number}, not {quoted(value)}")
    return value


def _texts(value: Any, what: str) -> list[str]:
    for text in _list(value, what):
        if not isinstance(text, str) or not text.isprintable() or not 0 < len(text.strip()) <= LONGEST_NAME:
            raise Wrong(f"{what}: a name is text of 1 to {LONGEST_NAME} visible characters, not {quoted(text)}")
    return [unicodedata.normalize("NFC", text.strip()) for text in value]  # one name, however its accents are stored


def whole(value: Any, what: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number within bounds; Wrong for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Wrong(f"{what} must be a whole number from {least} to {most:,}, not {quoted(value)}")
    return value


def word(value: Any, what: str, allowed: Sequence[str]) -> str:
    """One of some words, which may be written with blanks; Wrong for anything else."""
    text = _as_word(value) if isinstance(value, str) else ""
    for each in allowed:
        if _as_word(each) == text:
            return each
    raise Wrong(f"{what} is {quoted(value)}, should be one of {', '.join(map(clipped, allowed))}")


def _as_word(text: str) -> str:
    return text.strip().lower().replace(" ", "_")


def seat(value: Any, what: str, players: int, more: Sequence[str] = ()) -> int:
    """The number of a seat by its word, -1 for one of `more`; Wrong for anything else."""
    found = word(value, what, (*SEATS[:players], *more))
    return SEATS.index(found) if found in SEATS else -1


def _address(value: Any, players: int) -> Address:
    _keys(value, ("seed", "deal", "layout"), "chance")
    seed, deal = (whole(value.get(name), f"chance.{name}") for name in ("seed", "deal"))
    return Address(seed, deal, whole(value.get("layout", 0), "chance.layout", 0, players - 1))


def _result(value: Any, players: int) -> Result:
    _keys(value, ("scores", "winner"), "result")
    scores, winner = value.get("scores"), value.get("winner") or None  # a row of a sheet may leave either empty
    if scores is not None and scores != [None] * players:
        scores = tuple(whole(each, "result.scores", -9_999, 9_999) for each in _list(scores, "result.scores", players))
    else:
        scores = None
    if isinstance(winner, list):
        sharing = sorted({seat(each, "result.winner", players) for each in winner})
        if not sharing or len(sharing) < len(winner):
            raise Wrong(f"result.winner must name each seat that shares the win once, not {quoted(list(winner))}")
        return Result(scores, tuple(sharing))
    found = None if winner is None else seat(winner, "result.winner", players, (DRAW,))
    if found == -1:
        return Result(scores, tuple(range(players)), drawn=True)
    return Result(scores, None if found is None else (found,))


def checked_turn(logging: Logging, turn: Any, table: Any, players: int) -> Any:
    """What a turn chose; Wrong for a turn that is none, or that says another seat than has to decide."""
    _keys(turn, (*logging.keys, "seat"), "a turn")
    if "seat" in turn and (told := seat(turn["seat"], "seat", players)) != (due := logging.asked(table)):
        raise Wrong(f"seat is {SEATS[told]}, but the {SEATS[due]} player must decide")
    return logging.choice(table, turn)
