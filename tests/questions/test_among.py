"""Verdicts among players of several names: worths counted again from the columns of forked games, and the words."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dhstats.games.catalogue import NAMES, load
from dhstats.players.match import Match, line_up
from dhstats.players.recipes import standard
from dhstats.players.roster import find
from dhstats.questions.forks.value import MOVER, OPPONENT, item_of, studies
from dhstats.questions.shared.first_screen import About
from dhstats.questions.training.among import ItemAmong, Verdicts, main_item, moved, verdicts
from dhstats.questions.training.strength import Plan, given_away, judging
from dhstats.questions.training.strength_words import answer
from dhstats.questions.training.trials import Examination, Trials
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import fork
from dhstats.simulate.tables import win_parts
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.positions.twins import Effect, Flips
from tests.questions.test_strength import known, strong

SEED, MANY, FEW = 3, 40, 4
PLAYERS = ("greedy", "random", "search:2")
ABOUT = About("Dragonheart", "dragonheart", ("expert",))


def asked(game: str, names: tuple[str, ...], workers: int = 1) -> tuple[Examination, Verdicts, list[str]]:
    """The verdicts among players of these names on few deals, and what was said to be under way."""
    bundle = load(game)
    rules = bundle.rule_files.load(bundle.default_rules)
    players = tuple(find(bundle, rules, name) for name in names)
    exam = Examination(Trials(bundle, rules, FEW, SEED, standard(bundle.game)), players[0], workers)
    said: list[str] = []
    return exam, verdicts(exam, players, range(FEW), range(MANY), said.append), said


@pytest.fixture(scope="module")
def dragonheart() -> tuple[Examination, Verdicts, list[str]]:
    """The verdicts in Dragonheart, by one thread."""
    return asked("dragonheart", PLAYERS)


def swings(name: str, deals: int) -> Any:
    """What the figure changes in every forked game, by the winners that `dhstats value` sees in the same deals."""
    bundle = load("dragonheart")
    study = studies(item_of(bundle, bundle.rule_files.load("ffg").record()), ["uniform-turn"])
    _, found = fork(Experiment("x", strategies=(name,), seed=SEED, moves="none"), study, deals, workers=1)
    forked, arms = found["uniform-turn"], [arm.name for arm in study[0].arms]
    first = forked.forks["member"] == 0
    winner, seat = forked.results["winner"][first, :, 0], forked.forks["seat"][first]
    assert forked.forks["deal"][first].tolist() == list(range(deals))
    won = np.where(winner < 0, 0.5, winner == seat[:, None])
    return won[:, arms.index(MOVER)] - won[:, arms.index(OPPONENT)]


def test_a_worth_is_what_forked_games_count_to(dragonheart: tuple[Examination, Verdicts, list[str]]) -> None:
    """And its difference from the first name's has the error of both, the deals that both played as pairs."""
    _, found, _ = dragonheart
    first = swings("greedy", MANY)
    for each, deals in zip(found.items, (MANY, MANY, FEW), strict=True):
        here = swings(each.player, deals)
        assert (each.item, each.effect.forks) == ("Great Dragon", deals)
        assert each.effect.score.value == pytest.approx(here.mean())
        assert each.effect.score.se == pytest.approx(here.std(ddof=1) / math.sqrt(deals))
        if each.change is None:
            assert (each.player, each.moved) == ("greedy", "")
            continue
        parts = -(first - first.mean()) / MANY
        parts[:deals] += (here - here.mean()) / deals
        assert each.change.value == pytest.approx(here.mean() - first.mean())
        assert each.change.se == pytest.approx(math.sqrt(deals / (deals - 1) * (parts**2).sum()))
        assert each.moved == moved(each.change.interval)


def test_who_searches_is_given_fewer_deals(dragonheart: tuple[Examination, Verdicts, list[str]]) -> None:
    """For both verdicts, which come from the same games."""
    exam, found, said = dragonheart
    assert [each.judged.measured.interval.n for each in found.seats] == [MANY, MANY, FEW]
    assert said == [f"who begins and the Great Dragon, among {name}" for name in PLAYERS]
    won = exam.begins(exam.player, range(MANY))
    assert found.seats[0].judged.measured.value == won.mean() / 12


def test_a_game_without_one_main_item_is_asked_who_begins_alone() -> None:
    """Dragonwood has several main items and no one figure: nothing more is said."""
    assert [game for game in NAMES if main_item(load(game), rules_of(game)) is None] == ["dragonwood"]
    exam, found, said = asked("dragonwood", ("greedy", "random"))
    assert found.items == ()
    assert said == ["who begins, among greedy", "who begins, among random"]
    assert found.seats[0].judged.measured.value == exam.begins(exam.player, range(MANY)).mean() / 12
    told = answer([strong(0.05, found.seats)], "", ABOUT)
    assert not any("from a random turn on" in finding.text for finding in told.findings)
    assert [table.key for table in told.tables] == ["scale", "tried", "decisions", "verdicts"]


def test_with_different_decks_either_begins() -> None:
    """In Dragon! a deal has a game for each deck that begins, and what is forked comes from all of them."""
    exam, found, _ = asked("dragon", ("greedy",))
    bundle = exam.trials.bundle
    lineup = line_up(bundle, exam.trials.rules, [exam.player])
    first = [Match(lineup, ["greedy"] * 2).play(np.array([[k, 0, 0, 1]]), SEED, 0, MANY)[0][:, 0] for k in (0, 1)]
    by_deal = sum(win_parts(games, 2)[0] for games in first) / 24
    measured = found.seats[0].judged.measured
    assert (measured.value, measured.interval.n) == (pytest.approx(by_deal.mean()), MANY)
    assert measured.se == pytest.approx(by_deal.std(ddof=1) / math.sqrt(MANY))
    assert found.items[0].effect.forks == 2 * MANY
    assert found.items[0].effect.score.interval.n == MANY
    assert exam.begins(exam.player, range(MANY)).tolist() == (24 * by_deal).tolist()
    watched = exam.watched(find(bundle, exam.trials.rules, "expert"), judging(Plan(2, 4)), range(2))
    lost = given_away(watched, exam.games)
    assert len(watched) == 2
    assert lost.decisions == watched["decisions"].sum() / 8  # two deals, in two layouts each, two seats


def rules_of(game: str) -> Any:
    """The usual rules of a game as a record."""
    bundle = load(game)
    return bundle.rule_files.load(bundle.default_rules).record()


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(-0.02, 0.02, "stays"), (0.001, 0.019, "stays"), (0.001, 0.021, "moves"), (-0.3, -0.01, "moves"),
     (-0.021, 0.0, "open"), (-0.5, 0.5, "open")],
)  # fmt: skip
def test_a_worth_moves_or_stays_for_sure_or_it_is_open(low: float, high: float, said: str) -> None:
    """Surely within two points it stays, though it may surely differ; few deals are no reason to say either."""
    assert moved(Interval(low, high, 0.95, "t over deals", 9, "deals")) == said


def test_worths_are_told_once_in_words_and_numbers(dragonheart: tuple[Examination, Verdicts, list[str]]) -> None:
    """What is compared stands at the first name, what differs at the others."""
    items = [worth("expert", 0.08, None), worth("skill:8", 0.06, -0.04), worth("search:200", 0.075, 0.001, 0.01)]
    told = answer([replace(strong(0.05, dragonheart[1].seats), items=tuple(items))], "", ABOUT)
    said = [finding.text for finding in told.findings][-3:]
    assert said[0] == (
        "Among expert having the Great Dragon instead of the opponent, from a random turn on, is worth +8 games in 100"
        " (95 % interval +4 to +12, t over 400 deals)."
    )
    assert said[1].endswith("−4.0 (−6.0 to −2.0) compared with expert; its worth changes.")
    assert said[2].endswith("compared with expert; certainly within 2 games in 100, so its worth stays the same.")
    assert "played on with the same cards to come. Differences from the first name" in told.method
    table = next(table for table in told.tables if table.key == "worths")
    assert table.frame["score"].to_list() == [0.08, 0.06, 0.075]
    assert table.frame["change"].to_list() == [None, -0.04, 0.001]
    assert table.frame["moved"].to_list() == ["", "moves", "stays"]


def worth(player: str, score: float, change: float | None, reach: float = 0.02) -> ItemAmong:
    """What the figure is worth among players of a name, and how far the difference may be off."""
    effect = effect_of(score)
    more = None if change is None else known(change, reach)
    return ItemAmong(player, "Great Dragon", effect, more, "" if more is None else moved(more.interval))


def effect_of(score: float) -> Effect:
    """An effect of this size."""
    share = known(0.1, 0.02)
    return Effect(MOVER, 400, known(score, 0.04), known(5.0, 1.0), Flips(share, share, share))
