"""What Dragonwood's cards are worth: forks counted again by hand, one item and many, moments that never come."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import dhstats.questions.forks.value as value_room
from dhstats.cli.main import main
from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.errors import BadInput, DataProblem
from dhstats.games.bundle import Item
from dhstats.games.catalogue import load
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import Arm, Forked, forking_of
from dhstats.questions.forks import items as table
from dhstats.questions.forks.items import ItemWorth, study_of, worths
from dhstats.questions.forks.value import association_of, item_of, items_of, moments_of, studies, value
from dhstats.questions.forks.worth import answer
from dhstats.questions.shared.first_screen import About
from dhstats.report.page.figures import opening_figure
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, ends_of, fork
from dhstats.simulate.tables import win_parts
from dhstats.stats.intervals.intervals import LEAST_DEALS, sidak_level
from tests.games.dragonwood.positions import rule_set
from tests.games.logs import engine_logs
from tests.questions.test_value import TINY, ends, same

BUNDLE = load("dragonwood")
RULES = BUNDLE.rule_files.load("two").record()
PLAN = Experiment("x", game="dragonwood", rules="two", strategies=("random", "greedy"), seed=11, moves="none")
DEALS = 60
WOOD = ("--game", "dragonwood")
Command = Callable[..., tuple[str, dict[str, Any]]]
ABOUT = About("Dragonwood", "dragonwood", ("balanced",))
FEW = 2  # deals with a card, and without it, that make a naive number here


@dataclass(frozen=True)
class Told:
    """Real forks of some items, and what was made of them."""

    items: tuple[Item, ...]
    lineup: Lineup
    study: Study
    forked: Forked
    found: list[ItemWorth]


@pytest.fixture(scope="module")
def told() -> Told:
    """Three enhancements, a dragon and a creature of several cards, handed over in the same positions."""
    items = items_of(BUNDLE, RULES, ("silver_sword", "charmed_potion", "cloak_of_darkness", "dragons", "crazy_bats"))
    study = study_of(items, 2)
    lineup, found = fork(PLAN, [study], DEALS, workers=1)
    forked = found["uniform-turn"]
    with pytest.MonkeyPatch.context() as here:
        here.setattr(value_room, "LEAST_DEALS", FEW)
        return Told(items, lineup, study, forked, worths(BUNDLE, lineup.rules, items, study, forked))


def test_every_row_is_a_direct_count(told: Told) -> None:
    """Effect of every item, in chances to win and in points; its gain, denial and flips."""
    deals, names = told.forked.forks["deal"], [arm.name for arm in told.study.arms]
    assert len(told.found) == len(told.items) == 6
    for each in told.found:
        three = [ends(told.forked, names.index(f"{each.item.key}: {side}")) for side in ("mover", "nobody", "opponent")]
        for scale, whole in enumerate((each.effect.score, each.effect.points)):
            same(whole, three[0][scale] - three[2][scale], deals)
        has, none, lacks = (end[0] for end in three)
        same(each.score.gain, has - none, deals)
        same(each.score.denial, none - lacks, deals)
        assert each.score.gain.value + each.score.denial.value == pytest.approx(each.effect.score.value, abs=TINY)
        change = three[0][0] - three[2][0]
        assert each.effect.flips.to_win.value == pytest.approx((change == 1).mean(), abs=TINY)


def test_the_most_valuable_comes_first_and_intervals_hold_together(told: Told) -> None:
    """By the effect on the chance to win; each at the level that six independent intervals need."""
    effects = [each.effect.score.value for each in told.found]
    assert effects == sorted(effects, reverse=True)
    for each in told.found:
        shown = [each.effect.score, each.effect.points, each.score.gain, each.score.denial]
        shown += [each.naive] if each.naive else []
        assert {estimate.interval.level for estimate in shown} == {sidak_level(0.95, 6)}


def test_the_naive_number_is_a_count_of_captures(told: Told) -> None:
    """Whoever captured the card in a parent game, by its log, against everybody else."""
    logs = engine_logs("dragonwood", rule_set("two", ()), ("random", "greedy"), 11, 0, DEALS)
    for key in ("orange_dragon", "charmed_potion", "silver_sword"):
        having, lacking = [], []
        for log in logs:
            captors = {row["seat"] for row in log.turns if row["captured"] and row["target"] == key}
            for seat in (0, 1):
                won = 0.5 if log.row["winner"] < 0 else float(log.row["winner"] == seat)
                (having if seat in captors else lacking).append(won)
        naive = next(each.naive for each in told.found if each.item.key == key)
        assert naive is not None
        assert len(having) > 1
        assert naive.value == pytest.approx(np.mean(having) - np.mean(lacking), abs=TINY)


def test_a_card_that_hardly_anybody_captures_has_no_naive_number(told: Told) -> None:
    """Two holders who both lost would have a difference without any error at all."""
    seldom = deepcopy(told.forked)
    item = items_of(BUNDLE, RULES, ("bucket_of_spinach",))[0]
    last, number = seldom.forks["last_holders"], forking_of(BUNDLE).things.index(item.change)
    last[:, number] = TO_NOBODY
    assert association_of(BUNDLE, RULES, item, seldom) is None
    last[: LEAST_DEALS - 1, number] = TO_MOVER
    assert association_of(BUNDLE, RULES, item, seldom) is None
    last[: 2 * LEAST_DEALS, number] = TO_MOVER
    assert association_of(BUNDLE, RULES, item, seldom) is not None


def test_an_item_by_itself_has_the_effect_that_it_has_among_others(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same forks: other rows change nothing; and there is no anatomy where there are no parts."""
    monkeypatch.setattr(value_room, "LEAST_DEALS", FEW)
    item = item_of(BUNDLE, RULES, "charmed_potion")
    plans = studies(item, ("uniform-turn", "open"), 2)
    assert [study.moment for study in plans] == ["uniform-turn", "open-charmed_potion"]
    lineup, found = fork(PLAN, plans, DEALS, workers=1)
    alone = value(BUNDLE, lineup.rules, item, plans, found)
    among = next(each for each in told.found if each.item == item)
    assert alone.worths[0].soft.score.value == among.effect.score.value
    assert alone.worths[0].soft.points.se == among.effect.points.se
    assert alone.worths[0].hard is alone.taken is None
    forks, bands = found["uniform-turn"].forks, BUNDLE.bands
    assert (forks["begun"] < forks["turn"]).any()  # bands are of turns that had begun, not of decisions
    for groups, column, edges in ((alone.by_turn, "begun", bands.turns), (alone.by_lead, "lead", bands.leads)):
        at = [sum(edge <= place for edge in edges) for place in forks[column].tolist()]
        assert [(group.label, group.n) for group in groups] == [(band, at.count(band)) for band in sorted(set(at))]
    shown = answer(alone, None, ABOUT)
    assert {each.key for each in shown.tables} == {"effects", "turns", "leads", "meter"}
    assert all(each.frame.height for each in shown.tables)
    assert "Charmed Potion" in shown.title
    assert "Shapley" not in shown.method
    assert any("When it lies open for the first time" in finding.text for finding in shown.findings)


def test_a_moment_that_never_came_is_said_so() -> None:
    """Greedy players capture no enhancement; the other moments are told, and nothing where there is no other."""
    item = item_of(BUNDLE, RULES, "silver_sword")
    plan = replace(PLAN, strategies=("greedy",))
    plans = studies(item, moments_of(item))
    lineup, found = fork(plan, plans, 10, workers=1)
    told = value(BUNDLE, lineup.rules, item, plans, found)
    assert [worth.moment for worth in told.worths] == ["uniform-turn", "open-silver_sword"]
    assert told.silent == (("captured-silver_sword", 0, 20),)
    assert told.naive is told.meter is None
    sentences = [finding.text for finding in answer(told, None, ABOUT).findings]
    assert "When it has just been captured: no result, because only 0 of 20 games reached it." in sentences
    first = opening_figure(answer(told, None, ABOUT))
    score = told.worths[0].score
    assert first is not None
    assert score is not None
    rows = [row for rows in first.spec["datasets"].values() for row in rows]
    drawn = {row["matchup"]: row["score"] for row in rows if "score" in row}
    assert drawn == {
        "having it instead of the opponent": pytest.approx(100.0 * told.worths[0].soft.score.value),
        "having it instead of nobody": pytest.approx(100.0 * score.gain.value),
        "keeping it from the opponent": pytest.approx(100.0 * score.denial.value),
    }
    with pytest.raises(DataProblem, match="captured-silver_sword came in fewer than two deals"):
        value(BUNDLE, lineup.rules, item, plans[2:], found)


def test_many_items_are_told_in_a_table(told: Told) -> None:
    """A row each, the naive number beside it, the same in points; sentences that name the first and the last."""
    shown = table.answer(told.found, None, ABOUT)
    rows = shown.table("items").frame
    assert rows["item"].to_list() == [each.item.name for each in told.found]
    assert rows["score"].to_list() == [each.effect.score.value for each in told.found]
    assert rows["naive"].to_list() == [each.naive.value if each.naive else None for each in told.found]
    assert shown.title == "What are enhancements, dragons and creatures worth?"
    assert shown.table("points").frame["score"].to_list() == [each.effect.points.value for each in told.found]
    beside = shown.table("beside").frame
    assert beside.height == len(told.found) + sum(each.naive is not None for each in told.found)
    assert all(each.item.name in shown.findings[0].text for each in told.found)


def test_many_items_open_with_the_one_that_is_worth_most(told: Told) -> None:
    """Certain where its interval lies above all others, perhaps where one reaches it, open where it may be nothing."""
    first, second = told.found[:2]
    name = first.item.name

    def worth(found: ItemWorth, value: float, half: float) -> ItemWorth:
        interval = replace(found.effect.score.interval, low=value - half, high=value + half)
        score = replace(found.effect.score, value=value, interval=interval)
        return replace(found, effect=replace(found.effect, score=score))

    both = f"the {name} or the {second.item.name}"
    for best, half, sure, begins in (
        (0.4, 0.05, f"Certain: the {name} is worth most, +35 to +45", f"The {name}: a player who has it"),
        (0.25, 0.05, f"Partly certain: the {name} helps, +20 to +30", f"Perhaps {both}. With the {name} a player wins"),
        (
            0.25,
            0.3,
            f"Open: the {name} may help or not: −5 to +55",
            f"Not known yet. Perhaps {both}. With the {name} a",
        ),
    ):
        opening = table.answer([worth(first, best, half), worth(second, 0.2, 0.05)], None, ABOUT).opening
        assert opening is not None
        assert opening.question.startswith("Which card of Dragonwood")
        assert opening.answer.startswith(begins)
        assert (
            f"about {100 * best:.0f} more games in 100 than if the opponent had it, between two balanced players."
            in opening.answer
        )
        assert opening.sureness.startswith(sure)
        assert "; wide enough for both to be right at once" in opening.sureness
    assert table.answer(told.found[:1], None, ABOUT).opening is None


# ---- Which items, which moments ------------------------------------------------------------------------------------


def test_items_by_name_and_by_kind() -> None:
    """All main ones where none is named; each once; in the order in which they are named."""
    every = items_of(BUNDLE, RULES)
    assert [item.kind for item in every] == ["enhancements"] * 9 + ["dragons"] * 2
    named = items_of(BUNDLE, RULES, ("dragons", "blue_dragon", "hungry_bear"))
    assert [item.key for item in named] == ["blue_dragon", "orange_dragon", "hungry_bear"]
    assert len(items_of(BUNDLE, RULES, ("enhancements", "dragons", "creatures"))) == 25
    without = BUNDLE.rule_files.load("two", ("enhancements.silver_sword.copies=0",)).record()
    assert len(items_of(BUNDLE, without)) == 10


def test_names_as_printed() -> None:
    """With capitals, small words small, and an apostrophe where there is one."""
    names = {item.key: item.name for item in items_of(BUNDLE, RULES, ("enhancements", "creatures"))}
    assert names["cloak_of_darkness"] == "Cloak of Darkness"
    assert names["wasps_nest"] == "Wasps' Nest"


@pytest.mark.parametrize(
    ("name", "settings", "told"),
    [
        ("great_dragon", (), "no such item"),
        ("silver_sword", ("enhancements.silver_sword.copies=0",), "no such item under these rules"),
        ("quicksand", (), "no such item"),
    ],
)
def test_items_that_there_are_not(name: str, settings: tuple[str, ...], told: str) -> None:
    """In one line with the nearest name, or with all of them."""
    with pytest.raises(BadInput, match=told):
        items_of(BUNDLE, BUNDLE.rule_files.load("two", settings).record(), (name,))


def test_one_item_has_to_be_named() -> None:
    """Where a game has several."""
    with pytest.raises(BadInput, match="--item: name one of silver_sword, "):
        item_of(BUNDLE, RULES)


def test_too_few_deals_for_a_table() -> None:
    """Games of a single deal say nothing of how much they differ."""
    items = items_of(BUNDLE, RULES, ("silver_sword", "dragons"))
    lineup, found = fork(PLAN, [study_of(items)], 1, workers=1)
    with pytest.raises(DataProblem, match="fewer than two deals"):
        worths(BUNDLE, lineup.rules, items, study_of(items), found["uniform-turn"])


def test_rules_switched_on_the_way_must_not_be_those_of_the_set_up() -> None:
    """Cards, seats and what is removed come too late; dice and bonus do not."""
    for setting, late in (("enhancements.silver_sword.copies=0", True), ("setup.removed.two=3", True),
                          ("dice.faces=[1,2,3]", False), ("score.bonus=5", False)):  # fmt: skip
        study = Study("uniform-turn", (Arm("as it is"), Arm("other", rules=(setting,))))
        if late:
            with pytest.raises(BadInput, match="is too late"):
                fork(PLAN, [study], 2, workers=1)
        else:
            assert len(fork(PLAN, [study], 2, workers=1)[1]["uniform-turn"].forks) == 4


# ---- How games end for one of several --------------------------------------------------------------------------------


def results(*games: tuple[int, tuple[int, ...]]) -> Any:
    """Results of games: winner and scores by seat."""
    made = np.zeros(len(games), BUNDLE.game.result)
    for row, (winner, totals) in zip(made, games, strict=True):
        row["winner"], row["players"] = winner, len(totals)
        for seat, (name, total) in enumerate(zip(("first", "second", "third", "fourth"), totals, strict=False)):
            row[f"score_{name}"] = total
            first = winner == seat if winner >= 0 else total == max(totals)
            row[f"rank_{name}"] = 1 if first else 2
    return made


def test_a_win_is_shared_by_those_who_share_it() -> None:
    """Of three or four, among the best alone; the lead is that over the best of the others."""
    games = results((0, (9, 5, 7)), (-1, (8, 8, 2)), (-1, (6, 6, 6)), (2, (4, 7, 7)))
    expected = {
        0: ((1.0, 0.5, 1 / 3, 0.0), (2, 0, 0, -3)),
        1: ((0.0, 0.5, 1 / 3, 0.0), (-4, 0, 0, 0)),
        2: ((0.0, 0.0, 1 / 3, 1.0), (-2, -6, 0, 0)),
    }
    for seat, (scores, leads) in expected.items():
        told = ends_of(games, seat)
        assert told[0].tolist() == pytest.approx(scores)
        assert told[1].tolist() == list(leads)
    two = results((-1, (3, 3)), (1, (2, 6)), (-1, (9, 4)))  # the last as a game of Dragon! that was stopped
    assert [part.tolist() for part in ends_of(two, 0)] == [[0.5, 0.0, 0.5], [0, -4, 5]]
    assert (win_parts(two, 2) == [[6, 0, 6], [6, 12, 6]]).all()


def test_partners_share_the_win_of_their_team() -> None:
    """The winner is named by the first of its seats; the partner comes first as well."""
    teams = results((0, (9, 0, 4, 0)))
    teams["rank_third"] = 1
    assert [ends_of(teams, seat)[0].tolist() for seat in range(4)] == [[0.5], [0.0], [0.5], [0.0]]


# ---- The commands ----------------------------------------------------------------------------------------------------


def test_the_command_tells_a_table(tmp_path: Path, command: Command) -> None:
    """By default every enhancement and dragon, among the game's usual players under its usual rules; and it verifies."""
    told, shown = command("value", "--deals", "4", *WOOD)
    assert "rules two (" in told
    assert f"players {BUNDLE.default_strategies[0]}" in told
    items = next(each for each in shown["tables"] if each["key"] == "items")
    assert len(items["rows"]) == 11
    assert "What are" in (tmp_path / "page.html").read_text()
    assert main(["verify", str(tmp_path / "runs"), "--sample", "2"]) == 0


def test_the_command_tells_one_card(tmp_path: Path, command: Command) -> None:
    """All moments of it, those that never came included, and no anatomy; forks on disk say who holds each card."""
    told, _ = command("value", "--item", "silver_sword", "--strategies", "greedy", "--deals", "4", *WOOD)
    assert "Having the Silver Sword instead of the opponent" in told
    assert "When it has just been captured: no result, because only 0 of 8 games reached it." in told
    assert "Where it comes from" not in told
    frame = pl.read_parquet(tmp_path / "runs" / "forks" / "uniform-turn.parquet")
    assert frame.height == 24
    assert set(frame["silver_sword_holder"].cast(pl.String)) <= {"nobody", "mover", "opponent"}
    assert main(["verify", str(tmp_path / "runs"), "--sample", "2"]) == 0


@pytest.mark.parametrize(
    ("rules", "names"), [("three", ("greedy",)), ("three", ("greedy", "random")), ("four", ("random",))]
)
def test_three_and_four_at_a_table(rules: str, names: tuple[str, ...]) -> None:
    """A mirror or one against a field: everybody begins once, the opponent is the next player, shares of wins count."""
    record = BUNDLE.rule_files.load(rules).record()
    seats = BUNDLE.players(record)
    items = items_of(BUNDLE, record, ("orange_dragon", "silver_sword"))
    study = study_of(items)
    lineup, found = fork(replace(PLAN, rules=rules, strategies=names), [study], 20, workers=1)
    forked = found["uniform-turn"]
    assert forked.games == len(forked.forks) == 20 * seats
    told = worths(BUNDLE, lineup.rules, items, study, forked)
    assert told[0].item.key == "orange_dragon"
    own = f"score_{'first'}"
    scores, leads = ends_of(forked.results[forked.forks["seat"] == 0], 0)
    rows = forked.results[forked.forks["seat"] == 0]
    rest = np.max([rows[f"score_{name}"].astype(int) for name in ("second", "third", "fourth")[: seats - 1]], axis=0)
    assert (leads == rows[own] - rest).all()
    assert set(np.unique(scores).tolist()) <= {0.0, 0.25, 1 / 3, 0.5, 1.0}
    assert ((scores == 1.0) == (rows["winner"] == 0)).all()
    assert told[0].effect.points.value > 5.0
