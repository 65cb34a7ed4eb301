"""Rule files of any game: what its keys are, and where the values of a rule set come from.

Values come in layers: a file, the one that it extends, the settings of a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from dhstats.documents import Inspection, expanded, read_toml, toml
from dhstats.errors import BadInput, nearest
from dhstats.games.kinds import Kind
from dhstats.games.mistakes import Seen, told_with
from dhstats.quoting import one_line, quoted, quoted_name

EXTENDS = "extends"
SETTING = "--set"

Values = dict[str, Any]  # settled values by the full name of their key

OTHERWISE = "otherwise"  # the sentence for all values without one of their own


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a rule file, or one for each thing of a kind where the name holds the kind, as in cards.<picture>.

    `says` is the sentence of reports, or one for each value: {n} is the value, {s} makes plurals, {which} is
    the thing. `field` is where the engine's record holds it ("": nowhere, or not in one field).
    `default` stands where a complete file leaves the key out (None: it must not).
    """

    name: str
    kind: Kind
    meaning: str
    says: str | Mapping[Any, str] = ""
    field: str = ""
    default: str | bool | int | None = None


@dataclass(frozen=True, slots=True)
class Lever:
    """A key by its full name; `which` thing it is for, at which `index` of the engine's field."""

    name: str
    key: Key
    which: str = ""
    index: int = -1

    def sentence(self, value: Any) -> str:
        """What a report says of the value; "" where there is nothing to say."""
        says = self.key.says
        if not isinstance(says, str):
            says = says[value] if not isinstance(value, list) and value in says else says.get(OTHERWISE, "")
        plural = "s" if value not in (1, -1) else ""
        return says.format(n=value, s=plural, which=self.which.replace("_", " "))


@dataclass(frozen=True)
class Schema:
    """Every key of a game's rule files.

    `folder` holds the shipped rule sets, `things` the names of each kind of thing that keys are for, `example` is a
    setting for messages, `tables` says what the names inside a table are called where they are no keys.
    """

    folder: Path
    keys: tuple[Key, ...]
    things: Mapping[str, tuple[str, ...]]
    example: str
    tables: Mapping[str, str]

    @cached_property
    def levers(self) -> dict[str, Lever]:
        """Every key by its full name."""
        return {lever.name: lever for key in self.keys for lever in self._levers(key)}

    def _levers(self, key: Key) -> list[Lever]:
        for kind, names in self.things.items():
            mark = f"<{kind}>"
            if mark in key.name:
                return [Lever(key.name.replace(mark, which), key, which, i) for i, which in enumerate(names)]
        return [Lever(key.name, key)]

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The full names of all tables."""
        return tuple({name.rsplit(".", depth)[0]: 0 for name in self.levers for depth in range(1, name.count(".") + 1)})

    @cached_property
    def deepest(self) -> int:
        """Parts of the longest key."""
        return max(name.count(".") for name in self.levers) + 1

    @cached_property
    def shipped(self) -> tuple[str, ...]:
        """The names of the rule sets that come along."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    def children(self, table: str) -> list[str]:
        """The names directly inside a table ("" is the file itself)."""
        prefix = f"{table}." if table else ""
        inside = [name.removeprefix(prefix) for name in self.levers if name.startswith(prefix)]
        return list(dict.fromkeys(name.split(".")[0] for name in inside))


@dataclass(frozen=True, slots=True)
class Layer:
    """Checked values of one origin; `place` is what messages call it, `extends` the rule set it builds on.

    `files` are what messages call the files of keys whose values were read from files of their own. `problems` is what
    is wrong with a file, `refused` the keys whose values are.
    """

    name: str
    place: str
    values: Values
    extends: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    refused: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Values that fit their keys but not each other: the keys, and what is wrong."""

    names: tuple[str, ...]
    problem: str


def check(conflicts: Iterable[Conflict], layers: Sequence[Layer]) -> None:
    """BadInput for all conflicts, each once, and laid to the topmost layer that says something of its keys."""
    Seen(dict.fromkeys(f"{origin(layers, *each.names)}: {each.problem}" for each in conflicts)).end()


def origin(layers: Sequence[Layer], *names: str) -> str:
    """What messages call the topmost layer that says something of these keys, or the file that it names for them."""
    own = [layer for layer in layers if layer.values.keys() & {*names}][-1]
    return next((own.files[name] for name in names if name in own.files), own.place)


def locate(schema: Schema, source: str | Path, folder: Path = Path()) -> tuple[str, str, Path]:
    """The name of a rule set, what messages call it, and its file: a shipped one by name, else a path."""
    text = str(source)
    if text in schema.shipped:
        return text, f"{text}.toml", schema.folder / f"{text}.toml"
    if not {"/", "\\", "."} & set(text):
        hint = nearest(text, schema.shipped)
        raise BadInput(f"{quoted(text)} is no rule set, must be a shipped one or a path to a file; {hint}")
    return one_line(Path(text).stem), one_line(text), folder / expanded(text)


def file_layers(schema: Schema, source: str | Path) -> list[Layer]:
    """The layers of a rule file: itself, below it the one that it extends."""
    name, place, path = locate(schema, source)
    top = _file_layer(schema, name, place, path)
    if not top.extends:
        return [top]
    with told_with(top.problems):
        bottom = _file_layer(schema, *_below(schema, top, path.parent))
        if bottom.extends:
            below, twice = quoted(bottom.extends), quoted(top.extends)
            raise BadInput(
                f"{place}: {EXTENDS} = {twice}: that one extends {below} itself, must be a complete rule set;"
                f" extend {below} and repeat the changes of {twice}"
            )
    return [bottom, top]


def _below(schema: Schema, top: Layer, folder: Path) -> tuple[str, str, Path]:
    try:
        return locate(schema, top.extends, folder)
    except BadInput as error:
        raise BadInput(f"{top.place}: {EXTENDS} = {error}") from None


def _file_layer(schema: Schema, name: str, place: str, path: Path) -> Layer:
    table = read_toml(path, place)
    extends = table.pop(EXTENDS, None)
    values, problems, refused = _judged(schema, table, place, extras=(EXTENDS,))
    if extends is not None and not (isinstance(extends, str) and extends):
        with told_with(problems):
            raise BadInput(f"{place}: {EXTENDS} = {quoted(extends)}: must be the name or the file of a rule set")
    return Layer(name, place, values, extends or "", problems=problems, refused=frozenset(refused))


def settings_layer(schema: Schema, settings: Sequence[str]) -> Layer:
    """The layer of all settings KEY=VALUE together; of two settings of a key the later one counts."""
    values: Values = {}
    seen = Inspection()
    for setting in settings:
        name, equals, text = setting.partition("=")
        with seen.part():
            if not equals:
                raise BadInput(f"{SETTING} {quoted(setting)}: must be KEY=VALUE, as in {schema.example}")
            told, problems, _ = _judged(schema, _nested(schema, name.strip(), parse_value(text.strip())), SETTING)
            Seen(problems).end()
            values |= told
    seen.end()
    return Layer("", SETTING, values)


def _nested(schema: Schema, name: str, value: Any) -> dict[str, Any]:
    parts = name.split(".")
    for depth in range(1, min(len(parts), schema.deepest + 1)):
        prefix = ".".join(parts[:depth])
        if prefix in schema.levers:
            raise BadInput(f"{SETTING}: {prefix}.{quoted_name(parts[depth])}: unknown key; did you mean {prefix!r}?")
    for part in reversed(parts):
        value = {part: value}
    return dict(value)


def parse_value(text: str) -> Any:
    """A value in TOML; other text is a word, within a list as well (shells eat quotation marks)."""
    try:
        table = toml(f"value = {text}")
    except ValueError:
        table = {}
    if list(table) == ["value"]:
        return table["value"]
    if text.startswith("[") and text.endswith("]") and "[" not in text[1:]:
        return [parse_value(item.strip()) for item in text[1:-1].split(",") if item.strip()]
    return text


def settled(schema: Schema, table: Mapping[str, Any], place: str) -> Values:
    """All values of a nested table, as a manifest keeps it, by the full names of their keys, checked one by one.

    Errors: BadInput for all unknown keys, with the nearest valid ones, and for all values that their keys cannot hold.
    """
    values, problems, _ = _judged(schema, table, place, stored=True)
    Seen(problems).end()
    return values


def _judged(
    schema: Schema, table: Mapping[str, Any], place: str, extras: Sequence[str] = (), *, stored: bool = False
) -> tuple[Values, tuple[str, ...], list[str]]:
    """The values of a nested table that their keys can hold, all that is wrong with others, and the keys of those.

    `extras` are names that are valid as well; a `stored` table may be one of an earlier version.
    """
    seen, refused = Seen(), []
    values: Values = {}
    for name, value in _flat(schema, table, place, "", seen, extras):
        kind = schema.levers[name].key.kind
        with seen.part():
            if problem := (kind.before if stored and kind.before else kind.fault)(value):
                refused.append(name)
                raise BadInput(f"{place}: {name} = {quoted(value)}: {problem}")
            values[name] = kind.settle(value)
    return values, seen.problems, refused


def _flat(
    schema: Schema, table: Mapping[str, Any], place: str, prefix: str, seen: Inspection, extras: Sequence[str] = ()
) -> Iterator[tuple[str, Any]]:
    for part, value in table.items():
        name = f"{prefix}.{part}" if prefix else part
        inner = part in schema.children(prefix)
        if inner and name in schema.levers:
            yield name, value
        elif inner and isinstance(value, Mapping):
            yield from _flat(schema, value, place, name, seen)
        else:
            with seen.part():
                raise BadInput(f"{place}: {_misplaced(schema, part, prefix, value, extras)}")


def _misplaced(schema: Schema, part: str, prefix: str, value: Any, extras: Sequence[str]) -> str:
    """The complaint about a key that is none, or a value where a table belongs."""
    if part not in schema.children(prefix):
        return _unknown(schema, part, prefix, extras)
    name = f"{prefix}.{part}" if prefix else part
    return f"{name} = {quoted(value)}: must be a table of {', '.join(schema.children(name))}"


def _unknown(schema: Schema, part: str, table: str, extras: Sequence[str]) -> str:
    """The complaint about an unknown key, with its nearest neighbour here, or its namesake elsewhere."""
    hint = nearest(part, (*schema.children(table), *extras))
    namesakes = [name for name in (*schema.levers, *schema.inner) if name.endswith(f".{part}")]
    if hint.startswith("allowed") and namesakes:
        hint = f"did you mean {namesakes[0]!r}?"
    what = schema.tables.get(table, "key")
    name = f"{table}.{quoted_name(part)}" if table else quoted_name(part)
    return f"{name}: unknown {what}; {hint}"


def filled(
    schema: Schema, values: Values, layers: Sequence[Layer], way: Callable[[str], str],
    conflicts: Callable[[Values], Iterable[Conflict]],
) -> Values:  # fmt: skip
    """All values in the order of the keys; a few that a complete rule set may leave out have defaults.

    Errors: BadInput for what is wrong with the layers, and for `conflicts` between keys that were not refused: nobody
    mends one a run. If all else is right, for any other key that is missing; `way` says what to do about it.
    """
    refused = frozenset[str]().union(*(layer.refused for layer in layers))
    seen = Seen(problem for layer in layers for problem in layer.problems)
    defaults = {name: schema.levers[name].key.default for name in schema.levers if name not in values}
    missing = [name for name, default in defaults.items() if default is None]
    if missing and not seen.problems:
        more = f" and {len(missing) - 1} more keys" if len(missing) > 1 else ""
        raise BadInput(f"{layers[-1].place}: {missing[0]}{more}: missing; {way(missing[0])}")
    values = values | defaults
    if seen.problems and not missing:
        with seen.part():
            check([each for each in conflicts(values) if not refused.intersection(each.names)], layers)
    seen.end()
    return {name: values[name] for name in schema.levers}
