"""The referee: plays the logged decisions of a game on an ordinary table and compares every column of every row.

It shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from dhstats.games.dragonwood.referee.chronicle import NOBODY, Choice
from dhstats.games.dragonwood.referee.draws import Dice, adventurers, dragonwood, new_deck
from dhstats.games.dragonwood.referee.tabletop import Rules, Tabletop
from dhstats.games.dragonwood.table import SEATS
from dhstats.games.refereeing import Problem, by_seat, followed, lead_changes, lead_since
from dhstats.games.retelling import Kept

ABSENT = -1
Outcome = dict[str, Any]  # a row of the games table, without those columns that follow from the plan of the run


def outcome(table: Tabletop) -> Outcome:
    """The row of a finished game."""
    points = table.points()
    creatures = [len(own) for own in table.captured]
    scores = [own + _bonus(table, creatures, seat) for seat, own in enumerate(points)]
    holder = table.tie_holder
    winner, decided_by = _winner(scores, holder)
    told: Outcome = {
        "winner": winner, "decided_by": decided_by, "turns": table.decisions, "end_reason": table.end_reason,
        "ended_by": table.ended_by, "lead_changes": lead_changes([table.opening_leader, *table.leaders]),
        "lead_since": lead_since(table.leaders, winner), "players": table.players,
        "dragons": sum(table.rules["creatures"][name]["dragon"] for own in table.captured for name in own),
        "dragon_holder": holder, "adventurer_decks": table.decks_begun, "wood_left": len(table.wood),
    }  # fmt: skip
    columns = {
        "points": points, "score": scores, "rank": _ranks(scores, winner), "creatures": creatures,
        "enhancements": table.enhancements, "turns": table.turns,
    }  # fmt: skip
    return told | by_seat(columns, SEATS)


def _bonus(table: Tabletop, creatures: Sequence[int], seat: int) -> int:
    """Three points for most creatures, two to each who ties (or what the rules say)."""
    if creatures[seat] < max(creatures):
        return 0
    return int(table.rules["score"]["bonus" if creatures.count(max(creatures)) == 1 else "tied_bonus"])


def _winner(scores: Sequence[int], holder: int) -> tuple[int, str]:
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        return best[0], "points"
    return (holder, "dragon") if holder in best else (NOBODY, "draw")


def _ranks(scores: Sequence[int], winner: int) -> list[int]:
    """Places from 1; equal scores share one, unless the tie for the first was broken."""
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [2 if place == 1 and winner != NOBODY and seat != winner else place for seat, place in enumerate(places)]


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: cards and dice from seed and deal."""
    seed, deal = kept.seed, int(kept.row["deal_id"])
    landscape, wood = dragonwood(rules, seed, deal)
    return Tabletop(
        rules, landscape, wood, adventurers(rules, seed, deal), partial(new_deck, seed, deal),
        partial(Dice, rules, seed, deal), kept.layout,
    )  # fmt: skip


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    return followed(kept, set_up(rules, kept), Choice.of, outcome)
