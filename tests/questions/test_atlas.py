"""Atlases: which rule sets are drawn, what is said of planted effects, which cells the map has, and by which deals."""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.questions import catalogue
from dhstats.questions.atlases import answer, tables
from dhstats.questions.atlases.answer import opening
from dhstats.questions.atlases.atlas import Atlas, Extent, Forecasts, Map, MapAxis, atlas, axis, filled, named, outside
from dhstats.questions.atlases.rule_sets import APART, FIRST, Played, Rows, Table, drawn, factors_of, least
from dhstats.questions.goals.checking import Terms
from dhstats.questions.goals.goal import Goals, read
from dhstats.questions.goals.levers import Change, Levers
from dhstats.questions.goals.sources import Values
from dhstats.questions.redesigns.redesign import Lab
from dhstats.questions.shared.first_screen import About, spelt
from dhstats.report.first_screens import atlases
from dhstats.report.page import figures
from tests.report.reading import banned, ease, longest_clause

GOALS = '[goals]\nscore = "48 to 52 %"\nturns = "40 to 50"\nsettled_by.50 = "at most 40 %"\ndraws = "at most 3 %"\n'
CHANGE = "\n".join((
    "[change]", "hand.size = [4, 5, 6, 7]", "great_dragon.points = [0, 3, 6]", "end.ship_stacks = [2, 3, 4]",
    'great_dragon.theft = ["always_one", "down_to_hand_size"]', "seats.second.points = [0, 1, 2, 3]", "",
))  # fmt: skip
ABOUT = About("Dragonheart", "dragonheart", ("expert",))


def goals_of(folder: Path, change: str = CHANGE, goals: str = GOALS, head: str = "") -> Goals:
    """A goals file that says what may be changed."""
    path = folder / "own.toml"
    path.write_text(f'title = "a try"\nplayers = "greedy"\n{head}{goals}{change}', "utf-8")
    return read(path)


def levers_of(folder: Path, change: str = CHANGE, head: str = "") -> Levers:
    """What of it may be changed."""
    found = goals_of(folder, change, head=head).levers
    assert found is not None
    return found


# ---- The draw -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def levers(tmp_path_factory: pytest.TempPathFactory) -> Levers:
    """A space of five keys."""
    return levers_of(tmp_path_factory.mktemp("levers"))


@settings(max_examples=15, deadline=None)
@given(number=st.integers(24, 120), seed=st.integers(0, 2**32))
def test_levels_of_a_key_are_equally_frequent(levers: Levers, number: int, seed: int) -> None:
    """But for one, where the number asks for it; no rule set is drawn twice, and the same seed draws the same."""
    found = drawn(levers, number, seed)
    for key, factor in enumerate(factors_of(levers)):
        often = np.bincount(found[:, key], minlength=factor.size)
        assert often.max() - often.min() <= 1
    assert len({tuple(row) for row in found.tolist()}) == number
    assert (drawn(levers, number, seed) == found).all()


def test_levels_of_two_keys_go_together_little(levers: Levers) -> None:
    """In a draw of 96 every pair of levels of two keys comes up, none of them much more often than others."""
    found = drawn(levers, 96, 1)
    for one in range(5):
        for other in range(one):
            often = np.zeros((4, 4))
            np.add.at(often, (found[:, one], found[:, other]), 1)
            often = often[: found[:, one].max() + 1, : found[:, other].max() + 1]
            assert often.min() > 0
            assert often.max() < 3.0 * often.mean()


def test_a_small_space_is_drawn_whole(tmp_path: Path) -> None:
    """All combinations once, less those that conditions refuse."""
    text = "[change]\nhand.size = [4, 5, 6, 7]\nseats.second.hand_size = [5, 6, 7]\n"
    assert len(drawn(levers_of(tmp_path, text), 200, 1)) == 12
    kept = drawn(levers_of(tmp_path, text, 'conditions = ["seats.second.hand_size >= hand.size"]\n'), 200, 1)
    assert len(kept) == 9


def test_what_conditions_refuse_is_exchanged_and_levels_stay_frequent(tmp_path: Path) -> None:
    """Every rule set that is drawn is allowed."""
    text = CHANGE + "seats.second.hand_size = [4, 5, 6, 7]\n"
    found = levers_of(tmp_path, text, 'conditions = ["seats.second.hand_size <= hand.size + 1"]\n')
    rows, points = Rows(found), drawn(found, 80, 3)
    assert all(rows.allowed(row) for row in points)
    assert np.bincount(points[:, found.space.keys.index("hand.size")]).min() >= 12


def test_rows_and_changes_say_the_same(levers: Levers) -> None:
    """A row becomes a change of what differs from the base, and back; the base is no change."""
    rows = Rows(levers)
    for row in drawn(levers, 30, 2).tolist():
        assert rows.row(rows.change(row).values) == tuple(row)
    assert rows.change(rows.row({})).parts == ()


@pytest.mark.parametrize(
    ("change", "number", "said"),
    [
        ("[change]\nhand.size = [4, 5, 6]\n", 200, "allows only"),
        ("[change]\nhand.size = [4, 5]\ngreat_dragon.points = [3, 6]\n", 200, "4 rule sets"),
        (CHANGE, 10, "--rule-sets: 10 cannot separate the effects of 5 keys"),
    ],
)
def test_spaces_and_numbers_that_are_too_small_are_refused(change: str, number: int, said: str, tmp_path: Path) -> None:
    """With what to do instead."""
    with pytest.raises(BadInput, match=said):
        drawn(levers_of(tmp_path, change), number, 1)


# ---- Axes -----------------------------------------------------------------------------------------------------------


def played(goals: Goals, *means: float) -> list[Played]:
    """Rule sets of these turns."""
    return [
        Played(Change((), 0.0), {each.name: Values(np.array([10.0 * mean, 10.0 * mean]), 10) for each in goals.goals})
        for mean in means
    ]


@given(st.lists(st.floats(-1e4, 1e4, allow_subnormal=False), min_size=2, max_size=20))
def test_cells_are_few_and_of_a_round_width(values: list[float]) -> None:
    """At most nine, each from a multiple of its width to the next."""
    goals = goals_of_once()
    found = axis(goals.goals[1], played(goals, *values))
    cells = {found.cell(each.mean(goals.goals[1])) for each in played(goals, *values)}
    assert max(cells) - min(cells) < 9
    assert f"{found.step:.1e}"[:3] in ("1.0", "2.0", "5.0")
    for value in values:
        low = found.cell(value) * found.step
        assert low - 1e-6 * found.step <= value <= low + (1.0 + 1e-6) * found.step or math.isclose(value, low)


ONCE: dict[str, Goals] = {}


def goals_of_once() -> Goals:
    """The goals file, read once."""
    return ONCE["goals"]


@pytest.fixture(autouse=True, scope="module")
def _read_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    ONCE["goals"] = goals_of(tmp_path_factory.mktemp("once"))


def test_cells_are_named_in_the_unit_of_the_goal() -> None:
    """Shares in percent; cells that a goal reaches into are wanted."""
    _, turns, settled, _ = goals_of_once().goals
    assert MapAxis(turns, 5.0).label(8) == "40 to 45"
    assert MapAxis(settled, 2.5).label(14) == "35 to 38 %" or MapAxis(settled, 2.0).label(17) == "34 to 36 %"
    assert [MapAxis(turns, 5.0).wanted(cell) for cell in (7, 8, 9, 10)] == [False, True, True, False]
    assert [MapAxis(settled, 5.0).wanted(cell) for cell in (7, 8)] == [True, False]
    assert MapAxis(settled, 5.0).cell(0.35) == 7


def test_axes_are_goals_of_the_file() -> None:
    """Two of them, by their names."""
    goals = goals_of_once().goals
    assert [each.name for each in named(goals, "draws, turns")] == ["draws", "turns"]
    for asked, said in (("turns", "two goals"), ("turns,turns", "two goals"), ("turns,trns", "did you mean 'turns'")):
        with pytest.raises(BadInput, match=said):
            named(goals, asked)


def test_what_lies_outside_a_range_is_told_from_its_nearer_end() -> None:
    """Nothing within it."""
    turns = goals_of_once().goals[1]
    assert [outside(turns, mean) for mean in (38.0, 40.0, 45.0, 53.0)] == [2.0, 0.0, 0.0, 3.0]


# ---- A whole atlas, from planted effects ----------------------------------------------------------------------------


@dataclass
class NoPlayers:
    """Players who need no training."""

    levers: Levers
    prepared: list[Change] = field(default_factory=list)
    words: str = "nobody"

    def prepare(self, changes: Any) -> None:
        """Notes who was asked for."""
        self.prepared += changes


def planted(self: Table, change: Change, where: str, apart: int, deals: int) -> dict[str, Values]:
    """Turns by hand and ships, settled games by the hand, the score by the second player's points; drawn games are luck."""
    values = {"hand.size": 5, "end.ship_stacks": 3, "seats.second.points": 0, **change.values}
    lot = np.random.default_rng([deals, apart, self.lab.terms.seed])
    hand, ships = values["hand.size"] - 5, values["end.ship_stacks"] - 3
    own = np.random.default_rng([crc32(change.text.encode()), apart])
    turns = (
        50.0 - 5.0 * hand + 4.0 * ships + 2.0 * hand * ships + lot.normal(0.0, 8.0, deals) + own.normal(0.0, 4.0, deals)
    )
    settled = own.random(deals) < 0.45 - 0.05 * hand
    score = (lot.random(deals) < 0.53 - 0.02 * values["seats.second.points"]).astype(np.int64)
    found = {"turns": turns, "settled_by.50": settled, "score": score, "draws": own.random(deals) < 0.01}
    return {name: Values(np.rint(100.0 * each).astype(np.int64), 100) for name, each in found.items()}


def laid_out(goals: Goals, extent: Extent) -> tuple[Atlas, NoPlayers]:
    """An atlas of planted effects."""
    assert goals.levers is not None
    players = NoPlayers(goals.levers)
    lab: Any = Lab(players, lambda name: None, Terms(0.05, extent.deals, 7), lambda what, done, most: None)  # type: ignore[arg-type, return-value]
    return atlas(goals, lab, extent), players


@pytest.fixture(scope="module")
def found() -> Any:
    """An atlas of 72 rule sets, and what was asked of players."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "_values", planted)
        yield laid_out(goals_of_once(), Extent(72, 24, 400, 600))


def test_planted_effects_come_out_with_their_shares(found: tuple[Atlas, NoPlayers]) -> None:
    """25 + 8/3·16 + … by hand: the hand makes most of the length, then the ships, then both together."""
    effects = found[0].effects
    keys = [factor.name for factor in found[0].factors]
    turns = next(each for each in effects.known if each.goal.name == "turns")
    # Var of −5h is 25·1.25 plus the mean of what goes with it (h from −1 to 2 has mean ½): 2·h·s adds s·1 to the ships
    hand, ships = 25.0 * 1.25, (4.0 + 2.0 * 0.5) ** 2 * 2.0 / 3.0
    joint = 4.0 * 1.25 * 2.0 / 3.0
    truth = {"hand.size": hand, "end.ship_stacks": ships}
    total = hand + ships + joint
    for key, share in zip(keys, turns.shares, strict=False):
        assert share.interval.low <= truth.get(key, 0.0) / total <= share.interval.high, key
    assert turns.together.interval.contains(joint / total)
    assert [keys[key] for key in turns.certain] == ["hand.size", "end.ship_stacks"]
    first = turns.pairs[0]
    assert {keys[first.one], keys[first.other]} == {"hand.size", "end.ship_stacks"}
    assert first.chance < 0.001
    assert [goal.name for goal, _ in effects.unknown] == ["draws"]


def test_the_map_has_the_nearest_rule_set_of_every_cell(found: tuple[Atlas, NoPlayers]) -> None:
    """Nobody else in a cell is nearer to the goals; all that were played are in some cell, once."""
    told = found[0]
    assert [axis_.goal.name for axis_ in told.ground.axes] == ["turns", "settled_by.50"]
    assert len({each.row for each in told.every}) == len(told.every) == 72 + 1 + 24 - (len(told.every) < 97)
    for spot in told.spots:
        rivals = [each for each in told.every if each.cell == spot.cell]
        assert spot.holder.distance == min(each.distance for each in rivals)
    assert {spot.cell for spot in told.spots} == {each.cell for each in told.every}


def test_the_map_is_judged_on_deals_that_chose_nothing(found: tuple[Atlas, NoPlayers]) -> None:
    """As many as were asked for, at a level for all cells and goals; values differ from those that chose."""
    told = found[0]
    for spot in told.spots:
        assert {each.deals for each in spot.judged} == {600}
        stands = [each.standing for each in spot.judged]
        assert (spot.met, spot.may) == (stands.count("met"), len(stands) - stands.count("missed"))
        for each in (each for each in spot.judged if each.standing == "met"):
            assert each.estimate.interval.inside(each.goal.low, each.goal.high)
        turns = next(each for each in spot.judged if each.goal.name == "turns")
        assert turns.estimate.value != spot.holder.means["turns"]
        assert turns.estimate.interval.level > 1.0 - 2.0 * 0.05 / len(told.spots)
        assert spot.even == all(each.standing != "missed" for each in spot.judged if each.goal.name == "score")


def test_luck_is_held_down_before_rule_sets_are_chosen(found: tuple[Atlas, NoPlayers]) -> None:
    """Nothing is left of luck in drawn games, of which keys say nothing; of turns most of what was seen stays."""
    told = found[0]
    assert len({round(each.means["draws"], 12) for each in told.every}) == 1
    assert len({each.played.mean(told.goals.goals[3]) for each in told.every}) > 2
    turns = next(each for each in told.effects.known if each.goal.name == "turns")
    assert 0.9 < turns.split.trust <= 1.0
    settled = next(each for each in told.effects.known if each.goal.name == "settled_by.50")
    truth = np.array([0.45 - 0.05 * (each.played.change.values.get("hand.size", 5) - 5) for each in told.every])
    held = np.array([each.means["settled_by.50"] for each in told.every])
    seen = np.array([each.played.mean(settled.goal) for each in told.every])
    assert np.std(held - truth) < 0.7 * np.std(seen - truth)


def test_empty_cells_are_aimed_at(found: tuple[Atlas, NoPlayers]) -> None:
    """From a dozen games like the base's two dozen more reach more cells than without knowing what keys do."""
    told, players = found
    known = {effect.goal.name: effect.split.fit.coefficients for effect in told.effects.known}
    known["draws"] = np.zeros_like(known["turns"])
    rows = Rows(told.levers)
    alike = sorted(told.every, key=lambda each: abs(each.means["turns"] - told.base.means["turns"]))[:12]

    def play(new: Any, done: int) -> list[Played]:
        table = Table(told.goals, SimpleNamespace(terms=told.terms), 400, 600)  # type: ignore[arg-type]
        return [Played(rows.change(row), planted(table, rows.change(row), FIRST, 0, 400)) for row in new]

    def reached(knowing: float) -> int:
        coefficients = {name: knowing * each for name, each in known.items()}
        map_ = Map(told.ground, rows, Forecasts(told.factors, coefficients, dict.fromkeys(known, 1.0)))
        for each in alike:
            map_.add(each.row, each.played)
        filled(map_, 24, 5, play)
        return len(map_.holders)

    assert reached(1.0) > reached(0.0) + 3
    assert len(players.prepared) == len(told.every)


def test_findings_are_plain_and_name_what_decides(found: tuple[Atlas, NoPlayers]) -> None:
    """The first is of the map's first side; the rest says what acts together and what cannot be told."""
    told = answer.findings(found[0])
    assert told[0].headline
    assert told[0].text.startswith("Turns of both players: hand.size makes ")
    said = " ".join(each.text for each in told)
    assert "interact in turns of both players" in said
    many = sum(spot.standing == "met" for spot in found[0].spots)
    assert many == sum(all(each.standing == "met" for each in spot.judged) for spot in found[0].spots)
    assert f"{spelt(many) if many else 'none'} certainly meet" in said
    assert "All play the same new deals." in said
    assert f"{spelt(many) if many else 'none'} certainly meet" in opening(found[0], ABOUT).answer
    assert "Luck of the deals hides nearly all differences between rule sets in drawn games." in said
    for each in told:
        assert longest_clause(each.text) <= 32, each.text
        assert not banned(each.text)
        assert ease(each.text) >= 20.0, each.text


def test_the_opening_says_the_share_with_its_interval(found: tuple[Atlas, NoPlayers]) -> None:
    """Certain where one key leads alone, and what follows."""
    told = opening(found[0], ABOUT)
    assert told.answer.startswith(
        "One key, hand.size, explains most of the differences between rule sets in turns of both players"
    )
    assert told.sureness.startswith("Certain: ") or told.sureness.startswith("Partly certain: ")
    assert "95 % interval; wide enough for all" in told.sureness
    assert "`dhstats design`" in told.decision or "goals" in told.decision


def test_an_atlas_in_which_luck_hides_everything_says_so(found: tuple[Atlas, NoPlayers]) -> None:
    """Open, with what to do about it."""
    told = found[0]
    blind = replace(
        told, effects=replace(told.effects, known=(), unknown=tuple((goal, 0.9) for goal in told.goals.goals))
    )
    said = opening(blind, ABOUT)
    assert said.verdict == "undecided"
    assert said.decision == "Play more rule sets: `--rule-sets 144`."
    assert "luck of the deals hides" in said.sureness
    assert answer.findings(blind)


def test_tables_have_every_share_every_level_and_every_rule_set(found: tuple[Atlas, NoPlayers]) -> None:
    """Shares of a quantity add up to one, but for those that would be below nothing."""
    told = found[0]
    shares = tables.shares(told).frame
    assert shares.height == 6 * 3
    raw = [effect.split.fit.shares.sum() for effect in told.effects.known]
    assert np.allclose(raw, 1.0)
    assert tables.levels(told).frame.height == 3 * (4 + 3 + 3 + 2 + 4)
    assert tables.rule_sets(told).frame.height == len(told.every)
    on_map = tables.map_of(told).frame
    assert on_map.height == len(told.spots)
    assert on_map["as_they_are"].sum() == 1
    assert tables.map_goals(told).frame.height == 4 * len(told.spots)
    assert [each.key for each in tables.pictured(told)][:1] == ["levels_1"]


def test_a_space_needs_more_rule_sets_the_more_levels_it_has(levers: Levers) -> None:
    """Twice as many as there are effects."""
    assert least(levers) == 2 * (1 + 3 + 2 + 2 + 1 + 3)
    assert (APART, FIRST) == (10**10, "rule_sets")


def test_every_picture_is_one_that_vega_draws(found: tuple[Atlas, NoPlayers]) -> None:
    """Held against the schema; levels that are words stand in rows, and titles are made from numbers that differ."""
    told = found[0]
    every = [tables.shares(told), tables.map_of(told), *tables.pictured(told)]
    known = {each.key: each for each in every}
    drawn_ = 0
    for chart in (*catalogue.charts("atlas"), *catalogue.first_charts("atlas")):
        held = [known[key] for key in chart.tables if key in known]
        if len(held) == len(chart.tables):
            assert figures.drawn(chart, *held).to_dict()["description"]
            assert chart.says is None or figures.said(chart, *held)
            drawn_ += 1
    assert drawn_ == 3 + len(tables.pictured(told))
    turns = next(each for each in told.effects.known if each.goal.name == "turns")
    theft = [factor.name for factor in told.factors].index("great_dragon.theft")
    rows = tables.levels_of(told, turns, theft)
    assert "always_one" in str(atlases.at_levels(rows).to_dict())
    assert atlases.levels_said(rows) == rows.title
    assert atlases.levels_said(tables.pictured(told)[0]).startswith("Turns of both players: ")
