"""Can a player who is behind still win at a table of three or more? What became of leads over the best other player."""

from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.runs.comebacks import (
    ANY,
    CAUTION,
    LEVEL_GAMES,
    SUCH,
    TOO_SHORT,
    WIDEST,
    half_way,
    lead_words,
    logged,
    often_reached,
    won,
)
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.sums import RATIOS
from dhstats.questions.shared.tables import MATCHUP, Value, number, rested, resting, table, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.simulate.tables.wins import WIN

KEY, TITLE, QUERY = "comebacks", "Can a player who is behind still win?", "leads"
HOW_TO_READ = (
    "A cell is a moment of a game: so many turns are over, and one player is so far ahead of the best other. Its"
    " large number says how many of 100 such games that player won, the small one in how many of 100 games it came to"
    f" that; its colour is that of the large number, pale at an even share. Grey: the 95 % interval is wider than"
    f" {100.0 * WIDEST:g} games in 100. Games in which nobody is ahead alone are in no cell."
)
METHOD = (
    f"A game counts once a round that is looked at; a shared win counts in parts. Each cell for itself: {RATIOS}."
    " {} Rounds that fewer than 1 % of the logged games reached are left out."
)

Rows = list[dict[str, Any]]


def asked_of(counts: Counts) -> bool:
    """Whether each plays for themselves: partners are not ahead of each other."""
    return str(counts.run.manifest.rules.get("teams", "none")) == "none"


def answer(counts: Counts) -> Answer:
    """The chance to win by lead over the best other and by turn."""
    samples, known = groups(counts), vocabulary(counts.game)
    shown = {group: _cells(counts, group) for group in samples}
    return Answer(
        key=KEY,
        title=TITLE,
        findings=tuple(_findings(samples[0], shown[samples[0]], known.tally)),
        tables=(_map(counts, shown),),
        how_to_read=HOW_TO_READ,
        method=METHOD.format(known.tally.without.format(known.late)),
        caution=CAUTION,
        queries=((QUERY, counts.text(QUERY)), ("race", counts.text("race"))),
    )


def _cells(counts: Counts, group: Group) -> Rows:
    """The cells of the rounds that enough games reached, without those of games in which nobody is ahead alone."""
    cells = often_reached(counts.rows(QUERY, matchup=group.number), WIN, logged(counts, group))
    return [row for row in cells if row["lead"] != LEVEL_GAMES]


def _findings(group: Group, rows: Rows, tally: Tally) -> list[Finding]:
    chosen = half_way(rows)
    if not chosen:
        return [Finding(group.says(TOO_SHORT))]
    return [Finding(group.says(_sentence(row, tally)), headline=row["lead"] == ANY) for row in chosen]


def _sentence(row: dict[str, Any], tally: Tally) -> str:
    found = won(row)
    size, sure = words.percent(found.value, found.se), words.share_span(found.interval, found.se)
    if row["lead"] == ANY:
        return f"Whoever {tally.leads} after {row['turn']} turns wins {size} of the games ({sure})."
    lead = f"{lead_words(row['lead'])} points more than the best other after {row['turn']} turns"
    return f"With {lead} a player wins {size} of the games ({sure})."


def _map(counts: Counts, shown: dict[Group, Rows]) -> Table:
    fields = (
        MATCHUP, whole("turn", "Turns of all players", "turns"), text("lead", "Points ahead of the best other"),
        whole("least", "Least lead of the class", "points"), whole("games", "Games", "games"),
        number("occurs", "How often it comes to that", "share of the logged games"),
        number("reached", "How often games get so far", "share of the logged games"),
        number("even", "Even share", "share of a win"),
        *resting("score", "How often the player ahead won", "share of these games", SUCH),
        text("known", "Known well enough"),
    )  # fmt: skip
    even = 1.0 / len(counts.run.manifest.seats)
    lines = [_line(group, row, logged(counts, group), even) for group, rows in shown.items() for row in rows]
    return table("map", "The chance to win by lead and turn", fields, lines)


def _line(group: Group, row: dict[str, Any], every: int, even: float) -> dict[str, Value]:
    found = won(row)
    return {
        "matchup": group.label, "turn": row["turn"], "lead": lead_words(row["lead"]), "least": row["lead"],
        "games": row["stakes"] // WIN, "occurs": row["stakes"] / (WIN * every), "reached": row["reached"],
        "even": even,
        **rested("score", found), "known": "yes" if found.interval.high - found.interval.low <= WIDEST else "no",
    }  # fmt: skip
