"""What differs between two stored answers before a game is played: rules, players, games, the text of a game file."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.games import catalogue
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks.rule_changes import spoken
from dhstats.quoting import clipped

RULES, PLAYERS, GAMES, FILE = "rules", "players", "games", "game file"
NOTHING = "–"
MOST_LINES = 40  # of a game file that are listed
MOST_NAMED = 3  # differences that a sentence names
LABELS = {
    "version": "version of dhstats", "game_version": "version of the game", "seed": "seed", "deals": "deals",
    "from_deal": "first deal", "design": "design", "until": "stopping rule", "log": "log of people's games",
}  # fmt: skip
ORIGIN = ("seed", "deals", "from_deal")  # which games were played, not of what


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two answers do not share: what it is part of, its name, before and after in words."""

    part: str
    what: str
    before: str
    after: str

    @property
    def short(self) -> str:
        """The difference in a few words."""
        if self.part == FILE:
            return f"the game file ({self.after})"
        return f"{self.what} ({self.before}, then {self.after})"

    @property
    def matters(self) -> bool:
        """Whether it may change what a game comes to, and not only which games were played."""
        return self.part != GAMES or self.what not in [LABELS[name] for name in ORIGIN]


def about(plan: Mapping[str, Any]) -> dict[str, Any]:
    """What a stored answer says of itself, from the plan of a run or from the JSON of a page."""
    design = plan.get("design", "")
    values = {name: plan.get(name, "") for name in ("game", "game_version", "version", "seed", "until", "log")}
    values |= {name: str(plan.get(name, "")) for name in ("rules_name", "rules_hash")}
    values["rules"] = dict(plan.get("rules") or {})
    values["strategies"] = {str(each["name"]): str(each["hash"]) for each in plan.get("strategies") or []}
    values["matchups"] = [[str(name) for name in names] for names in plan.get("matchups") or []]
    if isinstance(design, Mapping):
        arms = len(design.get("arms", ()))
        kind = f"{design.get('kind')}, {words.count(arms, 'games' if arms > 1 else 'game')} per deal"
        return values | {"design": kind, "deals": int(design.get("deals", 0)), "from_deal": design.get("from_deal", 0)}
    return values | {"design": design, "deals": int(plan.get("deals") or 0), "from_deal": plan.get("from_deal", 0)}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[Difference]:
    """All that two answers do not share: rules key by key, players, the game file, and which games were played."""
    return [*_rules(one, other), *_players(one, other), *_file(one, other), *_games(one, other)]


def _rules(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    if not (one["rules"] and other["rules"]):  # a study has their hash alone
        names = [f"{each['rules_name']} ({each['rules_hash'][:12]})" for each in (one, other)]
        if one["rules_hash"] != other["rules_hash"]:
            yield Difference(RULES, "the rules", *names)
        return
    before, after = (dict(_flat(each["rules"])) for each in (one, other))
    for key in [*before, *(key for key in after if key not in before)]:
        if key.partition(".")[0] != "source" and before.get(key) != after.get(key):
            values = (clipped(spoken(each[key])) if key in each else NOTHING for each in (before, after))
            yield Difference(RULES, key, *values)


def _flat(values: Mapping[str, Any], start: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{start}{key}.")
        else:
            yield f"{start}{key}", value


def _players(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    before, after = one["strategies"], other["strategies"]
    left, right = (_names(each) for each in (one, other))
    if left != right:
        yield Difference(PLAYERS, "who plays", left, right)
    files = [str(each["game"]).partition("@")[2] or NOTHING for each in (one, other)]
    for name in (name for name in before if name in after):
        values = before[name][:12], after[name][:12]
        if before[name] != after[name] and [*values] != files:  # a script of a game file has the hash of the file
            yield Difference(PLAYERS, f"how {name} plays", *values)


def _names(values: Mapping[str, Any]) -> str:
    tables = [" against ".join(dict.fromkeys(names)) for names in values["matchups"]]
    return ", ".join(tables or sorted(values["strategies"])) or NOTHING


def _games(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    for name, label in LABELS.items():
        before, after = (each.get(name) or (0 if name == "from_deal" else "") for each in (one, other))
        if before != after and (name == "from_deal" or "" not in (before, after) or name in ("until", "log")):
            values = (f"{each:,}" if name == "deals" else clipped(str(each)) or NOTHING for each in (before, after))
            yield Difference(GAMES, label, *values)


def _file(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    before, after = str(one["game"]), str(other["game"])
    if before != after:
        lines = changed_lines(before, after)
        yield Difference(FILE, "its hash, and its text", before, _summary(after, lines))


def _summary(name: str, lines: Sequence[tuple[str, int, str, str]] | None) -> str:
    if lines is None:
        return f"{name}; its text is not on this machine"
    added, removed = (sum(sign == mark for _, _, sign, _ in lines) for mark in "+-")
    return f"{name}; {added:,} line{'s' * (added != 1)} added, {removed:,} removed"


def changed_lines(before: str, after: str) -> list[tuple[str, int, str, str]] | None:
    """The lines that differ between two game files: file, line, + or −, text; nothing if a text is not kept here.

    The files are read as text from what this machine keeps of every game file that a person named.
    """
    one, other = catalogue.texts(before), catalogue.texts(after)
    if not (one and other):
        return None
    if len(one) == len(other) == 1:  # a file of another name is still the next version
        (old,), (new,) = one.values(), other.values()
        return list(_lines(next(iter(other)), old, new))
    names = dict.fromkeys((*one, *other))
    return [line for name in names for line in _lines(name, one.get(name, b""), other.get(name, b""))]


def _lines(name: str, before: bytes, after: bytes) -> Iterator[tuple[str, int, str, str]]:
    old, new = (each.decode("utf-8", "replace").splitlines() for each in (before, after))
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from ((name, at + 1, "-", old[at]) for at in range(i1, i2))
            yield from ((name, at + 1, "+", new[at]) for at in range(j1, j2))


def in_words(differ: Sequence[Difference]) -> str:
    """What differs that may change a game, in a clause: "great_dragon.points (3, then 6)"; "" for nothing."""
    telling = [each.short for each in differ if each.matters]
    if len(telling) > MOST_NAMED:
        telling = [*telling[:MOST_NAMED], f"{len(telling) - MOST_NAMED} more"]
    return words.listed(telling) if telling else ""


def difference_table(differ: Sequence[Difference]) -> Table:
    """Everything that differs, a row each."""
    fields = (text("part", "Part"), text("what", "What"), text("before", "Before"), text("after", "After"))
    return table("differs", "What differs", fields, differ)


def text_table(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[Table, ...]:
    """The first lines of a game file that differ; no table where none do or no text is kept."""
    same = one["game"] == other["game"]
    lines = [] if same else (changed_lines(str(one["game"]), str(other["game"])) or [])
    fields = (
        text("file", "File", lambda line: line[0]), text("place", "Line", lambda line: str(line[1])),
        text("sign", "Removed or added", lambda line: {"-": "removed", "+": "added"}[line[2]]),
        text("line", "Text", lambda line: line[3].strip()),
    )  # fmt: skip
    title = "The text of the game file" + (f", first {MOST_LINES} lines that differ" if len(lines) > MOST_LINES else "")
    return (table("text", title, fields, lines[:MOST_LINES]),) if lines else ()
