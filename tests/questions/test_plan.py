"""Planning: numbers of deals against the vectors and against runs, pilots that repeat themselves, and what is refused."""

import json
import math
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem
from dhstats.questions.planning.pilot import Pilot, Spread, measure, prepare
from dhstats.questions.planning.plan import STANDARD, Ask, Need, Plan, Terms, amount, needs
from dhstats.questions.planning.plan_words import time
from dhstats.questions.verdicts.sequential import LOOK
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.stats.sequential import power, verdicts
from dhstats.stats.sequential.stopping import Balance, Width

DEALS = 200
ALIKE = "great_dragon.points=3"  # what the rules say anyway
RUN = Callable[..., int]


def pilot_of(variance: float, **changes: Any) -> Pilot:
    """A pilot of seat pairs with a variance known to a tenth, on a machine that plays a thousand games a second."""
    return replace(Pilot(Spread(variance, 0.9 * variance, 1.1 * variance), 2, 1000.0, command="simulate"), **changes)


def planned(variance: float, ask: Ask, terms: Terms | None = None, **changes: Any) -> tuple[Need, Need]:
    """The fixed and the watched need of a question."""
    fixed, watched = needs(pilot_of(variance, **changes), [ask], terms or Terms())
    assert (fixed.watched, watched.watched) == (False, True)
    return fixed, watched


def mirror(**changes: Any) -> Experiment:
    """A mirror match of a character."""
    return replace(Experiment("x", strategies=("dragon_hunter",), seed=5), **changes)


def plan(experiment: Experiment, tweak: str | None = None, workers: int = 1) -> Plan:
    """The standard questions of an experiment's deals, from a pilot of them."""
    found = measure(prepare(experiment, tweak, DEALS, workers))
    return Plan(found, Terms(), needs(found, STANDARD, Terms()))


@pytest.fixture(scope="module")
def single() -> Plan:
    """The standard questions under the base rules."""
    return plan(mirror(), workers=2)


@pytest.fixture(scope="module")
def paired() -> Plan:
    """The standard questions of a dearer figure, which changes scores and no move."""
    return plan(mirror(), "great_dragon.points=9")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RUN:
    """The command line in an empty folder; what is written there or left among temporary files fails the test."""
    (tmp_path / "here").mkdir()
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))

    def run(*words: str) -> int:
        code = main(["plan", "--strategies", "greedy", "--pilot", str(DEALS), "--seed", "1", *words])
        assert list((tmp_path / "temporary").iterdir()) == []
        return code

    return run


@pytest.mark.parametrize(
    ("variance", "ask", "deals"),
    [
        *((0.076, Ask("within", margin), deals) for margin, deals in ((0.02, 2057), (0.01, 8225), (0.005, 32900))),
        *((0.0257, Ask("detect", effect), deals) for effect, deals in ((0.01, 2701), (0.001, 270041))),
        (0.076, Ask("half-width", 0.005), 11679),
    ],
)
def test_fixed_numbers_of_deals_are_those_of_the_vectors(variance: float, ask: Ask, deals: int) -> None:
    """TV-3.11, TV-3.5 and TV-3.9: power .9 at a score of exactly one half, alpha .05."""
    fixed, _ = planned(variance, ask)
    assert (fixed.deals, fixed.games, fixed.seconds) == (deals, 2 * deals, 2 * deals / 1000)
    assert fixed.low == pytest.approx(0.9 * deals, abs=1)
    assert fixed.high == pytest.approx(1.1 * deals, abs=1)


def test_watched_half_widths_take_about_the_deals_of_the_vectors() -> None:
    """TV-3.9: 28148 deals if tuned for 20000, and hardly fewer if tuned for itself."""
    _, watched = planned(0.076, Ask("half-width", 0.005))
    assert watched.deals == 28250  # the first look, every 250 deals, at which 28004 are reached
    assert 27_500 < power.blocks_watched_for_half_width(0.076, 0.005) < 28148


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.2])
@pytest.mark.parametrize("size", [0.02, 0.001])
def test_watched_runs_are_planned_as_their_rules_are_tuned(size: float, alpha: float) -> None:
    """The closed forms are what the rules of stopping find by search."""
    sd = math.sqrt(0.076)
    width, balance = Width.plan(size, sd, alpha).planned, Balance.plan(0.5, size, sd, alpha).planned
    assert power.blocks_watched_for_half_width(0.076, size, alpha) == pytest.approx(width, rel=1e-5)
    assert power.blocks_watched_for_equivalence(0.076, size, alpha) == pytest.approx(balance, rel=1e-5)


def test_better_by_takes_the_deals_of_the_sequential_test() -> None:
    """TV-3.8: 16112 deals on average where either is true, 26356 half-way between."""
    _, watched = planned(0.076, Ask("detect", 0.005), command="")
    assert watched.deals == 16112
    assert watched.note == "26,356 deals if the truth is half-way"
    _, run = planned(0.04, Ask("detect", 0.005), strength=Spread(0.076, 0.07, 0.08))
    assert run.command == 'simulate --until "better by 0.5pp"'
    assert run.deals == LOOK * math.ceil(verdicts.expected_blocks(0.505, 0.5, 0.505, 0.076, batch=LOOK) / LOOK)


def test_true_distance_makes_proofs_dearer_or_impossible() -> None:
    """At three tenths of a point the plan has its power; on the margin and beyond nothing suffices, and that is said."""
    terms = Terms(true=-0.003)
    _, _, fixed, watched = needs(pilot_of(0.076), [Ask("within", 0.005)], terms)
    assert fixed.deals is not None
    assert fixed.deals == power.blocks_for_equivalence(0.076, 0.005, effect=0.003)
    assert watched.question == "within 0.5pp, true 0.3pp"
    assert (watched.deals or 0) > 2 * 39_000
    for margin in (0.003, 0.001):
        _, _, never = needs(pilot_of(0.076), [Ask("within", margin)], terms)
        assert (never.deals, never.low, never.games, never.seconds) == (None, None, None, None)
        assert "no number of deals can show it" in never.note


def test_commands_are_those_that_end_by_themselves() -> None:
    """A stopping rule of simulate, or of compare for tweaks; none where the program would judge at another alpha."""
    ask = Ask("within", 0.005)
    assert planned(0.076, ask)[1].command == 'simulate --until "balanced within 0.5pp"'
    assert planned(0.076, ask, Terms(alpha=0.01))[1].command == ""
    tweak: dict[str, Any] = {"tweak": "kosmos", "command": "compare ffg kosmos"}
    assert planned(0.076, ask, **tweak)[1].command == "compare ffg kosmos --until decided --margin 0.5pp"
    assert planned(0.076, ask, Terms(alpha=0.01), **tweak)[1].command.endswith("--alpha 0.01")
    assert planned(0.076, Ask("half-width", 0.005), **tweak)[1].command == ""
    assert "raise --games" in planned(0.076, Ask("half-width", 0.0001))[1].note
    assert "rough" in planned(0.076, Ask("half-width", 0.25))[0].note


def test_variance_interval_is_that_of_the_fourth_moment() -> None:
    """Against the formula with numpy, whatever the scale; its logarithm is symmetric."""
    values = np.random.default_rng(1).choice(5, 500, p=[0.15, 0.02, 0.66, 0.02, 0.15])
    found = power.variance_interval(dict(zip(*np.unique(values, return_counts=True), strict=True)), 4)
    scores, n = values / 4, len(values)
    variance, fourth = scores.var(ddof=1), ((scores - scores.mean()) ** 4).mean()
    error = math.sqrt((fourth - variance**2 * (n - 3) / (n - 1)) / n)
    assert math.log(found.high / variance) == pytest.approx(1.959964 * error / variance, rel=1e-6)
    assert found.low * found.high == pytest.approx(variance**2)


def test_variance_interval_needs_blocks_that_vary() -> None:
    """All alike, or too few."""
    with pytest.raises(ValueError, match="variance must be a positive number"):
        power.variance_interval({2: 100}, 4)
    with pytest.raises(ValueError, match="needs at least 4 blocks"):
        power.variance_interval({1: 1, 2: 2}, 4)


def scores(folder: Path) -> Any:
    """The first player's score by deal and game, from a run's files in plain Python."""
    rows = pl.read_parquet(str(folder / "games" / "*.parquet")).sort("game_id")
    return np.array([{0: 1.0, 1: 0.0, -1: 0.5}[winner] for winner in rows["winner"]]).reshape(DEALS, -1)


def test_pilots_variance_is_that_of_its_games(single: Plan, paired: Plan, tmp_path: Path) -> None:
    """The same games played as runs and counted in plain Python, alone and under the tweak on common deals."""
    simulate(mirror(games=2 * DEALS, moves="none"), tmp_path / "base")
    simulate(mirror(games=2 * DEALS, moves="none", settings=("great_dragon.points=9",)), tmp_path / "tweak")
    base, tweak = scores(tmp_path / "base"), scores(tmp_path / "tweak")
    assert single.pilot.spread.variance == pytest.approx(base.mean(axis=1).var(ddof=1))
    assert single.pilot.rho == pytest.approx(np.corrcoef(base.T)[0, 1])
    gap = (tweak - base).mean(axis=1).var(ddof=1)
    assert paired.pilot.spread.variance == pytest.approx(gap)
    both = base.mean(axis=1).var(ddof=1) + tweak.mean(axis=1).var(ddof=1)
    assert paired.pilot.factor == pytest.approx(both / gap)
    assert (single.pilot.games_per_deal, paired.pilot.games_per_deal) == (2, 4)
    assert paired.needs[0].games == 4 * (paired.needs[0].deals or 0)


def test_standard_questions_are_planned_twice(single: Plan) -> None:
    """Fixed and watched, every one of them."""
    assert len(single.needs) == 2 * len(STANDARD)
    assert all(need.low <= need.deals <= need.high for need in single.needs)  # type: ignore[operator]


def timeless(found: Plan) -> tuple[Pilot, list[Need]]:
    """A plan without what belongs to the machine."""
    return replace(found.pilot, rate=0.0, workers=0), [replace(need, seconds=0.0) for need in found.needs]


def test_pilots_repeat_themselves(single: Plan, paired: Plan) -> None:
    """Equal seeds give equal plans for any number of workers; another seed does not."""
    assert timeless(plan(mirror())) == timeless(single)
    assert timeless(plan(mirror(), "great_dragon.points=9", workers=2)) == timeless(paired)
    assert timeless(plan(mirror(seed=6))) != timeless(single)
    assert single.pilot.rate > 0


def test_strength_is_planned_with_the_strengths_spread(tmp_path: Path) -> None:
    """Better-by speaks of the first-named strategy, so its own score counts."""
    match = mirror(strategies=("greedy", "denier"), design="strength")
    found = measure(prepare(match, None, DEALS, 1))
    simulate(replace(match, games=2 * DEALS, moves="none"), tmp_path / "run")
    games = scores(tmp_path / "run")  # greedy begins in the first game of a deal, and follows in the second
    assert found.strength is not None
    assert found.strength.variance == pytest.approx(((games[:, 0] + 1 - games[:, 1]) / 2).var(ddof=1))
    assert found.rho is None
    words = 'simulate --strategies greedy,denier --design strength --until "better by 1pp"'
    assert needs(found, [Ask("detect", 0.01)], Terms())[1].command == words


def test_deals_that_are_all_alike_plan_nothing() -> None:
    """A tweak that says what the rules say anyway."""
    with pytest.raises(DataProblem, match=r"changed every deal's score alike, so nothing can be planned"):
        plan(mirror(), ALIKE)


@pytest.mark.parametrize("text", ["0.5pp", "0.5 pp", " .5pp ", "0.50pp"])
def test_amounts_are_percentage_points(text: str) -> None:
    """With and without a space."""
    assert amount(text, "--within") == pytest.approx(0.005)


@pytest.mark.parametrize("text", ["0.5", "0.5%", "half", "0pp", "0.0009pp", "25.1pp", "-1pp", "1e-1pp", ""])
def test_other_amounts_are_refused(text: str) -> None:
    """In one line that names the option and what is allowed."""
    with pytest.raises(BadInput, match=r"--within: write an amount from 0\.001pp to 25pp"):
        amount(text, "--within")


def test_command_tells_what_is_needed(run: RUN, capsys: pytest.CaptureFixture[str]) -> None:
    """A table, then what it rests on."""
    assert run("--half-width", "2pp", "--within", "1 pp", "--true", "-1pp", "--set", "great_dragon.points=4") == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "How many games measure what going first is worth in Dragonheart to within 2 games in 100?\nAbout "
    )
    lines = told.splitlines()[told.splitlines().index("") + 1 :]
    assert lines[0].split() == ["question", "deals", "95", "%", "range", "games", "time", "what", "that", "shows"]
    assert lines[2].startswith("  watched: half-width 2pp  ≈ ")
    assert 'simulate --set great_dragon.points=4 --strategies greedy --until "half-width 2pp"' in lines[2]
    assert lines[5].split()[:5] == ["within", "1pp,", "true", "1pp", "never"]
    for part in ("seed 1", "rho −", "S² of a deal's mean", "this machine now", "ffg", "fourth moment"):
        assert part in told
    assert list(Path().iterdir()) == []


def test_command_tells_the_gain_of_common_deals(run: RUN, capsys: pytest.CaptureFixture[str]) -> None:
    """With a tweak, the variance reduction factor and twice the games."""
    assert run("--tweak", "great_dragon.points=9 great_dragon.breaks_ties=false", "--detect", "1pp") == 0
    told = capsys.readouterr().out
    assert "variance reduction factor of common deals: " in told
    assert "4 games per deal" in told
    assert "tweak great_dragon.points=9 great_dragon.breaks_ties=false (" in told


def test_numbers_as_json_have_units(run: RUN, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """On stdout text goes to stderr; a file is written whole."""
    assert run("--within", "0.5pp", "--json", "-") == 0
    captured = capsys.readouterr()
    assert "question" in captured.err
    found = json.loads(captured.out)
    assert [need["question"] for need in found["needs"]] == ["within 0.5pp"] * 2
    assert found["pilot"]["rules"][0]["name"] == "ffg"
    assert (found["pilot"]["seed"], found["pilot"]["deals"], found["terms"]["power"]) == (1, DEALS, 0.9)
    assert {"deals", "games", "seconds", "rate", "spread"} <= found["units"].keys()
    assert run("--within", "0.5pp", "--json", str(tmp_path / "plan.json")) == 0
    again = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert [need["deals"] for need in again["needs"]] == [need["deals"] for need in found["needs"]]


def test_command_plans_no_balance_of_a_lopsided_match(run: RUN, capsys: pytest.CaptureFixture[str]) -> None:
    """No number of deals shows it; what can be asked is said, and an interval is planned as ever."""
    words = ["--strategies", "random,greedy", "--pilot", "100", "--half-width", "2pp", "--within", "2pp", "--seed", "1"]
    assert run(*words) == 0
    told = capsys.readouterr().out
    assert "no number of deals can show it in a match as lopsided as this one" in told
    assert '--until "balanced' not in told
    assert '--until "half-width 2pp"' in told
    assert "No verdict on seats: greedy wins 9" in told
    assert "let greedy play against itself (--strategies greedy)" in told
    assert run(*words[:4], "--within", "2pp", "--page", "plan.html") == 0  # a page without any number of games to draw
    assert "No number of games can do it." in Path("plan.html").read_text(encoding="utf-8")


def test_command_says_that_nothing_varies(run: RUN, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 3: the data do not allow a plan."""
    assert run("--tweak", ALIKE) == 3
    assert "nothing can be planned" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.3, "under 1 s"), (4.21, "4.2 s"), (42, "42 s"), (240, "4 min"), (5400, "1.5 h"), (3e5, "3.5 days"), (4e9, "127 years")],
)  # fmt: skip
def test_times_are_told_as_one_says_them(seconds: float, told: str) -> None:
    """Two digits are enough."""
    assert time(seconds) == told
