"""Rule tweaks against base rules: exact zeros, exchanged signs, a count in plain Python, and what is refused."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose

from dhstats.cli.main import main
from dhstats.errors import DataProblem
from dhstats.questions.comparison import Comparison, compare, hurts
from dhstats.questions.comparison_words import answer
from dhstats.questions.metrics import metrics
from dhstats.simulate.experiment import Experiment
from dhstats.simulate.runner import simulate
from dhstats.storage import Run

DEALS = 400


def play(folder: Path, *settings: str, rules: str = "ffg", **changes: Any) -> Run:
    """A mirror match of a character under changed rules."""
    plan = Experiment(
        "x", rules=rules, settings=settings, strategies=("dragon_hunter",), games=2 * DEALS, seed=5, moves="none"
    )
    from dataclasses import replace

    return simulate(replace(plan, **changes), folder)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """The base rules, the same once more, a dearer figure, and the other edition."""
    folder = tmp_path_factory.mktemp("runs")
    return {
        "base": play(folder / "base"),
        "same": play(folder / "same"),
        "six": play(folder / "six", "great_dragon.points=6"),
        "kosmos": play(folder / "kosmos", rules="kosmos"),
        "other seed": play(folder / "other", "great_dragon.points=6", seed=6),
        "fewer": play(folder / "fewer", games=2 * DEALS - 2),
        "quartet": play(folder / "quartet", strategies=("greedy", "denier"), design="quartet", games=4 * DEALS),
    }


def by_name(found: Comparison) -> dict[str, Any]:
    """Differences by the name of their metric."""
    return {each.metric.name: each for each in found.differences}


def test_equal_rules_make_no_difference(runs: dict[str, Run]) -> None:
    """Every difference is exactly zero on every deal."""
    found = compare(runs["base"], runs["same"], "same")
    assert not found.values.any()
    assert all(each.value == 0.0 and each.alike and each.p == 1.0 for each in found.differences)
    assert by_name(found)["score"].verdict in ("balanced", "undecided")


def test_exchanged_labels_exchange_signs(runs: dict[str, Run]) -> None:
    """Base for tweak: the same numbers with the other sign, exactly."""
    there, back = compare(runs["base"], runs["six"], "six"), compare(runs["six"], runs["base"], "base")
    assert_allclose(there.values, -back.values, atol=0)
    for one, other in zip(there.differences, back.differences, strict=True):
        assert (one.value, one.interval.low, one.p) == (-other.value, -other.interval.high, other.p)


def test_differences_are_those_of_the_games(runs: dict[str, Run]) -> None:
    """Against a count of both runs' files in plain Python."""
    per_deal: dict[str, dict[int, list[tuple[float, ...]]]] = {}
    for name in ("base", "kosmos"):
        per_deal[name] = defaultdict(list)
        for row in pl.read_parquet(str(runs[name].folder / "games" / "*.parquet")).to_dicts():
            lead = row["score_first"] - row["score_second"]
            score = {0: 1.0, 1: 0.0, -1: 0.5}[row["winner"]]
            values = (score, lead, abs(lead), row["turns"], row["winner"] == -1, str(row["end_reason"]) == "ships")
            per_deal[name][row["deal_id"]].append((*map(float, values), row["lead_changes"], row["figure_changes"]))
    blocks = {name: np.array([np.mean(per_deal[name][d], axis=0) for d in range(DEALS)]) for name in per_deal}
    gaps = blocks["kosmos"] - blocks["base"]
    found = compare(runs["base"], runs["kosmos"], "kosmos")
    for k, metric in enumerate(metrics("dragonheart")):
        each = by_name(found)[metric.name]
        assert each.value == pytest.approx(gaps[:, k].mean())
        assert each.base == pytest.approx(blocks["base"][:, k].mean())
        se = gaps[:, k].std(ddof=1) / np.sqrt(DEALS)
        if se > 0:
            assert each.interval.half_width == pytest.approx(1.9659 * se, rel=1e-3)
            variances = sum(b[:, k].var(ddof=1) for b in blocks.values())
            assert each.factor == pytest.approx(variances / gaps[:, k].var(ddof=1))


def test_common_deals_pay(runs: dict[str, Run]) -> None:
    """A dearer figure that no script sees changes no move: only scores differ, and the coupling helps a lot."""
    found = by_name(compare(runs["base"], runs["six"], "six"))
    assert found["turns"].alike
    assert found["figure_changes"].alike
    assert found["gap"].value != 0.0
    assert found["margin"].factor > 5
    assert not hurts(compare(runs["base"], runs["six"], "six"))


def test_other_seeds_are_compared_as_independent(runs: dict[str, Run]) -> None:
    """No pairing where the deals differ, and the method says so."""
    found = compare(runs["base"], runs["other seed"], "six")
    assert found.primary.independent
    assert found.primary.interval.method == "t, Welch"
    assert "independent deals" in answer(runs["base"], [found]).findings[0].text


@pytest.mark.parametrize("other", ["fewer", "quartet"])
def test_runs_that_do_not_match_are_refused(runs: dict[str, Run], other: str) -> None:
    """Another number of deals, or of games a deal."""
    with pytest.raises(DataProblem, match="cannot be paired"):
        compare(runs["base"], runs[other], other)


def test_many_tweaks_are_judged_together(runs: dict[str, Run]) -> None:
    """Simultaneous intervals are wider than one alone, and p-values are adjusted."""
    alone = compare(runs["base"], runs["kosmos"], "kosmos")
    told = answer(runs["base"], [alone, compare(runs["base"], runs["six"], "six")])
    frame = told.table("scores").frame
    assert set(frame["method"]) == {"max-T"}
    assert (frame["high"] - frame["low"])[0] > 2 * alone.primary.interval.half_width
    assert "simultaneous 95 %" in told.findings[0].text
    assert "(Holm)" in told.findings[0].text


def test_the_command_compares_fixed_and_adapted_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Kosmos among the experts of ffg, and among those who have learnt it; page and numbers are written."""
    words = ["compare", "ffg", "kosmos", "--adapt", "--deals", "200", "--seed", "1", "--out", str(tmp_path / "runs")]
    assert main([*words, "-o", str(tmp_path / "page.html"), "--json", "-"]) == 0
    captured = capsys.readouterr()
    assert "kosmos, fixed players: the first player's score changes by" in captured.err
    assert "kosmos, adapted players: the first player's score changes by" in captured.err
    assert "Variance reduction factor" in captured.err
    (told,) = json.loads(captured.out)["runs"][0]["answers"]
    assert told["key"] == "comparison"
    assert (tmp_path / "page.html").stat().st_size > 500_000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["fgg", "kosmos"], "did you mean 'ffg'"),
        (["ffg", "kosmoss"], "did you mean 'kosmos'"),
        (["ffg", "great_dragon.pionts=3"], "did you mean 'points'"),
        (["ffg", "kosmos", "--deals", "1"], "must be from 2"),
        (["ffg", "kosmos", "--strategies", "a,b,c"], "one for a mirror or two"),
        (["ffg", "kosmos", "--strategies", "nobody"], "not known"),
    ],
)
def test_the_command_refuses(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    """One line, exit 2."""
    assert main(["compare", *words, "--seed", "1", "--deals", "4", "--out", str(tmp_path / "runs"), *words[2:]]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not (tmp_path / "runs").exists()
