"""Luck of logged games: its mean is zero whoever plays, it explains results, and it knows what chance did not do."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.match import Match, line_up
from dhstats.players.positions.judging import Chance
from dhstats.players.positions.luck import LuckJudge, can_weigh, taken_off
from dhstats.stats.estimates.contrasts import adjust

Array = np.ndarray[Any, Any]
SEED = 5


@pytest.fixture(scope="module")
def bundle() -> GameBundle:
    """Dragonheart."""
    return catalogue.load("dragonheart")


@pytest.fixture(scope="module")
def rules(bundle: GameBundle) -> RuleSet:
    """Its usual rules."""
    return bundle.rule_files.load("ffg")


@pytest.fixture(scope="module")
def judge(bundle: GameBundle, rules: RuleSet) -> LuckJudge:
    """The expert as the one who weighs luck."""
    return LuckJudge(bundle, rules, roster.find(bundle, rules, "expert"))


@dataclass(frozen=True)
class Weighed:
    """The first player's results in games of a player against themselves, the luck of each game, who took the figure."""

    results: Array
    luck: list[Array]
    claims: list[Array]


def weighed(judge: LuckJudge, bundle: GameBundle, rules: RuleSet, name: str, games: int) -> Weighed:
    """Games of a player against themselves, a deal each, with their luck."""
    player = roster.find(bundle, rules, name)
    match = Match(line_up(bundle, rules, [player]), [name] * 2)
    results, events = match.play(np.array([[0, 0, 0, 1]], np.int64), SEED, 0, games, logged=True)
    ends = np.cumsum(results["logged_turns"].ravel().astype(np.int64))
    turns = np.split(events, ends[:-1])
    luck = [judge.weigh(game, Chance(SEED, game, 0), own) for game, own in enumerate(turns)]
    winner = results["winner"].ravel()
    scores = np.where(winner == 0, 1.0, np.where(winner == 1, 0.0, 0.5))
    return Weighed(scores, luck, [own["claimed_figure"] == 1 for own in turns])


@pytest.mark.long("the mean of luck over 400 games; who has luck, and a result less its luck, is below")
@pytest.mark.parametrize(("name", "least"), [("skill:4", 1.2), ("expert", 1.8)])
def test_luck_has_mean_zero_and_takes_variance_off(
    name: str, least: float, judge: LuckJudge, bundle: GameBundle, rules: RuleSet
) -> None:
    """400 games: a right correction is as far from zero once in 500 times; it leaves less of the variance.

    Also in those turns alone in which the figure, and with it a card of the other's, is taken.
    """
    games = weighed(judge, bundle, rules, name, 400)
    by_seat = np.array([each.sum(axis=0) for each in games.luck])
    found = adjust(games.results, by_seat[:, 0] - by_seat[:, 1])
    taking = np.concatenate([own[1:].sum(axis=1)[took] for own, took in zip(games.luck, games.claims, strict=True)])
    assert abs(taking.mean()) < 3.1 * taking.std() / len(taking) ** 0.5
    assert found.p > 0.002
    assert found.factor > least
    for seat in range(2):
        assert abs(by_seat[:, seat].mean()) < 3.1 * by_seat[:, seat].std() / 20.0


def test_only_movers_and_opening_hands_have_luck(judge: LuckJudge, bundle: GameBundle, rules: RuleSet) -> None:
    """In a turn nothing is drawn by the other seat; the last two turns bring cards that nobody plays any more."""
    for game in weighed(judge, bundle, rules, "expert", 5).luck:
        assert game[0].all()
        assert not game[1::2, 1].any()
        assert not game[2::2, 0].any()
        assert np.abs(game[-2:]).max() < 1e-9


def test_luck_is_the_same_whenever_it_is_weighed(judge: LuckJudge, bundle: GameBundle, rules: RuleSet) -> None:
    """Copies have addresses: equal games have equal luck, in whatever order they are weighed."""
    first, again = (weighed(judge, bundle, rules, "skill:4", games).luck for games in (3, 2))
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=False))


def test_a_game_that_does_not_say_what_chance_is_is_refused(bundle: GameBundle, rules: RuleSet) -> None:
    """Luck can be weighed where a game lays out anew what is to come, and nowhere else."""
    assert bundle.game.forking is not None
    silent = replace(bundle.game.forking, piled=None, mix_pile=None)
    other = replace(bundle, game=replace(bundle.game, forking=silent))
    assert can_weigh(bundle)
    assert not can_weigh(other)
    with pytest.raises(BadInput, match="cannot deal again what chance decides"):
        LuckJudge(other, rules, roster.find(bundle, rules, "expert"))


def test_luck_of_a_seat_is_beside_that_of_the_others() -> None:
    """Their own less the mean of the others', added up over a game: with three at the table, and with two."""
    luck = np.array([[0.2, 0.0, -0.3], [0.1, 0.1, 0.1]])
    assert [taken_off(luck, seat) for seat in range(3)] == pytest.approx([0.35, 0.05, -0.4])
    assert [taken_off(luck[:, :2], seat) for seat in range(2)] == pytest.approx([0.2, -0.2])


def test_a_result_less_its_luck_is_what_numpy_makes_of_it() -> None:
    """Means, errors, the ratio of variances; a luck that is not zero on average is told by a small p."""
    rng = np.random.default_rng(2)
    luck = rng.normal(0.0, 0.3, 500)
    results = 0.5 + luck + rng.normal(0.0, 0.3, 500)
    found = adjust(results, luck)
    assert found.adjusted.value == pytest.approx((results - luck).mean())
    assert found.adjusted.se == pytest.approx((results - luck).std(ddof=1) / 500**0.5)
    assert found.factor == pytest.approx(results.var() / (results - luck).var())
    assert 1.6 < found.factor < 2.5
    assert found.p > 0.01
    assert adjust(results, luck + 0.1).p < 1e-6
    with pytest.raises(ValueError, match="at least two games"):
        adjust(results[:1], luck[:1])
