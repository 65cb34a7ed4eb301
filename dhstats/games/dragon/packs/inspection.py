"""How the keys of a card pack are looked at one by one, and how their mistakes are told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.documents import Inspection
from dhstats.errors import BadInput, nearest
from dhstats.games.keys import Key
from dhstats.games.kinds import Kind
from dhstats.quoting import quoted, quoted_name


@dataclass(frozen=True, slots=True)
class Check:
    """Where a pack stands, for messages."""

    place: str
    prefix: str

    def error(self, key: str, value: object, problem: str) -> BadInput:
        """What is wrong with a value."""
        return BadInput(f"{self.place}: {self.prefix}{key} = {quoted(value)}: {problem}")

    def missing(self, key: str, allowed: str) -> BadInput:
        """What should be there and is not."""
        return BadInput(f"{self.place}: {self.prefix}{key}: missing; must be {allowed}")

    def known(self, table: str, given: Mapping[str, Any], allowed: Sequence[str]) -> None:
        """Refuses keys that there are not."""
        seen = Inspection()
        for key in given:
            with seen.part():
                if key not in allowed:
                    name = f"{table}.{quoted_name(str(key))}" if table else quoted_name(str(key))
                    raise BadInput(f"{self.place}: {self.prefix}{name}: unknown key; {nearest(str(key), allowed)}")
        seen.end()

    def value(self, key: str, kind: Kind, given: object) -> Any:
        """A value of a kind in the form that packs keep; refused if it is none."""
        if given is None:
            raise self.missing(key, kind.allowed)
        if problem := kind.fault(given):
            raise self.error(key, given, problem)
        return kind.settle(given)

    def effects(self, table: str, given: Mapping[str, Any], effects: Sequence[Key]) -> dict[str, Any]:
        """The values that differ from their defaults; every one that has none must be there."""
        found: dict[str, Any] = {}
        seen = Inspection()
        for effect in effects:
            value = given.get(effect.name, effect.default)
            if effect.default is not None and value == effect.default and type(value) is type(effect.default):
                continue
            with seen.part():
                found[effect.name] = self.value(f"{table}.{effect.name}", effect.kind, value)
        seen.end()
        return found
