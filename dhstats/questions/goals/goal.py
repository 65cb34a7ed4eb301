"""Goals: quantities with the ranges in which they are meant to lie, and the files (TOML) that list them for a game."""

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats import programs
from dhstats.documents import Inspection, expanded, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.questions.goals import levers
from dhstats.questions.goals.levers import Levers
from dhstats.questions.goals.quantity import GAMES, OF_WINS, Quantity, Scale, Setting, quantities
from dhstats.questions.shared import words
from dhstats.quoting import one_line, quoted, quoted_name
from dhstats.simulate.plans.experiment import TEXT, beside, is_text, place_of, settings_of
from dhstats.stats.leagues.luck import games_to_tell

_NUMBER = r"[-+−]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7})(?:\.[0-9]{1,6})?"
_WRITTEN = re.compile(rf"(?:(at most|at least) ({_NUMBER})|({_NUMBER}) to ({_NUMBER}))(?: ?(%|points?))?")


@dataclass(frozen=True, slots=True)
class Goal:
    """A quantity that is meant to lie from `low` to `high`, in its unit; `asked` is the range as the file says it."""

    quantity: Quantity
    low: float
    high: float
    asked: str = ""

    @property
    def name(self) -> str:
        """The name of the quantity, by which a goals file has the goal."""
        return self.quantity.name

    @property
    def written(self) -> str:
        """The range as a goals file may have it beside the name."""
        return self.asked or self.range

    @property
    def range(self) -> str:
        """The range as a person writes it: "49 to 51 %", "at most 5 %"."""
        scale, low, high = self.quantity.scale, self.low, self.high
        if math.isinf(low):
            text = f"at most {_shown(scale, high)}"
        elif math.isinf(high):
            text = f"at least {_shown(scale, low)}"
        else:
            text = f"{_shown(scale, low)} to {_shown(scale, high)}"
        return f"{text} {scale.mark}".rstrip()


def _shown(scale: Scale, value: float) -> str:
    return words.number(scale.factor * value, 6).rstrip("0").rstrip(".")


def goal(quantity: Quantity, written: object) -> Goal:
    """A goal from its words; BadInput for a range that is none, is empty, or that nothing or everything meets."""
    scale, name = quantity.scale, quantity.name
    match = _WRITTEN.fullmatch(" ".join(written.split())) if isinstance(written, str) else None
    if match is None or (match[5] or "").rstrip("s") != scale.mark.rstrip("s"):
        comma = isinstance(written, str) and re.search(r"[0-9],[0-9]{1,2}(?![0-9])", written)
        raise BadInput(
            f"{name}: must be a range, such as {quoted(scale.example)}, {quoted(_as(scale, 'at most'))} or"
            f" {quoted(_as(scale, 'at least'))}, not {quoted(written)}"
            + ("; decimals have a point, not a comma" if comma else "")
        )
    at_most, at_least = match[1] == "at most", match[1] == "at least"
    low = -math.inf if at_most else _value(match[2] if at_least else match[3]) / scale.factor
    high = math.inf if at_least else _value(match[2] if at_most else match[4]) / scale.factor
    (least, most), written = quantity.bounds, quoted(written)
    if low > high:
        raise BadInput(f"{name}: the range {written} is empty: its low end lies above its high end")
    if low == high:
        raise BadInput(
            f"{name}: no number of deals can show that a mean has exactly this value; give {written} a width"
        )
    if low >= most or high <= least:
        upto = "or more" if math.isinf(most) else f"to {_shown(scale, most)} {scale.mark}"
        raise BadInput(f"{name}: {written} lies outside what is possible, {_shown(scale, least)} {upto}")
    # Where nothing can be beyond, a range has no end
    low, high = (-math.inf if low <= least else low), (math.inf if high >= most else high)
    if math.isinf(low) and math.isinf(high):
        raise BadInput(f"{name}: {written} is always met; narrow it, or leave the goal out")
    found = Goal(quantity, low, high)
    return _of_the_score(found) if scale == GAMES else found


def _of_the_score(games: Goal) -> Goal:
    scores = scores_between(games.low, games.high)
    if scores is None or scores[0] == scores[1]:
        raise BadInput(f"{games.name}: no score takes {games.range} games; widen the range")
    if math.isinf(scores[0]) and math.isinf(scores[1]):
        raise BadInput(f"{games.name}: {quoted(games.range)} is always met; narrow it, or leave the goal out")
    what = f"{games.quantity.what}, so that they lead after {games.range} games"
    quantity = replace(games.quantity, what=what, scale=OF_WINS, bounds=(0.0, 1.0))
    return Goal(quantity, *scores, games.range)


def _value(written: str) -> float:
    return float(written.replace(",", "").replace("−", "-"))


def _as(scale: Scale, bound: str) -> str:
    number = re.findall(_NUMBER, scale.example)[-1]
    return f"{bound} {number} {scale.mark}".rstrip()


EVEN, SURE = 50_000, 100_000  # scores of one half and of one, in thousandths of a percent


def scores_between(low: float, high: float) -> tuple[float, float] | None:
    """The scores that take `low` to `high` games until a lead; none for one half or less; an end may be infinite."""
    least = -math.inf if math.isinf(high) else _enough(high)
    fewer = math.inf if math.isinf(low) else _enough(math.ceil(low) - 1)  # a score that takes fewer than `low`
    greatest = fewer - 1 if fewer <= SURE else math.inf
    if least > SURE or least > greatest:
        return None
    return _score_of(least), _score_of(greatest)


def _enough(games: float) -> float:
    """The smallest score for which so many games suffice, in thousandths of a percent; infinite if none does."""

    def suffices(thousandths: int) -> bool:
        needed = games_to_tell(_score_of(thousandths))
        return needed is not None and needed <= games

    scores = range(EVEN + 1, SURE + 1)
    return scores[bisect_left(scores, True, key=suffices)] if suffices(SURE) else math.inf


def _score_of(thousandths: float) -> float:
    return thousandths / 1_000.0 / 100.0


WORDS = ("title", "game", "rules", "players")
KEYS = (*WORDS, "set", "goals", *levers.KEYS)
MOST_GOALS = 60


@dataclass(frozen=True, slots=True)
class Goals:
    """What a goals file says: title, game, the rules that it is about, who plays them, and the goals in order."""

    title: str
    game: str
    rules: str  # a name or a path
    settings: tuple[str, ...]  # changes to it
    player: str  # at every seat
    goals: tuple[Goal, ...]
    seats: int
    levers: Levers | None = None  # what may be changed


@dataclass(frozen=True, slots=True)
class Instead:
    """What a command says in place of a goals file: other rules, and keys that are set anew."""

    rules: str | None = None
    settings: tuple[str, ...] = ()


def read(path: Path, instead: Instead | None = None, *, changing: bool = False) -> Goals:
    """The goals of a file; BadInput naming file, key and what is allowed, for all mistakes at once.

    Levers are about the file's rules; under others they are read only if `changing`, without levels that are there.
    """
    path = Path(expanded(str(path)))
    table, place = read_toml(path), one_line(str(path))
    seen, instead = Inspection(), instead or Instead()
    for key in table:
        with seen.part():
            if key not in KEYS:
                raise BadInput(f"{place}: unknown key {quoted_name(key)}; {_place_of(path, table, key)}")
            if key in WORDS and not is_text(table[key]):
                raise BadInput(f"{place}: {key} must be {TEXT}, not {quoted(table[key])}")
    seen.end()
    setting = _setting(path, table, instead)
    with seen.part():
        goals = _goals_in(place, table.get("goals"), setting)
    with seen.part():
        name = beside(path, table.get("players", setting.bundle.default_strategies[0]))
        if not name.strip() or "," in name:
            raise BadInput(f"{place}: players must be one player, who sits at every seat, not {quoted(name)}")
        programs.check(name.strip(), place)
        player = name.strip()
    changed, others = None, instead != Instead()
    with seen.part():
        if changing or not others:
            changed = levers.read(setting.rules, table, place, others=others)
    seen.end()
    title, game = table.get("title", path.stem), setting.bundle.game.name
    return Goals(title, game, setting.source, setting.changes, player, goals, setting.seats, changed)


def _setting(path: Path, table: Mapping[str, Any], instead: Instead) -> Setting:
    """The game and the rules that the goals are about; other rules leave the file's keys out."""
    game = beside(path, table.get("game", USUAL))
    programs.check(game, one_line(str(path)))
    try:
        bundle = catalogue.load(catalogue.name_of(game))
    except BadInput as problem:
        raise BadInput(f"{one_line(str(path))}: {problem}") from None
    own = () if instead.rules else tuple(settings_of(path, table.get("set", {})))
    source, changes = instead.rules or beside(path, table.get("rules", bundle.default_rules)), (*own, *instead.settings)
    return Setting(bundle, bundle.rule_files.load(source, changes), source, changes)


def _goals_in(place: str, table: Any, setting: Setting) -> tuple[Goal, ...]:
    if not isinstance(table, Mapping) or not table:
        raise BadInput(f'{place}: needs a table [goals] with at least one goal, such as turns = "40 to 50"')
    seen, found = Inspection(), dict[str, Goal]()
    for name, written in _flat(table):
        with seen.part():
            if (key := name.partition(".")[0]) in {*KEYS} - {"goals"}:
                raise BadInput(f"{place}: goals: {key} is not a goal; write it above [goals], at the top of the file")
            try:
                meant = [goal(each, written) for each in quantities(name, setting)]
            except BadInput as problem:
                raise BadInput(f"{place}: goals: {problem}") from None
            for one in meant:
                if one.name in found:
                    raise BadInput(f"{place}: goals: {one.name} is listed twice")
                found[one.name] = one
    seen.end()
    if len(found) > MOST_GOALS:
        raise BadInput(f"{place}: has {len(found)} goals; at most {MOST_GOALS} are judged at once")
    return tuple(found.values())


def _place_of(path: Path, table: Mapping[str, Any], key: str) -> str:
    """Where a key belongs that is none at the top of the file: the table that knows it, else the nearest of them."""
    if found := place_of(path, table, key):
        return found
    with suppress(BadInput):
        quantities(next(_flat({key: table[key]}))[0], _setting(path, {**table, "set": {}}, Instead()))
        return "it is what a goal is about: write it under [goals]"
    return nearest(key, KEYS)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The goals of a table with the names that its tables make: `longer_than.70`."""
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{name}.")
        else:
            yield name, value
