"""What a trained player of Dragonwood takes in: against plain counts of cards and dice."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.catalogue import load
from dhstats.games.dragonwood.players import inputs as at
from dhstats.games.dragonwood.players.rivals import LARGEST, SIZES, shown
from dhstats.games.dragonwood.table import (
    DISCARD,
    MOVE,
    N_CREATURES,
    N_ENHANCEMENTS,
    N_TARGETS,
    NO_TITLE,
    RELOAD,
    SEATS,
    SPELL,
)
from dhstats.players.match import records
from tests.games.dragonwood.positions import bits, title
from tests.games.dragonwood.test_rulebook import position
from tests.games.dragonwood.test_shape import ALL, COUNTS
from tests.players.pupils import DRAGONWOOD

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

BUNDLE = load("dragonwood")
LEARNING: Any = BUNDLE.game.learning
CLOSE = {"rtol": 0, "atol": 2e-6}
RELOADING = np.rec.array([(RELOAD, NO_TITLE, 0, 0, 0)], MOVE)[0]


def row_of(view: Any, move: Any, end: int) -> tuple[float, Any]:
    """The chance of an end of a move, and the inputs for it, whatever was there before."""
    row = np.full(LEARNING.inputs, 7.5, np.float32)
    LEARNING.situation(view, row)
    return float(LEARNING.outlook(view, move, end, row)), row


class Plain:
    """A position after a move, worked out card by card."""

    def __init__(self, view: Any, move: Any, end: int) -> None:
        self.view, self.rules, self.seat = view, view["rules"], int(view["seat"])
        self.hand, self.owned = set(bits(int(view["hand"]))), set(bits(int(view["owned"][self.seat])))
        self.lying = Counter({t: int(n) for t, n in enumerate(view["lying"]) if n})
        self.owed, self.taken = 0, None
        once = set(bits(int(self.rules["once"])))
        if move.act == RELOAD:
            self.owed = max(0, len(self.hand) + int(self.rules["reload_draws"]) - int(self.rules["hand_limit"]))
            return
        if move.act >= DISCARD:
            self.hand -= set(bits(int(move.cards)))
            self.owed = int(view["owes"][self.seat]) - 1
        else:
            tried = move if move.act <= SPELL else view
            self.owned -= set(bits(int(tried["used"]))) & once
            if end == at.SUCCESS:
                self.hand -= set(bits(int(tried["cards"])))
                self.take(int(tried["target"]))
            else:
                self.owed = int(self.rules["wounds"])
                if tried["act"] == SPELL and self.rules["spell_spends"]:
                    self.hand -= set(bits(int(tried["cards"])))
        for _ in range(min(self.owed, len(self.hand))):
            fits = {card: sum(count(self.hand - {card}) for count in COUNTS) for card in sorted(self.hand)}
            self.hand.remove(max(fits, key=lambda card: fits[card]))

    def take(self, target: int) -> None:
        """A card is captured."""
        self.taken = target
        self.lying[target] -= 1
        if target >= N_CREATURES:
            self.owned.add(target - N_CREATURES)

    @property
    def targets(self) -> list[int]:
        """Titles that lie there."""
        return [target for target, count in sorted(self.lying.items()) if count]

    def lasting(self, owned: set[int]) -> set[int]:
        """Enhancements that help with every attack."""
        return owned - set(bits(int(self.rules["once"] | self.rules["wild"])))

    def chance(self, way: int, target: int, cards: int, helping: set[int]) -> float:
        """The chance of an attack with so many cards: dice are thrown one after another."""
        if cards == 0:
            return 0.0
        rules, wild = self.rules, set(bits(int(self.rules["wild"])))
        dice, need, reroll = cards + len(helping & wild), int(rules["numbers_of"][target, way]), 0
        if target < N_CREATURES:
            dice += sum(int(rules["extra_dice"][number]) for number in helping)
            need -= sum(int(rules["adds"][number, way]) for number in helping)
            reroll = int(bool(helping & set(bits(int(rules["rerolls"])))))
        dice = min(dice, int(rules["max_dice"]))
        if reroll:  # its odds are tested with the rules
            return float(rules["chance"][1, dice][max(0, need)])
        faces, totals = rules["faces"][: rules["sides"]].tolist(), Counter({0: 1.0})
        for _ in range(dice):
            thrown: Counter[int] = Counter()
            for total, share in totals.items():
                for face in faces:
                    thrown[total + face] += share / len(faces)
            totals = thrown
        return sum(share for total, share in totals.items() if total >= need)

    def gains(self, way: int, cards: int, helping: set[int]) -> list[float]:
        """The points of every creature times the chance to capture it, largest first, and nothing twice."""
        creatures = [target for target in self.targets if target < N_CREATURES]
        points = [self.chance(way, t, cards, helping) * int(self.rules["points"][t]) for t in creatures]
        return sorted([*points, 0.0, 0.0], reverse=True)


def check_attacks(plain: Plain, x: Any) -> None:
    """What attacks promise."""
    helping, hand = plain.lasting(plain.owned), plain.hand
    sizes = [count(hand) for count in COUNTS]
    unseen = set(ALL) - set(bits(int(plain.view["hand"] | plain.view["laid"] | plain.view["discarded"])))
    larger = [sum(count(hand | {card}) > size for card in unseen) for count, size in zip(COUNTS, sizes, strict=True)]
    outs = [count / len(unseen) for count in larger]
    np.testing.assert_allclose(x[at.OUTS : at.OUTS + 3], outs, **CLOSE)
    now = [plain.gains(way, sizes[way], helping)[0] for way in range(3)]
    then = [plain.gains(way, sizes[way] + 1, helping)[0] for way in range(3)]
    np.testing.assert_allclose(x[at.PROMISE : at.PROMISE + 3], 0.3 * np.array(now), **CLOSE)
    np.testing.assert_allclose(x[at.GROWTH : at.GROWTH + 3], 0.3 * np.array(then), **CLOSE)
    assert x[at.BEST] == pytest.approx(0.3 * max(now), abs=2e-6)
    hoped = [a + share * (b - a) for a, b, share in zip(now, then, outs, strict=True)]
    assert x[at.NEXT] == pytest.approx(0.3 * max(0.0, *hoped), abs=2e-6)
    for way, promise in enumerate(now):  # whichever of the largest sets is spent, what is left promises no more
        left = 0.3 * max(plain.gains(other, sizes[other], helping)[0] for other in range(3))
        assert 0.3 * promise - 2e-6 <= x[at.PLAN + way] <= 0.3 * promise + left + 2e-6
    best = {t: max(plain.chance(way, t, sizes[way], helping) for way in range(3)) for t in plain.targets}
    chances = [best.get(target, 0.0) for target in range(N_TARGETS)]
    np.testing.assert_allclose(x[at.CHANCES : at.CHANCES + N_TARGETS], chances, **CLOSE)
    worth = {t: share * int(plain.rules["points"][t]) for t, share in best.items() if t < N_CREATURES}
    assert x[at.SECOND] == pytest.approx(0.3 * sorted([*worth.values(), 0.0, 0.0])[-2], abs=2e-6)
    threats = x[at.THREATS : at.THREATS + N_TARGETS] / 0.3
    kept = [best[t] * (int(plain.rules["points"][t]) - threats[t]) for t in worth]
    assert x[at.KEPT] == pytest.approx(0.3 * max([0.0, *kept]), abs=4e-6)
    assert x[at.THEIR_BEST] == pytest.approx(0.3 * max([0.0, *(threats[t] for t in worth)]), abs=2e-6)
    stakes = sum(int(plain.rules["points"][t]) * plain.lying[t] for t in worth)
    assert x[at.STAKES] == pytest.approx(0.05 * stakes, abs=2e-6)
    spent = max(plain.gains(way, sizes[way], plain.owned)[0] for way in range(3))
    gained = spent - max(now) if plain.owned - helping else 0.0
    assert x[at.HELPED] == pytest.approx(0.3 * gained, abs=2e-6)


def final_leads(plain: Plain, more: tuple[int, ...] = (), seat: int = -1) -> list[float]:
    """Every player's score over the best other if the game ended now, and a seat had captured so many more titles."""
    rules, players = plain.rules, int(plain.rules["players"])
    points = [int(p) for p in plain.view["points"][:players]]
    creatures = [int(c) for c in plain.view["creatures"][:players]]
    caught = [(plain.seat, plain.taken)] if plain.taken is not None and plain.taken < N_CREATURES else []
    for who, what in [*caught, *((seat, what) for what in more)]:
        points[who] += int(rules["points"][what])
        creatures[who] += 1
    most = max(creatures)
    bonus = int(rules["bonus"] if creatures.count(most) == 1 else rules["tied_bonus"])
    scores = [p + bonus * (c == most) for p, c in zip(points, creatures, strict=True)]
    return [scores[s] - max(scores[:s] + scores[s + 1 :]) for s in range(players)]


def check_standing(plain: Plain, x: Any) -> int:
    """The race, and the end by the last dragon; whether that is near."""
    view, rules, seat = plain.view, plain.rules, plain.seat
    final = final_leads(plain)[seat]
    assert x[at.FINAL_LEAD] == pytest.approx(0.1 * final, abs=2e-6)
    assert x[at.LEADS : at.OWN_CREATURES].tolist() == [float(final >= step) for step in at.LEAD_STEPS]
    dragons = [t for t in bits(int(rules["dragons"])) if not view["captured"][:, t].any() and t != plain.taken]
    near = len(dragons) == 1 and rules["end_dragons"] and not x[at.GAME_OVER]
    assert x[at.LAST_DRAGON] == float(near)
    if not near:
        assert not x[at.LAST_DRAGON : at.DRAWN].any()
        return 0
    last, players = dragons[0], int(rules["players"])
    own = final_leads(plain, (last,), seat)[seat]
    assert x[at.OWN_END : at.THEIR_END].tolist() == [float(own >= step) for step in at.END_STEPS]
    theirs = {other: final_leads(plain, (last,), other) for other in range(players) if other != seat}
    worst = min(leads[seat] for leads in theirs.values())
    assert x[at.THEIR_END : at.DRAWN].tolist() == [float(worst >= step) for step in at.END_STEPS]
    lies = plain.lying[last] > 0
    helping, sizes = plain.lasting(plain.owned), [count(plain.hand) for count in COUNTS]
    share = max(plain.chance(way, last, sizes[way], helping) for way in range(3))
    assert x[at.SIEGE] == pytest.approx(share, abs=2e-6)
    assert x[at.END_CHANCE] == pytest.approx(share * lies, abs=2e-6)
    if own:
        assert x[at.END_WON] == pytest.approx(share * lies * (own > 0), abs=2e-6)
    if all(leads[other] for other, leads in theirs.items()):
        lost = any(leads[other] > 0 for other, leads in theirs.items())
        threat = x[at.THREATS + last] / 0.3 / max(1, int(rules["points"][last]))
        assert x[at.END_LOST] == pytest.approx(threat * lost * lies, abs=2e-6)
    return 1


def check_hand(plain: Plain, x: Any) -> None:
    """Cards and enhancements that are kept."""
    hand = plain.hand
    assert x[at.OWN_HAND : at.SETS].tolist() == [float(len(hand) >= size) for size in range(1, 10)]
    for way, count in enumerate(COUNTS):
        first = at.SETS + at.SET_STEPS * way
        assert x[first : first + at.SET_STEPS].tolist() == [float(count(hand) >= size) for size in range(2, 7)]
    numbers = sorted({card % 12 for card in hand})
    assert x[at.PAIRS] == pytest.approx(0.2 * sum(b - a == 1 for a, b in pairwise(numbers)), abs=2e-6)
    owned = [float(number in plain.owned) for number in range(N_ENHANCEMENTS)]
    assert x[at.OWNED : at.OWNED + N_ENHANCEMENTS].tolist() == owned
    assert x[at.OWED] == plain.owed


@pytest.mark.parametrize("rules", ["two", "three", "wild"])
def test_inputs_against_a_plain_count(rules: str) -> None:
    """After moves of random positions, also with one dragon left: everything that a move changes."""
    near, ends, chance = 0, Counter[int](), random.Random(4)
    for number, game in enumerate(DRAGONWOOD.positions(rules, 45)):
        view, count = game.view(game.mover), len(game.moves())
        if number % 2 and not int(view["captured"][:, title("blue_dragon")].sum()) and not view["lying"][14]:
            view["captured"][1 - number // 2 % 2, title("blue_dragon")] = 1
            view["revealed"][title("blue_dragon")] = 1
        for move in game.options["moves"].view(np.recarray)[sorted({0, *chance.sample(range(count), min(count, 3))})]:
            for end in range(2):
                share, x = row_of(view, move, end)
                if share > 0.0:
                    plain = Plain(view, move, end)
                    check_hand(plain, x)
                    check_attacks(plain, x)
                    near += check_standing(plain, x)
                    ends[end] += 1
    assert near > 10
    assert min(ends.values()) > 20


def test_threats_go_by_what_others_have_shown() -> None:
    """Hands by lot, and a hand that showed a pair: the exact mean over how large a set may be, best way taken."""
    place = position(hands=("r1 r2 g9 b9", "o1 o2 p5 p7 b11"), landscape="angry_ogre wild_boar").roll(1, 1)
    for known in (0, 2):
        view = place.view(1)
        _, x = row_of(view, RELOADING, 0)
        plain = Plain(view, RELOADING, 0)
        pair = [count(set(bits(shown(view, 0)))) for count in COUNTS]
        assert max(pair) == known
        for target in (title("angry_ogre"), title("wild_boar")):
            held, by_way = int(view["hand_sizes"][0]), []
            for way in range(3):
                chances = [plain.chance(way, target, max(size, pair[way]), set()) for size in range(1, LARGEST + 1)]
                by_way.append(float(SIZES[way, held, 1:] @ chances))
            worth = int(view["rules"]["points"][target])
            assert x[at.THREATS + target] == pytest.approx(0.3 * max(by_way) * worth, abs=2e-6)
        if not known:
            place.play("strike angry_ogre r1 r2", "discard g9")


def test_what_hidden_cards_are_has_no_influence() -> None:
    """Other hands and piles, the same inputs to the last bit."""
    chance = random.Random(6)
    for game in DRAGONWOOD.positions("three", 20):
        move, seat = game.options["moves"][: len(game.moves())].view(np.recarray)[-1].copy(), game.mover
        rows = []
        for _ in range(3):
            rows.append(row_of(game.view(seat), move, at.SUCCESS)[1])
            DRAGONWOOD.hide(game.table, seat, chance)
        assert all((row == rows[0]).all() for row in rows)


def test_the_last_move_of_all_is_judged_as_the_end() -> None:
    """In the last turn of the game whoever is ahead has won, whatever they draw."""
    place = position(landscape="fire_ants")
    place.set_captured(0, "wild_boar")
    view = place.view(0)
    for left, over in ((2, 0.0), (1, 1.0)):
        view["turns_left"] = left
        _, x = row_of(view, RELOADING, 0)
        assert (x[at.GAME_OVER], x[at.GAME_WON]) == (over, over)


def test_negative_points_count_in_outcomes() -> None:
    """Two who have less than nothing: the better of them leads by the difference, and so it is taken in."""
    result = records(BUNDLE.game.result, 1)[0]
    result["players"] = 2
    for name, place, score in zip(SEATS, (1, 2, -1, -1), (-20, -30, -1, -1), strict=True):
        result[f"rank_{name}"], result[f"score_{name}"] = place, score
    outcome = getattr(LEARNING.outcome, "py_func", LEARNING.outcome)
    assert [outcome(result, seat) for seat in range(2)] == [(1.0, 10), (0.0, -10)]
