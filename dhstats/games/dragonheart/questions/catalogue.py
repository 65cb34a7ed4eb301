"""What is asked of Dragonheart alone."""

from functools import partial

from dhstats.games.dragonheart.questions import figure
from dhstats.queries.counts import Counts
from dhstats.questions.runs.endings import share_of
from dhstats.questions.shared.charts import OF_100, OF_GAMES
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.question import Followed, Own, questions_in
from dhstats.stats.intervals.blocks import Estimate


def holder_wins(counts: Counts, group: Group) -> Estimate | None:
    """How often whoever has the figure at the end has won."""
    holder = figure.roles_of(counts, group).get(("holder", figure.EITHER))
    return holder.win_rate() if holder else None


OWN = Own(
    questions=questions_in("dhstats.games.dragonheart.questions"),
    endings=(
        Followed(
            "ships", "games that end by ships", "share", partial(share_of, reason="ships"),
            ("Games that end by ships, by skill", OF_GAMES, OF_100),
        ),
    ),
    others=(
        Followed(
            "holder", "games won by who has the figure at the end", "share", holder_wins,
            ("Who has the figure at the end has won, by skill", OF_GAMES, OF_100),
        ),
    ),
    queries=("figure",),
    levers={
        **dict.fromkeys(
            ("score", "margin"), ("seats.second.points", "seats.second.hand_size", "seats.first.first_turn_max_cards")
        ),
        "turns": ("hand.size", "end.ship_stacks", "end.last_turn"),
        "gap": ("great_dragon.points", "hand.size"),
        "draws": ("great_dragon.breaks_ties",),
        "ships": ("end.ship_stacks", "spaces.ship.slots"),
        "lead_changes": ("great_dragon.points", "hand.size"),
        "figure_changes": ("great_dragon.hand_size", "great_dragon.points"),
    },
)  # fmt: skip
