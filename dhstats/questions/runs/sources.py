"""Where do points come from? What players took from each source, and how those who took more of it fared."""

from functools import partial
from typing import Any

from dhstats.queries.catalogue import queries
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import RESULTS, Chart, bars, most
from dhstats.questions.shared.extremes import PICKED, extremes, picked
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, block_sums, part_of, rate, ratio_sums
from dhstats.questions.shared.tables import by_matchup, ranged, resting, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate

KEY = "sources"
ALL, LATE = "", "late"  # as the query names whole final scores, and what comes with the final count alone
APART = "with such games"


def answer(counts: Counts) -> Answer:
    """Points by source, and wins of those who took more."""
    samples, late = groups(counts), vocabulary(counts.game).late
    rows = {group: _rows(counts, group) for group in samples}
    columns = (
        text("source", "Source", lambda of: late if of[1]["source"] == LATE else words.spoken(of[1]["source"])),
        *ranged("points", "Points per player and game", "points", lambda of: _a_player(counts, *of)),
        *resting("share", "Share of all points", "share of points", "with points",
                 lambda of: rate(part_of(of[1]["all"], of[1], "points", "all_points_points"), "with points")),
        *resting("win_rate", "How often the player with more of them won", "share of these games", APART,
                 lambda of: _wins(of[1])),
    )  # fmt: skip
    group = samples[0]
    by_name = {(late if row["source"] == LATE else f"the {words.spoken(row['source'])}"): row for _, row in rows[group]}
    told = []
    if points := extremes({name: partial(_a_player, counts, group, row) for name, row in by_name.items()}):
        told.append(f"Most points come from {points.most.name}: {picked(points.most, of='per player and game')}.")
    if wins := extremes({name: partial(_wins, row) for name, row in by_name.items()}):
        won = f"the player with more of them wins {picked(wins.most, PERCENT, 'of these games')}"
        told.append(f"Points from {wins.most.name} are the best sign of a winner: {won}.")
    told = told or ["Too few deals were logged to say where points come from."]
    findings = [Finding(group.says(each)) for each in told]
    table = by_matchup(KEY, "Points by source", columns, rows)
    return QUESTION.told(counts, findings, (table,))


def _rows(counts: Counts, group: Group) -> list[tuple[Group, dict[str, Any]]]:
    """The sources, most points first, each with the row of all final scores; with the group whose they are."""
    rows = counts.rows(KEY, matchup=group.number)
    every = next(row for row in rows if row["source"] == ALL)
    found = [{**row, "all": every} for row in rows if row["source"] != ALL]
    return [(group, row) for row in sorted(found, key=lambda row: (-row["points"], row["source"]))]


def _a_player(counts: Counts, group: Group, row: dict[str, Any], level: float = LEVEL) -> Estimate:
    """The points of a source that a player had, on average over all players of all logged games."""
    scale = group.games * len(counts.run.manifest.seats)
    return block_sums(int(row["all"]["deals"]), row, "points", scale).estimate(level)


def _wins(row: dict[str, Any], level: float = LEVEL) -> Estimate | None:
    return rate(ratio_sums(row, "apart", "wins"), APART, level)


# Asked of games whose tables tell where points come from.
QUESTION = Question(
    KEY, "Where do points come from?", (KEY,), answer, 210, OF_MORE, lambda counts: KEY in queries(counts.game), True,
    charts=(
        bars("Points per player and game, by source", KEY, "source", ("points", "Points per player and game", ".2f"),
             "Bars: the points that a player has of each source at the end, with intervals.",
             most("source", "points", "Most points come from: {what} ({value})", captions.points)),
        Chart("How often the player with more points from a source wins; an association, not what they are worth",
              (KEY,), f"{RESULTS}.source_wins",
              says=most("source", "win_rate", "Goes together with winning most: {what} ({value})")),
    ),
    read="The first chart shows how many points a player had from each source at the end, on average. The second uses"
    " the games in which one player took more points from a source than any other: how often that player won.",
    method="Points per player and game: sums of a deal over its games and players, 95 % t intervals over deals. Shares"
    f" of all points, and how often a player won: {RATIOS}. {PICKED} Only a player who wins alone counts as a winner.",
    caution="This is an association: a player who took more from a source may have been ahead anyway, and points from"
    " one source go together with points from others. To measure what an item is worth, `dhstats value` hands it over"
    " and changes nothing else.",
)  # fmt: skip
