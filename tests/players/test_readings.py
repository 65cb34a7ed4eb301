"""Made players against readings of their own: network, restrictions and guesses, each told once more in plain words."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import MIND
from dhstats.games.catalogue import NAMES, load
from dhstats.players import roster, thinking, trained
from dhstats.players.match import records
from dhstats.players.trained import Trained
from tests.games.dragonheart.contract import held
from tests.games.dragonheart.positions import cards_of, deck_of
from tests.players.pupils import HEART, Guesser, output, shipped, unlikely
from tests.players.seated import Seated

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

BUNDLE = HEART.bundle


@pytest.mark.parametrize("rules", ["ffg", "kosmos"])
def test_the_expert_takes_what_their_file_says(rules: str) -> None:
    """Shipped file, numpy, double precision: the same move at hundreds of positions, but where two are as good."""
    rule_set = BUNDLE.rule_files.load(rules)
    learning: Any = HEART.learning
    path, expert = shipped(BUNDLE, rule_set), Seated(BUNDLE, roster.find(BUNDLE, rule_set, "expert"))
    assert path is not None
    known = trained.read(path, BUNDLE)
    seen = np.zeros(learning.inputs, np.float32)
    compared = clear = 0
    for game in HEART.positions(rules, 300):
        taken, view = expert.choose(game), game.view(game.mover)
        learning.situation(view, seen, inferred(known, learning, view))
        outputs = []
        for move in game.options["moves"][: len(game.moves())]:
            learning.outlook(view, move, 0, seen)
            outputs.append([output(player, learning, seen) for player in networks(known)])
        values = by_all(np.array(outputs))
        best = np.sort(values)
        sure = len(best) == 1 or best[-1] - best[-2] > 1e-5
        assert values[taken] >= best[-1] - 1e-5
        assert not sure or taken == int(np.argmax(values))
        compared, clear = compared + 1, clear + sure
    assert compared > 200
    assert clear > 0.95 * compared


def networks(player: Trained) -> list[Trained]:
    """A player for each of the networks of one."""
    return [replace(player, network=each) for each in (player.network, player.other_network) if each]


def by_all(outputs: Any) -> Any:
    """What options are worth, a row each: to one network its output, to two the sum of chances where they are close."""
    if outputs.shape[1] == 1:
        return outputs[:, 0]
    chances = 0.5 + 0.5 * outputs / (1 + np.abs(outputs))
    close = chances[:, 0] >= chances[:, 0].max() - 0.005
    return np.where(close, chances.sum(axis=1), 0.0)


def inferred(player: Trained, learning: Any, view: Any) -> Any:
    """The chances that the opponent holds each picture, by the file's second network in double precision."""
    inference = learning.inference
    evidence, chances = np.zeros(inference.inputs, np.float32), np.zeros(inference.classes, np.float32)
    inference.evidence(view, evidence)
    inference.priors(view, chances)
    numbers = np.frombuffer(player.network, "<f4").astype(float)[learning.shape.parameters :]
    size = inference.inputs * 64
    sums = evidence.astype(float) @ numbers[:size].reshape(-1, 64) + numbers[size : size + 64]
    hints = sums[32:] + np.maximum(sums[:32], 0) @ numbers[size + 64 :].reshape(32, 32)
    odds = chances / np.maximum(1 - chances.astype(float), 1e-300)
    odds *= np.where(hints > 0, 1 + 2 * hints, 1 / (1 + 2 * np.abs(hints)))[: inference.classes]
    return np.where(chances < 1, odds / (1 + odds), 1).astype(np.float32)


@pytest.mark.parametrize("game", NAMES)
def test_who_plays_blind_does_not_see_the_others(game: str) -> None:
    """The inputs about them are taken away, all others stay; any other restriction takes none."""
    game_played = load(game).game
    learning = thinking.learning_of(game_played)
    for number, (name, _) in enumerate(learning.restrictions, 1):
        mind = records(MIND, 1)[0]
        mind["inputs"], mind["weights"][thinking.RESTRICTION] = 1.0, number
        thinking.bound(game_played, learning)["mask_inputs"](mind)
        assert np.flatnonzero(mind["inputs"] == 0).tolist() == (sorted(learning.hidden) if name == "blind" else [])
    assert 10 < len(learning.hidden) < learning.inputs - 10


@pytest.mark.parametrize("restriction", ["", "no_ships", "single_cards"])
def test_random_moves_are_of_those_that_are_allowed(restriction: str) -> None:
    """A player all of whose moves are random takes every allowed move as often, and no other.

    A chi-square test at each of some positions, all seeds fixed; false alarms: one in a million a position.
    """
    player = HEART.pupil("", restriction, noise=1.0)
    for deals in (1, 3):
        *_, game = HEART.positions("ffg", deals, 20)
        barred = HEART.barred[restriction](game) if restriction else [False] * len(game.moves())
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
            assert np.array_equal(table["seen"][name], seen[name]), name


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
