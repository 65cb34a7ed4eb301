"""Can a player who is behind still win? What became of leads, by how large they were and when."""

from collections import Counter
from itertools import pairwise
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.sums import RATIOS, ratio_sums
from dhstats.questions.shared.tables import MATCHUP, Value, number, rested, resting, table, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.stats.intervals.blocks import Estimate

KEY, TITLE = "comebacks", "Can a player who is behind still win?"
SUCH = "in which it came to that"  # of which deals it is that a chance rests on
LEVEL_GAMES, ANY = 0, -1  # as the query names leads of nothing, and all leads together
LEASTS = (1, 3, 5, 8, 12, 17, 25)  # the least lead of each class, as the query has them
LEAST_SHARE = 0.01  # of the logged games must reach a turn for it to be shown
TOO_SHORT = "The logged games are too short for leads to be looked at."
WIDEST = 0.2  # from end to end: with a wider interval a chance is not known well enough to be coloured

HOW_TO_READ = (
    "A cell is a moment of a game: so many turns are over, and one player is so far ahead. Its large number says how"
    " many of 100 such games that player won, the small one in how many of 100 games it came to that; its colour is"
    f" that of the large number. Grey: the 95 % interval is wider than {100.0 * WIDEST:g} games in 100. In the row of"
    " level games it is the first player's wins that are counted. A comeback is what is missing to 100."
)
METHOD = (
    f"A game counts once a turn that is looked at; a draw counts half. Each cell for itself: {RATIOS}. {{}} Turns that"
    " fewer than 1 % of the logged games reached are left out."
)
CAUTION = (
    "Who is ahead may be ahead because of better cards or better play, which help later too: this is what leads went"
    " together with, not what a point is worth. Games that reach a late turn are the long ones."
)

Rows = list[dict[str, Any]]


def answer(counts: Counts) -> Answer:
    """The chance to win by lead and turn."""
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
        queries=((KEY, counts.text(KEY)), ("race", counts.text("race"))),
    )


def lead_words(least: int) -> str:
    """A class of leads in words."""
    following = {one: other - 1 for one, other in pairwise(LEASTS)}
    if least in (LEVEL_GAMES, ANY):
        return "level" if least == LEVEL_GAMES else "any lead"
    return f"{least} to {following[least]}" if least in following else f"{least} or more"


def logged(counts: Counts, group: Group) -> int:
    """How many games of a group have their turns logged."""
    return int(counts.rows("race", matchup=group.number)[0]["games"])


def _cells(counts: Counts, group: Group) -> Rows:
    """The cells of the turns that enough games reached."""
    return often_reached(counts.rows(KEY, matchup=group.number), 2, logged(counts, group))


def often_reached(rows: Rows, stakes: int, every: int) -> Rows:
    """The cells of the turns that enough of all logged games reached, with how many did; a game has so many stakes."""
    reached: Counter[int] = Counter()
    for row in rows:
        reached[row["turn"]] += row["stakes"] // stakes if row["lead"] != ANY else 0
    shown = [row for row in rows if reached[row["turn"]] >= LEAST_SHARE * every]
    return [{**row, "reached": reached[row["turn"]] / every} for row in shown]


def _turns(rows: Rows) -> list[int]:
    return sorted({row["turn"] for row in rows})


def won(row: dict[str, Any]) -> Estimate:
    """How often the player ahead won, where a draw is half a win."""
    return ratio_sums(row, "stakes", "won").rate(LEVEL, f"deals {SUCH}")


def _findings(group: Group, rows: Rows, tally: Tally) -> list[Finding]:
    """Half-way through the games that most reach: any lead, and the commonest."""
    chosen = half_way(rows)
    if not chosen:
        return [Finding(group.says(TOO_SHORT))]
    return [Finding(group.says(_sentence(row, tally)), headline=at == 0) for at, row in enumerate(chosen)]


def half_way(rows: Rows) -> Rows:
    """Any lead and the commonest half-way through the games that most reach; none where no turn is reached by most."""
    late = [row["turn"] for row in rows if row["reached"] >= 0.5]
    if not late:
        return []
    middle = min(_turns(rows), key=lambda turn: (abs(turn - max(late) / 2), turn))
    at = [row for row in rows if row["turn"] == middle and row["lead"] != LEVEL_GAMES]
    common = sorted((row for row in at if row["lead"] != ANY), key=lambda row: -row["stakes"])[:1]
    return [*(row for row in at if row["lead"] == ANY), *common]


def _sentence(row: dict[str, Any], tally: Tally) -> str:
    found = won(row)
    size, sure = words.percent(found.value, found.se), words.share_span(found.interval, found.se)
    if row["lead"] == ANY:
        back = words.percent(1.0 - found.value, found.se)
        says = f"Whoever {tally.leads} after {row['turn']} turns wins {size} of the games ({sure})"
        return f"{says}: {back} are turned round."
    lead = f"{lead_words(row['lead'])} points more after {row['turn']} turns"
    return f"With {lead} a player wins {size} of the games ({sure})."


def _map(counts: Counts, shown: dict[Group, Rows]) -> Table:
    fields = (
        MATCHUP, whole("turn", "Turns played by both", "turns"), text("lead", "Points ahead"),
        whole("least", "Least lead of the class", "points"), whole("games", "Games", "games"),
        number("occurs", "How often it comes to that", "share of the logged games"),
        *resting("score", "How often the player ahead won", "share of these games", SUCH),
        text("known", "Known well enough"),
    )  # fmt: skip
    lines = [_line(group, row, logged(counts, group)) for group, rows in shown.items() for row in rows]
    return table("map", "The chance to win by lead and turn", fields, lines)


def _line(group: Group, row: dict[str, Any], every: int) -> dict[str, Value]:
    found = won(row)
    return {
        "matchup": group.label, "turn": row["turn"], "lead": lead_words(row["lead"]), "least": row["lead"],
        "games": row["stakes"] // 2, "occurs": row["stakes"] / (2 * every), **rested("score", found),
        "known": "yes" if found.interval.high - found.interval.low <= WIDEST else "no",
    }  # fmt: skip
