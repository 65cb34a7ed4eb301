"""Exact endgames against brute force: every hand that may be, on the referee's table, which shares no rule with them."""

from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from itertools import combinations
from math import comb, isnan, nan

import numpy as np
import pytest

from dhstats.games.dragonheart.bundle import BUNDLE
from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.dragonheart.players.endgame import KINDS
from dhstats.games.dragonheart.referee.chronicle import Card
from dhstats.games.dragonheart.referee.tabletop import Play, Tabletop
from dhstats.games.dragonheart.table import PICTURES, PLACES
from dhstats.players.match import Match, line_up
from dhstats.players.roster import find
from dhstats.players.strength.instruments import Instrument, Tries
from tests.games.dragonheart.oracle import plain_table

# Short games with small hands, in which every kind of endgame comes up and few hands are possible.
SMALL = (
    "hand.size=3", "great_dragon.hand_size=4", "seats.first.hand_size=3", "seats.second.hand_size=3",
    "cards.treasure_chest.values=[1,2,3]", "cards.fire_dragon.values=[2,3]", "cards.petrified_dragon.values=[2,2]",
    "cards.sorceress.values=[1,2]", "cards.troll.values=[1]", "cards.dwarf.values=[1,1]", "cards.knight.values=[1,2]",
    "cards.huntress.values=[1]", "cards.ship.values=[0,0]", "spaces.dwarf.slots=2", "spaces.huntress.slots=1",
    "spaces.ship.slots=1", "end.ship_stacks=3",
)  # fmt: skip
WAYS = (
    (),
    ("end.deck_end=last_card_drawn", "great_dragon.points=1"),
    ("great_dragon.theft=always_one", "great_dragon.claim=any", "spaces.knight.then=score", "great_dragon.breaks_ties=false"),
    ("end.last_turn=false", "end.deck_end=after_last_card"),
)  # fmt: skip
DEALS, SEED = 30, 5


@pytest.mark.parametrize("changes", WAYS)
def test_exact_endgames_are_those_of_brute_force(changes: tuple[str, ...]) -> None:
    """In every game of random players, by kind: met, missed and given away, and sure wins, as counted hand by hand."""
    rules = load("ffg", (*SMALL, *changes))
    lineup = line_up(BUNDLE, rules, [find(BUNDLE, rules, "random")])
    plan = np.array([[0, 0, 0, 1]], np.int64)
    expert = find(BUNDLE, load("ffg"), "expert")
    _, noted = Instrument(lineup, "random", expert, Tries(1), watched=True).play(plan, SEED, range(DEALS))
    _, events = Match(lineup, ["random", "random"]).play(plan, SEED, 0, DEALS, logged=True)
    turns, kinds = iter(events), set()
    for deal in range(DEALS):
        expected = counted(plain_table(rules, SEED, deal, 0), turns)
        row = noted[deal, 0]
        for kind in range(1, len(KINDS) + 1):
            found = int(row["met"][kind]), int(row["missed"][kind])
            assert found == (expected[f"met{kind}"], expected[f"missed{kind}"]), (deal, kind)
            assert row["wasted"][kind] == pytest.approx(expected[f"wasted{kind}"], abs=1e-9)
            kinds |= {kind} if row["met"][kind] else set()
        assert (row["sure"], row["passed_over"]) == (expected["sure"], expected["passed_over"])
    assert kinds
    assert changes or kinds == {1, 2, 3}


def counted(table: Tabletop, turns: Iterator[np.void]) -> dict[str, float]:
    """What is noted of a game that is played as the log says, by brute force."""
    found: dict[str, float] = defaultdict(int)
    while not table.over:
        turn = next(turns)
        plays = table.plays()
        chosen = (
            PICTURES[turn["picture"]],
            int(turn["values"]),
            PLACES[turn["target"]] if turn["target"] >= 0 else None,
        )
        at = plays.index(chosen) if plays else -1
        if len(plays) > 1:
            note(found, *worths(table, plays), at)
        table.play(plays[at] if plays else (None, 0, None))
    return found


def note(found: dict[str, float], kind: int, worth: list[float], at: int) -> None:
    """Adds up what one decision gives away."""
    known = [each for each in worth if not isnan(each)]
    if kind and len(known) == len(worth):
        found[f"met{kind}"] += 1
        found[f"missed{kind}"] += worth[at] < max(known) - 1e-9
        found[f"wasted{kind}"] += max(known) - worth[at]
    elif kind and max(known) > 1 - 1e-9:
        found["sure"] += 1
        found["passed_over"] += not worth[at] > 1 - 1e-9


def worths(table: Tabletop, plays: list[Play]) -> tuple[int, list[float]]:
    """The kind of an endgame and what each play wins on average."""
    found = [one_play(table, play) for play in plays]
    return max(kind for kind, _ in found), [worth for _, worth in found]


def one_play(table: Tabletop, play: Play) -> tuple[int, float]:
    """What a play wins on average, and in which kind of endgame."""
    seat, other = table.mover, 1 - table.mover
    after = copied(table)
    after.play(play)
    if after.over:
        return 1, won(after, seat)
    if after.turns_left == 1:
        hidden = [*after.hands[other], *after.decks[other]]
        hands = [list(hand) for hand in combinations(hidden, len(after.hands[other]))]
        return 2, 1 - mean(last_turn(after, hand) for hand in hands)
    if after.decks[other]:
        return 0, nan
    worth = before_two(table, after, play)
    return 0 if isnan(worth) else 3, worth


def before_two(table: Tabletop, after: Tabletop, play: Play) -> float:
    """What a seat wins with the last turn, whose opponent without a deck answers by what they may know."""
    seat, before = table.mover, len(table.hands[table.mover])
    answers = []
    for answer in after.plays():
        then = copied(after)
        then.play(answer)
        if then.turns_left != 1:
            return nan
        hidden = [*after.hands[seat], *after.decks[seat]]
        hands = combinations(hidden, len(then.hands[seat]))
        answers.append((mean(last_turn(then, list(hand)) for hand in hands), then))
    if not answers:
        return nan
    then = min(answers, key=lambda pair: round(pair[0], 12))[1]
    drawn = len(table.decks[seat]) - len(after.decks[seat])
    own = list(table.hands[seat])
    for value in chosen_values(play):
        own.remove((str(play[0]), value))
    assert before == len(own) + len(chosen_values(play))
    kept = len(then.hands[seat])
    hands = [
        list(hand) for draw in combinations(table.decks[seat], drawn) for hand in combinations([*own, *draw], kept)
    ]
    assert len(hands) == comb(len(table.decks[seat]), drawn) * comb(len(own) + drawn, kept)
    return mean(last_turn(then, hand) for hand in hands)


def last_turn(table: Tabletop, hand: list[Card]) -> float:
    """The best that the mover of the last turn can make of a hand."""
    seat, there = table.mover, copied(table)
    there.hands[seat] = hand
    ends = []
    for play in there.plays() or [(None, 0, None)]:
        end = copied(there)
        end.play(play)
        assert end.over
        ends.append(won(end, seat))
    return max(ends)


def won(table: Tabletop, seat: int) -> float:
    """What a seat has of the win at the end."""
    winner = table.outcome()["winner"]
    return 0.5 if winner < 0 else float(winner == seat)


def copied(table: Tabletop) -> Tabletop:
    """A table of its own, on which any card may be the one that is lost with the figure."""
    new = copy(table)
    new.spaces = {name: list(cards) for name, cards in table.spaces.items()}
    new.hands, new.decks = [list(each) for each in table.hands], [list(each) for each in table.decks]
    new.below_ship, new.scores, new.emptied = list(table.below_ship), list(table.scores), list(table.emptied)
    new._claims, new.margins = list(table._claims), list(table.margins)
    new._lose = first_card
    return new


def first_card(index: int, size: int) -> int:
    """Any card may be lost: all that is left to be held is gone through."""
    return 0


def chosen_values(play: Play) -> list[int]:
    """The values of the cards of a play."""
    return [value for value in range(10) for _ in range(play[1] >> 6 * value & 63)]


def mean(values: Iterator[float]) -> float:
    """The mean of some numbers."""
    listed = list(values)
    return sum(listed) / len(listed)
