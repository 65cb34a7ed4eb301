"""What is asked of Dragonheart alone."""

from functools import partial

from dhstats.games.dragonheart.questions import figure, pictures
from dhstats.queries.counts import Counts
from dhstats.questions.runs import sources
from dhstats.questions.runs.endings import share_of
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.question import Followed, Own, Question
from dhstats.stats.intervals.blocks import Estimate


def holder_wins(counts: Counts, group: Group) -> Estimate | None:
    """How often whoever has the figure at the end has won."""
    holder = figure.roles_of(counts, group).get(("holder", figure.EITHER))
    return holder.win_rate() if holder else None


OWN = Own(
    questions=(
        Question(sources.answer, of_turns=(sources.KEY, sources.TITLE)),
        Question(pictures.answer, of_turns=("pictures", "What is played, and what does it take?")),
        Question(figure.answer),
    ),
    endings=(Followed("ships", "games that end by ships", "share", partial(share_of, reason="ships")),),
    others=(Followed("holder", "games won by who has the figure at the end", "share", holder_wins),),
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
)
