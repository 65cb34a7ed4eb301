"""What tests of questions share: benches, and commands that write their runs and pages into the test's folder."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.questions.leagues import meta
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, terminal_lines
from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from tests.questions.benches import Benches
from tests.questions.lookup import BANNED, LONGEST, OF_METHODS


@pytest.fixture
def told(golden: Callable[[str], None]) -> Callable[..., None]:
    """Holds first screens against the golden file, each in the words of every page and as strong as its verdict."""

    def compare(*openings: Opening) -> None:
        for each in openings:
            assert each.sureness.startswith(f"{SURENESS[each.verdict]}: ")
            assert each.question.endswith("?")
            for text in (each.question, each.answer, each.sureness, each.decision):
                assert text
                assert not [word for word in (*BANNED, *OF_METHODS) if word in text], text
            for text in (each.question, each.answer):
                assert all(len(sentence.split()) <= LONGEST for sentence in re.split(r"[.?!:] ", text)), text
        golden(
            "\n\n".join(
                "\n".join((f"[{each.verdict}]", *(line for line, _ in terminal_lines(each)))) for each in openings
            )
        )

    return compare


@pytest.fixture(scope="session", autouse=True)
def few_draws() -> Iterator[None]:
    """Deals of round robins are drawn again a few times: what comes of many draws is tested in tests/stats."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meta, "DRAWS", 40)
        yield


@pytest.fixture
def benches(tmp_path: Path) -> Benches:
    """A maker of benches."""
    return Benches(tmp_path / "benches")


@pytest.fixture(scope="session")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Some games of two scripts, every turn logged."""
    plan = Experiment("x", strategies=("dragon_hunter", "denier"), design="quartet", games=40, seed=5)
    return simulate(plan, tmp_path_factory.mktemp("runs") / "duel")


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of 350 deals of two games, which no look ends with but the seventh, so that a run has several parts."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 700)


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[str, dict[str, Any]]]:
    """A command with seed 1 that must succeed: what it says, and its only answer as JSON."""

    def run(*words: str) -> tuple[str, dict[str, Any]]:
        places = ("--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html"), "--json", "-")
        assert main([*words, "--seed", "1", *places]) == 0
        captured = capsys.readouterr()
        (answer,) = json.loads(captured.out)["runs"][0]["answers"]
        return captured.err, answer

    return run
