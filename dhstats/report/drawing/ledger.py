"""What a tweak changes at first sight: its rules in words, and every quantity before and after with a small picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer
from dhstats.questions.tweaks.rule_changes import KEY, NEXT
from dhstats.report.drawing.drawing import Row

WIDTH, HEIGHT, ROOM = 140.0, 22.0, 1.12  # of a small picture, in pixels, and how much wider than what it shows
MOST_RULES = 8  # changed rules of a tweak that stand before their fold
SURE, UNSURE = "changed", "no change shown"


@dataclass(frozen=True, slots=True)
class ChangedRule:
    """A rule before and after: in words, and as the key with its values."""

    meaning: str
    said_before: str
    said_after: str
    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Effect:
    """A quantity under the base and under the tweak, the change with its interval in words and as a picture."""

    what: str
    before: str
    after: str
    change: str
    unit: str
    interval: str
    spark: Markup
    verdict: str
    said: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one of several changed keys does alone, or all of them, or beyond the sum."""

    part: str
    change: str
    interval: str
    spark: Markup


@dataclass(frozen=True, slots=True)
class Step:
    """What to try next, and the command that does."""

    what: str
    command: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """One tweak: the rules that it changes, what that did where every quantity was compared, and which key did it.

    `keys` are quantities with what each of several changed keys does to them.
    """

    tweak: str
    rules: tuple[ChangedRule, ...]
    effects: tuple[Effect, ...]
    keys: tuple[tuple[str, tuple[Part, ...]], ...] = ()

    @property
    def shown(self) -> tuple[ChangedRule, ...]:
        """The rules that stand before the fold."""
        return self.rules[:MOST_RULES]

    @property
    def folded(self) -> tuple[ChangedRule, ...]:
        """The rules behind the fold."""
        return self.rules[MOST_RULES:]


def ledgers(answer: Answer) -> tuple[Ledger, ...]:
    """What each tweak of an answer changes; nothing for an answer that is about no tweaks."""
    tables = {each.key: each for each in answer.tables}
    rules = _by_tweak(tables[KEY].frame.to_dicts() if KEY in tables else [])
    effects = _by_tweak(tables["differences"].frame.to_dicts() if "differences" in tables else [])
    if not rules:
        return ()
    known = {name: tuple(_rule(row) for row in rows) for name, rows in rules.items()}
    keys = tables["keys"].frame.to_dicts() if "keys" in tables else []
    return tuple(
        Ledger(
            name, known.get(_tweak(name, known), ()), tuple(_effect(row) for row in effects.get(name, ())),
            _keys([row for row in keys if row["tweak"] == _tweak(name, known)], effects.get(name, ())),
        )
        for name in (effects or rules)
    )  # fmt: skip


def steps(answer: Answer) -> tuple[Step, ...]:
    """What to try after the tweaks of an answer."""
    tables = {each.key: each for each in answer.tables}
    return tuple(Step(**row) for row in tables[NEXT].frame.to_dicts()) if NEXT in tables else ()


def _keys(rows: Sequence[Row], effects: Sequence[Row]) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """What each key does, by quantity, in the units of the page; pictures of a quantity have one scale."""
    of = {row["what"]: row for row in effects}
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["what"], []).append(row | {"scale": of[row["what"]]["scale"]})
    reach = {what: _reach(parts, of[what]["margin"]) for what, parts in found.items()}
    return tuple(
        (
            what,
            tuple(Part(row["part"], *_amounts(row)[:2], spark(row, of[what]["margin"], reach[what])) for row in parts),
        )
        for what, parts in found.items()
    )


def _reach(rows: Sequence[Row], margin: float | None) -> float:
    """How far from no change pictures of some rows go."""
    ends = [margin, *(row[name] for row in rows for name in ("value", "low", "high"))]
    return ROOM * max(abs(each) for each in ends if each is not None) or 1.0


def _tweak(name: str, known: Iterable[str]) -> str:
    """The tweak of a comparison: its name, or what stands before that of the players."""
    return next((each for each in known if name in (each, f"{each}, fixed players", f"{each}, adapted players")), name)


def _by_tweak(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["tweak"], []).append(row)
    return found


def _rule(row: Row) -> ChangedRule:
    return ChangedRule(**{name: row[name] for name in ChangedRule.__slots__})


def _amounts(row: Row) -> tuple[str, str, int]:
    """A change and its interval in words, and with how many digits."""
    factor, known = row["scale"], row["low"] is not None
    half = (row["high"] - row["low"]) / 2.0 if known else 0.0
    digits = words.places(factor * half / 2.0) if half > 0.0 else 2
    change = words.number(factor * row["value"], digits, sign=True)
    if not known:
        return change, "too few deals differ for an interval", digits
    low, high = (words.number(factor * row[name], digits, sign=True) for name in ("low", "high"))
    rests = f"{row['method']} over {row['n']:,} {row['unit']}"
    return change, f"{low} to {high}, {100.0 * row['level']:g} % interval, {rests}", digits


def _effect(row: Row) -> Effect:
    change, interval, digits = _amounts(row)
    unit = " %" if row["of"].startswith("share") else ""
    before, after = (words.number(row["scale"] * row[name], digits) + unit for name in ("base", "after"))
    return Effect(
        row["what"], before, after, change, row["shown"], interval,
        spark(row, row["margin"]),
        "" if row["verdict"] == "fact" else row["verdict"], SURE if row["certain"] else UNSURE,
    )  # fmt: skip


def spark(row: Row, margin: float | None, reach: float = 0.0) -> Markup:
    """A change with its interval around the line of no change; the strip is what was declared to be none.

    Pictures with the same `reach` have one scale; 0 is the row's own.
    """
    value, low, high = row["value"], row["low"], row["high"]
    reach = reach or _reach([row], margin)

    def at(number: float) -> str:
        return f"{WIDTH / 2.0 * (1.0 + number / reach):.1f}"

    middle = HEIGHT / 2.0
    parts = []
    if margin:
        wide = f"{WIDTH * margin / reach:.1f}"
        parts.append(f'<rect class="strip" x="{at(-margin)}" y="1" width="{wide}" height="{HEIGHT - 2:g}"/>')
    parts.append(f'<line class="none" x1="{at(0.0)}" x2="{at(0.0)}" y1="0" y2="{HEIGHT:g}"/>')
    if low is not None and high is not None:
        parts.append(f'<line class="reach" x1="{at(low)}" x2="{at(high)}" y1="{middle:g}" y2="{middle:g}"/>')
    parts.append(f'<circle class="point" cx="{at(value)}" cy="{middle:g}" r="4"/>')
    box = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" height="{HEIGHT:g}"'
    return Markup(f'<svg class="spark" {box} aria-hidden="true">{"".join(parts)}</svg>')
