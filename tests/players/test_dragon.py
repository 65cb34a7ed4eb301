"""Made players of Dragon!: what they take in, guess and may not do, and that they learn, for two to four players."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.dragon.players import inputs, outlook
from dhstats.games.dragon.table import ACTS, N_FIXED, PAYING, SEATS, SHEDDING, TOPPING
from dhstats.players.match import records
from dhstats.players.trained import Trained
from tests.games.dragon.contract import check_cards, codes, pile
from tests.games.dragon.positions import bits
from tests.harness import OpenGame
from tests.players.pupils import DRAGON, Guesser, output, unlikely
from tests.players.seated import copied

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

BUNDLE = DRAGON.bundle
LEARNING: Any = BUNDLE.game.learning  # `test_dragon_inputs` is about further inputs


# ---- Guesses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", DRAGON.rules)
def test_guesses_agree_with_all_that_is_seen(rules: str) -> None:
    """Nothing open differs, own cards are own, and every card of every deck is somewhere, once."""
    chains = upgrades = looked = 0
    for game in DRAGON.positions(rules, 60):
        seat, seen, table = game.mover, game.table["seen"], Guesser(game).guess()
        for name in set(BUNDLE.game.view.names or ()) - {"seat", "hand", "rules"}:
            assert table["seen"][name].tobytes() == seen[name].tobytes(), name
        assert table["hands"][seat] == game.table["hands"][seat]
        assert table["layout"] == game.table["layout"]
        check_cards(table, [])
        for slot in (slot for at in range(int(seen["rules"]["players"])) for slot in pile(table, at)):
            assert slot in seen["rules"]["deck"]
        chains += int(seen["first_card"] >= 0)
        upgrades += int(seen["level"].any())
        looked += 1
    assert looked > 30
    assert chains > 3
    assert upgrades > 3 or rules != "upgrades"


def test_guessed_cards_are_uniform() -> None:
    """The rival's hand and his top card are each of his hidden titles as often as it has copies; so is the own top card.

    Chi-square tests with a fixed seed in the middle of a game; false alarms: one in a million each.
    """
    draws = 4000
    *_, game = DRAGON.positions("standard", 14, 50)
    seat, table, guesser = game.mover, game.table, Guesser(game)
    rival = 1 - seat
    hands, tops, own = Counter[int](), Counter[int](), Counter[int]()
    for _ in range(draws):
        guessed = guesser.guess()
        hands.update(codes(guessed, rival, guessed["hands"][rival]))
        tops[pile(guessed, rival)[-1]] += 1
        own[pile(guessed, seat)[-1]] += 1
    hidden = Counter(codes(table, rival, table["hands"][rival]))
    code = table["seen"]["rules"]["code"][int(table["seen"]["place"][rival])]
    hidden += Counter(int(code[slot]) for slot in pile(table, rival))
    total, size = sum(hidden.values()), len(bits(table["hands"][rival]))
    told = [(hands[card], tops[code.tolist().index(card)], copies) for card, copies in hidden.items()]
    assert unlikely([n for _, n, _ in told], [draws * copies / total for *_, copies in told]) > 1e-6
    assert unlikely([n for n, *_ in told], [draws * size * copies / total for *_, copies in told]) > 1e-6
    left = Counter(pile(table, seat))
    assert unlikely([own[slot] for slot in left], [draws * n / sum(left.values()) for n in left.values()]) > 1e-6


# ---- Inputs ----------------------------------------------------------------------------------------------------

WHAT = ("HEALTH", "LAIR", "DECK", "HAND", "AWAY")
SCALES = dict(zip(WHAT, (0.06, 0.15, 0.03, 0.15, 0.5), strict=True))


def row_of(view: Any, move: Any) -> Any:
    """The inputs for a move."""
    row = np.zeros(LEARNING.inputs, np.float32)
    LEARNING.situation(view, row)
    assert LEARNING.outlook(view, move, 0, row) == 1.0
    return row


def after(view: Any, move: Any) -> Any:
    """Those of them that `outlook` writes."""
    return row_of(view, move)[inputs.FIXED :]


def told(row: Any, start: int, players: int, what: str) -> list[float]:
    """What a list of standings says of all players, oneself first, in whole numbers."""
    first = start + getattr(outlook, what)
    return [float(row[first + outlook.N_STANDING * i]) / SCALES[what] for i in range(players)]


def there(game: OpenGame, seat: int, what: str) -> list[float]:
    """The same of a table; nothing of those who are out of the fight."""
    seen, alive = game.table["seen"], int(game.table["seen"]["alive"])
    players = int(seen["rules"]["players"])
    numbers = {
        "HEALTH": seen["power"]["health"] - seen["wounds"], "LAIR": seen["power"]["lair"] - seen["siege"],
        "DECK": seen["left"], "HAND": seen["hand_sizes"], "AWAY": seen["facing"],
    }[what]  # fmt: skip
    places = [(seat + i) % players for i in range(players)]
    return [float(numbers[at]) if alive >> at & 1 else 0.0 for at in places]


def let_be(game: OpenGame) -> None:
    """Whatever is owed is paid, and nobody plays another card to the chain."""
    while game.mover >= 0 and game.table["seen"]["phase"] in (PAYING, TOPPING):
        game.moves()
        game.take(0)


def same_turn(game: OpenGame, before: OpenGame) -> bool:
    """Whether nobody has drawn on the way, and nobody has left the fight: it is still the same turn of the same player."""
    seen, was = game.table["seen"], before.table["seen"]
    return game.mover >= 0 and all(seen[name].tolist() == was[name].tolist() for name in ("mover", "turns", "alive"))


@pytest.mark.parametrize("rules", ["standard", "three", "switches"])
def test_inputs_foretell_what_a_move_does(rules: str) -> None:
    """Every move played on a copy, and let be: dragons stand as was taken in; if it is topped, as was feared."""
    compared: Counter[str] = Counter()
    for game in DRAGON.positions(rules, 100):
        seat, view, count = game.mover, game.view(game.mover), len(game.moves())
        players = int(view["rules"]["players"])
        for number in sorted({0, count - 1, *random.Random(count).sample(range(count), min(count, 4))}):
            game.moves()
            move = game.options["moves"].view(np.recarray)[number].copy()
            row, later = after(view, move), copied(BUNDLE, game)
            later.take(number)
            feared = copied(BUNDLE, later)
            let_be(later)
            act = ACTS[move.act]
            if later.mover < 0:
                compared["over"] += 1
                continue
            if not same_turn(later, game) or later.table["seen"]["phase"] == SHEDDING:
                continue
            for what in WHAT:
                foretold = told(row, outlook.STANDING, players, what)
                assert foretold == pytest.approx(there(later, seat, what), abs=1e-3), (act, what)
            compared[act] += 1
            if act != "hold":
                compared["topped"] += compare_feared(row, feared, game, seat)
    assert min(compared[act] for act in ("play", "top", "hold", "pass", "discard", "topped")) > 1, compared


def compare_feared(row: Any, feared: OpenGame, game: OpenGame, seat: int) -> int:
    """If somebody can top the move: what comes of it then, but for his own hand; whether that was compared."""
    while feared.mover >= 0 and feared.table["seen"]["phase"] == PAYING:
        feared.moves()
        feared.take(0)
    if feared.mover < 0 or feared.table["seen"]["phase"] != TOPPING:
        return 0
    assert row[outlook.CHANCE] > 0
    feared.moves()
    feared.take(1)
    let_be(feared)
    if not same_turn(feared, game) or feared.table["seen"]["phase"] == SHEDDING:
        return 0
    players = int(game.table["seen"]["rules"]["players"])
    for what in ("HEALTH", "LAIR", "DECK", "AWAY"):
        now, shift = (told(row, start, players, what) for start in (outlook.STANDING, outlook.TURNED_ROUND))
        then = [one + other / row[outlook.CHANCE] for one, other in zip(now, shift, strict=True)]
        assert then == pytest.approx(there(feared, seat, what), abs=1e-3), what
    return 1


def test_inputs_tell_what_the_hand_can_do() -> None:
    """Classes, what is covered, and what no dragon of this kind can use: counted card by card."""
    looked = 0
    for game in DRAGON.positions("upgrades", 30):
        seat, view, cards = game.mover, game.view(game.mover), game.table["seen"]["rules"]["cards"]
        game.moves()
        move = game.options["moves"].view(np.recarray)[0].copy()
        if ACTS[move.act] not in ("pass", "hold", "draw"):
            continue
        looked += 1
        row = after(view, move)
        hand = int(view["hand"]) & int(view["usable"][seat])
        own = [cards[code] for code in codes(game.table, seat, hand)]
        for kind in range(N_FIXED):
            assert row[outlook.HELD + kind] == 0.5 * sum(int(card["types"]) >> kind & 1 for card in own)
            assert row[outlook.COVER + kind] == 0.5 * sum(int(card["tops"]) >> kind & 1 for card in own)
        special = 0.5 * sum(int(card["types"]) >> N_FIXED != 0 for card in own)
        assert row[outlook.HELD + N_FIXED] == special
        useless = len(bits(view["hand"])) - len(bits(hand))
        assert row[outlook.FORCE + outlook.USELESS] == pytest.approx(0.3 * useless)
        mills = sum(int(card["rival_mills"]) + int(card["rival_draws"]) for card in own)
        assert row[outlook.FORCE + outlook.MILLS] == pytest.approx(0.1 * mills)
    assert looked > 15


def test_outcomes_share_the_win() -> None:
    """Partners who come first share it; leads are over those of another place."""
    result = records(BUNDLE.game.result, 1)[0]
    for name, place, score in zip(SEATS, (1, 4, 1, 3), (7, 0, 0, 2), strict=True):
        result[f"rank_{name}"], result[f"score_{name}"] = place, score
    outcome = getattr(LEARNING.outcome, "py_func", LEARNING.outcome)
    assert [outcome(result, seat) for seat in range(4)] == [(0.5, 5), (0.0, -7), (0.5, -2), (0.0, -5)]
    for name, place, score in zip(SEATS, (2, 1, -1, -1), (0, 3, -1, -1), strict=True):
        result[f"rank_{name}"], result[f"score_{name}"] = place, score
    assert [outcome(result, seat) for seat in range(2)] == [(0.0, -3), (1.0, 3)]


# ---- Play ------------------------------------------------------------------------------------------------------


def reading(player: Trained, game: OpenGame) -> list[float]:
    """What a player's file says of all moves."""
    view, count = game.view(game.mover), len(game.moves())
    moves = game.options["moves"].view(np.recarray)[:count].copy()
    return [output(player, LEARNING, row_of(view, move)) for move in moves]


@pytest.mark.parametrize("rules", ["standard", "teams"])
def test_a_player_takes_the_position_that_he_values_most(rules: str) -> None:
    """The choice against the file read in double precision, also at a table for which it was not trained."""
    compared, player = 0, DRAGON.expert()
    seated = DRAGON.seated(player)
    for game in DRAGON.positions(rules, 40):
        worths = reading(player, game)
        assert worths[seated.choose(game)] >= max(worths) - 1e-4
        compared += 1
    assert compared > 20
