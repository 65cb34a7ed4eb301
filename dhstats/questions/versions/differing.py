"""What differs between two stored answers before a game is played: rules, players, games, the text of a game file."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.games import catalogue
from dhstats.games.declaring import flat
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
ORIGIN = [LABELS[name] for name in ("seed", "deals", "from_deal")]  # which games were played, not of what
TRAINED = "trained"  # the source of a player who learnt the rules of the run
MAY_LACK = ("until", "log")  # a run without one has none; all else that is missing is not known
Line = Mapping[str, str]  # of a game file: file, place, sign and text


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two answers do not share: what it is part of, its name, before and after in words."""

    part: str
    what: str
    before: str
    after: str
    lines: Sequence[Line] = ()  # that differ, of a game file
    follows: str = ""  # the name of a player who was trained for each of two rule sets, whose difference follows

    @property
    def short(self) -> str:
        """The difference in a few words."""
        if self.follows:
            return f"{self.follows} was trained for each"
        if self.part == FILE:
            return f"the game file ({self.after})"
        return f"{self.what} ({self.before}, then {self.after})"

    @property
    def matters(self) -> bool:
        """Whether it may change what a game comes to, and not only which games were played."""
        return not self.follows and (self.part != GAMES or self.what not in ORIGIN)


def about(plan: Mapping[str, Any]) -> dict[str, Any]:
    """What a run says of itself, by its plan; "" for what is missing."""
    values = {name: plan.get(name) or "" for name in ("game_version", "version", *MAY_LACK)}
    values |= {name: str(plan.get(name, "")) for name in ("game", "rules_name", "rules_hash")}
    values["seed"] = "" if plan.get("seed") is None else plan["seed"]
    values["rules"] = dict(plan.get("rules") or {})
    values["strategies"] = {str(each["name"]): str(each["hash"]) for each in plan.get("strategies") or []}
    values["trained"] = [str(each["name"]) for each in plan.get("strategies") or [] if each.get("source") == TRAINED]
    values["matchups"] = [[str(name) for name in names] for names in plan.get("matchups") or []]
    values["design"] = design = plan.get("design", "")
    if isinstance(design, Mapping):
        arms, plan = len(design.get("arms", ())), design
        values["design"] = f"{design.get('kind')}, {words.count(arms, 'games' if arms > 1 else 'game')} per deal"
    return values | {"deals": int(plan.get("deals") or 0) or "", "from_deal": plan.get("from_deal", 0)}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[Difference]:
    """All that two answers do not share: rules key by key, players, the game file, and which games were played."""
    return [*_rules(one, other), *_players(one, other), *_file(one, other), *_games(one, other)]


def _rules(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    left, right = flat(one["rules"]), flat(other["rules"])
    for key in left | right:
        if key.partition(".")[0] != "source" and left.get(key) != right.get(key):
            before, after = (clipped(spoken(each[key])) if key in each else NOTHING for each in (left, right))
            yield Difference(RULES, key, before, after)


def _players(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    left, right = (_names(each) for each in (one, other))
    if left != right:
        yield Difference(PLAYERS, "who plays", left, right)
    changed = one["rules"] != other["rules"] or one["game"] != other["game"]
    files = tuple(each["game"].partition("@")[2] or NOTHING for each in (one, other))
    for name in (name for name in one["strategies"] if name in other["strategies"]):
        before, after = (each["strategies"][name] for each in (one, other))
        short = before[:12], after[:12]
        if before != after and short != files:  # a script of a game file has the hash of the file
            anew = changed and all(name in each["trained"] for each in (one, other))
            yield Difference(PLAYERS, f"how {name} plays", *short, follows=name if anew else "")


def _names(values: Mapping[str, Any]) -> str:
    tables = [" against ".join(names if len({*names}) > 1 else names[:1]) for names in values["matchups"]]
    return ", ".join(tables or sorted(values["strategies"])) or NOTHING


def _games(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    for name, label in LABELS.items():
        both = one[name], other[name]
        if both[0] != both[1] and (name in MAY_LACK or "" not in both):
            before, after = (f"{each:,}" if name == "deals" else clipped(str(each)) or NOTHING for each in both)
            yield Difference(GAMES, label, before, after)


def _file(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    """The game file, by its text if this machine keeps both versions of it."""
    before, after = one["game"], other["game"]
    if before == after:
        return
    old, new = (dict(catalogue.texts(each)) for each in (before, after))
    if len(old) == len(new) == 1:  # a file of another name is still the next version
        old = dict(zip(new, old.values(), strict=True))
    names = old | new if old and new else {}
    lines = [line for name in names for line in _lines(name, old.get(name, b""), new.get(name, b""))]
    added = sum(line["sign"] == "added" for line in lines)
    text_of = f"{added:,} line{'s' * (added != 1)} added, {len(lines) - added:,} removed"
    summary = f"{after}; {text_of if names else 'its text is not on this machine'}"
    yield Difference(FILE, "its hash, and its text", before, summary, lines)


def _lines(name: str, before: bytes, after: bytes) -> Iterator[Line]:
    """The lines that differ between two texts."""
    old, new = (each.decode("utf-8", "replace").splitlines() for each in (before, after))
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for sign, text_of, span in (("removed", old, range(i1, i2)), ("added", new, range(j1, j2))):
            for at in () if tag == "equal" else span:
                yield {"file": name, "place": str(at + 1), "sign": sign, "line": text_of[at].strip()}


def in_words(differ: Sequence[Difference]) -> str:
    """What differs that may change a game, in a clause: "great_dragon.points (3, then 6)"; "" for nothing."""
    telling = [each.short for each in differ if each.matters]
    if len(telling) > MOST_NAMED:
        telling = [*telling[:MOST_NAMED], f"{len(telling) - MOST_NAMED} more"]
    return words.listed(telling) if telling else ""


def difference_tables(differ: Sequence[Difference]) -> tuple[Table, ...]:
    """Everything that differs, a row each, and the first lines of a game file that differ, if any are known."""
    fields = (text("part", "Part"), text("what", "What"), text("before", "Before"), text("after", "After"))
    differs, lines = table("differs", "What differs", fields, differ), [line for each in differ for line in each.lines]
    columns = (
        text("file", "File"), text("place", "Line"), text("sign", "Removed or added"), text("line", "Text"),
    )  # fmt: skip
    title = "The text of the game file" + (f", first {MOST_LINES} lines that differ" if len(lines) > MOST_LINES else "")
    return (differs, table("text", title, columns, lines[:MOST_LINES])) if lines else (differs,)
