"""What Dragonwood adds to pages: the charts of its own questions, and how a moment of it is drawn."""

from dhstats.games.dragonwood.pages import board, charts
from dhstats.report.charts.results import GAMES, OF_100, PERCENT, bars
from dhstats.report.drawing import captions
from dhstats.report.drawing.plots import ENDS
from dhstats.report.drawing.shapes import STEP, Axis
from dhstats.report.plans.plans import Own, Plan, by_skill, cell, differing, most

PLANS: dict[str, tuple[Plan, ...]] = {
    "extra_turns": (Plan("With one turn more, and without", ("extras",), charts.extra_wins, wide=True),),
    "creatures": (
        Plan(
            "Points for a card spent",
            ("creatures",),
            bars(
                "creature",
                Axis("points_a_card", "Victory points for a card spent", ".2f"),
                "Bars: the victory points that a card spent on each creature brings, with intervals.",
            ),
            says=most(
                "creature", "points_a_card", "{what} pays best: {value} points for a card spent", captions.points
            ),
        ),
        Plan(
            "Cards that a capture costs over victory points, with the line through all and the range in line",
            ("prices",),
            charts.costs,
            says=charts.out_of_line,
        ),
        Plan(
            "Cost of a capture, as a multiple of that expected for its points",
            ("prices",),
            charts.off_line,
            True,
            says=most(
                "creature",
                "times",
                "Most expensive for its points: {what}, {value} times the line",
                captions.points,
                ENDS,
            ),
        ),
        Plan("Printed numbers and points", ("numbers",), charts.numbers, wide=True),
    ),
    "ways": (
        Plan(
            "How often each way is used",
            ("ways",),
            bars(
                "way",
                Axis("share", "Share of all attempts", PERCENT),
                "Bars: the share of all attempts in each way. With intervals.",
                step=STEP,
            ),
            says=most("way", "share", "Used most: {what} ({value} of the attempts)"),
        ),
        Plan(
            "What a card spent that way brings",
            ("ways",),
            bars(
                "way",
                Axis("points_a_card", "Victory points for a card spent on creatures", ".2f"),
                "Bars: the points that a card spent on creatures brings in each way. With intervals.",
                step=STEP,
            ),
            says=most("way", "points_a_card", "Pays best: {what}, {value} points for a card", captions.points),
        ),
        Plan(
            "Share of attempts, from the opening to the end",
            ("phases",),
            charts.phases,
            wide=True,
            says=cell("share", "Most of all in the {when}: {way}, {shown} of the attempts"),
        ),
        Plan("How often an attempt succeeds", ("targets",), charts.targets, wide=True),
    ),
    "enhancements": (
        Plan("How often each enhancement is captured", ("captors",), charts.captured, worth=differing("share")),
        Plan(
            "How often its captor has won",
            ("captors",),
            charts.captor_wins,
            says=most("enhancement", "win_rate", "Captors win most often with: {what} ({value})"),
        ),
    ),
}
LEGEND = (
    "A card of the hand has a suit, A to E, and a number. Strike with numbers that follow each other, stomp with equal"
    " numbers, scream with one suit: as many dice as cards have to reach the number for that way."
)
OWN = Own(
    PLANS, board.frame, step="decision", legend=LEGEND, endings=charts.ENDINGS,
    by_skill=(by_skill("dragons", "Games that end by dragons, by skill", GAMES, OF_100),),
    others=(by_skill("unequal_turns", "Games in which some player has more turns, by skill", GAMES, OF_100),),
)  # fmt: skip
