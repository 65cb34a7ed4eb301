"""The charts of games for one."""

from functools import partial

from dhstats.report.charts import alone, results
from dhstats.report.drawing.drawing import MATCHUP
from dhstats.report.drawing.shapes import Axis
from dhstats.report.plans.plans import Plan, several, spread

_IN_POINTS = partial(results.differences, form="+.2f")
_WAYS = results.bars(
    "end_reason", Axis("share", results.GAMES, results.OF_100), "Bars: how often games end in each way.", "Ending"
)
WAYS = Plan("How games end", ("ways",), _WAYS)  # of the question how games end
PLANS: dict[str, tuple[Plan, ...]] = {
    "alone": (
        Plan("Mean score", ("scores",), alone.scores, wide=True, worth=several(MATCHUP)),
        spread(
            "score_first",
            "What the player scores",
            "Score at the end",
            "points",
            "amount",
            "Nine games in ten bring {low} to {high}",
            wide=True,
        ),
    ),
    "what_if_alone": (Plan("Every way to play on, in points", ("arms",), _IN_POINTS, wide=True),),
}
OPENINGS: dict[str, Plan] = {
    "alone": Plan("What the player scores", ("scores",), alone.scores, wide=True),
    "what_if_alone": Plan("What each way to play on changes, in points", ("arms",), _IN_POINTS, wide=True),
}
