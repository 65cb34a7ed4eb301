"""The referee: plays the logged decisions of a game on an ordinary table and compares every column of every row.

It shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from collections.abc import Iterator

from dhstats.games.dragon.referee.chronicle import Choice, Turn
from dhstats.games.dragon.referee.draws import deck_of, pile
from dhstats.games.dragon.referee.final import outcome
from dhstats.games.dragon.referee.tabletop import Rules, Tabletop
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: decks from seed and deal."""
    places = range(rules["players"])
    layout = int(kept.row.get("layout", kept.row["swapped"]))  # where two play, they are swapped or not
    piles = [pile(rules, kept.seed, int(kept.row["deal_id"]), place) for place in places]
    return Tabletop(rules, piles, [deck_of(rules, place)["dragon"] for place in places], layout)


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    table = set_up(rules, kept)
    return followed(kept, table, Turn.of, lambda turn: Choice.of(turn, list(table.book)), outcome)
