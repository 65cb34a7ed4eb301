"""How does the score race run? Both score piles and the margin, turn after turn."""

from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import RATIOS, Row, ratio_sums
from dhstats.questions.shared.tables import by_matchup, measured, number, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.questions.shared.words import SIGNED
from dhstats.stats.intervals.blocks import Estimate

LEAST_SHARE = 0.01  # of the games must still be running for a turn to be shown
SEATS = ("first", "second")

HOW_TO_READ = (
    "The lines are the {} of both players after each turn, the bands their intervals. Both players"
    " have had the same number of turns only after an even turn, so compare them there; in between,"
    " the margin swings towards the player who has just moved. As games end, fewer remain: the share"
    " still running is shown."
)
METHOD = (
    f"For each turn the mean over the games that reached it, each turn on its own: {RATIOS}. {{}} Turns that"
    " fewer than 1 % of the games reached are left out."
)
CAUTION = (
    "The games still running late are the long ones, which may differ from the short ones: a bend in"
    " the curve may come from the games that ended."
)


def answer(counts: Counts) -> Answer:
    """The mean score piles and margin after every turn."""
    samples, known = groups(counts), vocabulary(counts.game)
    tally = known.tally
    shown = {group: _turns(counts, group) for group in samples}
    return QUESTION.told(
        counts,
        _findings(samples[0], shown[samples[0]], tally),
        (_points(shown, tally), _margins(shown)),
        (HOW_TO_READ.format(tally.means), METHOD.format(tally.without.format(known.late)), CAUTION),
        title=tally.race,
    )


Turns = list[dict[str, Any]]


def _turns(counts: Counts, group: Group) -> Turns:
    """The rows of the turns that enough games reached."""
    rows = counts.rows("race", matchup=group.number)
    every = rows[0]["games"] if rows else 0
    return [{**row, "running": row["games"] / every} for row in rows if row["games"] >= max(2, LEAST_SHARE * every)]


def _mean(row: Row, name: str) -> Estimate:
    """The mean of a column over the games that reached a turn."""
    return ratio_sums(row, "games", name).estimate(LEVEL, "deals that reached the turn")


def _findings(group: Group, rows: Turns, tally: Tally) -> list[Finding]:
    even = [row for row in rows if row["turn"] % 2 == 0 and 2 * row["games"] >= rows[0]["games"]]
    chosen = {row["turn"]: row for row in (even[len(even) // 2 : len(even) // 2 + 1] + even[-1:])}
    return [Finding(group.says(_moment(row, tally))) for row in chosen.values()]


def _moment(row: Row, tally: Tally) -> str:
    first, second, ahead = (_mean(row, name) for name in ("first", "second", "margin"))
    digits = words.digits_of(ahead)
    return (
        f"After {row['turn']} turns, which {words.number(100.0 * row['running'], 1)} % of the games"
        f" reach, the first player has {words.value(first, digits=digits)} {tally.has} and the"
        f" second {words.value(second, digits=digits)}: a margin of {words.stated(ahead, SIGNED)}."
    )


TURN = (
    whole("turn", "Turns played by both", "turns"),
    whole("games", "Games that reached the turn", "games"),
    number("running", "Share of games that reached it", "share of games"),
    text("moved", "Who has just moved", lambda row: "first" if row["turn"] % 2 == 1 else "second"),
)


def _points(shown: dict[Group, Turns], tally: Tally) -> Table:
    rows = {group: [{**row, "seat": seat} for row in turns for seat in SEATS] for group, turns in shown.items()}
    means = measured("mean", tally.mean, "points", lambda row: _mean(row, row["seat"]))
    return by_matchup("points", tally.after, (*TURN, text("seat", "Player"), *means), rows)


def _margins(shown: dict[Group, Turns]) -> Table:
    mean = measured("margin", "First player's pile minus second's", "points", lambda row: _mean(row, "margin"))
    return by_matchup("margins", "Margin after every turn", (*TURN, *mean), shown)


QUESTION = Question(
    "race", "How does the score race run?", ("race",), answer, 130, of_turns=True,
    charts=(
        Chart("Both players, after equally many turns", ("points",), "report.charts.comebacks.race"),
        Chart(
            "The first player's lead, after equally many turns", ("margins",), "report.charts.comebacks.race_margin",
            says=captions.ahead,
        ),
    ),
)  # fmt: skip
