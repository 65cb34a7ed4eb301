"""Rule sets of Dragonheart: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.games import ruleset
from dhstats.games.dragonheart.files import limits
from dhstats.games.dragonheart.files.layers import SHIPPED, Layer, file_layers, given, settings_layer, settled, stacked
from dhstats.games.dragonheart.files.profiles import told
from dhstats.games.dragonheart.files.schema import KEYS, LEVERS, SCHEMA, Key
from dhstats.games.dragonheart.files.wording import sentences
from dhstats.games.dragonheart.table import NOWHERE, PICTURES, RULES, card_code
from dhstats.games.rulefile import unsaid
from dhstats.games.ruleset import Difference, counting, differing, digest, nested, toml, write

_card = getattr(card_code, "py_func", card_code)  # as plain Python: to write a deck down nothing is compiled

flat = partial(ruleset.flat, SCHEMA)
UNREAD = ("deck", "source")  # tables that say where rules come from; no game depends on them


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set that has passed every check.

    `base` is the rule set that it extends (its own name if none), `effective` has every key as nested tables,
    `changed` names the keys that differ from the base, `hash` is equal for rule sets that play equally,
    `warnings` are sentences about what was hardly meant.
    """

    name: str
    base: str
    effective: dict[str, Any] = field(hash=False)
    changed: tuple[str, ...]
    hash: str
    warnings: tuple[str, ...]

    def record(self) -> Any:
        """The rules as the engine reads them: one record of dtype RULES.

        A game whose end the rules never call stops after twice as many turns as there are cards, and a few.
        """
        values = flat(self.effective)
        record: Any = np.zeros(1, RULES).view(np.recarray)[0]
        for lever in LEVERS.values():
            write(record, lever, values[lever.name])
        record.arrows = np.sum(record.takes != NOWHERE, axis=1)
        deck = [_card(code, value) for code, name in enumerate(PICTURES) for value in values[f"cards.{name}.values"]]
        record.deck_size = len(deck)
        record.deck[: len(deck)] = deck
        record.deck_pictures = [len(values[f"cards.{name}.values"]) for name in PICTURES]
        record.turn_limit = 2 * limits.PLAYERS * len(deck) + 4
        return record

    @property
    def kept(self) -> dict[str, Any]:
        """The rules as a run keeps them."""
        return ruleset.kept(SCHEMA, flat(self.effective))

    def to_toml(self) -> str:
        """The text of a complete rule file with the same rules."""
        return toml(SCHEMA, flat(self.effective), "Dragonheart")

    def describe(self) -> list[str]:
        """What the rules say, lever by lever, in sentences for reports."""
        return sentences(flat(self.effective))


def load(source: str | Path, settings: Sequence[str] = ()) -> RuleSet:
    """A shipped rule set by name, or one from a TOML file, with keys set as in great_dragon.points=4.

    Errors: BadInput, in one line, for what is wrong with the file, a key, a value or all of them together.
    """
    files = file_layers(source)
    layers = [*files, settings_layer(settings)] if settings else files
    stacked(files)  # a file must be complete without the settings
    return _rule_set(layers, files[-1].name, files[0])


def restore(table: Mapping[str, Any], name: str, settings: Sequence[str] = ()) -> RuleSet:
    """A rule set from its own `effective` table, as a run's manifest keeps it, with keys set anew."""
    layer = Layer(name, name, settled(table, name))
    return _rule_set([layer, settings_layer(settings)] if settings else [layer], name, layer)


def shipped() -> list[str]:
    """The names of the rule sets that come along."""
    return list(SHIPPED)


def keys() -> list[Key]:
    """Every key of a rule file, with its meaning and what it may hold, for docs."""
    return list(KEYS)


def sources(effective: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a reader should know of where the cards come from, beside the rule set's own note."""
    return told(effective["deck"])


def diff(left: RuleSet, right: RuleSet) -> list[Difference]:
    """The keys whose values differ, whatever the rule sets say of their sources."""
    ours, theirs = flat(left.effective), flat(right.effective)
    return [Difference(name, ours[name], theirs[name]) for name in differing(ours, theirs)]


def _rule_set(layers: Sequence[Layer], name: str, base: Layer) -> RuleSet:
    values = stacked(layers)
    limits.check(values, layers)
    effective = nested(values)
    changed = tuple(differing(stacked([base]), values))
    identity = digest(nested(counting(SCHEMA, values)), UNREAD)
    warnings = (*unsaid(SCHEMA, given(layers), layers[0].place), *limits.warnings(values))
    return RuleSet(name, base.name, effective, changed, identity, warnings)
