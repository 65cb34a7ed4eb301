"""How many deals had their turns logged, which are the units of all that decisions tell."""

from dataclasses import replace

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import Group


def logged_deals(counts: Counts, group: Group) -> int:
    """How many deals had their turns logged."""
    return int(counts.rows("race", matchup=group.number)[0]["deals"])


def logged(counts: Counts, group: Group) -> Group:
    """A group, of whose deals only those count that had their turns logged."""
    return replace(group, deals=logged_deals(counts, group))
