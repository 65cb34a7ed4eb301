"""Strike, stomp or scream? Each way to capture: its use, success and yield, by phase of the game and by target."""

from dhstats.games.dragonwood.table import WAYS
from dhstats.queries.counts import Counts
from dhstats.questions.dragonwood.odds import Printed
from dhstats.questions.dragonwood.tries import ALL, FIELDS, WHOLE_GAME, Tries, tries
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.sums import RATIOS
from dhstats.questions.shared.tables import MATCHUP, Line, table, text, whole
from dhstats.stats.intervals.blocks import Estimate

KEY, TITLE = "ways", "Strike, stomp or scream?"
PHASES = ("first quarter", "second quarter", "third quarter", "last quarter")  # of the decisions of a game

HOW_TO_READ = (
    "A bar a way: its share of all attempts, and the victory points for a card spent on creatures that way, with"
    " intervals. By quarter of the game: how the ways shift from the opening to the end. By card: how often an attempt"
    " in each way captured it."
)
METHOD = (
    f"Attempts of all players. Shares, success, cards and points: {RATIOS}. A share is one of all attempts in the same"
    " quarter of the game's decisions, or at the same card."
    " Points for a card leave out what was spent on enhancements."
)
CAUTION = (
    "Players attack in the way that suits their hand best, so the ways meet different hands: a way that seems better"
    " is one that is chosen when it is good. What each way can reach with equally many cards stands in the table of"
    " exact chances of the section before."
)


def answer(counts: Counts) -> Answer:
    """Attempts by way, by way and phase, by card and way."""
    samples, cards = groups(counts), Printed.of(counts.run.manifest.rules)
    return Answer(
        key=KEY,
        title=TITLE,
        findings=tuple(_findings(counts, samples[0])),
        tables=(_ways(counts, samples), _phases(counts, samples), _targets(counts, samples, cards)),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("attempts", "race")),
    )


def by_way(counts: Counts, group: Group) -> dict[str, Tries]:
    """All attempts in each way, the most frequent first."""
    found = tries(counts, group, lambda row: row["target"] == ALL and row["way"] != ALL and row["phase"] == WHOLE_GAME)
    return {each.row["way"]: each for each in sorted(found, key=lambda each: -each.row["attempts"])}


def _findings(counts: Counts, group: Group) -> list[Finding]:
    found = by_way(counts, group)
    if not found:
        return [Finding(group.says("Nothing was attacked in the logged turns."))]
    first = next(iter(found.values())).share
    uses = [_use(way, each, first if at else None) for at, (way, each) in enumerate(found.items())]
    told = [Finding(group.says(f"{words.listed(uses)}."), headline=True)]
    told += [Finding(group.says(f"{_success(way, each)}.")) for way, each in found.items()]
    return told


def _use(way: str, each: Tries, first: Estimate | None) -> str:
    share = each.share
    assert share is not None  # there were attempts
    size = words.percent(share.value, share.se)
    if first is None:
        return f"{size} of the attempts are {_plural(way)} ({words.share_span(share.interval, share.se)})"
    return f"{size} {_plural(way)} ({words.share_reach(share.interval, share.se, first.interval)})"


def _success(way: str, each: Tries) -> str:
    success, points = each.success, each.points_a_card
    assert success is not None  # there were attempts
    told = (
        f"{_plural(way).capitalize()} succeed {words.percent(success.value, success.se)} of the time"
        f" ({words.share_span(success.interval, success.se)})"
    )
    return told if points is None else f"{told} and bring {_points(points, success)}"


def _points(points: Estimate, before: Estimate) -> str:
    digits = words.places(points.se)
    return (
        f"{words.number(points.value, digits)} points for a card spent on creatures"
        f" ({words.reach(points.interval, digits, after=before.interval)})"
    )


def _plural(way: str) -> str:
    return f"{way}s"


def _ways(counts: Counts, samples: tuple[Group, ...]) -> Table:
    lines: list[Line] = [
        {"matchup": group.label, "way": way, **each.line()}
        for group in samples
        for way, each in by_way(counts, group).items()
    ]
    return table("ways", "Ways to capture", (MATCHUP, text("way", "Way"), *FIELDS), lines)


def _phases(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (
        MATCHUP, whole("phase", "Number of the quarter", ""), text("when", "Part of the game"), text("way", "Way"),
        *FIELDS,
    )  # fmt: skip
    lines: list[Line] = [
        {
            "matchup": group.label, "phase": each.row["phase"], "when": PHASES[each.row["phase"]],
            "way": each.row["way"], **each.line(),
        }
        for group in samples
        for each in _by_phase(counts, group)
    ]  # fmt: skip
    return table("phases", "Ways by phase of the game", fields, lines)


def _by_phase(counts: Counts, group: Group) -> list[Tries]:
    """The attempts in each way, phase after phase, the most frequent way of the whole game first."""
    order = list(by_way(counts, group))
    found = tries(counts, group, lambda row: row["way"] != ALL and row["phase"] != WHOLE_GAME)
    return sorted(found, key=lambda each: (each.row["phase"], order.index(each.row["way"])))


def _targets(counts: Counts, samples: tuple[Group, ...], cards: Printed) -> Table:
    fields = (MATCHUP, text("target", "Card"), text("way", "Way"), *FIELDS)
    place = {name: at for at, name in enumerate(cards.titles)}
    lines: list[Line] = []
    for group in samples:
        found = tries(counts, group, lambda row: row["target"] != ALL and row["way"] != ALL)
        found.sort(key=lambda each: (place[each.row["target"]], WAYS.index(each.row["way"])))
        lines += [
            {"matchup": group.label, "target": words.spoken(each.row["target"]), "way": each.row["way"], **each.line()}
            for each in found
        ]
    return table("targets", "Ways by card", fields, lines)
