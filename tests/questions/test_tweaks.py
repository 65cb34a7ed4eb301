"""A bench of tweaks: what is counted anew and what is played, races until all is decided, many tweaks judged at once."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from statsmodels.stats.multitest import multipletests

from dhstats.players.learning import trainees
from dhstats.questions.shared.metrics import ASK, Ask, asked
from dhstats.questions.tweaks.compare import SCREENING, answer, spread_table
from dhstats.questions.tweaks.comparison import Comparison, DealSums, Judged, compare, judged
from dhstats.questions.tweaks.tweaks import Bench, Tweak, fixed, tweak_of
from dhstats.questions.verdicts.sequential import LOOK, Race
from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import prepare_run, simulate
from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.sequential.at_any_time import judge_at_any_time
from dhstats.stats.sequential.stopping import Balance, Sample, sequence
from dhstats.storage import Run, open_run
from dhstats.storage.manifest import read_manifest, write_manifest
from tests.questions.benches import DEALS, Benches, sums
from tests.questions.test_sequential import deal_scores, half_width

Array = np.ndarray[Any, Any]
Command = Callable[..., tuple[str, dict[str, Any]]]
pytestmark = pytest.mark.usefixtures("small_shards")


def same(one: Comparison, other: Comparison) -> bool:
    """Whether two comparisons say the same of everything that both know."""
    known = {each.metric.name: each for each in other.differences}
    told = [(each, known[each.metric.name]) for each in one.differences]
    exact = all(
        (a.base, a.value, a.interval, a.p, a.verdict) == (b.base, b.value, b.interval, b.p, b.verdict) for a, b in told
    )
    return exact and bool((one.primary.blocks.values == other.primary.blocks.values).all())


# ---- What is counted anew, and what is played ----------------------------------------------------------------

POINTS, TIES, KOMI = "great_dragon.points=6", "great_dragon.breaks_ties=false", "seats.second.points=2"
COUNTED = [
    ("random", POINTS), ("random", TIES), ("random", KOMI), ("random", f"{POINTS} {TIES} {KOMI}"),
    ("dragon_hunter", f"{POINTS} {TIES}"), ("cautious,random", POINTS), ("greedy", TIES),
    ("random", "great_dragon.points=3"), ("greedy", "ffg"),
]  # fmt: skip
PLAYED = [
    ("dragon_hunter", KOMI), ("greedy", POINTS), ("greedy,random", POINTS), ("greedy", f"{POINTS} {TIES}"),
    ("random", "hand.size=6"), ("random", f"{POINTS} hand.size=6"), ("random", "kosmos"), ("mc:5", TIES), ("expert", POINTS),
]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "text", "counted"), [*((*each, True) for each in COUNTED), *((*each, False) for each in PLAYED)]
)
def test_what_nobody_sees_is_counted_and_all_else_is_played(
    benches: Benches, players: str, text: str, *, counted: bool
) -> None:
    """A tweak of the final count that no player looks at; one who could see it, or one key that reaches further, is enough.

    Lead changes happen within a game, where points given before it count.
    """
    assert benches(players).countable(tweak_of("ffg", text)) == counted
    assert not benches(players, ask=asked("lead_changes")).countable(tweak_of("ffg", text))


def test_interval_rows_tweaks_leave_no_folder(benches: Benches) -> None:
    """Only the base and what could not be counted are played, each once."""
    bench = benches("random")
    found = [bench.under(tweak_of("ffg", text)) for text in (POINTS, KOMI, "hand.size=6", TIES)]
    assert benches.names == ["base", "hand.size=6"]
    assert sorted(path.name for path in bench.folder.iterdir()) == ["base", "hand.size=6"]
    assert [each.rescored for each in found] == [True, True, False, True]


@pytest.mark.parametrize(
    ("players", "text"),
    [("random", POINTS), ("random", f"{POINTS} {TIES} {KOMI} seats.first.points=-3"), ("dragon_hunter,cautious", TIES)],
)
def test_a_count_equals_the_games(benches: Benches, tmp_path: Path, players: str, text: str) -> None:
    """Every number of a comparison, to the last bit, as if the tweak had been played."""
    bench, tweak = benches(players), tweak_of("ffg", text)
    there = simulate(bench.plan_of(tweak), tmp_path / "tweak", workers=1)
    counted, played = compare(bench.sums, bench.under(tweak), text), compare(bench.run, there, text)
    assert counted.rescored
    assert not played.rescored
    assert same(counted, played)
    assert counted.spreads == played.spreads
    assert {each.metric.name for each in played.differences} - {each.metric.name for each in counted.differences} == {
        "lead_changes"
    }


def test_base_and_tweak_stand_side_by_side(benches: Benches) -> None:
    """How often each lead occurs, over one game a deal, as Parquet has it; the same values for both, none left out."""
    bench = benches("random")
    (found,) = bench.compared(tweak_of("ffg", "hand.size=6"))
    shown = spread_table([found]).frame.filter(pl.col("quantity") == "margin")
    for rules, folder in (("base", "base"), ("tweak", "hand.size=6")):
        games = pl.read_parquet(bench.folder / folder / "games" / "*.parquet").filter(pl.col("arm") == 0)
        lead = games["score_first"].cast(pl.Int64) - games["score_second"].cast(pl.Int64)
        mine = shown.filter(pl.col("rules") == rules)
        assert mine["games"].sum() == DEALS == len(lead)
        assert mine["share"].sum() == pytest.approx(1.0)
        assert dict(zip(*lead.value_counts().get_columns(), strict=True)) == {
            value: games for value, games in mine.select("value", "games").iter_rows() if games
        }
    both = [shown.filter(pl.col("rules") == rules)["value"].to_list() for rules in ("base", "tweak")]
    assert both[0] == both[1] == list(range(both[0][0], both[0][-1] + 1))
    assert not bench.sums.first(5).spreads
    assert bench.sums.first(DEALS) is bench.sums


def test_blind_players_are_counted_whatever_they_see(benches: Benches) -> None:
    """Greedy sees the figure's points; blind, his games are those of the base."""
    bench, tweak = benches("greedy", blind=True), tweak_of("ffg", POINTS)
    assert bench.countable(tweak)
    assert not bench.countable(tweak_of("ffg", "hand.size=6"))
    assert bench.under(tweak).rescored
    assert benches.names == ["base"]
    assert_array_equal(bench.under(tweak).columns["turns"], bench.sums.columns["turns"])


def test_tweaks_with_long_names_have_folders_of_their_own(benches: Benches) -> None:
    """Two tweaks of many keys that differ in the last one alone are both played."""
    bench = benches("random", deals=10)
    many = (
        "great_dragon.points=6 great_dragon.hand_size=6 great_dragon.breaks_ties=false hand.size=6 seats.first.points=1"
    )
    for stacks in (2, 4):
        bench.under(tweak_of("ffg", f"{many} end.ship_stacks={stacks}"))
    assert len(set(benches.names)) == 2


def test_who_looks_in_a_roundabout_way_is_played(benches: Benches, tmp_path: Path) -> None:
    """A bot that reads the figure's worth through a helper in a comprehension: its moves may change with it."""
    (tmp_path / "bots.py").write_text(
        "from numba import njit\n@njit\ndef worth(rules):\n    return rules.figure_points\n"
        'def bot(view, moves, count, randomness):\n    """Plays."""\n'
        "    return min(max([worth(view.rules) for _ in range(1)]), count - 1)\n"
    )
    bench = benches(f"{tmp_path / 'bots.py'}:bot,random")
    assert not bench.countable(tweak_of("ffg", "great_dragon.points=0"))
    assert benches.names == []


@pytest.mark.parametrize("text", [POINTS, TIES])
def test_adapted_players_are_never_counted(benches: Benches, text: str) -> None:
    """Who was trained for a tweak knows of it, however small it is."""
    bench = benches("random")
    plans: list[Experiment] = []

    def note(plan: Experiment, folder: Path) -> Run:
        plans.append(plan)
        return bench.run

    expert = Bench(replace(bench.plan, strategies=("expert",)), bench.folder, note, blind=True)
    fixed_ones, adapted = expert.compared(tweak_of("ffg", text), adapt=True)
    assert (fixed_ones.rescored, adapted.rescored) == (True, False)
    assert (fixed_ones.tweak, adapted.tweak) == (f"{text}, fixed players", f"{text}, adapted players")
    assert [plan.strategies for plan in plans] == [("expert@ffg",), ("expert",)]
    assert [plan.settings for plan in plans] == [(), (text,)]


def test_only_experts_adapt(benches: Benches) -> None:
    """Scripts have nothing to learn: one comparison, under the plain name."""
    bench = benches("random")
    (found,) = bench.compared(tweak_of("ffg", POINTS), adapt=True)
    assert found.tweak == POINTS


@pytest.mark.parametrize("player", ["expert", "skill:3", "search:10", "dragon_hunter"])
def test_fixed_players_are_the_same_under_every_tweak(benches: Benches, player: str) -> None:
    """Whoever was trained plays the other edition as the base taught him."""
    bench = benches("random")
    plan = fixed(replace(bench.plan, strategies=(player,)), "ffg")
    found = [
        trainees.find(bench.bundle, bench.bundle.rule_files.load(rules), plan.strategies[0])
        for rules in ("ffg", "kosmos")
    ]
    assert found[0].hash == found[1].hash


def test_the_words_of_a_tweak() -> None:
    """A rule set, or one or more keys."""
    assert tweak_of("ffg", "kosmos") == Tweak("kosmos", "kosmos", ())
    assert tweak_of("ffg", "a=1  b=2") == Tweak("a=1  b=2", "ffg", ("a=1", "b=2"))


# ---- Races ---------------------------------------------------------------------------------------------------

RACE = Experiment("x", strategies=("dragon_hunter",), games=5000, seed=5, moves="none", until="decided within 4pp")
RIVALS = {"points": ("great_dragon.points=20",), "hand": ("hand.size=6",), "komi": ("seats.first.points=8",)}
MARGIN, ALPHA = 0.04, 0.05


def race(
    folder: Path, names: tuple[str, ...] = tuple(RIVALS), workers: int = 1, plan: Experiment = RACE, **changes: Any
) -> dict[str, Run]:
    """Base and tweaks until all are decided."""
    plans = {"base": plan} | {name: replace(plan, settings=RIVALS[name]) for name in names}
    prepared = {name: prepare_run(each, folder / name, **changes) for name, each in plans.items()}
    return Race(2, MARGIN, ALPHA, len(names)).play(prepared, folder, workers=workers, **changes)


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Three tweaks on one worker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "GAMES_PER_SHARD", 700)
        return race(tmp_path_factory.mktemp("race"))


def deals_of(runs: dict[str, Run]) -> dict[str, int]:
    """The deals of every run."""
    return {name: run.manifest.design.deals for name, run in runs.items()}


def decided(values: Array, alpha: float, planned: float) -> bool:
    """Whether differences on so many deals settle it."""
    away = abs(float(values.mean()))
    inside = away + half_width(values, 2.0 * alpha, planned) < MARGIN
    return inside or away - half_width(values, alpha, planned) > MARGIN


def test_a_race_ends_at_the_first_look_that_decides(raced: dict[str, Run], tmp_path: Path) -> None:
    """Recounted from longer runs; all tweaks share alpha, and the base has the deals of the longest."""
    plan = replace(RACE, until="")
    longer = {
        name: deal_scores(simulate(replace(plan, settings=settings), tmp_path / name, workers=2), of_a=False)
        for name, settings in {"base": (), **RIVALS}.items()
    }
    share, planned = ALPHA / len(RIVALS), Race(2, MARGIN, ALPHA, len(RIVALS)).rule.planned
    ends = {}
    for name in RIVALS:
        gaps = longer[name] - longer["base"]
        looks = [n for n in range(LOOK, len(gaps) + 1, LOOK) if n >= 300]
        ends[name] = next((n for n in looks if decided(gaps[:n], share, planned)), len(gaps))
    assert deals_of(raced) == ends | {"base": max(ends.values())}
    assert len(set(ends.values())) > 1
    assert all(n % LOOK == 0 for n in ends.values())
    for name, run in raced.items():
        assert_array_equal(deal_scores(run, of_a=False), longer[name][: run.manifest.design.deals])


def copied(runs: dict[str, Run], folder: Path) -> None:
    """The folders of a race once more."""
    for name, run in runs.items():
        shutil.copytree(run.folder, folder / name)


def test_a_stopped_race_goes_on(raced: dict[str, Run], tmp_path: Path) -> None:
    """From two parts of each run that were finished: the same ends and rows."""
    copied(raced, tmp_path)
    for name in ("base", *RIVALS):
        folder = tmp_path / name
        whole = prepare_run(replace(RACE, settings=RIVALS.get(name, ())), folder).manifest
        old = read_manifest(folder)
        finished = tuple(shard for shard in old.shards[:2] if shard.deals == whole.shard_deals)  # none is cut yet
        for shard in old.shards[len(finished) :]:
            (folder / "games" / f"{shard.name}.parquet").unlink()
        write_manifest(folder, replace(whole, shards=finished))
    again = race(tmp_path, resume=True)
    for name, run in again.items():
        assert run.manifest == raced[name].manifest
        assert_array_equal(deal_scores(run, of_a=False), deal_scores(raced[name], of_a=False))


def test_a_race_without_an_end_has_all_its_deals(tmp_path: Path) -> None:
    """What is not decided within the most deals stays open, and nothing is cut."""
    runs = race(tmp_path, ("points", "hand"), plan=replace(RACE, games=800))
    assert set(deals_of(runs).values()) == {400}
    assert all(open_run(run.folder).manifest.complete for run in runs.values())


def test_what_ended_a_race_is_its_verdict() -> None:
    """At the very edge, too: the rule that ends a run and the verdict on it use the same interval."""
    counts = {0: 180, 1: 120, 2: 410, 3: 110, 4: 180}
    sample = Sample(np.arange(5) / 4, np.array(list(counts.values()), float), 0.0, 1.0)
    sums = BlockSums.from_counts(counts, 4)
    edges = [
        abs(sample.mean - 0.5) + sequence(sample, 0.1, 2000.0).half_width * (1.0 + k / 20_000) for k in range(1, 21)
    ]
    told = [
        (Balance(0.5, margin, 0.05, 2000.0).outcome(sample), judge_at_any_time(sums, 0.5, margin, 2000.0).kind)
        for margin in edges
    ]
    assert [kind for kind, _ in told] == ["balanced"] * 20
    assert [kind for _, kind in told] == ["balanced"] * 20


# ---- The command ---------------------------------------------------------------------------------------------


def test_the_command_says_what_was_counted(tmp_path: Path, command: Command) -> None:
    """A sentence in games in 100, the note that nothing was played for it, and one folder."""
    words = ("compare", "ffg", POINTS, "--strategies", "random", "--deals", "100", "--metric", "draws")
    said, told = command(*words)
    assert "games in 100" in said
    assert "The base games were scored again." in said
    assert [path.name for path in (tmp_path / "runs").iterdir() if path.is_dir()] == ["base"]
    assert "the base games are scored again" in told["method"]


def test_the_command_races(tmp_path: Path, command: Command) -> None:
    """Until decided: the runs end at a look, and the verdict is that of a watched run."""
    words = ("compare", "ffg", "great_dragon.points=20", "--strategies", "dragon_hunter", "--deals", "6000")
    said, told = command(*words, "--until", "decided", "--margin", "8pp")
    assert "no difference that matters, within ±8 games in 100" in said
    deals = {read_manifest(path).design.deals for path in (tmp_path / "runs").iterdir() if path.is_dir()}
    assert len(deals) == 1
    assert deals.pop() in range(LOOK, 6000, LOOK)
    assert "The runs ended when every tweak was decided" in told["method"]
    assert "games in 100 without the bias of stopping (Whitehead, 2,000 simulated runs, seed 1)" in said


@pytest.mark.parametrize("until", [(), ("--until", "decided")], ids=["fixed", "watched"])
def test_a_lopsided_match_judges_no_tweak(tmp_path: Path, command: Command, until: tuple[str, ...]) -> None:
    """Where one player wins nearly always, no tweak can move the first player's score: nothing is called alike."""
    words = ["compare", "ffg", "great_dragon.points=20", "--strategies", "random,greedy", "--deals", "1000", *until]
    words += ["--margin", "0.5pp" if until else "8pp"]
    said, told = command(*words)
    assert "no difference that matters" not in said
    assert ": not judged; p " in said
    assert "No verdict on seats: greedy wins 9" in said
    assert {each["verdict"] for each in told["findings"]} == {"refused", "fact"}
    ends = {
        (each.design.deals, each.ended)
        for each in map(read_manifest, filter(Path.is_dir, (tmp_path / "runs").iterdir()))
    }
    assert ends == ({(2 * LOOK, "lopsided")} if until else {(1000, "")})  # as soon as that is sure
    assert "without the bias of stopping" not in said
    if until:
        assert command(*words, "--resume")[1]["findings"] == told["findings"]


# ---- Many tweaks ---------------------------------------------------------------------------------------------


def made(shift: float, number: int, deals: int = 2000, noise: float = 0.3) -> DealSums:
    """Deals of two games whose first player's score is moved by about `shift`, on the same base for all numbers."""
    base = np.random.default_rng(1).integers(0, 5, deals)
    chance = np.random.default_rng(100 + number)
    moved = (chance.random(deals) < abs(shift) * 4 + noise * 0.5).astype(int) - (chance.random(deals) < noise * 0.5)
    score = np.clip(base + np.sign(shift or 1) * moved, 0, 4).astype(np.int64)
    return sums(score if number else base, margin=3 * score, draws=(score == 2).astype(np.int64))


def family(count: int, ask: Ask = ASK) -> list[Comparison]:
    """So many tweaks, from no effect to a clear one, against one base."""
    return [compare(made(0.0, 0), made(0.003 * k, k), f"tweak {k}", ask) for k in range(1, count + 1)]


@pytest.fixture(scope="module")
def base_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Any run, as answers name one."""
    return simulate(
        Experiment("x", strategies=("random",), games=4, seed=1, moves="none"), tmp_path_factory.mktemp("base") / "run"
    )


@pytest.mark.parametrize("count", [SCREENING - 1, SCREENING])
def test_p_values_of_many_tweaks(base_run: Run, count: int) -> None:
    """Holm below ten tweaks, Benjamini and Hochberg from ten on; both are in the table and agree with statsmodels."""
    comparisons = family(count)
    raw = [each.primary.p for each in comparisons]
    expected = {"holm": multipletests(raw, method="holm")[1], "screened": multipletests(raw, method="fdr_bh")[1]}
    told = answer(base_run, comparisons)
    frame = told.table("scores").frame
    for name, values in expected.items():
        assert frame[name].to_list() == pytest.approx(values)
    headlines = [finding.text for finding in told.findings if finding.headline]
    assert len(headlines) == count
    chosen, word = ("screened", "Benjamini–Hochberg") if count >= SCREENING else ("holm", "Holm")
    for text, p in zip(headlines, expected[chosen], strict=True):
        assert f"p {p:.3g} ({word})" in text
    assert ("screening" in told.method) == (count >= SCREENING)
    assert ("adjusted by Holm" in told.method) == (count < SCREENING)


def test_one_tweak_has_its_own_p_value(base_run: Run) -> None:
    """Nothing is adjusted where nothing else was asked."""
    (found,) = family(1)
    text = answer(base_run, [found]).findings[0].text
    assert "(Holm)" not in text
    assert f"p {found.primary.p:.3g}." in text
    assert "simultaneous" not in text


def claims(comparisons: list[Comparison]) -> list[Judged]:
    """All claims of all tweaks, judged together."""
    return [claim for each in judged(comparisons) for claim in each.judged]


def kind(low: float, high: float, inner_low: float, inner_high: float, margin: float) -> str:
    """The verdict that two intervals draw."""
    if -margin <= inner_low and inner_high <= margin:
        return "balanced"
    if low > margin or high < -margin:
        return "unbalanced"
    return "leaning" if low > 0.0 or high < 0.0 else "undecided"


@pytest.mark.parametrize("margin", ["0.5pp", "1pp", "2pp", "4pp"])
def test_verdicts_of_several_follow_the_simultaneous_intervals(base_run: Run, margin: str) -> None:
    """Each is what its own max-T intervals say, at 1 − α and 1 − 2α."""
    ask = asked("score", margin)
    comparisons = family(6, ask)
    wide = claims(comparisons)
    narrow = claims([replace(each, ask=replace(ask, alpha=2 * ask.alpha)) for each in comparisons])
    for outer, inner, each in zip(wide, narrow, comparisons, strict=True):
        assert outer.interval.half_width > each.primary.interval.half_width
        ends = (outer.interval.low, outer.interval.high, inner.interval.low, inner.interval.high)
        assert outer.verdict == kind(*ends, ask.margin)
    assert answer(base_run, comparisons).table("scores").frame["verdict"].to_list() == [each.verdict for each in wide]


def test_exchanged_labels_exchange_signs() -> None:
    """Base for tweak, for every metric that is known: the same numbers with the other sign, exactly."""
    for metric in ("score", "margin", "draws"):
        ask = asked(metric)
        there, back = (compare(*pair, "x", ask) for pair in ((made(0, 0), made(0.02, 3)), (made(0.02, 3), made(0, 0))))
        assert_array_equal(there.primary.blocks.values, -back.primary.blocks.values)
        for one, other in zip(there.differences, back.differences, strict=True):
            assert (one.value, one.p, one.verdict) == (-other.value, other.p, other.verdict)
            assert (one.interval.low, one.interval.high) == (-other.interval.high, -other.interval.low)


def test_shares_are_told_in_percentage_points(base_run: Run) -> None:
    """A change of the share of draws by a hundredth is one percentage point, in the sentence and its interval."""
    ask = asked("draws", "1pp")
    base, other = made(0.0, 0), made(0.0, 0)
    draws = base.columns["draws"].copy()
    draws[:200] += 1
    other = DealSums({**other.columns, "draws": draws}, 1)
    found = compare(base, other, "x", ask)
    assert found.primary.value == pytest.approx(200 / 4000)
    text = answer(base_run, [found]).findings[0].text
    assert "by +5.0 games in 100" in text
    assert "a difference of more than 1 game in 100" in text
    low, high = (100 * end for end in (found.primary.interval.low, found.primary.interval.high))
    assert f"+{low:.1f} to +{high:.1f}" in text


def test_what_cannot_be_counted_is_said() -> None:
    """A metric that a count does not have is refused in words."""
    base = made(0.0, 0)
    with pytest.raises(Exception, match="play the tweak"):
        compare(base, replace(made(0.0, 1), rescored=True), "x", asked("lead_changes"))
