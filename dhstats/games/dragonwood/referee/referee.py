"""The referee: plays the logged decisions of a game on an ordinary table and compares every column of every row.

It shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from collections.abc import Iterator
from functools import partial

from dhstats.games.dragonwood.referee.chronicle import Choice, Turn
from dhstats.games.dragonwood.referee.draws import Dice, adventurers, dragonwood, new_deck
from dhstats.games.dragonwood.referee.final import outcome
from dhstats.games.dragonwood.referee.tabletop import Rules, Tabletop
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: cards and dice from seed and deal."""
    seed, deal = kept.seed, int(kept.row["deal_id"])
    layout = int(kept.row.get("layout", kept.row["swapped"]))  # where two play, they are swapped or not
    landscape, wood = dragonwood(rules, seed, deal)
    return Tabletop(
        rules, landscape, wood, adventurers(rules, seed, deal), partial(new_deck, seed, deal),
        partial(Dice, rules, seed, deal), layout,
    )  # fmt: skip


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    return followed(kept, set_up(rules, kept), Turn.of, Choice.of, outcome)
