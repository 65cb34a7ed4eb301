"""Made players against readings of their own: network, restrictions and guesses, each told once more in plain words."""

import base64
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.players import roster, trained
from dhstats.players.trained import as_strategy
from tests.games.dragonheart.contract import held
from tests.games.dragonheart.positions import PICTURES, cards_of, deck_of, unpacked
from tests.harness import OpenGame
from tests.players.players import BUNDLE, small
from tests.players.pupils import HEART, Guesser, unlikely
from tests.players.seated import Seated

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

LEARNING: Any = HEART.learning
HIDDEN_UNITS = 64


@pytest.mark.parametrize("rules", ["ffg", "kosmos"])
def test_the_expert_takes_what_his_file_says(rules: str) -> None:
    """Shipped file, numpy, double precision: the same move at hundreds of positions, but where two are as good."""
    path = trained.shipped(BUNDLE, BUNDLE.rule_files.load(rules), "")
    assert path is not None
    row = np.frombuffer(base64.b64decode(json.loads(path.read_bytes())["network"]), "<f4").astype(float)
    inputs = len(row) // HIDDEN_UNITS - 2
    weights, rest = row[: inputs * HIDDEN_UNITS].reshape(inputs, HIDDEN_UNITS), row[inputs * HIDDEN_UNITS :]
    biases, output, bias = rest[:HIDDEN_UNITS], rest[HIDDEN_UNITS:-1], rest[-1]
    expert = Seated(BUNDLE, roster.find(BUNDLE, BUNDLE.rule_files.load(rules), "expert"))
    seen = np.zeros(inputs, np.float32)
    compared = clear = 0
    for game in HEART.positions(rules, 300):
        taken, view = expert.choose(game), game.view(game.mover)
        LEARNING.situation(view, seen)
        rows = []
        for move in game.options["moves"][: len(game.moves())]:
            LEARNING.outlook(view, move, 0, seen)
            rows.append(seen.astype(float))
        values = np.maximum(np.array(rows) @ weights + biases, 0) @ output + bias
        best = np.sort(values)
        sure = len(best) == 1 or best[-1] - best[-2] > 1e-5
        assert values[taken] >= best[-1] - 1e-5
        assert not sure or taken == int(np.argmax(values))
        compared, clear = compared + 1, clear + sure
    assert compared > 200
    assert clear > 0.95 * compared


def claims(game: OpenGame) -> list[bool]:
    """Which options bring the figure to the mover: each is played on a copy of the table."""
    told, copy = [], OpenGame(BUNDLE, game.table["seen"]["rules"])
    for number in range(len(game.moves())):
        for name in BUNDLE.game.table.names or ():
            copy.table[name] = game.table[name]
        copy.moves()
        told.append(bool(copy.take(number)["claimed_figure"]))
    return told


FORBIDDEN: dict[str, Callable[[OpenGame], list[bool]]] = {
    "no_figure": claims,
    "no_ships": lambda game: [PICTURES[move[0]] == "ship" for move in game.moves()],
    "single_cards": lambda game: [len(unpacked(move[1])) > 1 for move in game.moves()],
    "hoard": lambda game: [max(unpacked(move[1])) >= 3 for move in game.moves()],
}


@pytest.mark.parametrize("rules", HEART.rules)
@pytest.mark.parametrize("restriction", FORBIDDEN)
def test_whole_games_keep_to_a_restriction(restriction: str, rules: str) -> None:
    """In games against random play nobody does what he may not, unless every move is of that kind."""
    player = Seated(BUNDLE, as_strategy(BUNDLE, small(restriction), "pupil", "test", ""))
    game, chance = OpenGame(BUNDLE, HEART.rule_set(rules).record()), random.Random(1)
    tempted = 0
    for deal in range(12):
        game.deal(22, deal)
        while game.mover >= 0:
            if game.mover != deal % 2:
                game.take(chance.randrange(len(game.moves())))
                continue
            barred = FORBIDDEN[restriction](game)
            taken = player.choose(game, deal)
            assert not barred[taken] or all(barred)
            tempted += any(barred) and not all(barred)
            game.take(taken)
    assert tempted > 20


@pytest.mark.parametrize("restriction", ["", "no_ships", "single_cards"])
def test_random_moves_are_of_those_that_are_allowed(restriction: str) -> None:
    """A player all of whose moves are random takes every allowed move as often, and no other.

    A chi-square test at each of some positions, all seeds fixed; false alarms: one in a million a position.
    """
    player = Seated(BUNDLE, as_strategy(BUNDLE, small(restriction), "pupil", "test", "", 1.0))
    reading = FORBIDDEN.get(restriction, lambda game: [False] * len(game.moves()))
    for deals in (1, 3):
        *_, game = HEART.positions("ffg", deals, 20)
        barred = reading(game)
        allowed = [i for i, no in enumerate(barred) if not no] or list(range(len(barred)))
        drawn = Counter(player.choose(game, deal) for deal in range(60 * len(allowed)))
        assert set(drawn) <= set(allowed)
        assert unlikely([drawn[i] for i in allowed], [60.0] * len(allowed)) > 1e-6


@pytest.mark.parametrize("rules", HEART.rules)
def test_guesses_hold_every_card_once(rules: str) -> None:
    """Under all kinds of rules: nothing open differs, own cards are own, every card of both decks is somewhere."""
    for game in HEART.positions(rules, 40):
        seat, seen = game.mover, game.table["seen"]
        table = Guesser(game).guess()
        assert table["hands"][seat].tolist() == game.table["hands"][seat].tolist()
        assert table["held"].tolist() == [sum(1 << i for i in range(9) if hand[i]) for hand in table["hands"]]
        assert held(table, seat)[: seen["hand_sizes"][seat]] == held(game.table, seat)[: seen["hand_sizes"][seat]]
        for at in (0, 1):
            assert len(cards_of(table["hands"][at])) == seen["hand_sizes"][at]
            assert Counter(held(table, at)) == Counter(held(game.table, at))
        for name in set(BUNDLE.game.view.names or ()) - {"hand", "pictures", "seat", "rules"}:
            assert table["seen"][name].tolist() == seen[name].tolist(), name


def test_guessed_cards_are_uniform() -> None:
    """The top of both decks and the cards of the other's hand are each unseen card equally often.

    Chi-square tests with a fixed seed in the middle of two games; false alarms: one in a million each.
    """
    draws = 6000
    for deals in (7, 8):
        *_, game = HEART.positions("ffg", deals, 30)
        seat, seen = game.mover, game.table["seen"]
        guesser, tops, hands = Guesser(game), [Counter[Any](), Counter[Any]()], Counter[Any]()
        for _ in range(draws):
            table = guesser.guess()
            for at in (0, 1):
                tops[at][deck_of(table["decks"][at, : seen["deck_sizes"][at]])[0]] += 1
            hands.update(cards_of(table["hands"][1 - seat]))
        unseen = [Counter(held(game.table, at)) for at in (0, 1)]
        unseen[seat] -= Counter(cards_of(game.table["hands"][seat]))
        for at in (0, 1):
            kinds, total = sorted(unseen[at]), unseen[at].total()
            expected = [draws * unseen[at][kind] / total for kind in kinds]
            assert set(tops[at]) <= set(kinds)
            assert unlikely([tops[at][kind] for kind in kinds], expected) > 1e-6
        size, total = int(seen["hand_sizes"][1 - seat]), unseen[1 - seat].total()
        for kind, copies in unseen[1 - seat].items():
            # Hypergeometric: mean and variance of the copies in a hand.
            mean = size * copies / total
            spread = mean * (1 - copies / total) * (total - size) / (total - 1)
            assert abs(hands[kind] - draws * mean) < 5.5 * np.sqrt(draws * spread)
