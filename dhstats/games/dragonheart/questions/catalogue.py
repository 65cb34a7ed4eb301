"""What is asked of Dragonheart alone."""

from dhstats.games.dragonheart.questions import figure
from dhstats.queries.counts import Counts
from dhstats.questions.runs.endings import own_beside
from dhstats.questions.shared.groups import Group
from dhstats.stats.intervals.blocks import Estimate


def holder_wins(counts: Counts, group: Group) -> Estimate | None:
    """How often whoever has the figure at the end has won."""
    holder = figure.roles_of(counts, group).get(("holder", figure.EITHER))
    return holder.win_rate() if holder else None


OWN = own_beside(__file__, "dhstats.games.dragonheart.questions", ("figure",), holder=holder_wins)
