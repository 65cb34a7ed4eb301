"""What is the same in every deal is known up to a rare exception: each question says so, and gives a verdict."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.questions.forks import what_if as alone
from dhstats.questions.forks.plays import plays as plays_opening
from dhstats.questions.forks.what_if import going_on
from dhstats.questions.forks.worth import worth
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.metrics import ASK, Ask, asked
from dhstats.questions.tweaks.choose import Wish
from dhstats.questions.tweaks.compare import _others
from dhstats.questions.tweaks.comparison import compare, judged
from dhstats.questions.tweaks.sweep import Cell, Sweep, ends_of, table_bands
from dhstats.questions.tweaks.sweep_answer import both_ends, nearest
from dhstats.questions.tweaks.tweaks import Knob
from dhstats.questions.verdicts.sequential import BestOf
from dhstats.stats.estimates.clusters import Group
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.positions.twins import Effect, Flips
from dhstats.storage import Manifest, Run
from tests.queries.runs import four_deals, write_run
from tests.questions.benches import sums

ABOUT = About("Even", "dragonheart", ("expert",))
DEALS = 300
LIST = np.tile([0, 4, 2], DEALS // 3)


def alike(value: int) -> Any:
    """A column of two games a deal that each have this value."""
    return np.full(DEALS, 2 * value)


def estimate(value: float, half: float) -> Estimate:
    """An effect with so wide an interval."""
    return Estimate(
        value, half / 2.0, Interval(value - half, value + half, 0.95, "t over deals, clustered", 500, "deals")
    )


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    """A run of Dragonheart, as experts would have played it."""
    played = write_run(tmp_path_factory.mktemp("run") / "run", four_deals()).manifest
    return replace(played, matchups=(("expert", "expert"),))


def test_a_change_that_every_deal_shows_is_certain() -> None:
    """Six turns fewer in all 300 deals is what changed, not what is not shown."""
    found = compare(sums(LIST, turns=alike(16)), sums(LIST, turns=alike(10)), "rounds=3")
    told = _others(found, apart=True)
    assert told[0].startswith("rounds=3: turns of both players 10.0 instead of 16.0 (−6.0; ")
    assert "the same in all 300 deals" in told[0]
    assert not any("no change is shown" in sentence for sentence in told)


@pytest.mark.parametrize(("turns", "kind"), [(10, "unbalanced"), (16, "balanced")])
def test_a_constant_that_is_asked_about_has_a_verdict(turns: int, kind: str) -> None:
    """With a margin of one turn: six fewer matter, and none in 300 deals does not."""
    ask = asked("turns", "1")
    found = compare(sums(LIST, turns=alike(16)), sums(LIST, turns=alike(turns)), "t", ask)
    assert judged([found])[0].kind == kind


def sweep(*turns: int, score: Any = None) -> Sweep:
    """Levels by how many turns every game takes."""
    levels = tuple(map(str, range(len(turns))))
    scores = [LIST] * len(turns) if score is None else score
    cells = tuple(Cell((k,), sums(s, turns=alike(t))) for k, t, s in zip(levels, turns, scores, strict=True))
    return Sweep((Knob("rounds", levels),), cells, "fixed players")


def test_levels_that_differ_alike_on_every_deal(manifest: Manifest) -> None:
    """Twelve turns and eighteen, on every deal: the difference is certain."""
    ask = Ask(asked("turns").metric)
    found = sweep(12, 18)
    told = both_ends(manifest, found, ask, ends_of(found, ask))
    assert (told.verdict, told.sureness[:7]) == ("unbalanced", "Certain")
    assert "the change from the first to the last is +5." in told.sureness


def test_a_difference_within_a_margin_that_was_named(manifest: Manifest) -> None:
    """A tenth of a turn, certain and within the turn that was said to be none."""
    found, ask = sweep(12, 12), asked("turns", "1")
    cells = list(found.cells)
    longer = alike(12)
    longer[: DEALS // 5] += 1
    found = replace(found, cells=(cells[0], Cell(("1",), sums(LIST, turns=longer))))
    told = both_ends(manifest, found, ask, ends_of(found, ask))
    assert (told.verdict, told.answer[:21]) == ("balanced", "Nothing that matters.")


def test_levels_that_are_all_alike_have_no_nearest(manifest: Manifest) -> None:
    """Nobody is told that level 0 is the nearest of three that do the same on every deal."""
    found = sweep(12, 12, 12)
    bands = table_bands([found], ASK)
    told = nearest(manifest, [found], (ASK, 0.5), ["undecided"] * 3, bands)
    assert told.answer.startswith(
        "No level is nearer than another, because nothing differs: at each of them the first player "
    )
    assert "at most 0.99 % of deals differ" in told.sureness
    other = np.where(LIST == 2, 0, LIST)
    two = sweep(12, 12, 12, score=[LIST, LIST, other])
    told = nearest(manifest, [two], (ASK, 0.5), ["undecided"] * 3, table_bands([two], ASK))
    assert "rounds=0 or 1 (the same on every deal)" in told.answer


class Deals(BestOf):
    """A race that hears the same of every deal; no look falls on the last."""

    def in_step(self, prepared: Any, folder: Path, **means: Any) -> dict[str, Run]:
        """Lets the race hear what the first player wins under each rule set."""
        self.running, self.most = list(prepared), DEALS
        for deals, at_look in ((250, True), (DEALS - 250, False)):
            if self.running:
                firsts = {name: np.full(deals, value) for name, value in prepared.items()}
                self.hear(firsts, at_look=at_look, last=deals < 250)
        return {}

    def end(self, names: Collection[str], why: str = "goal") -> None:
        """Those drop out."""
        self.running = [name for name in self.running if name not in names]


@pytest.mark.parametrize("kind", ["balanced", "highest"])
def test_a_rule_set_that_always_wins_cannot_be_nearest_to_even(kind: str) -> None:
    """The first player wins two games of two under one, one of two under the other, on every deal: that is settled."""
    race = Deals(partial(Wish(kind, 0.005, 0.05).standing, 4, 5_000.0), lambda *_: None, guarded=False)
    race.play({"even": 2, "all": 4}, Path())  # type: ignore[dict-item]
    assert race.standing.decided
    assert race.names[race.standing.best] == ("even" if kind == "balanced" else "all")


@pytest.mark.parametrize(
    ("value", "half", "kind", "start"),
    [
        (
            0.0,
            0.004,
            "balanced",
            "Nothing that matters: a player who has it wins as many games as if the opponent had it",
        ),
        (0.0, 0.006, "undecided", "Not known yet. In these games a player who has it won"),
        (0.02, 0.006, "unbalanced", "A player who has it wins about 2"),
    ],
)
def test_a_thing_may_be_worth_nothing_that_matters(value: float, half: float, kind: str, start: str) -> None:
    """Worth nothing once its interval lies within half a game in 100."""
    told = worth("the lantern", effect("the lantern", value, half), ABOUT)
    assert (told.verdict, told.answer[: len(start)]) == (kind, start)
    if kind == "balanced":
        assert told.sureness.startswith("Certain: it changes less than half a game in 100, ")
    assert ("ten times" in told.decision) == (kind == "undecided" and half > 0.01)


def effect(name: str, value: float, half: float) -> Effect:
    """A way to go on that wins so much more."""
    none = estimate(0.0, 0.1)
    return Effect(name, 500, estimate(value, half), Estimate(0.0, 0.0, none.interval), Flips(none, none, none))


def test_ways_to_go_on_that_make_no_difference() -> None:
    """None is better by what matters; one that may be is open."""
    told = going_on([effect("play=claim", 0.001, 0.003)], "as it is", "deals", ABOUT)
    assert told.verdict == "balanced"
    assert told.answer.startswith("Neither, or by less than half a game in 100: the player to move wins")
    several = going_on([effect("a", 0.001, 0.003), effect("b", 0.0, 0.002)], "as it is", "deals", ABOUT)
    assert (several.verdict, several.answer[:5]) == ("balanced", "None,")
    assert (
        going_on([effect("a", 0.001, 0.003), effect("b", -0.2, 0.01)], "as it is", "deals", ABOUT).verdict != "balanced"
    )


def test_cards_that_are_all_the_same_to_play() -> None:
    """Every card is worth an average move."""
    groups = [Group(name, 900, 500, estimate(0.0, 0.003)) for name in ("knight", "troll")]
    told = plays_opening(groups, 900, ABOUT)
    assert (told.verdict, told.answer[:5]) == ("balanced", "None:")


def test_a_way_that_ends_alike_in_every_game_for_one() -> None:
    """Nobody who plays alone is sent for ten times as many games by a change that never changed anything."""
    told = alone._opening_alone([effect("a", 0.0, 0.1)], "as it is", "deals", replace(ABOUT, seats=1))
    assert (told.verdict, told.answer[:8]) == ("balanced", "Neither:")
