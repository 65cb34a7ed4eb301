"""What Dragonheart adds to pages: the charts of its own questions, and how a moment of it is drawn."""

from dhstats.games.dragonheart.pages import board, charts
from dhstats.report.charts.results import GAMES, OF_100, PERCENT, bars
from dhstats.report.drawing import captions
from dhstats.report.drawing.shapes import Axis
from dhstats.report.plans.plans import Own, Plan, by_skill, cell, counts, most

PICTURE = 38  # height of a row
PLANS: dict[str, tuple[Plan, ...]] = {
    "pictures": (
        Plan(
            "How often each picture is played",
            ("pictures",),
            bars(
                "picture",
                Axis("share", "Share of all plays", PERCENT),
                "Bars: the share of all plays that each picture has. With intervals.",
                step=PICTURE,
            ),
            says=most("picture", "share", "Played most: {what} ({value} of all plays)"),
        ),
        Plan(
            "What a play of it takes",
            ("pictures",),
            bars(
                "picture",
                Axis("points", "Points taken per play", ".2f"),
                "Bars: the points that a play of each picture takes, on average. With intervals.",
                step=PICTURE,
            ),
            says=most("picture", "points", "{what} takes most at once: {value} points per play", captions.points),
        ),
        Plan(
            "Share of plays, from the opening to the end",
            ("bands",),
            charts.picture_bands,
            wide=True,
            says=cell("share", "Most of all in turns {turns}: {picture}, {shown} of the plays"),
        ),
    ),
    "figure": (
        Plan("How often each player has and claims the figure", ("roles",), charts.figure_shares),
        Plan("How often that player has won", ("roles",), charts.figure_wins),
        counts(
            "figure_changes",
            "Changes of hand",
            "Changes of hand",
            "a game",
            "In half of the games the figure changes hands at most {value} time{s}",
        ),
        counts(
            "first_claim",
            "First claim",
            "Turn of the first claim",
            "both players' turns",
            "In half of the games the figure is first claimed by turn {value}",
        ),
    ),
}
ENDINGS = {"ships": ("last ship stack", "kind1"), "deck": ("empty deck", "kind2")}
OWN = Own(
    PLANS, board.frame, step="turn", endings=ENDINGS,
    by_skill=(by_skill("ships", "Games that end by ships, by skill", GAMES, OF_100),),
    others=(by_skill("holder", "Who has the figure at the end has won, by skill", GAMES, OF_100),),
)  # fmt: skip
