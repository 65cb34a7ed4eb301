"""Rule keys turned through their levels: what is played, the curve, where it meets a target, and what is refused."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from dhstats.errors import BadInput
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.metrics import ASK, LEAD, Ask, asked
from dhstats.questions.tweaks.comparison import deal_sums
from dhstats.questions.tweaks.sweep import Cell, Sweep, crossing, default_target, gap, play, target_of
from dhstats.questions.tweaks.sweep_answer import _range_sentence, answer
from dhstats.questions.tweaks.tweaks import MOST_LEVELS, Knob, knob, tweaks_of
from dhstats.questions.verdicts.sequential import LOOK
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage.manifest import read_manifest
from tests.questions.benches import DEALS, Benches, sums

Array = np.ndarray[Any, Any]
Command = Callable[..., tuple[str, dict[str, Any]]]
# ---- Levels as they are written ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "key", "values"),
    [
        ("a.b=0..3", "a.b", "0 1 2 3"),
        ("a.b=-2..1", "a.b", "-2 -1 0 1"),
        ("a.b=-3..-1", "a.b", "-3 -2 -1"),
        ("a.b=0..12:4", "a.b", "0 4 8 12"),
        ("a.b=0..11:4", "a.b", "0 4 8"),
        ("a.b=5,3,4", "a.b", "5 3 4"),
        (" a.b = 5 , 3,", "a.b", "5 3"),
        ("a.b= 1..2", "a.b", "1 2"),
        ("a.b=needs_card,any", "a.b", "needs_card any"),
        ("a.b=true,false", "a.b", "true false"),
    ],
)
def test_levels(written: str, key: str, values: str) -> None:
    """From and to, with a step, or one by one in the order written."""
    assert knob(written) == Knob(key, tuple(values.split()))


@pytest.mark.parametrize(
    "written",
    [
        *("", "a", "a=", "=0..3", "a=3", "a=3..3", "a=3..1", "a=0..4:0", "a=0..4:-1", "a=0..4:", "a=0..4:9", "a=..4"),
        *("a=0..", "a=0.5..2", "a=0..2:0.5", "a=x..y", "a=0..99999999999999999999", "a=1,1", "a=any,any", "a=,,"),
        *("a=0..1..2", "a=0 .. 2:x"),
    ],
)
def test_levels_that_are_none(written: str) -> None:
    """One line that shows what was written."""
    with pytest.raises(BadInput, match=r"KEY=FROM\.\.TO|names a level twice") as caught:
        knob(written)
    assert repr(written) in str(caught.value)


def test_numbers_of_levels() -> None:
    """Levels are numbers where all of them are."""
    assert knob("a=-1..1").numbers == (-1.0, 0.0, 1.0)
    assert knob("a=1,2.5").numbers == (1.0, 2.5)
    assert knob("a=1,any").numbers is None


def test_every_combination_is_a_tweak() -> None:
    """The first knob turns fastest."""
    found = tweaks_of("ffg", [knob("a=1,2,3"), knob("b=x,y")])
    assert [values for values, _ in found] == [(a, b) for b in "xy" for a in "123"]
    assert found[1][1].settings == ("a=2", "b=x")
    assert found[1][1].rules == "ffg"
    assert len(tweaks_of("ffg", [knob(f"a=1..{MOST_LEVELS}")])) == MOST_LEVELS
    with pytest.raises(BadInput, match="sweep"):
        tweaks_of("ffg", [knob("a=0..7"), knob("b=0..7")])


# ---- What is played ------------------------------------------------------------------------------------------


def test_no_quantity_is_lost_for_the_base_level(benches: Benches) -> None:
    """The level of the base was played, so that its lead changes are known like those of all other levels."""
    bench = benches()
    told = answer(bench, [play(bench, [knob("hand.size=4..6")])], None)
    assert LEAD.what in set(told.table("others").frame["what"])


def test_twenty_levels_are_one_run(benches: Benches) -> None:
    """Levels of the final count are counted from the base's games but for its own, and the page says how many."""
    bench = benches()
    found = play(bench, [knob("great_dragon.points=0..19")])
    told = answer(bench, [found], 0.5)
    assert benches.names == ["base"]
    assert [path.name for path in bench.folder.iterdir()] == ["base"]
    assert len(found.cells) == 20
    assert "19 of 20 levels needed no new games" in told.method


def test_levels_that_players_see_are_played(benches: Benches) -> None:
    """Each on the same deals; blind players need one run."""
    bench = benches("greedy", deals=20)
    play(bench, [knob("great_dragon.points=2..4")])
    assert sorted(benches.names) == ["base", "great_dragon.points=2", "great_dragon.points=4"]
    assert {plan.seed for _, plan in benches.played} == {5}
    play(benches("greedy", deals=20, blind=True), [knob("great_dragon.points=2..4")])
    assert benches.names == ["base"]


def test_levels_equal_runs_under_them(benches: Benches, tmp_path: Path) -> None:
    """Counted, played, or the base itself: what a run under these rules has on every deal."""
    bench = benches()
    found = play(bench, [knob("seats.second.points=0,5"), knob("hand.size=5,6")])
    for cell in found.cells:
        settings = tuple(f"{k.key}={v}" for k, v in zip(found.knobs, cell.values, strict=True))
        plan = Experiment("x", settings=settings, strategies=("random",), games=2 * DEALS, seed=5, moves="none")
        there = deal_sums(simulate(plan, tmp_path / "-".join(cell.values), workers=1)).columns
        for name, values in cell.sums.columns.items():
            assert_array_equal(values, there[name], err_msg=f"{settings} {name}")


@pytest.mark.parametrize(
    "written",
    [
        *("hand.size=5,6,99", "hand.sice=5,6", "great_dragon.claim=any,all"),
        *("hand.size=5,+5", "great_dragon.points=1_0,10", "great_dragon.points=10,0xA"),  # the same level twice
    ],
)
def test_a_bad_level_is_found_before_anything_is_played(benches: Benches, written: str) -> None:
    """All rule sets are checked first; what a rule file reads as the same value is one level."""
    bench = benches()
    with pytest.raises(BadInput):
        answer(bench, [play(bench, [knob(written)])], 0.5)
    assert benches.names == []


# ---- Two knobs, and levels that are words --------------------------------------------------------------------


def test_two_knobs(benches: Benches) -> None:
    """Cells go through the first knob fastest; a curve is a value of the second, named by it."""
    bench = benches()
    found = play(bench, [knob("great_dragon.points=0,3,9"), knob("great_dragon.breaks_ties=true,false")])
    assert [cell.values for cell in found.cells] == [(p, t) for t in ("true", "false") for p in ("0", "3", "9")]
    told = answer(bench, [found], 0.5)
    curve = told.table("curve").frame
    names = [f"great_dragon.breaks_ties={each}" for each in ("true", "false")]
    assert curve["series"].to_list() == [name for name in names for _ in range(3)]
    assert curve["setting"].to_list() == ["0", "3", "9"] * 2
    assert curve["at"].to_list() == [0.0, 3.0, 9.0] * 2
    for j, cell in enumerate(found.cells):
        assert curve["value"][j] == pytest.approx(cell.sums.columns["score"].mean() / 4)
    assert told.table("roots").frame["series"].to_list() == names
    assert told.table("fits").frame["form"].to_list() == ["line", "parabola"] * 2
    assert "great_dragon.points and great_dragon.breaks_ties" in told.title
    for name in names:
        assert any(name in each.text for each in told.findings)


def test_rows_of_two_knobs_are_those_cells() -> None:
    """The sample of a row holds the cells of one value of the second knob."""
    cells = tuple(Cell((a, b), sums([int(a), int(b)])) for b in "34" for a in "012")
    found = Sweep((Knob("x", ("0", "1", "2")), Knob("y", ("3", "4"))), cells, "fixed players")
    assert found.rows == ("3", "4")
    assert_array_equal(found.sample(ASK.metric, 1) * 4, [[0, 1, 2], [4, 4, 4]])
    assert found.sample(ASK.metric).shape == (2, 6)


def test_levels_that_are_words(benches: Benches) -> None:
    """A curve without a place on an axis, no line through it and no root."""
    bench = benches()
    told = answer(bench, [play(bench, [knob("great_dragon.claim=needs_card,any")])], 0.5)
    curve = told.table("curve").frame
    assert curve["setting"].to_list() == ["needs_card", "any"]
    assert curve["at"].to_list() == [None, None]
    assert told.table("fits").frame.is_empty()
    assert told.table("roots").frame.is_empty()
    assert " at any" in told.findings[0].text
    assert " at needs_card" in told.findings[0].text


def test_a_key_that_touches_nothing_is_said(benches: Benches) -> None:
    """The figure's points cannot change how long random games take."""
    bench = benches(ask=asked("turns"))
    told = answer(bench, [play(bench, [knob("great_dragon.points=0..4")])], None)
    assert told.findings[0].text.startswith("great_dragon.points does not affect the turns of both players: ")
    assert told.findings[0].text.endswith("at every level, on every deal.")


def test_equal_means_are_not_equal_deals(benches: Benches) -> None:
    """Levels that come out alike on the whole, but not on every deal, touch it."""
    bench = benches()
    cells = (Cell(("0",), sums([0, 4, 2, 2])), Cell(("1",), sums([4, 0, 2, 2])))
    told = answer(bench, [Sweep((Knob("x", ("0", "1")),), cells, "fixed players")], None)
    assert "on every deal" not in told.findings[0].text


def test_the_verdict_on_all_levels_together(benches: Benches) -> None:
    """Every level is named once, under what is known of it."""
    bench = benches(ask=asked("score", "5pp"))
    chance = np.random.default_rng(4)
    shares = {"0": 0.1, "1": 0.5, "2": 0.95}
    cells = tuple(Cell((each,), sums(chance.binomial(4, share, 4000))) for each, share in shares.items())
    told = answer(bench, [Sweep((Knob("x", tuple(shares)),), cells, "fixed players")], 0.5)
    text = told.findings[-1].text
    assert "within ±5 games in 100 of 50.00 % at 1" in text
    assert "outside at 0 and 2" in text


# ---- Where a curve meets a target ----------------------------------------------------------------------------


def line(seed: int, root: float, slope: float = 0.02, deals: int = 400, levels: Sequence[float] = range(7)) -> Array:
    """Levels on common deals whose means are a line through one half at `root`."""
    chance = np.random.default_rng(seed)
    shared, own = chance.normal(0, 0.25, (deals, 1)), chance.normal(0, 0.1, (deals, len(levels)))
    return np.asarray(0.5 + slope * (np.asarray(levels) - root) + shared + own)


def test_the_levels_that_are_named_lie_on_either_side() -> None:
    """Of a bent curve, of which a line through all levels would meet the target elsewhere."""
    for seed in range(60):
        sample = line(seed, 2.7) + 0.004 * (np.arange(7) - 2.7) ** 2
        found, means = crossing(sample, range(7), 0.5, 0.95), sample.mean(axis=0)
        if found.value is None:
            continue
        below, above = int(np.floor(found.value)), int(np.ceil(found.value))
        assert (means[below] - 0.5) * (means[above] - 0.5) <= 0.0


@pytest.mark.parametrize("target", [0.3, 0.7])
def test_no_root_in_range(target: float) -> None:
    """Nothing is extrapolated, whatever the slope."""
    found = crossing(line(1, 3.0), range(7), target, 0.95)
    assert (found.value, found.interval, found.levels) == (None, None, ())
    assert "one side" in found.reason


@pytest.mark.parametrize("sign", [1, -1])
def test_a_root_is_found(sign: int) -> None:
    """Rising and falling, with the levels that the deals do not rule out around it."""
    found = crossing(line(2, 3.3, slope=sign * 0.05, deals=4000), range(7), 0.5, 0.95)
    assert found.value is not None
    assert found.interval is not None
    assert found.interval.contains(found.value)
    assert found.value == pytest.approx(3.3, abs=0.3)
    assert set(found.levels) <= {3.0, 4.0}


def test_levels_in_any_order() -> None:
    """As they were written: the same root."""
    sample, order = line(3, 3.3, slope=0.05), [4, 0, 6, 2, 1, 5, 3]
    one, other = crossing(sample, range(7), 0.5, 0.95), crossing(sample[:, order], order, 0.5, 0.95)
    assert one.value == pytest.approx(other.value)
    assert one.interval is not None
    assert other.interval is not None
    assert one.interval.low == pytest.approx(other.interval.low)


def test_a_flat_curve() -> None:
    """A key without effect has no root, even where all levels are at the target; so has one that never varies."""
    found = crossing(line(4, 0.0, slope=0.0), range(7), 0.5, 0.95)
    assert found.value is None
    assert "no level is certain" in found.reason
    assert len(found.levels) >= 5
    alike = np.repeat(np.random.default_rng(1).normal(0.5, 0.2, (200, 1)), 4, axis=1)
    assert crossing(alike, range(4), 0.5, 0.95).value is None
    assert crossing(np.full((200, 4), 0.6), range(4), 0.5, 0.95).value is None


STEP = [0.2] * 4 + [0.8] * 4
BENT = [0.1] * 4 + [0.3] * 3 + [0.35, 0.4, 0.45, 0.5, 0.55]
FAR = [0.0, 1.0, 2.0, 20.0, 21.0, 22.0]


@pytest.mark.parametrize(
    ("levels", "means", "target", "root"),
    [(range(8), STEP, 0.5, 3.5), (range(12), BENT, 0.42, 8.4), (FAR, [0.2, 0.21, 0.2, 0.6, 0.7, 0.6], 0.5, 15.5)],
    ids=["a step", "bent", "levels far apart"],
)
def test_a_curve_that_no_line_fits_meets_between_neighbours(
    levels: Sequence[float], means: list[float], target: float, root: float
) -> None:
    """Between the two levels between which the means cross, whatever the others do."""
    chance = np.random.default_rng(8)
    sample = np.array(means) + chance.normal(0, 0.1, (4000, 1)) + chance.normal(0, 0.02, (4000, len(means)))
    found = crossing(sample, list(map(float, levels)), target, 0.95)
    assert found.value == pytest.approx(root, abs=0.3)
    assert found.interval is not None
    assert found.interval.contains(root)


def test_a_curve_that_stays_on_one_side() -> None:
    """Bent and always above: no root."""
    chance, levels = np.random.default_rng(7), np.arange(7.0)
    sample = 0.6 + 0.02 * (levels - 3) ** 2 + chance.normal(0, 0.1, (2000, 1)) + chance.normal(0, 0.02, (2000, 7))
    found = crossing(sample, levels.tolist(), 0.5, 0.95)
    assert (found.value, found.interval) == (None, None)
    assert "one side" in found.reason


def test_targets() -> None:
    """Shares in percent, other metrics as numbers; half of the wins and no lead need not be named, and nothing else."""
    assert (target_of("60%", asked("score")), target_of("-7.5", asked("margin"))) == (0.6, -7.5)
    assert [default_target(asked(each)) for each in ("score", "margin", "turns", "draws")] == [0.5, 0.0, None, None]


# ---- The command ---------------------------------------------------------------------------------------------


def test_the_command_writes_a_page(tmp_path: Path, command: Command) -> None:
    """Page, numbers with all four tables, the sentences, and one run for all levels."""
    said, told = command("sweep", "ffg", "seats.second.points=-6..6:3", "--strategies", "random", "--deals", "200")
    assert "With seats.second.points the first player's score goes from" in said
    assert "The first player's score meets 50.00 % between seats.second.points = 0 (" in said
    assert "comes nearer, and not tried between them: 1, 2; levels" in said
    assert re.search(r"seats\.second\.points = -?\d+\.\d", said) is None  # no level that cannot be played
    assert (tmp_path / "page.html").stat().st_size > 100_000
    assert told["key"] == "sweep"
    assert {"curve", "fits", "roots", "others"} <= {each["key"] for each in told["tables"]}
    assert [path.name for path in (tmp_path / "runs").iterdir() if path.is_dir()] == ["base"]


@pytest.mark.parametrize("wish", ["balanced", "highest"])
def test_a_lopsided_choice_ends_when_that_is_sure(tmp_path: Path, command: Command, wish: str) -> None:
    """At the second look, with all rule sets; who looks for the highest score asks something else."""
    words = ["choose", "ffg", "deck=skula", "--strategies", "random,greedy", "--deals", "1000"]
    words += ["--zone", "0.01pp", "--for", wish]
    said, _ = command(*words)

    def ended() -> set[tuple[int, str]]:
        runs = [folder for folder in (tmp_path / "runs").iterdir() if folder.is_dir()]
        return {(each.design.deals, each.ended) for each in map(read_manifest, runs)}

    ends = ended()
    assert (ends == {(2 * LOOK, "lopsided")}) == (wish == "balanced")
    assert ("No verdict on seats: greedy wins 9" in said) == (wish == "balanced")
    command(*words, "--resume")
    assert ended() == ends


def test_the_command_takes_a_target(command: Command) -> None:
    """Also one that begins with a minus."""
    words = ("sweep", "ffg", "seats.first.points=-20..20:5", "--strategies", "random", "--deals", "200")
    assert "−7.50" in command(*words, "--metric", "margin", "--target", "-7.5")[0]


def test_every_seat_of_a_table_has_a_curve(tmp_path: Path, command: Command) -> None:
    """At a table for four an even share is a quarter, and a level is judged by all seats together."""
    words = ("sweep", "four", "seats.fourth.points=0,2", "--game", "dragonwood", "--strategies", "random", "--blind")
    told, _ = command(*words, "--deals", "50")
    assert "With seats.fourth.points the first seat's share of the wins goes from" in told
    assert "is certain to make the fourth seat's share of the wins 25.00 %: no level is certain to be " in told
    assert "all levels judged together: " in told
    assert "first player" not in told
    assert "\nHow many points for the fourth player before the game make the seats of Dragonwood even? (" in told
    assert re.search(r"the (first|second|third|fourth) seat, farthest from an even share, won \d+ of 100 games", told)
    assert re.search(r"that seat then wins \d+ to \d+ of 100 games", told)
    assert "wide enough for all eight to be right at once" in told
    assert "both players" not in (tmp_path / "page.html").read_text()


def test_extremes_that_hardly_differ_have_no_certain_distance() -> None:
    """Of three hundred deals three differ between two levels: the interval is not that of their spread."""
    score = np.tile([0, 4, 2], 100)
    other = score.copy()
    other[[0, 3, 6]] += 2
    cells = tuple(Cell((name,), sums(each)) for name, each in (("1", score), ("2", other)))
    found = Sweep((knob("hand.size=1,2"),), cells, "fixed players")
    text = _range_sentence(found, 0, ASK)
    assert "betting bound, 300 deals" in text


def test_picked_extremes_are_covered() -> None:
    """Of six levels that are all alike the two that look farthest apart: 0 lies within their interval 95 times of 100."""
    chance, missed, plain, runs = np.random.default_rng(7), 0, 0, 400
    for _ in range(runs):
        sample = chance.normal(size=(200, 6))
        means = sample.mean(axis=0)
        ends = int(means.argmin()), int(means.argmax())
        missed += not gap(sample, ends, ASK.metric, 1.0 - 0.05 / 15).contains(0.0)
        plain += not gap(sample, ends, ASK.metric, 0.95).contains(0.0)
    assert missed / runs <= 0.05
    assert plain / runs > 0.2
    cells = tuple(Cell((str(k),), sums(chance.integers(0, 5, 400))) for k in range(3))
    found = Sweep((Knob("x", ("0", "1", "2")),), cells, "fixed players")
    assert "right for any of 3 pairs of levels" in _range_sentence(found, 0, ASK)


def test_a_sweep_without_a_target_opens_with_its_ends(benches: Benches) -> None:
    """What the quantity is at the first and the last level; open where 0 is not left out; nothing where all is the same."""
    ask, chance = Ask(asked("turns").metric), np.random.default_rng(8)
    bench, base = benches(ask=ask), np.full(400, 100) + chance.integers(-9, 10, 400)

    def opening(*shifts: int) -> Opening:
        lengths = [base + shift + chance.integers(-2, 3, 400) * (shift != 0) for shift in shifts]
        cells = tuple(Cell((str(k),), sums(np.full(400, 2), turns=each)) for k, each in enumerate(lengths))
        names = tuple(map(str, range(len(shifts))))
        told = answer(bench, [Sweep((Knob("x", names),), cells, "fixed players")], None).opening
        assert told is not None
        return told

    less = opening(0, -8, -20)
    assert less.question == "What does x change about the length of a game in Dragonheart?"
    assert re.fullmatch(r"With x=0, a game takes 50.0 turns; with x=2, 40.0, between .*", less.answer)
    assert re.match(r"Certain: the change from the first to the last is −10\S* to −9\S* turns", less.sureness)
    same = opening(0, 0, 0)
    assert same.answer.startswith("Nothing: a game takes 50.0 turns at every level, ")
    assert same.sureness == (
        "Certain: on each of 400 deals it is the same at every level, so at most 0.75 % of deals differ (95 %)."
    )


def test_a_sweep_of_two_keys_opens_with_the_least_and_the_most(benches: Benches) -> None:
    """Of all pairs of levels; the interval is right for whichever two are picked, and stands in a table."""
    ask, chance = Ask(asked("turns").metric), np.random.default_rng(8)
    bench, base = benches(ask=ask), np.full(400, 100) + chance.integers(-9, 10, 400)
    knobs = (Knob("x", ("0", "1")), Knob("y", ("a", "b")))
    shifts = {("0", "a"): 0, ("1", "a"): -8, ("0", "b"): 6, ("1", "b"): -2}
    cells = tuple(
        Cell(at, sums(np.full(400, 2), turns=base + by + chance.integers(-2, 3, 400))) for at, by in shifts.items()
    )
    told = answer(bench, [Sweep(knobs, cells, "fixed players")], None)
    assert told.opening is not None
    assert told.opening.question == "What do two rules change about the length of a game in Dragonheart?"
    assert told.opening.answer.startswith("The lowest, ")
    assert "with x=1 y=a, a game takes 46" in told.opening.answer
    assert re.search(r"The most: with x=0 y=b, a game takes 5\d\.\d turns\.$", told.opening.answer)
    assert "wide enough for any two of four" in told.opening.sureness
    (row,) = told.table("apart").frame.to_dicts()
    ends = re.search(r"is \+([\d.]+) to \+([\d.]+) turns", told.opening.sureness)
    assert ends is not None
    assert [float(each) for each in ends.groups()] == [pytest.approx(row[end], abs=0.051) for end in ("low", "high")]
    assert row["level"] == pytest.approx(1.0 - 0.05 / 6)
