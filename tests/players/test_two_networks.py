"""Players with two networks: close moves are chosen by both, and each network learns as if it were alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from dhstats.engine.compiled import bind, interpreted, unbound
from dhstats.errors import BadInput
from dhstats.players import pupils, roster, trained
from dhstats.players.learning import trainer, training
from dhstats.players.learning.trainer import Draft
from dhstats.players.learning.training import Lap
from dhstats.players.match import Match, line_up
from dhstats.players.positions.judging import Chance, Judge
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe, standard
from dhstats.players.thinking import CLOSE, bound, learning_of
from dhstats.players.trained import Trained, as_strategy
from tests.harness import OpenGame
from tests.players.pupils import FFG, HEART, SCHOOLS, School
from tests.players.seated import Seated
from tests.players.test_network import chance, plain

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

RECIPE = Recipe(games=300, rounds=5, batch=7, seed=3, version=3)
consider = take_in = count_candidates = candidate = unbound
ENDS = 1


def write_rows(view: Any, moves: Any, count: int, mind: Any, rows: Any, shares: Any) -> None:
    """The inputs after every option that is looked at, and how likely each of its ends is."""
    consider(view, mind)
    for number in range(count_candidates(view, moves, count, 0, mind)):
        i = candidate(mind, number)
        for end in range(ENDS):
            shares[i, end] = take_in(view, moves[i], end, mind)
            for k in range(rows.shape[2]):
                rows[i, end, k] = mind.inputs[k]


class Reader:
    """Values of all options by plain arithmetic, for each of a player's two networks; 0 for those not looked at."""

    def __init__(self, school: School, player: Trained) -> None:
        self._learning = learning_of(school.bundle.game, player.recipe.version)
        self._write = numba.njit(bind(write_rows, "two networks", **bound(school.bundle.game, self._learning)))
        self._mind = Seated(school.bundle, as_strategy(school.bundle, player, "pupil", "test", "")).minds[0]
        numbers = (np.frombuffer(each, "<f4").astype(float) for each in (player.network, player.other_network))
        self._networks = [each[: self._learning.shape.parameters] for each in numbers]

    def values(self, game: OpenGame) -> np.ndarray[Any, Any]:
        """A row a network, a column an option."""
        count, ends = len(game.moves()), self._learning.ends
        rows = np.zeros((count, ends, self._learning.inputs), np.float32)
        shares = np.zeros((count, ends))
        self._write(game.view(game.mover), game.options["moves"], count, self._mind, rows, shares)
        return np.array([
            [
                sum(s * chance(plain(network, row, self._learning.shape)) for s, row in zip(*each, strict=True) if s > 0)
                for each in zip(shares, rows, strict=True)
            ]
            for network in self._networks
        ])  # fmt: skip


def with_another(player: Trained, spread: float) -> Trained:
    """A player with a second network: their own, every number a little off."""
    numbers = np.frombuffer(player.network, "<f4")
    other = numbers * np.random.default_rng(5).normal(1.0, spread, len(numbers)).astype(np.float32)
    return replace(player, recipe=replace(player.recipe, networks=2), other_network=other.astype("<f4").tobytes())


def shipped(school: School) -> Trained:
    """The expert who comes along, with a second network of the test's own."""
    path = pupils.shipped(Pupil(school.bundle, school.rule_set(), standard(school.bundle.game)))
    assert path is not None
    return with_another(trained.read(path, school.bundle), 0.1)


@pytest.mark.parametrize(
    "game",
    [
        "dragonheart",
        pytest.param("dragonwood", marks=pytest.mark.long("close moves of Dragonwood; of Dragonheart here")),
    ],
)
def test_close_moves_are_chosen_by_both_networks(game: str) -> None:
    """Of the moves within half a hundredth of a win of the first network's best, the one with the largest sum of values."""
    school = SCHOOLS[game]
    player = shipped(school)
    reader, seated = Reader(school, player), Seated(school.bundle, as_strategy(school.bundle, player, "p", "t", ""))
    alone = changed = 0
    for deal, position in enumerate(school.positions("", 150)):
        first, other = reader.values(position)
        close = first >= first.max() - float(CLOSE)
        if (np.abs(first - first.max() + float(CLOSE)) < 1e-5).any():
            continue  # in double precision another move may be close
        chosen = seated.choose(position, deal)
        both = np.where(close, first + other, -1.0)
        assert both[chosen] == pytest.approx(both.max(), abs=1e-5)
        alone += close.sum() == 1
        changed += first[chosen] < first.max() - 1e-5
    assert alone > 10
    assert changed > 5


def test_options_are_judged_so_that_what_the_player_chooses_is_best() -> None:
    """To the first network all keep their worth, but for close ones, whose differences are those of the mean of both."""
    player = shipped(HEART)
    strategy, rules = as_strategy(HEART.bundle, player, "p", "t", ""), HEART.rule_set()
    results, events = Match(line_up(HEART.bundle, rules, [strategy]), ["p", "p"]).play(
        np.zeros((1, 4), np.int64), 21, 0, 1, logged=True
    )
    turns = int(results.view(np.recarray)["logged_turns"].sum())
    judged = Judge(HEART.bundle, rules, strategy).judge(0, Chance(21, 0, 0), events[:turns], np.ones(turns))
    reader, game = Reader(HEART, player), OpenGame(HEART.bundle, rules.record())
    game.deal(21, 0)
    losses, reached = judged.losses, 0
    for at, (turn, start, count) in enumerate(zip(judged.turns, judged.starts, judged.counts, strict=True)):
        for _ in range(reached, turn):  # nothing was to be chosen there
            game.take(0)
        reached = turn + 1
        first, other = reader.values(game)
        close = first >= first.max() - float(CLOSE)
        change = np.where(close, (other - first) / 2, 0.0)
        worth = first + np.where(close, change - change[close].mean(), 0.0)
        assert judged.values[start : start + count] == pytest.approx(worth, abs=1e-5)
        assert worth[judged.bests[at]] == pytest.approx(worth.max(), abs=1e-5)
        game.take(int(judged.choices[at]))
    assert len(losses) > 20
    assert not losses.any()
    assert (judged.values[judged.starts] > 0).all()


def test_the_second_network_is_not_asked_about_random_moves() -> None:
    """A share of noise is as random as with one network: the same choices where all moves are random."""
    player = shipped(HEART)
    both, one = HEART.seated(player, 1.0), HEART.seated(replace(player, other_network=b""), 1.0)
    for deal, position in enumerate(HEART.positions("", 30)):
        assert both.choose(position, deal) == one.choose(position, deal)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round is written down, and examinations are short."""
    monkeypatch.setattr(trainer, "PART_SECONDS", 0.0)
    monkeypatch.setattr(training, "CURVE_DEALS", 20)
    monkeypatch.setattr(training, "CARD_DEALS", 20)


@pytest.mark.long("two trainings beside one; close moves are chosen by both above")
@pytest.mark.usefixtures("short")
def test_each_network_learns_as_if_it_were_alone(tmp_path: Path) -> None:
    """From successive seeds; curve and kept are the first's, and a training stopped in either ends with equal bytes."""
    one, other = (training.train(HEART.bundle, FFG, replace(RECIPE, seed=seed)) for seed in (3, 4))
    recipe = replace(RECIPE, networks=2)
    laps: list[Lap] = []
    both = training.train(HEART.bundle, FFG, recipe, watch=laps.append)
    assert (both.network, both.other_network) == (one.network, other.network)
    assert (both.curve, both.kept) == (one.curve, one.kept)
    assert both.card != one.card
    assert [(lap.done, lap.planned, lap.games) for lap in laps] == [(n, 10, 60 * n) for n in range(1, 11)]
    for stop in (2, 5, 8):

        def watch(lap: Lap, stop: int = stop) -> None:
            if lap.done == stop:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            training.train(HEART.bundle, FFG, recipe, watch=watch, draft=Draft(tmp_path / "player.json", "terms"))
    again = training.train(HEART.bundle, FFG, recipe, draft=Draft(tmp_path / "player.json", "terms"))
    assert again.to_json() == both.to_json()
    trained.write(again, tmp_path / "both.json")
    assert trained.read(tmp_path / "both.json", HEART.bundle) == both


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"networks": 0}, "networks must be from 1 to 2, not 0"),
        ({"networks": 3}, "networks must be from 1 to 2, not 3"),
        ({"networks": 2, "origin": "0" * 64}, "a player that continues from another has one network"),
        ({"networks": 2, "seed": training.SELECTION_SEED - 1}, "is that of the examination deals"),
        ({"networks": 2, "seed": 2**64 - 1}, "seed must be from 0 to"),
    ],
)
def test_impossible_numbers_of_networks_are_refused(wrong: dict[str, Any], reason: str) -> None:
    """One or two, each with a seed that there is, and two only from nothing."""
    with pytest.raises(BadInput, match=reason):
        training.checked(replace(RECIPE, **wrong))


def test_who_searches_asks_the_first_network_alone() -> None:
    """The same searcher, by hash, whether or not their guide has a second network."""
    player = shipped(HEART)
    for name in ("search:30", "search:600"):
        who = roster.meant(HEART.bundle, FFG, name)
        one, two = (roster.strategy(who, each) for each in (player, replace(player, other_network=b"")))
        assert (one.hash, one.network, one.other_network) == (two.hash, two.network, b"")


def test_experts_with_two_networks_say_so() -> None:
    """In the list of strategies, and in how they learnt."""
    assert "close ones with a second network" in roster.find(HEART.bundle, FFG, "expert").idea
