"""A puzzle as a file: a position as one player sees it, what each option is worth there, and why one is best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dhstats.documents import read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.positions import About, Notation, listed, notation, whole_list
from dhstats.games.ruleset import RuleSet
from dhstats.players.positions.decisions import legal_moves
from dhstats.quoting import quoted, quoted_name

SCHEMA = 1
LONGEST_TEXT = 600  # letters of a sentence
KEYS = ("schema", "game", "rules", "settings", "rules_hash", "kind", "why", "exact", "made", "position", "options")
WHOLE = ("seed", "deal", "before", "tries", "other_tries")
MADE = (*WHOLE, "players", "judge", "other")
OPTION = ("move", "value", "error", "gap_error", "half", "other", "right")


@dataclass(frozen=True, slots=True)
class Option:
    """A move in words with what it is worth to the mover: the share of the wins after it, and its standard error.

    `gap_error` is the standard error of how much worse it is than the best, over tries with the same luck. `half` are
    the values in two halves of the tries that share no luck, `other` the value when other players go on.
    """

    move: str
    value: float
    error: float
    gap_error: float
    half: tuple[float, float]
    other: float
    right: bool


@dataclass(frozen=True)
class Puzzle:
    """A position with one clearly best move.

    `number` counts the puzzles of a game from 1, `kind` is what it teaches, `why` the reason in a sentence, `exact`
    whether nothing that is hidden or to come can change what an option is worth. `made` says how it was found: the
    seed and the deal of a game, how many decisions came before it, who played, who judged with how many tries.
    """

    number: int
    game: str
    rules: RuleSet = field(repr=False)
    kind: str
    why: str
    exact: bool
    made: Mapping[str, Any]
    position: Mapping[str, Any] = field(repr=False)
    options: tuple[Option, ...]
    view: Any = field(repr=False)

    @property
    def place(self) -> str:
        """What messages call it."""
        return f"puzzle {self.number} of {self.game}"

    @property
    def notation(self) -> Notation:
        """How positions of its game are told."""
        return notation(self.game)

    @property
    def best(self) -> Option:
        """The best option."""
        return max(self.options, key=lambda option: option.value)

    @property
    def margin(self) -> float:
        """By how much the best option is better than any that is not right."""
        return self.best.value - max(option.value for option in self.options if not option.right)

    @property
    def about(self) -> About:
        """What the view is of."""
        return About(self.view[0]["rules"], self.rules.effective, int(self.view[0]["seat"]))

    @property
    def table(self) -> Any:
        """What lies on the table, as far as the mover sees it, as the game's own value."""
        told = self.notation.told_besides(self.position, self.about, self.place)
        return self.notation.position(self.view[0], told, self.rules.effective)

    @property
    def asked(self) -> str:
        """What the mover has to decide, in words."""
        return self.notation.asked(self.view[0], self.rules.effective)

    def moves(self) -> list[str]:
        """All legal moves in words, in the engine's order; BadInput where an option of the file is none of them."""
        view, say = self.view[0], self.notation.move
        legal = [say(move, view, self.rules.effective) for move in legal_moves(catalogue.load(self.game).game, view)]
        for move in (option.move for option in self.options if option.move not in legal):
            raise BadInput(f"{self.place}: {quoted(move)} is not a legal move there; {nearest(move, legal)}")
        return legal


def folder(game: str) -> Path:
    """Where the puzzles of a game lie; BadInput if there is no such game."""
    return catalogue.load(game).game.home.with_name("puzzles")


def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, in their order; BadInput if there is no such game, or none comes with it."""
    found = sorted(folder(game).glob("*.toml"))
    if not found:
        raise BadInput(f"game {game!r}: it has no puzzles")
    return tuple(read(path, number, game) for number, path in enumerate(found, start=1))


def read(path: Path, number: int, game: str) -> Puzzle:
    """The puzzle of a file; BadInput for what is none, or is one of other rules than the file says."""
    table, place = read_toml(path), f"{game}/puzzles/{path.name}"
    _check_keys(table, KEYS, place)
    if table["schema"] != SCHEMA or table["game"] != game:
        raise BadInput(f"{place}: must have schema = {SCHEMA} and game = {quoted(game)}")
    rules = catalogue.rules(game).load(_text(table, "rules", place), _texts(table, "settings", place))
    if rules.hash != table["rules_hash"]:
        raise BadInput(f"{place}: was made for other rules than the present {rules.name}; make it again")
    made, where = table["made"], f"{place}: made"
    _check_keys(made, MADE, where)
    whole_list([made[key] for key in WHOLE], f"{where}: {', '.join(WHOLE)}", 0, 2**64 - 1)
    for key in ("judge", "other"):
        _text(made, key, where)
    _texts(made, "players", where)
    seat = table["position"].get("seat", 0) if isinstance(table["position"], Mapping) else 0
    seats = catalogue.load(game).players(rules.record())
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadInput(f"{place}: position.seat: must be a whole number from 0 to {seats - 1}, not {quoted(seat)}")
    view = notation(game).read(table["position"], About(rules.record(), rules.effective, seat), f"{place}: position")
    told = listed(table["options"], f"{place}: options")
    options = tuple(_option(each, f"{place}: options[{at}]") for at, each in enumerate(told))
    right = [option.value for option in options if option.right]
    wrong = [option.value for option in options if not option.right]
    if not right or not wrong or min(right) <= max(wrong):
        raise BadInput(f"{place}: options: at least one must be right, and each right one better than any other")
    if len({option.move for option in options}) != len(options):
        raise BadInput(f"{place}: options: a move is listed twice")
    return Puzzle(
        number, game, rules, _text(table, "kind", place), _text(table, "why", place), bool(table["exact"]),
        made, table["position"], options, view,
    )  # fmt: skip


def _option(table: Any, place: str) -> Option:
    _check_keys(table, OPTION, place)
    numbers = [table[key] for key in ("value", "error", "gap_error", "other")] + listed(table["half"], f"{place}: half")
    if len(numbers) != 6 or not all(isinstance(each, float) and 0.0 <= each <= 1.0 for each in numbers):
        raise BadInput(f"{place}: value, errors, other and both of half must be numbers from 0.0 to 1.0")
    value, error, gap_error, other, *half = numbers
    move, right = _text(table, "move", place), table["right"] is True
    return Option(move, value, error, gap_error, (half[0], half[1]), other, right)


def _check_keys(table: Any, keys: Sequence[str], place: str) -> None:
    if not isinstance(table, Mapping):
        raise BadInput(f"{place}: must be a table")
    for key in (key for key in table if key not in keys):
        raise BadInput(f"{place}: unknown key {quoted_name(key)}; {nearest(key, keys)}")
    for key in (key for key in keys if key not in table):
        raise BadInput(f"{place}: {key} is missing")


def _texts(table: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
    return tuple(_text({key: each}, key, place) for each in listed(table[key], f"{place}: {key}"))


def _text(table: Mapping[str, Any], key: str, place: str) -> str:
    text = table[key]
    if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > LONGEST_TEXT:
        raise BadInput(f"{place}: {key} must be text of at most {LONGEST_TEXT} visible characters")
    return text
