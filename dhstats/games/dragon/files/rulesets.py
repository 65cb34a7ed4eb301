"""Rule sets of Dragon!: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections.abc import Mapping
from typing import Any

from dhstats.games import ruleset
from dhstats.games.dragon.files import limits, packfile
from dhstats.games.dragon.files.layers import PackLayers
from dhstats.games.dragon.files.schema import PACK, SCHEMA
from dhstats.games.dragon.files.wording import sentences
from dhstats.games.dragon.packs.encoding import write_cards, write_place
from dhstats.games.dragon.table import ATTACK_TYPES, FACINGS, MAX_SEATS, RULES, SEATS
from dhstats.games.keys import Key, Values
from dhstats.games.ruleset import counting, digest, nested


class RuleFiles(PackLayers):
    """Rule files with the keys of their pack: keys of it can be set, compared and written down as well."""

    def every_key(self) -> list[Key]:
        """Every key of a rule file and of a card pack, with its meaning and what it may hold, for docs."""
        return [*SCHEMA.keys, *packfile.keys()]

    def flat(self, effective: Mapping[str, Any]) -> Values:
        """The values of an effective rule set by the full names of their keys, the keys of its pack among them."""
        values = ruleset.flat(SCHEMA, effective)
        return {name: value for name, value in values.items() if name != PACK} | packfile.flat(values[PACK])

    def identity(self, values: Values) -> str:
        """Equal for rule sets that play equally: names for people do not count, nor seats where nobody plays."""
        playing = limits.seats(values)
        empty = [f"{table}.{seat}" for table in ("decks", "start.cards") for seat in SEATS if seat not in playing]
        read = counting(SCHEMA, self.flat(nested(values)))
        unread = [name for name in read if name.startswith("source.") or packfile.is_for_people(name)]
        return digest(read, (*empty, *unread))

    def toml(self, values: Values) -> str:
        """The text of a complete rule file, its card pack included."""
        return packfile.toml(values)


def _complete(record: Any, values: Values) -> None:
    record.attacks = [values[f"attacks.{facing}"] for facing in FACINGS]
    record.most = [values[f"attacks.{name}"] for name in ATTACK_TYPES]
    pairs = values["teams"] == "pairs"
    record.team = [seat % 2 if pairs else seat for seat in range(MAX_SEATS)]
    write_cards(record, values[PACK])
    for place, seat in enumerate(limits.seats(values)):
        write_place(record, place, values[PACK], limits.deck_at(values, seat))
    record.turn_limit = limits.turn_limit(values)


def _sources(effective: Mapping[str, Any]) -> list[tuple[str, str]]:
    values = ruleset.flat(SCHEMA, effective)
    decks = [f"{seat}: {limits.deck_at(values, seat)['title']}" for seat in limits.seats(values)]
    return [("Cards", limits.label(effective)), ("Decks by place", "; ".join(decks))]


RULE_FILES = RuleFiles(
    name="Dragon!",
    schema=SCHEMA,
    dtype=RULES,
    complete=_complete,
    conflicts=limits.conflicts,
    warnings=limits.warnings,
    sentences=sentences,
    sources=_sources,
)
load, restore = RULE_FILES.load, RULE_FILES.restore
