"""Warnings, for any game: what a change of one rule key does to others by accident, and what was probably meant."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.ruleset import RuleSet

Values = Mapping[str, Any]
UNPLAYED = "source."  # what keys begin with on which no game depends


@dataclass(frozen=True, slots=True)
class Caution:
    """A side effect of a change, in a sentence, and the settings that were probably meant, if they can be guessed."""

    says: str
    meant: tuple[str, ...] = ()

    def text(self, *, as_tweak: bool = False) -> str:
        """The sentence with what was probably meant, as options of a command or as one tweak of `compare`."""
        if not self.meant:
            return self.says
        listed = f'"{" ".join(self.meant)}"' if as_tweak else " ".join(f"--set {_quoted(each)}" for each in self.meant)
        return f"{self.says} Probably meant: {listed}"


def setting(key: str, value: Any) -> str:
    """KEY=VALUE as it is written after --set: words without quotation marks, lists without blanks."""
    if isinstance(value, list):
        return f"{key}=[{','.join(str(each) for each in value)}]"
    return f"{key}={value if isinstance(value, str) else json.dumps(value)}"


def settings_of(base: Values, values: Values, first: Iterable[str] = ()) -> tuple[str, ...]:
    """The settings that turn a base into these values: first what the user changed, then the keys named in `first`."""
    changed = [name for name in values if name in base and values[name] != base[name]]
    changed = [name for name in changed if not name.startswith("source.")]
    if "deck" in changed and values["deck"] != base["deck"]:  # a profile brings its cards
        changed = [name for name in changed if not name.startswith("cards.")]
    with_it = [name for name in first if name in changed]
    ordered = [name for name in changed if name not in with_it] + with_it
    return tuple(setting(name, values[name]) for name in ordered)


def cautions(game: str, rules: RuleSet) -> tuple[Caution, ...]:
    """The warnings about a rule set: about its changes against the nearest shipped edition, and about itself."""
    files = catalogue.rules(game)
    base = files.nearest(rules)
    alone = tuple(map(Caution, rules.warnings))
    if not files.diff(base, rules):
        return alone
    own = catalogue.part(game, "cautions")
    return (*own(files.flat(base.effective), files.flat(rules.effective)), *alone)


def already(base: RuleSet, settings: Sequence[str], rules: RuleSet) -> list[str]:
    """The settings that are the rule of a base already, in the form in which they were given."""
    changed = {each.key for each in base.files.diff(base, rules)}
    tried = [each for each in settings if (key := _key(each)) not in changed and not key.startswith(UNPLAYED)]
    return [each for each in tried if not _changes(base, each)]


def _key(setting_: str) -> str:
    return setting_.partition("=")[0].strip()


def _changes(base: RuleSet, setting_: str) -> bool:
    """Whether a setting changes anything by itself; one that cannot stand alone is taken to."""
    try:
        return bool(base.files.diff(base, base.files.restore(base.effective, base.name, (setting_,))))
    except BadInput:
        return True


def _quoted(text: str) -> str:
    return text if re.fullmatch(r"[\w.=+-]+", text) else f"'{text}'"
