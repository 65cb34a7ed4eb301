"""Kuhn poker, Leduc poker and the sealed auction worked out with fractions: no rule of dhstats is read here.

Each function gives how likely each row of scores is, under rules and players by their names.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

Outcomes = dict[tuple[Any, ...], Fraction]
Rules = Mapping[str, Any]

# How often each player bets or calls with jack, queen, king: who begins at once, who begins after pass and bet, the other
# after a pass, the other after a bet.
THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
KUHN = {
    "equilibrium": ((THIRD, 0, 1), (0, 2 * THIRD, 1), (THIRD, 0, 1), (0, THIRD, 1)),
    "honest": ((0, 0, 1),) * 4,
    "random": ((HALF,) * 3,) * 4,
}
KUHN["solved"] = KUHN["equilibrium"]  # of one value, with ante and bet of 1


def add(outcomes: Outcomes, scores: tuple[Any, ...], chance: Any) -> None:
    """One more way to these scores."""
    if chance:
        outcomes[scores] = outcomes.get(scores, Fraction(0)) + Fraction(chance)


def kuhn(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Six deals, five courses of each."""
    ante, more = rules.get("ante", 1), rules.get("ante", 1) + rules.get("bet", 1)
    first, second = (KUHN[name] for name in players)
    outcomes: Outcomes = {}
    for own, other in permutations(range(3), 2):
        sign, deal = (1 if own > other else -1), Fraction(1, 6)
        opens, follows, bluffs, calls = first[0][own], second[3][other], second[2][other], first[1][own]
        for won, chance in (
            (sign * more, opens * follows),
            (ante, opens * (1 - follows)),
            (sign * ante, (1 - opens) * (1 - bluffs)),
            (sign * more, (1 - opens) * bluffs * calls),
            (-ante, (1 - opens) * bluffs * (1 - calls)),
        ):
            add(outcomes, (won, -won), deal * chance)
    return outcomes


def leduc(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Every deal of three of six cards, every course of the betting; perfect players by a linear programme."""
    if players == ("solved", "solved"):
        from tests.benchmarks.balancebench.sequences import leduc_value

        value = leduc_value(rules)
        return {(value, -value): Fraction(1)}
    outcomes: Outcomes = {}
    deck = (0, 0, 1, 1, 2, 2)
    for first, second, shown in permutations(range(6), 3):
        cards = (deck[first], deck[second], deck[shown])
        for won, chance in betting(rules, players, cards, 0, (rules.get("ante", 1),) * 2, Fraction(1, 120)):
            add(outcomes, (won, -won), chance)
    return outcomes


Chips = tuple[int, int]


def betting(
    rules: Rules, players: tuple[str, ...], cards: tuple[int, ...], later: int, chips: Chips, chance: Fraction,
    said: str = "",
) -> Iterator[tuple[int, Fraction]]:  # fmt: skip
    """What who begins wins in each course of a round from here: c is a call or a check, r a raise, f a fold."""
    if said.endswith("f"):
        loser = (len(said) - 1) % 2
        yield (chips[0] if loser == 0 else chips[1]) * (-1 if loser == 0 else 1), chance
        return
    if said.endswith("c") and len(said) > 1:
        if later:
            yield shown_down(cards, chips), chance
        else:
            yield from betting(rules, players, cards, 1, chips, chance)
        return
    seat = len(said) % 2
    for act, share in acts(rules, players[seat], strength(cards, seat, later), said).items():
        after = paid(rules, chips, seat, later, act)
        yield from betting(rules, players, cards, later, after, chance * share, said + act)


def paid(rules: Rules, chips: Chips, seat: int, later: int, act: str) -> Chips:
    """What both have laid in after an act."""
    if act == "f":
        return chips
    now = chips[1 - seat] + (rules.get(("first_bet", "second_bet")[later], (2, 4)[later]) if act == "r" else 0)
    return (now, chips[1]) if seat == 0 else (chips[0], now)


def acts(rules: Rules, player: str, best: int, said: str) -> dict[str, Fraction]:
    """How often a player does what, by their card (3 and more is a pair) and what was said in this round."""
    allowed = ("f" if said.endswith("r") else "") + "c" + ("r" if said.count("r") < rules.get("raises", 2) else "")
    if player == "random":
        return dict.fromkeys(allowed, Fraction(1, len(allowed)))
    assert player == "careful"
    return {allowed[-1] if best >= 2 else allowed[0] if best == 0 else "c": Fraction(1)}


def strength(cards: tuple[int, ...], seat: int, later: int) -> int:
    """A card's rank, and three more for a pair with the open card."""
    return cards[seat] + (3 if later and cards[seat] == cards[2] else 0)


def shown_down(cards: tuple[int, ...], chips: Chips) -> int:
    """What who begins wins when cards are shown."""
    own, other = strength(cards, 0, 1), strength(cards, 1, 1)
    return 0 if own == other else chips[1] if own > other else -chips[0]


BIDS: dict[str, Callable[[int, int], range]] = {
    "half": lambda worth, most: range(worth // 2, worth // 2 + 1),
    "honest": lambda worth, most: range(worth, worth + 1),
    "random": lambda worth, most: range(most + 1),
}


def auction(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """One thing, every worth of it to each bidder, every bid; equals draw lots."""
    most, outcomes = rules.get("worth", 20), dict[tuple[Any, ...], Fraction]()
    for worths in product(range(most + 1), repeat=len(players)):
        ways = [BIDS[name](worth, most) for name, worth in zip(players, worths, strict=True)]
        chance = Fraction(1, (most + 1) ** len(players))
        for way in ways:
            chance /= len(way)
        for bids in product(*ways):
            best, second = sorted(bids, reverse=True)[:2]
            highest = [seat for seat, bid in enumerate(bids) if bid == best]
            for seat in highest:
                gain = worths[seat] - (second if rules.get("second_price", False) else best)
                add(outcomes, tuple(gain if at == seat else 0 for at in range(len(players))), chance / len(highest))
    return outcomes
