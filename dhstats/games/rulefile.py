"""Rule files of any game: where the values of a rule set come from.

Values come in layers: a file, the one that it extends, the settings of a command; what no layer says is as usual.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dhstats.documents import Inspection, Mistakes, expanded, read_toml, toml
from dhstats.errors import BadInput, nearest
from dhstats.games.keys import Kind, Schema, Values, line, whole
from dhstats.quoting import one_line, quoted, quoted_name
from dhstats.release import VERSION

EXTENDS = "extends"
SETTING = "--set"
# Lines of a rule file beside its keys: what it extends; the schema that it was written for, and by what. None must be.
SCHEMA, WRITTEN_BY = "schema", "written_by"
HEAD: Mapping[str, Kind] = {SCHEMA: whole(1, 10**6), WRITTEN_BY: line()}
AUTHOR = f"dhstats {VERSION}"


@dataclass(frozen=True, slots=True)
class Layer:
    """Checked values of one origin; `place` is what messages call it, `extends` the rule set it builds on.

    `files` are what messages call the files of keys whose values were read from files of their own. `problems` is what
    is wrong with a file, `refused` the keys whose values are, `written` who wrote a file that this version may not know
    all of, in a sentence that goes with its problems.
    """

    name: str
    place: str
    values: Values
    extends: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    refused: frozenset[str] = frozenset()
    written: str = ""

    @contextmanager
    def troubles(self) -> Iterator[None]:
        """A mistake in what is read for the layer is told with its own problems, and all at once."""
        try:
            yield
        except BadInput as error:
            own = self.problems or ((self.written,) if self.written else ())
            Inspection((*own, *(error.problems if isinstance(error, Mistakes) else (str(error),)))).end()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Values that fit their keys but not each other: the keys, and what is wrong."""

    names: tuple[str, ...]
    problem: str


def check(conflicts: Iterable[Conflict], layers: Sequence[Layer]) -> None:
    """BadInput for all conflicts, each once, and laid to the topmost layer that says something of its keys."""
    Inspection(dict.fromkeys(f"{origin(layers, *each.names)}: {each.problem}" for each in conflicts)).end()


def origin(layers: Sequence[Layer], *names: str) -> str:
    """What messages call the topmost layer that says something of these keys, or the file that it names for them."""
    own = ([layer for layer in layers if layer.values.keys() & {*names}] or layers)[-1]
    return next((own.files[name] for name in names if name in own.files), own.place)


def locate(schema: Schema, source: str | Path, folder: Path = Path()) -> tuple[str, str, Path]:
    """The name of a rule set, what messages call it, and its file: a shipped one by name, else a path."""
    text = str(source)
    if text in schema.shipped:
        return text, f"{text}.toml", schema.folder / f"{text}.toml"
    if not {"/", "\\", "."} & set(text):
        hint = nearest(text, schema.shipped)
        raise BadInput(f"{quoted(text)} is not a rule set, must be a shipped one or a path to a file; {hint}")
    return one_line(Path(text).stem), one_line(text), folder / expanded(text)


def top_layer(schema: Schema, source: str | Path) -> Layer:
    """The layer of a rule file alone, whatever it extends."""
    return _file_layer(schema, *locate(schema, source))


def file_layers(schema: Schema, source: str | Path) -> list[Layer]:
    """The layers of a rule file: itself, below it the one that it extends."""
    name, place, path = locate(schema, source)
    top = _file_layer(schema, name, place, path)
    if not top.extends:
        return [top]
    with top.troubles():
        try:
            lower = locate(schema, top.extends, path.parent)
        except BadInput as error:
            raise BadInput(f"{place}: {EXTENDS} = {error}") from None
        bottom = _file_layer(schema, *lower)
        if bottom.extends:
            below, twice = quoted(bottom.extends), quoted(top.extends)
            raise BadInput(
                f"{place}: {EXTENDS} = {twice}: that one extends {below} itself, must be a complete rule set;"
                f" extend {below} and repeat the changes of {twice}"
            )
    return [bottom, top]


def _file_layer(schema: Schema, name: str, place: str, path: Path) -> Layer:
    table = read_toml(path, place)
    extends, head = table.pop(EXTENDS, None), {key: table.pop(key) for key in HEAD if key in table}
    values, problems, refused = _judged(schema, table, place, extras=(EXTENDS, *HEAD))
    wrong = [
        f"{key} = {quoted(value)}: {problem}" for key, value in head.items() if (problem := HEAD[key].fault(value))
    ]
    if extends is not None and not (isinstance(extends, str) and extends):
        wrong.append(f"{EXTENDS} = {quoted(extends)}: must be the name or the file of a rule set")
    if wrong:
        Inspection((*problems, *(f"{place}: {told}" for told in wrong))).end()
    written = _stranger(schema, place, head)
    problems = (written, *problems) if written and problems else problems
    return Layer(name, place, values, extends or "", problems=problems, refused=frozenset(refused), written=written)


def _stranger(schema: Schema, place: str, head: Mapping[str, Any]) -> str:
    """Who wrote a file for a later schema, or for one that it does not tell; "" for any other file."""
    number, author = head.get(SCHEMA, 0), head.get(WRITTEN_BY, "")
    if 0 < number <= schema.number or (number == 0 and author in ("", AUTHOR)):
        return ""
    said = ([f"for schema {number}"] if number else []) + ([f"by {author}"] if author else [])
    whose = "a newer version" if author in ("", AUTHOR) else author
    return f"{place}: was written {' '.join(said)}, this is {AUTHOR} with schema {schema.number}; read it with {whose}"


def settings_layer(schema: Schema, settings: Sequence[str]) -> Layer:
    """The layer of all settings KEY=VALUE together; of two settings of a key the later one counts."""
    values: Values = {}
    seen = Inspection()
    for setting in settings:
        name, equals, text = setting.partition("=")
        with seen.part():
            if not equals:
                raise BadInput(f"{SETTING} {quoted(setting)}: must be KEY=VALUE, as in {schema.example}")
            given, problems, _ = _judged(schema, _nested(schema, name.strip(), parse_value(text.strip())), SETTING)
            Inspection(problems).end()
            values |= given
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


def literal(value: Any) -> str:
    """A value in TOML, whose strings, numbers and switches are spelt as in JSON."""
    if isinstance(value, Mapping) and not value:
        return "{}"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {literal(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    text: str = json.dumps(value, ensure_ascii=False)
    return text


def setting(name: str, value: Any) -> str:
    """A key with its value as a command line sets it."""
    return f"{name}={literal(value)}"


def settled(schema: Schema, table: Mapping[str, Any], place: str) -> Values:
    """All values of a nested table, as a manifest keeps it, by the full names of their keys, checked one by one."""
    values, problems, _ = _judged(schema, table, place, stored=True)
    Inspection(problems).end()
    if names := schema.left_out(values):
        more = f" and {len(names) - 1} more keys" if len(names) > 1 else ""
        raise BadInput(f"{place}: {names[0]}{more}: missing; what a run keeps of its rules has every key")
    return values


def _judged(
    schema: Schema, table: Mapping[str, Any], place: str, extras: Sequence[str] = (), *, stored: bool = False
) -> tuple[Values, tuple[str, ...], list[str]]:
    """The values of a nested table that their keys can hold, all that is wrong with others, and the keys of those."""
    seen, refused = Inspection(), []
    values: Values = {}
    for name, value in _flat(schema, table, place, "", seen, extras):
        kind = schema.levers[name].key.kind
        with seen.part():
            if problem := (kind.before if stored and kind.before else kind.fault)(value):
                refused.append(name)
                raise BadInput(f"{place}: {name} = {quoted(value)}: {problem}")
            values[name] = kind.settle(value)
    return values, tuple(seen.problems), refused


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
        # The complaint about an unknown key, with its nearest neighbour here, or its namesake elsewhere
        hint = nearest(part, (*schema.children(prefix), *extras))
        namesakes = [name for name in (*schema.levers, *schema.inner) if name.endswith(f".{part}")]
        if hint.startswith("allowed") and namesakes:
            hint = f"did you mean {namesakes[0]!r}?"
        what = schema.tables.get(prefix, "key")
        name = f"{prefix}.{quoted_name(part)}" if prefix else quoted_name(part)
        return f"{name}: unknown {what}; {hint}"
    name = f"{prefix}.{part}" if prefix else part
    return f"{name} = {quoted(value)}: must be a table of {', '.join(schema.children(name))}"


def unsaid(schema: Schema, given: Iterable[str], place: str) -> list[str]:
    """The warning that a rule file leaves out what a complete one says, in a sentence; nothing if it does not."""
    names = schema.left_out(given)
    more = f" and {len(names) - 1} more keys, which are" if len(names) > 1 else ", which is"
    meant = f'if that is meant, write {EXTENDS} = "{schema.base}" in its first line'
    return [f"{place} leaves out {names[0]}{more} as in {schema.base}: {meant}."] if names else []
