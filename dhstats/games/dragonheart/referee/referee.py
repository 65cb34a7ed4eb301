"""The referee: plays the logged moves of a game on an ordinary table and compares every column of every row.

It shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial

from dhstats.games.dragonheart.referee.chronicle import Turn
from dhstats.games.dragonheart.referee.draws import deck, lost_card
from dhstats.games.dragonheart.referee.tabletop import Rules, Tabletop
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first turn: decks and lost cards from seed and deal."""
    seed, deal = kept.seed, int(kept.row["deal_id"])
    decks = [deck(rules, seed, deal, number) for number in range(2)]
    return Tabletop(rules, decks[::-1] if kept.row["swapped"] else decks, partial(lost_card, seed, deal))


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first move that could not be played."""
    return followed(kept, set_up(rules, kept), Turn.of, Turn.choice, lambda table: asdict(table.outcome()), "turns")
