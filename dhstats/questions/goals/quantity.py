"""What a goal can be about: quantities of a deal by name, how their ranges are written, and which games tell them.

What a deal says is a whole number: steps of a quantity, or two sums in one number. Of a game of points between two
players the part of luck is r = 1 − μ²/s, where μ is the mean of a player's final lead and s the mean of its square:
what of the lead does not follow from who plays. A deal tells both by two sums over its games, that of leads and that of
their squares, and keeps them in one whole number: squares · 2²⁰ + leads. Leads may lie below zero; they are the
remainder that lies nearest to zero.
"""

import math
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Literal

import numpy as np

from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.objective import POINTS_OF
from dhstats.games.ruleset import RuleSet
from dhstats.players.positions.forks import forking_of
from dhstats.players.roster import LADDER
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import spelt
from dhstats.questions.shared.metrics import metrics
from dhstats.quoting import quoted
from dhstats.stats.estimates.ratios import values_of_luck, values_of_ratio

Array = np.ndarray[Any, Any]
Games = Literal["mirror", "forks", "decks", "match"]
Reads = Literal["numbers", "pairs", "ratios"]
Bounds = tuple[float, float]

LONGER, SHORTER, SETTLED = "longer_than", "shorter_than", "settled_by"
ITEM, PLAY, SKILL, DECK, PAIR, EACH = "item", "play", "skill", "deck", "pair", "each"
LEAD_GAMES, COMEBACKS, LUCK = "lead_games", "comebacks", "luck"
MOST_TURNS, MOST_POINTS = 10_000, 1_000
COUNTED_BY_DECISIONS = ("turns", "lead_changes", "decisions")  # of which a game has no more than decisions
_WITH_PLAYERS = re.compile(r"^([1-9][0-9]?)_players?\.")
FREE: Bounds = (-math.inf, math.inf)
COUNTED: Bounds = (0.0, math.inf)


@dataclass(frozen=True, slots=True)
class Scale:
    """How numbers are written: times a factor, with a mark; `unit` is for columns, `example` a range as written."""

    factor: float
    mark: str
    unit: str
    example: str

    @property
    def shown(self) -> words.Unit:
        """The same for sentences."""
        return words.Unit(self.factor, f" {self.mark}" if self.mark else "")


OF_WINS = Scale(100.0, "%", "share of a win", "49 to 51 %")
OF_GAMES = Scale(100.0, "%", "share of games", "at most 5 %")
OF_DECISIONS = Scale(100.0, "%", "share of decisions", "at most 20 %")
EFFECT = Scale(100.0, "points", "games in 100", "8 to 12 points")
OF_LEADS = Scale(100.0, "%", "share of the mean squared lead", "40 to 70 %")
PLAIN = Scale(1.0, "", "", "40 to 50")
GAMES = Scale(1.0, "", "games", "at most 30")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity of a deal: its name in a goals file, what it is in words, its scale, and which games tell it."""

    name: str
    what: str
    scale: Scale
    games: Games
    argument: str = ""  # what the name says beside the kind
    steps: int = 1  # of a game that make one of the unit
    bounds: Bounds = FREE  # under any rules
    reads: Reads = "numbers"  # of pairs and ratios deals have two sums in one number, from whose means it follows
    furthest: float = math.inf  # what no deal exceeds under the rules of the file
    players: int = 0  # how many play

    @property
    def plain(self) -> str:
        """The name without the number of players that it may begin with."""
        return _WITH_PLAYERS.sub("", self.name)

    @property
    def kind(self) -> str:
        """The name without number of players and argument."""
        return self.plain.partition(".")[0]

    @property
    def sentence(self) -> str:
        """What it is, to begin a sentence with."""
        return f"{self.what[:1].upper()}{self.what[1:]}"

    def in_units(self, numbers: Array, steps: int, counts: Array | None = None) -> Array:
        """Values of deals, in `steps`, in the unit: their mean is the quantity; each of so many deals (`counts`)."""
        if self.reads == "numbers":
            return np.asarray(numbers, np.float64) / steps
        leads, squares = unpacked(np.asarray(numbers, np.int64))
        deals = np.ones(len(leads)) if counts is None else counts
        values = values_of_ratio if self.reads == "ratios" else values_of_luck
        return values(leads / steps, squares / steps, deals)


# What players decide, by the sums of a deal whose ratio it is: those below the line first.
DECIDED = {
    "no_choice": ("decisions", "forced"), "options": ("decisions", "options"), "waiting": ("gaps", "waits"),
}  # fmt: skip
_DECIDED = (
    Quantity("no_choice", "decisions with one option", OF_DECISIONS, "mirror", bounds=(0.0, 1.0), reads="ratios"),
    Quantity("options", "options at a decision", PLAIN, "mirror", bounds=COUNTED, reads="ratios"),
    Quantity("waiting", "decisions of others between two of a player", PLAIN, "mirror", bounds=COUNTED, reads="ratios"),
)
LOGGED = (COMEBACKS, *DECIDED)  # kinds that are told by the moves of all games
# Kinds of which each game has a number, and a goal a limit: longer or shorter than it, settled by it, that far behind.
HAPPENED: dict[str, tuple[str, Callable[[Any, int], Any]]] = {
    LONGER: ("turns", operator.gt), SHORTER: ("turns", operator.lt),
    SETTLED: ("settled", operator.le), COMEBACKS: ("behind", operator.ge),
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """What a goals file is about: a game, its checked rules, and by which name and changes they were read."""

    bundle: GameBundle
    rules: RuleSet
    source: str
    changes: tuple[str, ...]

    @cached_property
    def seats(self) -> int:
        """How many play."""
        return self.bundle.players(self.rules.record())

    @property
    def wins(self) -> bool:
        """Whether somebody wins, against others."""
        return self.seats > 1 and not self.bundle.objective.together

    @cached_property
    def decks(self) -> tuple[str, ...]:
        """The decks of the card pack, where players bring decks and two play."""
        constructed = self.bundle.constructed
        if constructed is None or self.seats != 2:
            return ()
        return tuple(constructed.all_decks(self.source, self.changes, ""))


def known(setting: Setting) -> dict[str, Quantity]:
    """The quantities of a game that need no argument, by name."""
    longest, every = float(setting.bundle.longest_game(setting.rules.record())), list[Quantity]()
    for metric in metrics(setting.bundle.game.name, setting.seats):
        scale, bounds = OF_WINS if metric.of_wins else OF_GAMES, (0.0, 1.0)
        if not metric.of_wins and metric.factor == 1.0:
            free = metric.name.startswith(("margin", POINTS_OF))
            scale, bounds = replace(PLAIN, unit=metric.unit), FREE if free else COUNTED
        name = metric.name.replace("_", ".", 1) if metric.whose else metric.name
        most, whose = longest if name in COUNTED_BY_DECISIONS else math.inf, name.partition(".")[2]
        every.append(Quantity(name, metric.what, scale, "mirror", whose, metric.scale, bounds, furthest=most))
    every += _DECIDED[:2] if setting.seats == 1 else _DECIDED
    return {each.name: each for each in every}


@dataclass(frozen=True, slots=True)
class Family:
    """Quantities that differ in an argument: how the name is written, what it is, and those that an argument means."""

    name: str
    argument: str
    what: str
    scale: Scale
    make: Callable[[str, Setting], list[Quantity]]


def _numbered(
    kind: str, most: int, what: Callable[[int], str], *, of_two: bool = False
) -> Callable[[str, Setting], list[Quantity]]:

    def make(argument: str, setting: Setting) -> list[Quantity]:
        number = _whole(f"{kind}.{argument}", argument, 1, most)
        if of_two:
            _two_alone(f"{kind}.{argument}", setting)
        return [Quantity(f"{kind}.{number}", what(number), OF_GAMES, "mirror", str(number), 1, (0.0, 1.0))]

    return make


def _settled(percent: int) -> str:
    return f"games in which the winner led for good by {'half-time' if percent == 50 else f'{percent} % of the game'}"


def _behind(points: int) -> str:
    amount = f"{points} {'point' if points == 1 else 'points'}"
    return f"games whose winner was at least {amount} behind after some turn"


def _item(argument: str, setting: Setting) -> list[Quantity]:
    items = {item.key: item for item in setting.bundle.items(setting.rules.record())}
    if argument not in items:
        hint = nearest(argument, items) if items else "it has none"
        raise BadInput(f"{ITEM}.{argument}: no item of these rules; {hint}")
    what = f"what the {items[argument].name} is worth"
    return [Quantity(f"{ITEM}.{argument}", what, EFFECT, "forks", argument, 1, (-1.0, 1.0))]


def _play(argument: str, setting: Setting) -> list[Quantity]:
    one, _, other = argument.partition(".")
    kinds, rules = forking_of(setting.bundle).kinds, setting.rules.effective
    for kind in (one, other):
        if setting.bundle.spell(rules, PLAY, kind) not in kinds:  # a card of a pack has its number there
            raise BadInput(f"{PLAY}.{argument}: {quoted(kind)} is not a kind of play; {nearest(kind, kinds)}")
    if one == other:
        raise BadInput(f"{PLAY}.{argument}: names one kind of play twice")
    what = f"what playing {words.spoken(one)} wins instead of {words.spoken(other)}"
    return [Quantity(f"{PLAY}.{one}.{other}", what, EFFECT, "forks", f"{one}.{other}", 1, (-1.0, 1.0))]


def _against(kind: str, what: str, of: Quantity) -> Callable[[str, Setting], list[Quantity]]:

    def make(argument: str, setting: Setting) -> list[Quantity]:
        rung = _whole(f"{kind}.{argument}", argument, 0, len(LADDER) - 1)
        _two_alone(f"{kind}.{argument}", setting)
        return [replace(of, name=f"{kind}.{rung}", what=what.format(rung), argument=str(rung))]

    return make


_SCORE = Quantity("", "", OF_WINS, "match", steps=2, bounds=(0.0, 1.0))
_TO_LEAD = replace(_SCORE, scale=GAMES, bounds=COUNTED)  # a score, asked for by its games: `goal.py` reads it as one
_LUCK = replace(_SCORE, scale=OF_LEADS, steps=1, reads="pairs")


def _two_alone(name: str, setting: Setting) -> None:
    if setting.seats != 2:
        raise BadInput(f"{name}: is defined only for games of two players")


def _decks(kind: str, what: str, number: int) -> Callable[[str, Setting], list[Quantity]]:

    def make(argument: str, setting: Setting) -> list[Quantity]:
        name, every = f"{kind}.{argument}", setting.decks
        if len(every) < 2:
            raise BadInput(f"{name}: is defined only if two players bring decks of a pack")
        named = (argument,) if number == 1 else argument.partition(".")[::2]
        asked = list(combinations(every, number)) if argument == EACH else [named]
        for decks in asked:
            if unknown := [deck for deck in decks if deck not in every]:
                hint = nearest(unknown[0], (*every, EACH))
                raise BadInput(f"{name}: {quoted(unknown[0])} is not a deck of the pack; {hint}")
            if len(set(decks)) < len(decks):
                raise BadInput(f"{name}: names one deck twice")
        named_so = [(".".join(decks), what.format(*decks)) for decks in asked]
        return [Quantity(f"{kind}.{of}", told, OF_WINS, "decks", of, 1, (0.0, 1.0)) for of, told in named_so]

    return make


SCORE_AGAINST = "the score against players of skill {}"
FAMILIES = {
    each.name: each
    for each in (
        Family(LONGER, "TURNS", "games of more turns than that", OF_GAMES,
               _numbered(LONGER, MOST_TURNS, "games of more than {} turns".format)),
        Family(SHORTER, "TURNS", "games of fewer turns than that", OF_GAMES,
               _numbered(SHORTER, MOST_TURNS, "games of fewer than {} turns".format)),
        Family(SETTLED, "PERCENT", "games in which the winner led for good by that part of them", OF_GAMES,
               _numbered(SETTLED, 99, _settled)),
        Family(DECK, "DECK", "what a deck (or each) wins against all others: `dhstats decks`", OF_WINS,
               _decks(DECK, "what the {} deck wins against all others", 1)),
        Family(PAIR, "DECK.DECK", "what a deck wins against another (each: of all pairs)", OF_WINS,
               _decks(PAIR, "what the {} deck wins against the {} deck", 2)),
        Family(ITEM, "ITEM", "what having an item is worth, by forks: `dhstats value`", EFFECT, _item),
        Family(PLAY, "KIND.KIND", "what a kind of play wins instead of another: `dhstats fork`", EFFECT, _play),
        Family(COMEBACKS, "POINTS", "games whose winner was at least so far behind", OF_GAMES,
               _numbered(COMEBACKS, MOST_POINTS, _behind, of_two=True)),
        Family(SKILL, "RUNG", "the players' score against those of a rung: `dhstats skill`", OF_WINS,
               _against(SKILL, SCORE_AGAINST, _SCORE)),
        Family(LEAD_GAMES, "RUNG", "games until they lead those of a rung with 95 % certainty", GAMES,
               _against(LEAD_GAMES, SCORE_AGAINST, _TO_LEAD)),
        Family(LUCK, "RUNG", "how much of their lead over a rung does not follow from who plays", OF_LEADS,
               _against(LUCK, "luck's part of the lead over players of skill {}", _LUCK)),
    )
}  # fmt: skip

OF_SEVERAL, OF_TWO = (SETTLED, ITEM, PLAY), (COMEBACKS, SKILL, LEAD_GAMES, LUCK)  # families that ask who wins


def quantities(name: str, setting: Setting) -> list[Quantity]:
    """The quantities that a name means, such as `turns` or `3_players.turns`; BadInput for an unknown name."""
    match = _WITH_PLAYERS.match(name)
    players, plain = (int(match[1]), name[match.end() :]) if match else (setting.seats, name)
    if match is None or players == setting.seats:
        return [replace(each, players=players) for each in _quantities(plain, setting)]
    changes = (*setting.changes, f"players={players}")
    try:
        rules = setting.bundle.rule_files.load(setting.source, changes)
        meant = _quantities(plain, Setting(setting.bundle, rules, setting.source, changes))
    except BadInput as problem:
        raise BadInput(f"{match[0].rstrip('.')}: {problem}") from None
    table = f"with {spelt(players)} players" if players > 1 else "alone"
    named = f"{players}_players." if players > 1 else "1_player."
    return [replace(each, name=named + each.name, what=f"{each.what} {table}", players=players) for each in meant]


def _quantities(name: str, setting: Setting) -> list[Quantity]:
    plain = known(setting)
    if name in plain:
        return [plain[name]]
    kind, dot, argument = name.partition(".")
    if kind in (*OF_SEVERAL, *OF_TWO) and setting.bundle.objective.together:
        raise BadInput(f"{quoted(name)}: asks who wins, and here all succeed or fail together; {nearest(name, plain)}")
    if kind in OF_SEVERAL and setting.seats == 1:
        raise BadInput(f"{quoted(name)}: asks who wins, and in a game for one nobody does; {nearest(name, plain)}")
    if kind in FAMILIES and dot:
        return FAMILIES[kind].make(argument, setting)
    if kind in FAMILIES:
        raise BadInput(f"{quoted(kind)}: say which one, as in {kind}.{FAMILIES[kind].argument}")
    raise BadInput(
        f"{quoted(name)} is not a quantity of {setting.bundle.game.name}; {nearest(name, (*plain, *FAMILIES))}"
    )


def catalogue(setting: Setting) -> Iterator[tuple[str, str, str]]:
    """All quantities of a game under some rules: the name as it is written, a range as an example, and what it is."""
    for each in known(setting).values():
        yield each.name, each.scale.example, each.what
    able = dict.fromkeys(OF_TWO, setting.wins and setting.seats == 2)
    able |= dict.fromkeys((DECK, PAIR), len(setting.decks) > 1)
    able |= dict.fromkeys(OF_SEVERAL, setting.wins)
    able[SETTLED] &= not setting.bundle.objective.hidden
    for family in FAMILIES.values():
        if able.get(family.name, True):
            yield f"{family.name}.{family.argument}", family.scale.example, family.what
    for players in (3, 2, 4, 5):
        with suppress(BadInput):
            setting.bundle.rule_files.load(setting.source, (*setting.changes, f"players={players}"))
            if players != setting.seats:
                about = f"turns with {spelt(players)} players; every goal can be for a number of players"
                yield f"{players}_players.turns", PLAIN.example, about
                return


def _whole(name: str, written: str, least: int, most: int) -> int:
    if not (written.isascii() and written.isdecimal() and len(written) < 7 and least <= int(written) <= most):
        raise BadInput(f"{name}: needs a whole number from {least} to {most:,} after the point, not {quoted(written)}")
    return int(written)


BASE = 1 << 20  # twice as much as the leads of a deal come to at most


def packed(leads: Array, squares: Array) -> Array:
    """Both sums of every deal in one number; ValueError for leads that have no room beside squares."""
    if len(leads) and int(np.abs(leads).max()) >= BASE // 2:
        raise ValueError(f"the leads of a deal come to {BASE // 2:,} or more")
    return np.asarray(squares, np.int64) * BASE + np.asarray(leads, np.int64)


def unpacked(numbers: Array) -> tuple[Array, Array]:
    """The leads and their squares, of numbers in which both are."""
    squares = (numbers + BASE // 2) // BASE
    return numbers - squares * BASE, squares
