"""Where the values of a rule set come from: a file, the one that it extends, the settings of a command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.documents import read_toml, toml
from dhstats.errors import BadInput, nearest
from dhstats.games.dragonheart.profiles import profile
from dhstats.games.dragonheart.schema import CUSTOM, HOME, LEVERS, TABLES, Values, children
from dhstats.games.dragonheart.table import PICTURES
from dhstats.quoting import one_line, quoted, quoted_name

EXTENDS = "extends"
SETTING = "--set"
DEEPEST = max(name.count(".") for name in LEVERS) + 1  # parts of the longest key
SHIPPED = tuple(sorted(path.stem for path in (HOME / "rulesets").glob("*.toml")))


@dataclass(frozen=True, slots=True)
class Layer:
    """Checked values of one origin; `place` is what messages call it, `extends` the rule set it builds on."""

    name: str
    place: str
    values: Values
    extends: str = ""


def locate(source: str | Path, folder: Path = Path()) -> tuple[str, str, Path]:
    """The name of a rule set, what messages call it, and its file: a shipped one by name, else a path."""
    text = str(source)
    if text in SHIPPED:
        return text, f"{text}.toml", HOME / "rulesets" / f"{text}.toml"
    if not {"/", "\\", "."} & set(text):
        hint = nearest(text, SHIPPED)
        raise BadInput(f"{quoted(text)} is no rule set, must be a shipped one or a path to a file; {hint}")
    return one_line(Path(text).stem), one_line(text), folder / text


def file_layers(source: str | Path) -> list[Layer]:
    """The layers of a rule file: itself, below it the one that it extends."""
    name, place, path = locate(source)
    top = _file_layer(name, place, path)
    if not top.extends:
        return [top]
    bottom = _file_layer(*_below(top, path.parent))
    if bottom.extends:
        below, twice = quoted(bottom.extends), quoted(top.extends)
        raise BadInput(
            f"{place}: {EXTENDS} = {twice}: that one extends {below} itself, must be a complete rule set;"
            f" extend {below} and repeat the changes of {twice}"
        )
    return [bottom, top]


def _below(top: Layer, folder: Path) -> tuple[str, str, Path]:
    try:
        return locate(top.extends, folder)
    except BadInput as error:
        raise BadInput(f"{top.place}: {EXTENDS} = {error}") from None


def _file_layer(name: str, place: str, path: Path) -> Layer:
    table = read_toml(path, place)
    extends = table.pop(EXTENDS, None)
    if extends is not None and not (isinstance(extends, str) and extends):
        raise BadInput(f"{place}: {EXTENDS} = {quoted(extends)}: must be the name or the file of a rule set")
    return Layer(name, place, settled(table, place, extras=(EXTENDS,)), extends or "")


def settings_layer(settings: Sequence[str]) -> Layer:
    """The layer of all settings KEY=VALUE together; of two settings of a key the later one counts."""
    values: Values = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadInput(f"{SETTING} {quoted(setting)}: must be KEY=VALUE, as in great_dragon.points=4")
        values |= settled(_nested(name.strip(), parse_value(text.strip())), SETTING)
    return Layer("", SETTING, values)


def _nested(name: str, value: Any) -> dict[str, Any]:
    parts = name.split(".")
    for depth in range(1, min(len(parts), DEEPEST + 1)):
        prefix = ".".join(parts[:depth])
        if prefix in LEVERS:
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


def settled(table: Mapping[str, Any], place: str, extras: Sequence[str] = ()) -> Values:
    """All values of a nested table by the full names of their keys, checked one by one.

    Errors: BadInput for an unknown key, with the nearest valid one (`extras` are valid as well), and for a
    value that its key cannot hold.
    """
    values: Values = {}
    for name, value in _flat(table, place, "", extras):
        kind = LEVERS[name].key.kind
        problem = kind.fault(value)
        if problem:
            raise BadInput(f"{place}: {name} = {quoted(value)}: {problem}")
        values[name] = kind.settle(value)
    return values


def _flat(table: Mapping[str, Any], place: str, prefix: str, extras: Sequence[str] = ()) -> Iterator[tuple[str, Any]]:
    for part, value in table.items():
        name = f"{prefix}.{part}" if prefix else part
        if part not in children(prefix):
            raise BadInput(f"{place}: {_unknown(part, prefix, extras)}")
        if name in LEVERS:
            yield name, value
        elif isinstance(value, Mapping):
            yield from _flat(value, place, name)
        else:
            raise BadInput(f"{place}: {name} = {quoted(value)}: must be a table of {', '.join(children(name))}")


def _unknown(part: str, table: str, extras: Sequence[str]) -> str:
    """The complaint about an unknown key, with its nearest neighbour here, or its namesake elsewhere."""
    hint = nearest(part, (*children(table), *extras))
    namesakes = [name for name in (*LEVERS, *TABLES) if name.endswith(f".{part}")]
    if hint.startswith("allowed") and namesakes:
        hint = f"did you mean {namesakes[0]!r}?"
    what = "picture" if table in ("cards", "spaces") else "seat" if table == "seats" else "key"
    name = f"{table}.{quoted_name(part)}" if table else quoted_name(part)
    return f"{name}: unknown {what}; {hint}"


def stacked(layers: Sequence[Layer]) -> Values:
    """The values of all layers, each on top of the one before.

    A layer that names a deck lays down all its cards anew; its own cards come on top of that, by picture.
    """
    values: Values = {}
    for layer in layers:
        if layer.values.get("deck") == CUSTOM:
            values = {name: value for name, value in values.items() if not name.startswith("cards.")}
        values |= {**_cards_of_deck(layer), **layer.values}
    _fill_in(values, layers)
    return {name: values[name] for name in LEVERS}


def _cards_of_deck(layer: Layer) -> Values:
    deck = layer.values.get("deck", CUSTOM)
    if deck == CUSTOM:
        return {}
    cards = profile(deck).cards
    return {f"cards.{picture}.values": list(cards[picture]) for picture in PICTURES}


def _fill_in(values: Values, layers: Sequence[Layer]) -> None:
    """Defaults of the few keys that a complete rule set may leave out; all others must be there."""
    for name, lever in LEVERS.items():
        if name in values:
            continue
        if lever.key.default is None:
            way = "list the cards of all pictures, or name a deck profile"
            if not name.startswith("cards."):
                way = f'give every key, or {EXTENDS} = "ffg" in the first line'
            raise BadInput(f"{layers[-1].place}: {name}: missing; {way}")
        values[name] = lever.key.default
