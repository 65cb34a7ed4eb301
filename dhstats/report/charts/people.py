"""Charts of how well people play: where they stand on the skill ladder, and what they miss."""

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.report.charts import results
from dhstats.report.drawing.drawing import Chart, rows
from dhstats.report.drawing.interval_rows import Ground, picture, sure
from dhstats.report.drawing.shapes import Axis, Names

MOST_ROWS = 5
MOST_KINDS = 12
MISSED = Axis("missed", "They chose something else", ".0%")
EXPERT, RANDOM = 9.0, (0.0, 0.0)  # the rung of the expert, and that of random play as a strip without width


def ladder(standing: Table) -> Chart:
    """The rung of everybody, with its interval, and the line of the expert."""
    values = rows(standing, "player", "rung", "low", "high")[:MOST_ROWS]
    shown = [
        {
            "player": row["player"], "score": row["rung"], "low": row["low"], "high": row["high"],
            "said": words.number(row["rung"], 1), "quiet": at > 0,
        }
        for at, row in enumerate(values)
    ]  # fmt: skip
    grey = "grey: each player alone" if len(shown) > 1 else ""
    key = (sure(standing), grey)
    ground = Ground("Rung of the ladder, 0 is random play", EXPERT, "the expert", RANDOM, key, signed=False)
    told_so = "Interval plot: the rung of the skill ladder that plays as well; the dashed line is the expert."
    return picture(shown, Names.of(shown, "player", "Player"), ground, told_so)


def missed(blunders: Table) -> Chart:
    """How often another kind of play was chosen where the expert chooses one, the dearest first."""
    values = rows(blunders, "kind", "missed", "missed_low", "missed_high")[:MOST_KINDS]
    told_so = "Bar chart: how often another kind of play was chosen, by what the expert chooses."
    return results.bars_of(values, "kind", MISSED, told_so, "The expert chooses")
