"""What a tweak changes at first sight: its rules in words, and every quantity before and after with a small picture."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import altair as alt
from markupsafe import Markup

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Table
from dhstats.questions.shared.hundred import HUNDRED, Share, more_digits, more_games
from dhstats.questions.tweaks.rule_changes import KEY, NEXT
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.report.drawing.theme import paint
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval

WIDTH, HEIGHT, ROOM = 140.0, 22.0, 1.12  # of a small picture, in pixels, and how much wider than what it shows
MOST_RULES = 8  # changed rules of a tweak that stand before their fold
SURE, UNSURE = "changed", "no change shown"


@dataclass(frozen=True, slots=True)
class Step:
    """What to try next, and the command that does."""

    what: str
    command: str


def ledgers(answer: Answer) -> tuple[Row, ...]:
    """What each tweak of an answer changes; nothing for an answer that is about no tweaks.

    That is by its name the rules that stand before a fold and behind it, what that did where every quantity was
    compared, and which key did it.
    """
    tables = {each.key: each for each in answer.tables}
    rules, effects, keys = (
        _by_tweak(tables[key].frame.to_dicts() if key in tables else []) for key in (KEY, "differences", "keys")
    )
    rows = []
    for name in (effects or rules) if rules else ():
        # The tweak of a comparison: its name, or what stands before that of the players
        own = (each for each in rules if name in (each, f"{each}, fixed players", f"{each}, adapted players"))
        tweak, of = next(own, name), effects.get(name, [])
        changed = rules.get(tweak, [])
        rows.append({
            "tweak": name, "shown": changed[:MOST_RULES], "folded": changed[MOST_RULES:],
            "effects": [_effect(row) for row in of], "keys": _keys(keys.get(tweak, []), of),
        })  # fmt: skip
    return tuple(rows)


def steps(answer: Answer) -> tuple[Step, ...]:
    """What to try after the tweaks of an answer."""
    tables = {each.key: each for each in answer.tables}
    return tuple(Step(**row) for row in tables[NEXT].frame.to_dicts()) if NEXT in tables else ()


def _keys(rows: Sequence[Row], effects: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """What each key does, by quantity, in the units of the page; pictures of a quantity have one scale."""
    of = {row["what"]: row for row in effects}
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["what"], []).append(row | {"scale": of[row["what"]]["scale"]})
    told = []
    for what, parts in found.items():
        margin = of[what]["margin"]
        reach, amounts = _reach(parts, margin), [_amounts(row) for row in parts]
        shown = [
            {"part": row["part"], "change": change, "interval": interval, "spark": spark(row, margin, reach)}
            for row, (change, interval, _) in zip(parts, amounts, strict=True)
        ]
        told.append((what, shown))
    return told


def _reach(rows: Sequence[Row], margin: float | None) -> float:
    """How far from no change pictures of some rows go."""
    ends = [margin, *(row[name] for row in rows for name in ("value", "low", "high"))]
    return ROOM * max(abs(each) for each in ends if each is not None) or 1.0


def _by_tweak(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["tweak"], []).append(row)
    return found


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


def _effect(row: Row) -> Row:
    """A quantity under the base and under the tweak, the change with its interval in words and as a picture."""
    change, interval, digits = _amounts(row)
    unit = " %" if row["of"].startswith("share") else ""
    before, after = (words.number(row["scale"] * row[name], digits) + unit for name in ("base", "after"))
    return {
        "what": row["what"], "before": before, "after": after, "change": change, "interval": interval,
        "spark": spark(row, row["margin"]), "verdict": "" if row["verdict"] == "fact" else row["verdict"],
        "said": SURE if row["certain"] else UNSURE,
    }  # fmt: skip


def spark(row: Row, margin: float | None, reach: float = 0.0) -> Markup:
    """A change with its interval around the line of no change; the strip is what was declared to be none."""
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


USUAL = 0.95  # level of an interval, and of several that hold together
PAD = 0.06  # of the width: what is free at both ends of an axis
LOUD, QUIET = 7, 4  # pixels: how thick intervals are
DOT, SMALL = 110, 12  # size of a point, and pixels of its number
MOST_LARGE, LARGER = 4, 0.22  # fewer rows than so many are drawn larger, by so much for each that is missing
PHONE, WORD = 300, 22  # pixels: the width of a plot on a phone, and what half a number and a gap take
LOW_STEP = 44  # pixels from a row to the next where a number stands below


@dataclass(frozen=True, slots=True)
class Ground:
    """What rows are held against: words of the axis (games of 100 if nothing else), dashed value, strip, marks."""

    title: str
    even: float
    dashed: str
    strip: tuple[float, float] | None = None
    key: tuple[str, ...] = ()
    signed: bool = True
    stops: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Where lines stand that no number may stand on."""
        object.__setattr__(self, "stops", tuple(sorted({self.even, *(self.strip or ())})))


def more(values: Sequence[Row]) -> list[str]:
    """Differences of shares of the wins as the sentence beside has them: "+7", or "+1.5" where one is small."""
    estimates = [Estimate(row["score"], math.nan, interval_of(row)) for row in values]
    digits = max(map(more_digits, estimates), default=0)  # alike in all rows
    return [more_games(each, digits) for each in estimates]


def won(row: Row, even: float = 0.5) -> str:
    """A share of the wins as games of 100, as the sentence beside has it."""
    return Share(row["score"], interval_of(row), even).games


def interval_of(row: Row) -> Interval:
    """The interval of a row; without ends where it has none."""
    low, high = UNBOUNDED if row["low"] is None else (row["low"], row["high"])
    return Interval(low, high, USUAL, "", 0, "deals")


def half_width(row: Row) -> float:
    """Half of what an interval spans; 0 where there is none."""
    return (row["high"] - row["low"]) / 2.0 if row["low"] is not None else 0.0


def in_games(row: Row, said: str) -> Row:
    """A row of shares of the wins in games of 100, with its number as it is said."""
    numbers = {name: None if row[name] is None else HUNDRED * row[name] for name in ("score", "low", "high")}
    return {**row, **numbers, "said": said}


def sure(table: Table, what: str = "bar") -> str:
    """What the bar of an estimate is: its interval with its level; of several that hold together the level of all."""
    levels = set(table.frame["level"].drop_nulls()) if "level" in table.frame.columns else set()
    if len(levels) != 1:
        return f"{what}: interval"
    level, several = levels.pop(), table.frame.height
    if several > 1 and USUAL in (round(1.0 - several * (1.0 - level), 6), round(level**several, 6)):
        return f"{what}: {words.number(HUNDRED * USUAL, 0)} % interval, all right at once"
    return f"{what}: {words.number(HUNDRED * level, 1).removesuffix('.0')} % interval"


def picture(values: Sequence[Row], names: Names, ground: Ground, words_for_it: str) -> Chart:
    """A row a name: its interval, its point, and its number at the point; rows that are `quiet` are thin and grey."""
    large = 1.0 + (MOST_LARGE - len(names.order)) * LARGER if len(names.order) < MOST_LARGE else 1.0
    placed, domain = placed_numbers(values, names, ground)
    base, scale = plotted(placed), shapes.within(domain)
    axis = Axis("score", ground.title, "+.1f" if ground.signed else ".1f")
    shown = [names.tip(), alt.Tooltip("said:N", title=ground.title)]
    ink = alt.ExprRef("datum.quiet ? ink_neutral : ink_estimate")
    rule = base.mark_rule(strokeWidth=alt.ExprRef(f"datum.quiet ? {QUIET} : {large * LOUD:g}"), color=ink, opacity=0.5)
    size = alt.ExprRef(f"datum.quiet ? {DOT} : {large * large * DOT:g}")
    point = base.mark_point(filled=True, size=size, opacity=1, color=ink, stroke=paint("card"), strokeWidth=1)
    layers = [shapes.band(*ground.strip, domain, names)] if ground.strip else []
    layers += [
        shapes.even(ground.even, domain, names),
        encode(rule, x=alt.X("from:Q", scale=scale, axis=axis.below_rows()), x2="to:Q", y=names.row(), tooltip=shown),
        encode(point, x=alt.X("score:Q", scale=scale), y=names.row(), tooltip=shown),
        *shapes.row_names(names),
        *_numbers(base, names, scale, large),
    ]
    (least, most), height = shapes.rows_between(names), shapes.height_of(names)
    if placed[0]["below"]:
        least = max(least, height + int(len(names.order) * (LOW_STEP - shapes.STEP + SMALL * (large - 1.0))))
    chart = finish(layers, words_for_it, max(height, least), (least, max(most, least)))
    return keyed(chart, *ground.key, f"dashed: {ground.dashed}" if ground.dashed else "")


def keyed(chart: Chart, *key: str) -> Chart:
    """A chart with what its marks mean, which stands below it."""
    given = chart.usermeta if isinstance(chart.usermeta, dict) else {}
    chart.usermeta = {**given, "key": [each for each in key if each]}
    return chart


def upright_title(text: str) -> alt.TitleParams:
    """What the axis at the left says, above the plot, so that nobody has to read sideways."""
    return alt.TitleParams(text, anchor="start", frame="bounds", fontSize=12, fontWeight="normal", color=paint("soft"))


def _numbers(base: alt.Chart, names: Names, scale: alt.Scale, large: float) -> list[alt.Chart]:
    """The number of a row over its point, or under it where its name stands over it."""
    side = alt.ExprRef("datum.below ? 'top' : 'bottom'")
    dy = alt.ExprRef(f"datum.below ? {-shapes.ABOVE} : {shapes.ABOVE}")
    size = alt.ExprRef(f"datum.quiet ? {SMALL} : {large * SMALL:g}")
    marks = shapes.rimmed(base, 4, align="center", baseline=side, dy=dy, fontWeight=600, fontSize=size)
    return [encode(mark, x=alt.X("score:Q", scale=scale), y=names.row(), text="said:N") for mark in marks]


def placed_numbers(values: Sequence[Row], names: Names, ground: Ground) -> tuple[list[Row], tuple[float, float]]:
    """Rows with their drawn ends, and whether their number stands below the point for lack of room; the axis' ends."""
    rows = [{**row, "from": _or(row["low"], row["score"]), "to": _or(row["high"], row["score"])} for row in values]
    numbers = [row[name] for row in rows for name in ("from", "to", "score")] + list(ground.stops)
    width = (max(numbers) - min(numbers)) or 1.0
    low, high = min(numbers) - PAD * width, max(numbers) + PAD * width
    below = any(_written(row[names.column]) + WORD > PHONE * (row["score"] - low) / (high - low) for row in rows)
    return [{**row, "below": below} for row in rows], (low, high)


def _written(name: str) -> float:
    """How many pixels a name takes at most, where one that is long stands on two lines."""
    return shapes.LETTER * min(len(name), shapes.WORDED)


def _or(end: float | None, score: float) -> float:
    return score if end is None else end
