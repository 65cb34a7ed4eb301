"""Goals files (TOML): which game under which rules, who plays it, and in which ranges its quantities are to lie."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats import programs
from dhstats.documents import Inspection, expanded, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.questions.goals import levers
from dhstats.questions.goals.goal import Goal, goal
from dhstats.questions.goals.levers import Levers
from dhstats.questions.goals.quantity import Setting, quantities
from dhstats.quoting import one_line, quoted, quoted_name
from dhstats.simulate.plans.experiment import TEXT, is_text
from dhstats.simulate.plans.rule_keys import beside, place_of, settings_of

WORDS = ("title", "game", "rules", "players")
KEYS = (*WORDS, "set", "goals", *levers.KEYS)
MOST_GOALS = 60


@dataclass(frozen=True, slots=True)
class Goals:
    """What a goals file says: its title, the game, the rules that it is about, who plays them, and the goals in order.

    `rules` is a shipped name or a path, `settings` are "key=value" changes to it; `player` is one name, who plays at
    every seat, usually trained for the rules that are tried; `seats` are so many. `levers` are what of the rules may be
    changed to meet the goals, where the file says so.
    """

    title: str
    game: str
    rules: str
    settings: tuple[str, ...]
    player: str
    goals: tuple[Goal, ...]
    seats: int
    levers: Levers | None = None


@dataclass(frozen=True, slots=True)
class Instead:
    """What a command says in place of a goals file: other rules, and keys that are set anew."""

    rules: str | None = None
    settings: tuple[str, ...] = ()


def read(path: Path, instead: Instead | None = None, *, changing: bool = False) -> Goals:
    """The goals of a file; BadInput naming file, key and what is allowed, for all mistakes at once.

    What may be changed is about the rules that the file names. Under others it is read only if it is needed,
    `changing`, and then keys are left out whose level is as it is there already.
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
        found = _goals(place, table.get("goals"), setting)
    with seen.part():
        player = _player(place, beside(path, table.get("players", setting.bundle.default_strategies[0])))
    changed, others = None, instead != Instead()
    with seen.part():
        if changing or not others:
            changed = levers.read(setting.rules, table, place, others=others)
    seen.end()
    title = table.get("title", path.stem)
    game, (source, settings) = setting.bundle.game.name, (setting.source, setting.changes)
    return Goals(title, game, source, settings, player, found, setting.seats, changed)


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


def _goals(place: str, table: Any, setting: Setting) -> tuple[Goal, ...]:
    if not isinstance(table, Mapping) or not table:
        raise BadInput(f'{place}: needs a table [goals] with a goal or more, as turns = "40 to 50"')
    seen, found = Inspection(), dict[str, Goal]()
    for name, written in _flat(table):
        with seen.part():
            for one in _goals_of(place, name, written, setting):
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


def _goals_of(place: str, name: str, written: Any, setting: Setting) -> list[Goal]:
    """The goals that a line means: several where it is about each deck, or each pair of them."""
    if name.partition(".")[0] in {*KEYS} - {"goals"}:
        key = name.partition(".")[0]
        raise BadInput(f"{place}: goals: {key} is no goal; write it above [goals], at the top of the file")
    try:
        return [goal(each, written) for each in quantities(name, setting)]
    except BadInput as problem:
        raise BadInput(f"{place}: goals: {problem}") from None


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The goals of a table with the names that its tables make: `longer_than.70`."""
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{name}.")
        else:
            yield name, value


def _player(place: str, name: str) -> str:
    if not name.strip() or "," in name:
        raise BadInput(f"{place}: players must be one player, who sits at every seat, not {quoted(name)}")
    programs.check(name.strip(), place)
    return name.strip()
