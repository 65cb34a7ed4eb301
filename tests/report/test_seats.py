"""The report of runs for three and four: seats first, every chart drawn, the same from totals, a command that repeats it."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.questions.catalogue import answer_all
from dhstats.questions.shared.answer import Answer
from dhstats.questions.verdicts.sequential import play
from dhstats.report import to_json
from dhstats.report.charts import results
from dhstats.report.page import provenance
from dhstats.simulate.plans.experiment import Experiment
from dhstats.storage import Run, open_run
from tests.report.tables import table
from tests.report.test_charts import data_of, fields, layers

PLAN: dict[str, Any] = {"game": "dragonwood", "games": 120, "seed": 5, "moves": "none"}


def run_of(folder: Path, rules: str, *strategies: str, **more: Any) -> Run:
    """A stored run of a few games."""
    return play(Experiment("small", rules=rules, strategies=strategies, **PLAN | more), folder, workers=1)


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A mirror for three, its turns logged."""
    return run_of(tmp_path_factory.mktemp("runs") / "three", "three", "random", moves="sample:2")


@pytest.fixture(scope="module")
def answers(three: Run) -> tuple[Answer, ...]:
    """What the questions say of it."""
    return answer_all(three)


def test_seats_come_first_and_no_question_is_about_two(answers: tuple[Answer, ...]) -> None:
    """What asks for a first player and a second is left out; scores, length, endings and leads are those of a table."""
    keys = [answer.key for answer in answers]
    assert keys[:8] == ["seats", "health", "scores", "length", "decisions", "endings", "lead", "comebacks"]
    assert {"first_player", "outcomes", "margins", "race"}.isdisjoint(keys)
    assert len(keys) > 8
    text = " ".join(finding.text for answer in answers for finding in answer.findings)
    assert "both players" not in text
    assert "the third" in text


def test_for_two_seats_follow_the_usual_questions(tmp_path: Path) -> None:
    """The first player's score opens the report as in every game."""
    keys = [answer.key for answer in answer_all(run_of(tmp_path / "two", "two", "random"))]
    assert keys[0] == "first_player"
    assert "seats" in keys


def test_a_seat_is_an_interval_over_the_strip_around_an_even_share() -> None:
    """Seats in the order of play, an even share as a line, what was declared balanced as a strip."""
    lines = [
        {"matchup": "a", "seat": seat, "share": share, "low": share - 0.01, "high": share + 0.01, "even": 0.25,
         "band_low": 0.245, "band_high": 0.255, "verdict": "undecided"}
        for seat, share in (("first", 0.28), ("second", 0.26), ("third", 0.24), ("fourth", 0.22))
    ]  # fmt: skip
    spec = results.seat_shares(table("seats", lines)).to_dict()
    strip, rules, point = layers(spec, "rect")[0], layers(spec, "rule"), layers(spec, "point")[0]
    assert [(row["from"], row["to"]) for row in data_of(spec, strip)] == [(0.245, 0.255)] * 4
    assert [row["even"] for row in data_of(spec, rules[0])] == [0.25] * 4
    assert {"x": "low", "x2": "high", "y": "seat"}.items() <= fields(rules[1]).items()
    assert {"x": "share", "y": "seat"}.items() <= fields(point).items()
    names = layers(spec, "text")[0]
    assert [row["seat"] for row in data_of(spec, names)] == ["first", "second", "third", "fourth"]


def test_totals_tell_the_same(tmp_path: Path) -> None:
    """A run for four that keeps no games answers as one that does, but for scores by seat, which are no totals."""
    told = []
    for keep in ("games", "totals"):
        run = run_of(tmp_path / keep, "four", "random", keep=keep)
        told.append(to_json(answer_all(run), run)["answers"])
    kept, totals = told
    assert [answer for answer in kept if answer["key"] != "scores"] == totals
    assert [answer["key"] for answer in totals][:6] == ["seats", "health", "length", "decisions", "endings", "lead"]


@pytest.mark.parametrize(
    ("rules", "strategies", "words"),
    [
        ("three", ("random",), "random"),
        ("four", ("greedy", "random"), "greedy,random,random,random"),
        ("three", ("random", "greedy", "random"), "random,greedy,random"),
        ("two", ("greedy", "random"), "greedy,random"),
    ],
)
def test_the_command_repeats_the_run(tmp_path: Path, rules: str, strategies: tuple[str, ...], words: str) -> None:
    """What the page says to type makes the same plan."""
    run = run_of(tmp_path / "run", rules, *strategies, games=12)
    typed = shlex.split(provenance.command(run.manifest))
    assert words in typed
    assert main([*typed[1:], "--out", str(tmp_path / "again")]) == 0
    again = open_run(tmp_path / "again").manifest
    assert (again.matchups, again.design, again.rules_hash) == (
        run.manifest.matchups, run.manifest.design, run.manifest.rules_hash
    )  # fmt: skip


def test_report_certify_and_verify_from_the_command_line(
    three: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The headline is the seats', a certificate is one of all seats, and it stands."""
    assert main(["report", str(three.folder), "-o", str(tmp_path / "page.html")]) == 0
    assert "\n• With three players an even share of the wins is 33.3 %: the first seat wins " in capsys.readouterr().out
    assert main(["certify", str(three.folder), "-o", str(tmp_path / "seats.html")]) == 0
    assert "every seat's expected share of the wins lies within 0.5 percentage points" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "seats.json")]) == 0
    assert "40 deals played again." in capsys.readouterr().out
