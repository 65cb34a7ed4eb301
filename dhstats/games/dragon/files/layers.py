"""Where the values of a rule set come from: a file, the one that it extends, the settings of a command; and a pack."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games import rulefile
from dhstats.games.dragon.files.schema import PACK, SCHEMA
from dhstats.games.dragon.packs import packs
from dhstats.games.dragon.packs.cards import Table
from dhstats.games.keys import Values
from dhstats.games.rulefile import SETTING, Layer, parse_value
from dhstats.games.ruleset import RuleFiles
from dhstats.quoting import one_line, quoted, quoted_name


@dataclass(frozen=True, slots=True)
class PackEdits(Layer):
    """Settings of a command that change single keys of the pack; where they change decks, these are from here."""

    edits: tuple[tuple[tuple[str, ...], Any], ...] = ()


class PackLayers(RuleFiles):
    """Rule files with a card pack: a name, a file, or a table; settings may change single keys of it."""

    def file_layers(self, source: str | Path) -> list[Layer]:
        """The layers of a rule file, each with its pack as a table."""
        layers = rulefile.file_layers(SCHEMA, source)
        _, _, path = rulefile.locate(SCHEMA, source)
        folders = [path.parent]
        if len(layers) > 1:
            folders = [rulefile.locate(SCHEMA, layers[-1].extends, path.parent)[2].parent, *folders]
        return [_with_pack(layer, folder) for layer, folder in zip(layers, folders, strict=True)]

    def stored_layer(self, table: Mapping[str, Any], name: str) -> Layer:
        """The layer of a complete rule set, as a manifest keeps it."""
        layer = RuleFiles.stored_layer(self, table, name)
        if PACK not in layer.values:
            return layer
        return _with_pack(replace(layer, values=layer.values | {PACK: packs.on_one_line(layer.values[PACK])}), Path())

    def settings_layers(self, settings: Sequence[str]) -> list[Layer]:
        """The settings KEY=VALUE of a command; on top those that change the pack: pack.actions.claw_attack.wounds=3."""
        if not settings:
            return []
        ours = [setting for setting in settings if setting.split("=")[0].strip().startswith(f"{PACK}.")]
        others = [setting for setting in settings if setting not in ours]
        layer = _with_pack(rulefile.settings_layer(SCHEMA, others), Path())
        edits = tuple(map(_edit, ours))
        decks = any(parts[0] == "decks" for parts, _ in edits)
        return [layer, PackEdits("", SETTING, {PACK: {}} if decks else {}, edits=edits)]

    def given(self, layers: Sequence[Layer]) -> Values:
        """What the layers say, each on top of the one before, but for changes of single keys of the pack."""
        return rulefile.given(layer for layer in layers if not isinstance(layer, PackEdits))

    def stacked(self, layers: Sequence[Layer]) -> Values:
        """The values of all layers over the defaults, each on top of the one before, then changes of the pack."""
        values = RuleFiles.stacked(self, layers)
        edits = [edit for layer in layers if isinstance(layer, PackEdits) for edit in layer.edits]
        return values | {PACK: _edited(values[PACK], edits)} if edits else values


def _with_pack(layer: Layer, folder: Path) -> Layer:
    if PACK not in layer.values:
        return layer
    source = layer.values[PACK]
    with layer.troubles():
        values = layer.values | {PACK: packs.load(source, folder, layer.place)}
    named = isinstance(source, str) and source not in packs.SHIPPED
    return replace(layer, values=values, files={PACK: one_line(source)} if named else {})


def _edit(setting: str) -> tuple[tuple[str, ...], Any]:
    """The parts of a key of the pack, and its value."""
    name, equals, text = setting.partition("=")
    if not equals:
        raise BadInput(f"{SETTING} {quoted(setting)}: must be KEY=VALUE, as in {PACK}.actions.claw_attack.wounds=3")
    return tuple(name.strip().split(".")[1:]), parse_value(text.strip())


def _edited(pack: Table, edits: Sequence[tuple[tuple[str, ...], Any]]) -> Table:
    table = deepcopy(pack)
    for parts, value in edits:
        inner: Any = table
        for depth, part in enumerate(parts[:-1]):
            inner = _inside(inner, part, ".".join((PACK, *parts[: depth + 1])))
        if not isinstance(inner, dict):
            raise BadInput(f"{SETTING}: {'.'.join((PACK, *map(quoted_name, parts)))}: unknown key")
        inner[parts[-1]] = value
    return packs.settled(table, SETTING, f"{PACK}.")


def _inside(table: Any, part: str, name: str) -> Any:
    """The table of a name, or the level of a number, inside another."""
    if isinstance(table, list) and part.isdecimal() and 0 < int(part) <= len(table):
        return table[int(part) - 1]
    if isinstance(table, dict) and part in table:
        return table[part]
    if isinstance(table, dict) and part in ("adds", "armour"):
        return table.setdefault(part, {})
    there = (
        list(table)
        if isinstance(table, dict)
        else [str(n + 1) for n in range(len(table))]
        if isinstance(table, list)
        else []
    )
    hint = nearest(part, there) if there else "allowed: nothing"
    shown = ".".join(map(quoted_name, name.split(".")))
    raise BadInput(f"{SETTING}: {shown}: unknown key; {hint}")
