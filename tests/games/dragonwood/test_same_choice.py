"""What characters and greedy choose, weighed once more move by move in plain Python, with nothing passed over.

The players work out beforehand what moves share and skip what cannot be the best. Here every attempt is looked at, its
chance added up from the rule record, and every term by itself; sums are added in the same order, so that the choice
has to be the same one, ties included.
"""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dhstats.engine.stream import below
from dhstats.games.dragonwood.players.prospects import chance_with, hidden_among, unseen_cards
from dhstats.games.dragonwood.players.race import bonus_lead, ends_game, final_lead, lead
from dhstats.games.dragonwood.players.restrictions import NO_ENHANCEMENTS, NO_STRIKES
from dhstats.games.dragonwood.players.sifting import FITTING, LEAST_CHANCE, MOST_ATTEMPTS
from dhstats.games.dragonwood.players.strategies.greedy import LITTLE, worth_of
from dhstats.games.dragonwood.table import (
    A_TURN,
    MAX_TOTAL,
    MOVE,
    N_CREATURES,
    NO_TITLE,
    NUMBERS,
    RELOAD,
    REROLL,
    SCREAM,
    SPELL,
    STRIKE,
    SUIT_BITS,
    SUITS,
)
from tests.games.dragonwood.positions import BUNDLE, bits
from tests.games.test_contract import compiled, mind
from tests.harness import OpenGame

Move = tuple[int, ...]  # act, target, cards, used, die
PATIENCE = 0.75  # how often a turn is spent on drawing, so that hands grow
RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "two": ("two", ()),
    "spells": ("three", ("spell.allowed=true", "spell.enhanced=false")),
    "crowded": ("two", ("landscape.size=6", "hand.limit=10", "enhancements.silver_sword.once=true")),
}


def positions(name: str) -> Iterator[OpenGame]:
    """Decisions of a random game, enhancements handed out; the last turns are among them."""
    rules, settings = RULES[name]
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules, settings).record()), random.Random(name)
    game.deal(57, 0)
    for seat in range(int(game.table["seen"]["rules"]["players"])):
        game.table["seen"]["owned"][seat] = chance.randrange(1 << 9) & chance.randrange(1 << 9)
    while game.mover >= 0:
        count = len(game.moves())
        if 1 < count < 1500 and chance.random() < 0.25:
            yield game
        game.take(0 if chance.random() < PATIENCE else chance.randrange(count))


# ---- What cards and enhancements do ----------------------------------------------------------------------------


def sets(hand: int) -> tuple[int, int, int]:
    """The longest row, the most of a number and the most of a suit."""
    suits = [hand >> NUMBERS * suit & SUIT_BITS for suit in range(SUITS)]
    numbers = [sum(cards >> number & 1 for cards in suits) for number in range(NUMBERS)]
    row = longest = 0
    for held in numbers:
        row = row + 1 if held else 0
        longest = max(longest, row)
    return longest, max(numbers), max(cards.bit_count() for cards in suits)


def share(rules: Any, owned: int, act: int, target: int, cards: int, used: int = 0) -> float:
    """The chance of an attempt with so many cards, lasting enhancements and those used added up one by one."""
    number = int(rules["spell_number"] if act == SPELL else rules["numbers_of"][target, act - STRIKE])
    dice = int(rules["spell_dice"]) if act == SPELL else cards + (used & int(rules["wild"])).bit_count()
    helping = 0
    if target < N_CREATURES and (act != SPELL or rules["spell_enhanced"]):
        helping = owned & ~int(rules["once"] | rules["wild"]) | used
    for each in bits(helping):
        dice += int(rules["extra_dice"][each])
        number -= int(rules["adds"][each, act - STRIKE])
    again = int(helping & int(rules["rerolls"]) != 0)
    return at_least(rules, dice, number, again)


def at_least(rules: Any, dice: int, number: int, again: int) -> float:
    """The chance that so many dice, as far as there are, show a number, one of them rolled again or none."""
    return float(rules["chance"][again, min(dice, int(rules["max_dice"])), min(max(number, 0), MAX_TOTAL + 1)])


def promise(rules: Any, owned: int, targets: list[int], hand: int) -> float:
    """The expected points of the best attack with a hand."""
    attacks = [
        share(rules, owned, act, target, cards) * int(rules["points"][target])
        for act, cards in zip((STRIKE, STRIKE + 1, SCREAM), sets(hand), strict=True)
        for target in targets
        if cards > 0
    ]
    return max([0.0, *attacks])


# ---- Which attempts are looked at ------------------------------------------------------------------------------


def last_turn(view: Any) -> bool:
    """Whether who decides will have no other turn."""
    return bool(0 < view["turns_left"] <= view["rules"]["players"])


def looked_at(view: Any, moves: list[Move], restriction: int = 0) -> dict[int, float]:
    """The attempts worth a look, in their order, with their chances: each is compared with each."""
    rules, owned, hand = view["rules"], int(view["owned"][view["seat"]]), int(view["hand"])
    least = 0.0 if last_turn(view) else LEAST_CHANCE
    kept: list[tuple[float, int, float, tuple[int, int, int]]] = []
    for i, (act, target, cards, used, _) in enumerate(moves[1:], 1):
        chance, kind = share(rules, owned, act, target, cards.bit_count(), used), (target, cards.bit_count(), used)
        if chance <= least or barred(act, target, restriction):
            continue
        score = chance + FITTING * sum(sets(hand & ~cards))
        place = next((k for k, each in enumerate(kept) if each[3] == kind), len(kept))
        if place == len(kept) == MOST_ATTEMPTS:
            place = min(range(len(kept)), key=lambda k: kept[k][0])
        if place == len(kept):
            kept.append((score, i, chance, kind))
        elif score > kept[place][0]:
            kept[place] = score, i, chance, kind
    return {i: chance for _, i, chance, kind in kept if not any(beats(*each[2:], chance, kind) for each in kept)}


def barred(act: int, target: int, restriction: int) -> bool:
    """Whether a restriction forbids an attempt."""
    return (restriction == NO_STRIKES and act == STRIKE) or (restriction == NO_ENHANCEMENTS and target >= N_CREATURES)


def beats(chance: float, kind: tuple[int, int, int], own: float, rival: tuple[int, int, int]) -> bool:
    """Whether one attempt is as likely as another with less."""
    (target, size, used), (other, most, more) = kind, rival
    return target == other and used & ~more == 0 and size <= most and (size, used) != (most, more) and chance >= own


# ---- What a move is worth to a character -----------------------------------------------------------------------


class Weighing:
    """A decision weighed by a character."""

    def __init__(self, view: Any, weights: dict[str, float]) -> None:
        self._view, self._rules, self._weights = view, view["rules"], weights
        self._hand, self._owned = int(view["hand"]), int(view["owned"][view["seat"]])

    def worth(self, move: Move, chance: float) -> float:
        """The weighted sum of a move."""
        act, target, cards, used, die = move
        weights = self._weights
        if act == RELOAD:
            return self._drawing() + self._keeping(self._hand, NO_TITLE)
        if act > REROLL:
            return self._keeping(self._hand & ~cards, NO_TITLE)
        if act > SPELL:
            return float(chance_with(self._view, act, die))
        won = self._capturing(target) + weights["cards"] * cards.bit_count()
        won += self._keeping(self._hand & ~cards, target)
        lost = weights["failure"] + self._keeping(self._hand, NO_TITLE)
        return weights["once"] * used.bit_count() + chance * won + (1.0 - chance) * lost

    def _drawing(self) -> float:
        view, weights, draws = self._view, self._weights, int(self._rules["reload_draws"])
        over = max(0, int(view["hand_sizes"][view["seat"]]) + draws - int(self._rules["hand_limit"]))
        sign = int(np.sign(lead(view)))
        return weights["reload"] + weights["overflow"] * over + weights["hurry"] * sign * draws

    def _keeping(self, hand: int, taken: int) -> float:
        if last_turn(self._view):
            return 0.0
        view, rules, weights = self._view, self._rules, self._weights
        lying = [n for n in range(N_CREATURES) if view["lying"][n] > (n == taken)]
        captured = view["captured"].sum(axis=0)
        dragons = [n for n in bits(rules["dragons"]) if n != taken and captured[n] < rules["copies"][n]]
        value = weights["fit"] * sum(sets(hand))
        for term, targets in (("promise", lying), ("siege", dragons)):
            value += weights[term] * promise(rules, self._owned, targets, hand)
        return value

    def _capturing(self, target: int) -> float:
        view, rules, weights = self._view, self._rules, self._weights
        if target >= N_CREATURES:
            return weights["enhancements"] * self._adds(target - N_CREATURES) + self._ending(target, 0, 0)
        points = int(rules["points"][target])
        value = weights["points"] * points + weights["creatures"]
        value += weights["dragons"] * (int(rules["dragons"]) >> target & 1)
        value += weights["bonus"] * (bonus_lead(view, 1) - bonus_lead(view, 0))
        value += weights["denial"] * points * self._threat(target)
        return value + self._ending(target, points, 1)

    def _ending(self, target: int, points: int, more: int) -> float:
        if not ends_game(self._view, target):
            return 0.0
        return self._weights["ending"] * int(np.sign(final_lead(self._view, points, more)))

    def _threat(self, target: int) -> float:
        view, most = self._view, 0.0
        for seat in set(range(int(self._rules["players"]))) - {int(view["seat"])}:
            cards = (int(view["hand_sizes"][seat]) + 1) // 2
            for act in range(STRIKE, SCREAM + 1) if cards else ():
                most = max(most, share(self._rules, int(view["owned"][seat]), act, target, cards))
        return most

    def _adds(self, number: int) -> float:
        total = most = 0.0
        for target in range(N_CREATURES):
            left = int(self._view["lying"][target]) + hidden_among(self._view, target, *unseen_cards(self._view))
            if left > 0:
                points = self._gain(number, target)
                total += left * points
                most = max(most, points)
        return most if int(self._rules["once"]) >> number & 1 else total / int(self._rules["players"])

    def _gain(self, number: int, target: int) -> float:
        """With three dice before it is had."""
        rules, total = self._rules, 0.0
        lasting = self._owned & ~int(rules["once"] | rules["wild"])
        before, after = (int(held & int(rules["rerolls"]) != 0) for held in (lasting, lasting | 1 << number))
        dice = 3 + int(rules["extra_dice"][number]) + (int(rules["wild"]) >> number & 1)
        for way in range(3):
            least = int(rules["numbers_of"][target, way]) - sum(int(rules["adds"][n, way]) for n in bits(lasting))
            total += at_least(rules, dice, least - int(rules["adds"][number, way]), after)
            total -= at_least(rules, 3, least, before)
        return float(int(rules["points"][target]) * total / 3.0)


def plain_choice(view: Any, moves: list[Move], weights: dict[str, float]) -> int:
    """The first of the moves with the largest weighted sum."""
    chances = {0: 0.0} | looked_at(view, moves) if view["phase"] == A_TURN else dict.fromkeys(range(len(moves)), 0.0)
    weighing = Weighing(view, weights)
    values = {i: weighing.worth(moves[i], chance) for i, chance in chances.items()}
    return max(values, key=values.__getitem__)


# ---- The tests -------------------------------------------------------------------------------------------------

CHARACTERS = [name for name in BUNDLE.shipped_strategies() if name not in ("random", "greedy")]


@pytest.mark.parametrize("rules", RULES)
def test_characters_choose_what_a_plain_weighing_says(rules: str) -> None:
    """Every character in turn, in hundreds of decisions of each rule set."""
    players = {name: (compiled(BUNDLE, name), dict(BUNDLE.find_strategy(name).weights)) for name in CHARACTERS}
    met = attacks = 0
    for met, game in enumerate(positions(rules), 1):
        name = CHARACTERS[met % len(CHARACTERS)]
        function, weights = players[name]
        own, moves = mind(game, name), game.moves()
        view = game.view(game.mover)
        chosen = function(view, game.options, len(moves), own)
        assert chosen == plain_choice(view, moves, weights), f"{name} {moves[chosen]}"
        attacks += STRIKE <= moves[chosen][0] <= SPELL
    assert attacks > met / 5


@pytest.mark.parametrize("rules", RULES)
def test_greedy_chooses_what_a_plain_look_at_all_moves_says(rules: str) -> None:
    """Each move compared with the best before it; lots are drawn for equals as they come, from the same words."""
    function = compiled(BUNDLE, "greedy")
    drawn = 0
    for met, game in enumerate(positions(rules), 1):
        own, other = mind(game, "greedy"), mind(game, "greedy")
        for each in (own, other):
            game.drivers.aim(each, np.uint64(met), 0, 0, 0)
        moves, view = game.moves(), game.view(game.mover)
        best, ties, most = 0, 0, -1.0
        for i, move in enumerate(moves):
            worth = worth_of(view, np.array([move], MOVE).view(np.recarray)[0])
            if worth > most + LITTLE:
                best, ties, most = i, 1, worth
            elif worth > most - LITTLE:
                ties += 1
                best = i if below(other.noise, ties) == 0 else best
        assert function(view, game.options, len(moves), own) == best
        drawn += ties > 1
    assert drawn > 0
