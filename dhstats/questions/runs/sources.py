"""Where do points come from? What players took from each source, and how those who took more of it fared."""

from functools import partial

from dhstats.queries.catalogue import queries
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import RESULTS, Chart, bars, most
from dhstats.questions.shared.extremes import PICKED, ranked
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted, a_game_of, rate_of, share_of
from dhstats.questions.shared.tables import by_matchup, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT

KEY = "sources"
ALL, LATE = "", "late"  # as the query names whole final scores, and what comes with the final count alone
APART = "with such games"


def answer(counts: Counts) -> Answer:
    """Points by source, and wins of those who took more."""
    samples, late = groups(counts), vocabulary(counts.game).late
    rows = {group: _rows(counts, group) for group in samples}
    columns = (
        text("source", "Source", lambda each: late if each.row["source"] == LATE else words.spoken(each.row["source"])),
        *a_game_of("points", "Points per player and game", "points"),
        *share_of("Share of all points", "share of points", "points", "all_points_points", "with points"),
        *rate_of(
            "win_rate", "How often the player with more of them won", "share of these games", "apart", APART, "wins"
        ),
    )
    group = samples[0]
    named = [(each.row["source"], each) for each in rows[group]]
    by_name = {late if source == LATE else f"the {words.spoken(source)}": each for source, each in named}
    points = {name: partial(each.a_game, "points") for name, each in by_name.items()}
    wins = {name: partial(each.rate, "wins", "apart", APART) for name, each in by_name.items()}
    won = "the player with more of them wins {much}"
    told = [
        ranked(points, "Most points come from {most}: {much}.", of="per player and game"),
        ranked(wins, f"Points from {{most}} are the best sign of a winner: {won}.", PERCENT, "of these games"),
    ]
    told = list(filter(None, told)) or ["Too few deals were logged to say where points come from."]
    findings = [Finding(group.says(each)) for each in told]
    table = by_matchup(KEY, "Points by source", columns, rows)
    return QUESTION.told(counts, findings, (table,))


def _rows(counts: Counts, group: Group) -> list[Counted]:
    """The sources, most points first, among all final scores; a game counts once for every player."""
    rows = counts.rows(KEY, matchup=group.number)
    every = next(row for row in rows if row["source"] == ALL)
    deals, players = int(every["deals"]), group.games * len(counts.run.manifest.seats)
    found = [Counted(row, every, deals, players) for row in rows if row["source"] != ALL]
    return sorted(found, key=lambda each: (-each.row["points"], each.row["source"]))


# Asked of games whose tables tell where points come from.
QUESTION = Question(
    KEY, "Where do points come from?", (KEY,), answer, 210, OF_MORE, lambda counts: KEY in queries(counts.game), True,
    charts=(
        bars("Points per player and game, by source", KEY, "source", ("points", "Points per player and game", ".2f"),
             "Bars: the points that a player has of each source at the end, with intervals.",
             most("source", "points", "Most points come from: {what} ({value})", captions.points)),
        Chart("How often the player with more points from a source wins; an association, not what they are worth",
              (KEY,), f"{RESULTS}.source_wins",
              says=most("source", "win_rate", "Best sign of a winner: {what} ({value})")),
    ),
    read="The first chart shows how many points a player had from each source at the end, on average. The second uses"
    " the games in which one player took more points from a source than any other: how often that player won.",
    method="Points per player and game: totals of a deal over its games and players, 95 % t intervals over deals. "
    "Shares"
    f" of all points, and how often a player won: {RATIOS}. {PICKED} Only a player who wins alone counts as a winner.",
    caution="This is an association: a player who took more from a source may have been ahead anyway, and points from"
    " one source go together with points from others. To measure what an item is worth, `dhstats value` hands it over"
    " and changes nothing else.",
)  # fmt: skip
