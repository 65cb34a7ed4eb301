"""What makes games close or one-sided? The final margin by how a game ended and by what happened in it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.runs.scores import CLOSE
from dhstats.questions.runs.spreads import sampled
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.tables import MATCHUP, Value, number, ranged, table, text, whole
from dhstats.questions.shared.vocabulary import Vocabulary, vocabulary
from dhstats.stats.estimates.humps import apart, humps
from dhstats.stats.estimates.quantiles import Distribution
from dhstats.stats.intervals.intervals import LEAST_DEALS, Interval, wilson
from dhstats.storage.manifest import SEATS

KEY, TITLE = "margins", "What makes games close or one-sided?"
SPLITS = {"ender": "who brought the end about", "end": "how the game ended", "stacks": "ship stacks taken"}
SUCH = "share of these games"
SEVERAL = 2  # humps from which on they are told of

HOW_TO_READ = (
    "Games of a kind are drawn over each other: each step is a final margin, its height the share of all games. A hump"
    " is named where chance would hardly make one. The table says how many games of each kind are close and how many"
    " are blow-outs."
)
METHOD = (
    "One game of each deal whose moves were logged. Shares have 95 % Wilson intervals over these games, each for"
    " itself. A hump rises above the valley that parts it from a higher one by more than four standard errors, counts"
    " smoothed over a third of a standard deviation to either side. Shown is the split in which most games are of a"
    " kind with several humps, else the one whose kinds lie furthest apart (total variation). Close: at most {} points"
    " apart; a blow-out: {} or more."
)
CAUTION = (
    "What goes together with a close end need not bring it about: whoever is just ahead has good reason to end the"
    " game."
)


@dataclass(frozen=True)
class Kind:
    """The games of a kind: its split, its name in words, their final margins."""

    split: str
    name: str
    margins: Distribution

    @property
    def humps(self) -> tuple[int, ...]:
        """Where its margins heap up; nothing where too few games tell."""
        return humps(self.margins) if self.margins.n >= LEAST_DEALS else ()


def answer(counts: Counts) -> Answer:
    """Final margins by what games differ in."""
    samples, known = groups(counts), vocabulary(counts.game)
    found = {group: kinds(counts, group) for group in samples}
    return Answer(
        key=KEY,
        title=TITLE,
        findings=tuple(_findings(counts, samples[0], found[samples[0]], known)),
        tables=(_histogram(found), _kinds(found, known)),
        how_to_read=HOW_TO_READ,
        method=METHOD.format(CLOSE, known.tally.far),
        caution=CAUTION,
        queries=((KEY, counts.text(KEY)),),
    )


def kinds(counts: Counts, group: Group) -> tuple[Kind, ...]:
    """The kinds of all splits, the split first that is shown."""
    seen: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for row in counts.rows(KEY, matchup=group.number):
        seen[row["split"], row["part"]][row["value"]] = row["games"]
    ends = vocabulary(counts.game).ends
    by_split: dict[str, list[Kind]] = defaultdict(list)
    for (split, part), values in seen.items():
        by_split[split].append(Kind(split, _spoken(split, part, ends), Distribution.from_counts(values)))
    order = sorted(by_split, key=lambda split: (_telling(by_split[split]), split), reverse=True)
    return tuple(kind for split in order for kind in by_split[split])


def _spoken(split: str, part: str, ends: Mapping[str, str]) -> str:
    if split == "ender":
        return "nobody" if part == "-1" else f"the {SEATS[int(part)]} player"
    return ends.get(part, words.spoken(part)) if split == "end" else part


def _telling(several: Sequence[Kind]) -> tuple[float, float]:
    """How much a split tells: the share of games in kinds with several humps, and how far kinds lie from all games."""
    every = together(several)
    split = sum(kind.margins.n for kind in several if len(kind.humps) >= SEVERAL) / every.n
    return split, sum(kind.margins.n * apart(kind.margins, every) for kind in several) / every.n


def together(several: Iterable[Kind]) -> Distribution:
    """The margins of all games of some kinds."""
    first, *others = (kind.margins for kind in several)
    return sum(others, first)


def _findings(counts: Counts, group: Group, found: tuple[Kind, ...], known: Vocabulary) -> list[Finding]:
    shown = [kind for kind in found if kind.split == found[0].split and kind.margins.n >= LEAST_DEALS]
    told = [_heaps(kind) for kind in shown if len(kind.humps) >= SEVERAL]
    told += [close_and_far(kind, known) for kind in shown]
    told = told or ["Too few games were logged to tell what makes them close."]
    return [Finding(group.says(sampled(counts, group, each))) for each in told]


def _heaps(kind: Kind) -> str:
    places = words.listed([words.number(at, 0, sign=True) for at in kind.humps])
    return f"{_capital(_such(kind))} are of {len(kind.humps)} kinds: margins heap up near {places} points."


def _such(kind: Kind) -> str:
    if kind.split == "ender":
        return f"games that {kind.name} ends"
    return f"games that end by {kind.name}" if kind.split == "end" else f"games with {kind.name} ship stacks"


def close_and_far(kind: Kind, known: Vocabulary) -> str:
    """How many games of a kind are close, and how many are blow-outs."""
    close, far = shares(kind.margins, known.tally.far)
    n = kind.margins.n
    return (
        f"Of the {_such(kind)}, {_percent(close, n)} end at most {CLOSE} points apart ({_sure(close)}) and"
        f" {_percent(far, n)} at least {known.tally.far} ({_sure(far)})."
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _percent(found: tuple[int, Interval], n: int) -> str:
    return words.percent(found[0] / n, found[1].half_width / 2.0)


def _sure(found: tuple[int, Interval]) -> str:
    return words.share_span(found[1], found[1].half_width / 2.0)


def shares(margins: Distribution, far: int) -> tuple[tuple[int, Interval], tuple[int, Interval]]:
    """How many games are close, and how many blow-outs, each with the interval of its share."""
    close = margins.count_at_least(-CLOSE) - margins.count_at_least(CLOSE + 1)
    out = margins.n - margins.count_at_least(1 - far) + margins.count_at_least(far)
    return (close, wilson(close, margins.n, LEVEL)), (out, wilson(out, margins.n, LEVEL))


def _histogram(found: dict[Group, tuple[Kind, ...]]) -> Table:
    fields = (
        MATCHUP, text("part", "Kind"), whole("value", "First player ahead by", "points"),
        whole("games", "Games, one a deal", "games"), number("share", "Share of all games", "share of games"),
    )  # fmt: skip
    lines: list[dict[str, Value]] = []
    for group, every in found.items():
        shown = [kind for kind in every if kind.split == every[0].split]
        n = together(shown).n
        lines += [
            {"matchup": group.label, "part": kind.name, "value": value, "games": games, "share": games / n}
            for kind in shown
            for value, games in zip(kind.margins.values, kind.margins.counts, strict=True)
        ]
    return table("margins", "Final margins by kind of game", fields, lines)


def _kinds(found: dict[Group, tuple[Kind, ...]], known: Vocabulary) -> Table:
    fields = (
        MATCHUP, text("split", "Games by"), text("part", "Kind"), whole("games", "Games, one a deal", "games"),
        *ranged("close", f"At most {CLOSE} points apart", SUCH),
        *ranged("far", f"At least {known.tally.far} points apart", SUCH),
        text("humps", "Humps of the margin"), text("method", "Method of the intervals"),
    )  # fmt: skip
    lines = [line(group, kind, known.tally.far) for group, every in found.items() for kind in every]
    return table("kinds", "Close games and blow-outs by kind of game", fields, lines)


def line(group: Group, kind: Kind, far: int) -> dict[str, Value]:
    """A kind of game as a table has it."""
    told: dict[str, Value] = {
        "matchup": group.label, "split": SPLITS[kind.split], "part": kind.name, "games": kind.margins.n,
        "humps": ", ".join(words.number(at, 0, sign=True) for at in kind.humps), "method": "Wilson",
    }  # fmt: skip
    for name, (count, interval) in zip(("close", "far"), shares(kind.margins, far), strict=True):
        told |= {name: count / kind.margins.n, f"{name}_low": interval.low, f"{name}_high": interval.high}
    return told
