"""Rule sets of a game file: the keys that it declares, `standard`, and the variants that it names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.games import rulefile
from dhstats.games.declaring import flat
from dhstats.games.keys import SOURCE, Key, Schema, Values, points_given, told, whole
from dhstats.games.rulefile import Layer
from dhstats.games.ruleset import RuleFiles, nested
from dhstats.seats import SEATS

STANDARD = "standard"


@dataclass(frozen=True)
class FileSchema(Schema):
    """The keys of a game file; its rule sets are told by the file itself, or lie in its package."""

    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    packed: tuple[str, ...] = ()

    @cached_property
    def shipped(self) -> tuple[str, ...]:
        """`standard`, the variants, and the rule sets of the package."""
        return (STANDARD, *sorted({*self.variants, *self.packed}))


@dataclass(frozen=True)
class FileRules(RuleFiles):
    """Rule files of a game whose own rule sets are told by its Python file."""

    def file_layers(self, source: str | Path) -> list[Layer]:
        """The layers of a rule set by name, or of a TOML file."""
        schema: Any = self.schema
        if str(source) == STANDARD:
            return [Layer(STANDARD, STANDARD, {})]
        if str(source) in schema.variants:
            name = str(source)
            values = rulefile.settled(schema, nested(flat(schema.variants[name])), f"VARIANTS: {name}")
            return [Layer(STANDARD, STANDARD, {}), Layer(name, name, values, STANDARD)]
        # The layers of a TOML file, which may extend one of the rule sets by name
        top = rulefile.top_layer(self.schema, source)
        if not top.extends:
            return [top]
        with top.troubles():
            return [*self.file_layers(top.extends), top]


def rule_files(file: GameFile) -> FileRules:
    """How rule sets of a game file are made."""
    keys = list(file.keys.values())
    least, most = file.seats
    if least < most:
        keys.insert(
            0, Key("players", whole(least, most), "The number of players.", "{n} players play.", "players", least)
        )
    things = {}
    if most > 1:
        things["seat"] = SEATS[:most]
        keys.append(points_given("opening_points", default=0, since=2))
    # The keys that say where rules come from; the title is the file's
    keys += [replace(each, default=file.title) if each.name == "source.title" else each for each in SOURCE]
    packed = file.path.with_name("rulesets").glob("*.toml") if file.home else ()
    example = next((rulefile.setting(each.name, each.default) for each in file.levers), "source.note=tried")
    schema = FileSchema(
        folder=file.path.with_name("rulesets"), base=STANDARD, keys=tuple(keys), things=things,
        example=example, tables={}, variants=file.variants, packed=tuple(path.stem for path in packed),
    )  # fmt: skip

    def complete(record: Any, _: Values) -> None:
        record.turn_limit = file.longest
        if least == most:
            record.players = most

    return FileRules(
        name=file.title,
        schema=schema,
        dtype=records.rules(file),
        complete=complete,
        conflicts=lambda _: (),
        warnings=lambda _: (),
        sentences=_sentences(file, schema),
        sources=lambda _: [("Game file", f"{file.shown}, {file.name}. {file.idea}".strip())],
    )


def cautions_of(_: GameFile) -> Callable[[Values, Values], tuple[()]]:
    """Nothing is known of what one rule of a game file does to others by accident."""
    return lambda base, changed: ()


def _sentences(file: GameFile, schema: Schema) -> Any:
    def sentences(values: Values) -> list[str]:
        said = [file.idea] if file.idea else []
        said += [
            lever.sentence(values[name]) if lever.key.says else f"{lever.meaning.rstrip('.')}: {told(values[name])}."
            for name, lever in schema.levers.items()
            if not name.startswith("source.") and name != "players" and values[name] not in lever.key.unsaid
        ]
        least, most = file.seats
        players = int(values["players"]) if least < most else most
        return [*said, f"{players} play." if players > 1 else "One plays alone."]

    return sentences
