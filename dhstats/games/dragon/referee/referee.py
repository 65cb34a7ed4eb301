"""The referee: plays the logged decisions of a game on an ordinary table and compares every column of every row.

It shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from dhstats.engine.stream import DECK
from dhstats.games.dragon.referee.chronicle import Choice
from dhstats.games.dragon.referee.tabletop import Rules, Tabletop
from dhstats.games.dragon.table import SEATS
from dhstats.games.draws import shuffled, words
from dhstats.games.refereeing import Problem, by_seat, followed, lead_changes, lead_since
from dhstats.games.retelling import Kept

Outcome = dict[str, Any]  # a row of the games table, without those columns that follow from the plan of the run


def outcome(table: Tabletop) -> Outcome:
    """The row of a finished game."""
    winner, reason = _winner(table), table.fight.end_reason
    row: Outcome = {
        "winner": winner, "decided_by": reason, "turns": table.decisions, "end_reason": reason,
        "ended_by": table.fight.ended_by, "lead_changes": lead_changes(table.leaders),
        "lead_since": lead_since(table.leaders, winner), "players": table.players,
        "chains": sum(tops > 0 for tops in table.chains), "longest_chain": max(table.chains, default=0),
        "tops": table.tops, "cancelled": sum(tops % 2 for tops in table.chains),
    }  # fmt: skip
    health = [dragon.left() for dragon in table.seats]
    columns = {
        "points": health, "score": health, "rank": _ranks(table, winner),
        "turns": [dragon.turns for dragon in table.seats], "level": [dragon.level for dragon in table.seats],
        "siege": [table.fight.siege(seat) for seat in range(table.players)],
        "deck": [len(dragon.pile) for dragon in table.seats],
    }  # fmt: skip
    return row | by_seat(columns, SEATS)


def _winner(table: Tabletop) -> int:
    """The first seat of the side that is left."""
    return table.fight.first_of_side(next(dragon.seat for dragon in table.seats if dragon.alive))


def _ranks(table: Tabletop, winner: int) -> list[int]:
    """Places from 1: the winner's side, then the others, who left the fight later before who left it sooner."""
    sides = [table.fight.first_of_side(seat) for seat in range(table.players)]
    order = dict.fromkeys([winner, *(sides[seat] for seat in reversed(table.fight.out))])
    places, place = {}, 1
    for side in order:
        places[side] = place
        place += sides.count(side)
    return [places[side] for side in sides]


def deck_of(rules: Mapping[str, Any], place: int) -> Mapping[str, Any]:
    """The deck of a place as the pack lists it: its dragon and its cards."""
    deck: Mapping[str, Any] = rules["pack"]["decks"][rules["decks"][SEATS[place]]]
    return deck


def pile(rules: Mapping[str, Any], seed: int, deal: int, place: int) -> list[str]:
    """The shuffled deck of a place; the last card is the top."""
    cards = []
    for line in deck_of(rules, place)["cards"]:
        count, name = line.split()
        cards += [name] * int(count)
    return shuffled(words(seed, deal, DECK + place), cards)


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: decks from seed and deal."""
    places = range(rules["players"])
    piles = [pile(rules, kept.seed, int(kept.row["deal_id"]), place) for place in places]
    return Tabletop(rules, piles, [deck_of(rules, place)["dragon"] for place in places], kept.layout)


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    table = set_up(rules, kept)
    return followed(kept, table, lambda turn: Choice.of(turn, list(table.book)), outcome)
