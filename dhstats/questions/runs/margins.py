"""What makes games close or one-sided? The final margin by how a game ended and by what happened in it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.runs.scores import CLOSE
from dhstats.questions.runs.spreads import Bar, bar_columns, bars, sampled, share_of, stated_share
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.first_screen import capital
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, by_matchup, ranged, text, whole
from dhstats.questions.shared.vocabulary import Vocabulary, vocabulary
from dhstats.stats.estimates.quantiles import Distribution, apart, humps
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS
from dhstats.storage.manifest import SEATS

KEY = "margins"
SPLITS = {"ender": "who caused the end", "end": "how the game ended", "stacks": "ship stacks taken"}
SUCH = "share of these games"
SEVERAL = 2  # humps from which on they are told of

HOW_TO_READ = (
    "The kinds of games are drawn over each other: each step is a final margin, its height the share"
    " of all games. A peak is named only if chance is unlikely to make one. The table says how many"
    " games of each kind are close and how many are blow-outs."
)
METHOD = (
    "One game of each deal whose moves were logged. Shares have 95 % Wilson intervals over these"
    " games, each on its own. A peak rises above the valley that separates it from a higher one by"
    " more than four standard errors; counts are smoothed over a third of a standard deviation to"
    " either side. The split shown is the one in which most games are of a kind with several peaks,"
    " else the one whose kinds differ most (total variation). Close: at most {} points"
    " apart; a blow-out: {} or more."
)
CAUTION = (
    "What is associated with a close end need not cause it: a player who is just ahead has good reason to end the game."
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
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], found[samples[0]], known),
        (_histogram(found), _kinds(found, known)),
        (HOW_TO_READ, METHOD.format(CLOSE, known.tally.far), CAUTION),
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
    told = told or ["Too few games were logged to say what makes them close."]
    return [Finding(group.says(sampled(counts, group, each))) for each in told]


def _heaps(kind: Kind) -> str:
    places = words.listed(_humps(kind).split(", "))
    return f"{capital(_such(kind))} are of {len(kind.humps)} kinds: margins have peaks near {places} points."


def _such(kind: Kind) -> str:
    if kind.split == "ender":
        return f"games that {kind.name} ends"
    return f"games that end by {kind.name}" if kind.split == "end" else f"games with {kind.name} ship stacks"


def close_and_far(kind: Kind, known: Vocabulary) -> str:
    """How many games of a kind are close, and how many are blow-outs."""
    close, far = shares(kind.margins, known.tally.far)
    return (
        f"Of the {_such(kind)}, {stated_share(close, f'end at most {CLOSE} points apart')} and"
        f" {stated_share(far, f'at least {known.tally.far}')}."
    )


def shares(margins: Distribution, far: int) -> tuple[Estimate, Estimate]:
    """How many games are close, and how many are blow-outs."""
    close = margins.count_at_least(-CLOSE) - margins.count_at_least(CLOSE + 1)
    out = margins.n - margins.count_at_least(1 - far) + margins.count_at_least(far)
    return share_of(close, margins), share_of(out, margins)


def _histogram(found: dict[Group, tuple[Kind, ...]]) -> Table:
    columns = (text("part", "Kind", "name"), *bar_columns("First player ahead by", "points", "all games"))
    shown = {group: [kind for kind in every if kind.split == every[0].split] for group, every in found.items()}
    return by_matchup("margins", "Final margins by kind of game", columns, beside_each_other(shown))


def beside_each_other(shown: Mapping[Group, Sequence[Kind]]) -> dict[Group, list[Bar]]:
    """The margins of kinds of games, as shares of all the games that a group shows."""
    return {
        group: [bar for kind in every for bar in bars(kind.name, kind.margins, together(every).n)]
        for group, every in shown.items()
    }


def _kinds(found: dict[Group, tuple[Kind, ...]], known: Vocabulary) -> Table:
    columns = (
        text("split", "Games by", lambda kind: SPLITS[kind.split]),
        text("part", "Kind", "name"),
        *close_and_far_columns(known.tally.far),
    )
    humps = text("humps", "Peaks of the margin", _humps)
    return by_matchup("kinds", "Close games and blow-outs by kind of game", (*columns[:-1], humps, columns[-1]), found)


def _humps(kind: Kind) -> str:
    return ", ".join(words.number(at, 0, sign=True) for at in kind.humps)


def close_and_far_columns(far: int) -> tuple[Field, ...]:
    """How many games of a kind are close, and how many are blow-outs, as columns."""
    return (
        whole("games", "Games, one per deal", "games", "margins.n"),
        *ranged("close", f"At most {CLOSE} points apart", SUCH, lambda kind: shares(kind.margins, far)[0]),
        *ranged("far", f"At least {far} points apart", SUCH, lambda kind: shares(kind.margins, far)[1]),
        text("method", "Method of the intervals", lambda kind: "Wilson"),
    )


QUESTION = Question(
    KEY, "What makes games close or one-sided?", (KEY,), answer, 120, of_turns=True,
    charts=(
        Chart(
            "Final margins by kind of game, drawn over each other", ("margins", "kinds"),
            "report.charts.comebacks.kinds_of_games", {"title": "First player ahead by (points)", "form": "+d"}, True,
            says=captions.humps,
        ),
    ),
)  # fmt: skip
