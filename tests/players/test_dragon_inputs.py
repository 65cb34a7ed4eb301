"""What the newest players of Dragon! take in, counted anew from cards that the test can see and they cannot."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import hypergeom

from dhstats.engine.compiled import interpreted
from dhstats.games.dragon.players import afterwards, inputs, outlook
from dhstats.games.dragon.table import N_FIXED, N_TYPES
from tests.games.dragon.contract import codes, pile
from tests.harness import OpenGame
from tests.players.pupils import DRAGON

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

LEARNING: Any = DRAGON.bundle.game.learning
PLAYED = ("standard", "three", "switches")


def row_of(view: Any, move: Any) -> Any:
    """The inputs for a move."""
    row = np.full(LEARNING.inputs, 9, np.float32)
    LEARNING.situation(view, row)
    assert LEARNING.outlook(view, move, 0, row) == 1.0
    return row


def seen_at(game: OpenGame) -> tuple[Any, Any, Any]:
    """A position: who decides, what they see, one of their moves."""
    seat, view, count = game.mover, game.view(game.mover), len(game.moves())
    return seat, view, game.options["moves"].view(np.recarray)[count // 2].copy()


def hidden_cards(game: OpenGame, seat: int) -> list[int]:
    """The hand and the pile of a player: a code each."""
    slots = game.table["seen"]["rules"]["code"][int(game.table["seen"]["place"][seat])]
    return [*codes(game.table, seat, game.table["hands"][seat]), *(int(slots[slot]) for slot in pile(game.table, seat))]


def in_class(bits: int, kind: int) -> bool:
    """Whether one of these types or top categories is of a class."""
    return bool(bits >> kind & 1 if kind < N_FIXED else bits >> N_FIXED)


def profile(cards: Any, held: list[int]) -> list[float]:
    """What is said of some cards: shares by class, shares that top a class, what they do a card."""
    own, size = [cards[code] for code in held], max(1, len(held))
    told = [sum(in_class(int(card[what]), kind) for card in own) for what in ("types", "tops") for kind in range(8)]

    def mean(weight: float, *names: str) -> float:
        return weight * sum(int(card[name]) for card in own for name in names)

    told += [
        mean(0.5, "wounds"), mean(1, "lair_attack"), mean(1, "rival_mills", "rival_draws"), mean(2, "rival_discards"),
        mean(2, "draws"), mean(1, "heals"), 2 * sum(int(card["whose"][0]) != 0 for card in own), mean(1, "discards"),
    ]  # fmt: skip
    return [number / size for number in told]


@pytest.mark.parametrize("rules", PLAYED)
def test_decks_are_described_as_they_are(rules: str) -> None:
    """The own pile and the enemies' hidden cards, card by card from the open table."""
    looked = 0
    for game in DRAGON.positions(rules, 25):
        seat, view, move = seen_at(game)
        row, cards, alive = row_of(view, move), view["rules"]["cards"], int(view["alive"])
        slots = view["rules"]["code"][int(view["place"][seat])]
        own = [int(slots[slot]) for slot in pile(game.table, seat)]
        assert row[inputs.OWN_DECK :][: inputs.PROFILE].tolist() == pytest.approx(profile(cards, own), abs=1e-5)
        enemies = [at for at in range(int(view["rules"]["players"])) if at != seat and alive >> at & 1]
        theirs = np.mean([profile(cards, hidden_cards(game, at)) for at in enemies], axis=0)
        assert row[inputs.THEIR_CARDS :][: inputs.PROFILE].tolist() == pytest.approx(theirs.tolist(), abs=1e-5)
        looked += 1
    assert looked > 12


def test_chances_are_those_of_drawing_without_looking() -> None:
    """That the rival can top a class, also by fresh cards alone, and how hard they may strike: hypergeometric."""
    fresh_ones = Counter[str]()
    for game in DRAGON.positions("standard", 60):
        seat, view, move = seen_at(game)
        row, cards, rival = row_of(view, move), view["rules"]["cards"], 1 - seat
        held, hand = hidden_cards(game, rival), int(view["hand_sizes"][rival])
        usable = set(codes(game.table, rival, int(view["usable"][rival]) & ((1 << 45) - 1)))
        for kind in range(8):
            able = sum(in_class(int(cards[code]["tops"]), kind) and code in usable for code in held)
            wanted = int(view["rules"]["special"]) if kind == N_FIXED else 1 << kind
            new = fresh(view, rival, wanted)
            fresh_ones["fewer" if new < hand else "all"] += 1
            for start, number in ((inputs.MAY_TOP, hand), (inputs.FRESH_TOP, new)):
                assert row[start + kind] == pytest.approx(hypergeom.sf(0, len(held), able, number), abs=1e-5)
        for facing in range(3):
            wounds = [wounds_of(view, rival, cards[code], facing) if code in usable else 0 for code in held]
            for step, least in enumerate(inputs.WOUND_STEPS):
                able = sum(number >= least for number in wounds)
                chance = hypergeom.sf(0, len(held), able, hand)
                assert row[inputs.THREAT + 4 * facing + step] == pytest.approx(chance, abs=1e-5)
    assert min(fresh_ones["fewer"], fresh_ones["all"]) > 20, fresh_ones


def fresh(view: Any, seat: int, types: int) -> int:
    """How many cards came to a hand after the latest turn in which it let such types pass."""
    past = view["recent"][seat]
    passed = [at for at, turn in enumerate(past) if int(turn["let_pass"]) & types == types]
    hand = int(view["hand_sizes"][seat])
    return min(hand, sum(int(turn["drawn"]) for turn in past[: passed[0]])) if passed else hand


def wounds_of(view: Any, seat: int, card: Any, facing: int) -> int:
    """What an attack of a rival inflicts on the player's dragon, were it to face so; 0 for what cannot be aimed at it."""
    if not int(card["types"]) & 7 or not int(card["rival_facing"]) >> facing & 1:
        return 0
    wounds = int(card["wounds"]) + (int(card["tail_wounds"]) if facing == 2 else 0)
    for kind in (0, 1, 2, *range(N_FIXED, N_TYPES)):
        if int(card["types"]) >> kind & 1:
            wounds += int(view["power"][seat]["adds"][kind]) - int(view["power"][1 - seat]["armour"][kind])
    return max(0, wounds)


@pytest.mark.parametrize("rules", PLAYED)
def test_thresholds_are_passed_as_the_standing_says(rules: str) -> None:
    """Of everybody who is in the fight."""
    for game in DRAGON.positions(rules, 25):
        _, view, move = seen_at(game)
        after = row_of(view, move)[inputs.FIXED :]
        steps = [(what, step) for what, several in afterwards.STEPS for step in several]
        for place in range(int(view["rules"]["players"])):
            seat = (int(view["seat"]) + place) % int(view["rules"]["players"])
            for number, (what, step) in enumerate(steps):
                left = after[outlook.STANDING + 6 * place + what] / outlook.SCALES[what]
                passed = after[afterwards.LOW + len(steps) * place + number]
                alive = bool(int(view["alive"]) >> seat & 1)
                assert passed == (alive and round(float(left)) <= step), (what, step)


def test_hidden_cards_change_no_input() -> None:
    """Whatever the others hold, and however the own pile lies."""
    for deal, game in enumerate(DRAGON.positions("three", 25)):
        _, view, move = seen_at(game)
        before, chance = row_of(view, move), random.Random(deal)
        DRAGON.hide(game.table, game.mover, chance)
        assert row_of(game.view(game.mover), move).tobytes() == before.tobytes()


def test_other_decks_are_other_inputs() -> None:
    """At the start of a game all that differs is what is in the decks, and the inputs tell."""
    rows = set()
    for decks in (("kill", "banish"), ("kill", "mixed"), ("control", "banish")):
        settings = [f'decks.{seat}="{name}"' for seat, name in zip(("first", "second"), decks, strict=True)]
        game = OpenGame(DRAGON.bundle, DRAGON.bundle.rule_files.load("standard", settings).record())
        game.deal(1, 1)
        _, view, move = seen_at(game)
        rows.add(row_of(view, move)[inputs.THEIR_CARDS : inputs.OWN_TURN].tobytes())
    assert len(rows) == 3


def test_a_veil_hides_the_others_and_nothing_else() -> None:
    """Own standing, own hand, own deck and the turn stay."""
    hidden, shift = set(LEARNING.hidden), inputs.FIXED
    theirs = shift + outlook.STANDING + outlook.N_STANDING
    alien = {
        theirs,
        shift + outlook.WON,
        inputs.MAY_TOP,
        inputs.FRESH_TOP,
        inputs.THREAT,
        inputs.THEIR_CARDS,
        inputs.ALIVE,
    }
    assert {*alien, *(shift + at for at in (outlook.CHANCE, afterwards.MENACE, afterwards.SAFE))} <= hidden
    own = {inputs.ABILITIES, inputs.OWN_DECK, inputs.OWN_TURN}
    own |= {shift + at for at in (outlook.STANDING, outlook.NEAR, outlook.LOST, outlook.HELD, outlook.STEP)}
    own |= {shift + at for at in (outlook.OWED, afterwards.LOW, afterwards.POWER)}
    assert not hidden & own
    assert max(hidden) < LEARNING.inputs
