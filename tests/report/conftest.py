"""A small run of real games, and the same run with a strategy whose name tries to break out of the page."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from dhstats.questions.catalogue import answer_all
from dhstats.questions.shared.answer import Answer
from dhstats.report import Report, write_report
from dhstats.report.pages.writing import write_answers
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run
from dhstats.storage.manifest import write_sealed
from tests.cli.conftest import said
from tests.report.chromium import browser

__all__ = ["browser", "said"]

HOSTILE = "<script>alert(1)</script>\"'&"
QUESTION = "Does it matter who begins?"


def played(folder: Path, *strategies: str, **settings: Any) -> Run:
    """A stored run of a few games."""
    plan = {"name": "small", "question": QUESTION, "seed": 5, "games": 120} | settings
    simulate(Experiment(strategies=strategies, **plan), folder, workers=1)
    return open_run(folder)


def renamed(value: Any, old: str, new: str) -> Any:
    """A JSON value with every string that equals `old` replaced."""
    if isinstance(value, dict):
        return {key: renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, old, new) for each in value]
    return new if value == old else value


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three matchups of two strategies, every turn logged."""
    pairs = (("greedy", "greedy"), ("greedy", "random"), ("random", "random"))
    return played(tmp_path_factory.mktemp("runs") / "small", matchups=pairs)


@pytest.fixture(scope="session")
def answers(run: Run) -> tuple[Answer, ...]:
    """What the questions say of the small run."""
    return answer_all(run)


@pytest.fixture(scope="session")
def plain(run: Run, answers: tuple[Answer, ...], tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The page of the small run."""
    return write_answers(run, answers, tmp_path_factory.mktemp("plain") / "page.html")


@pytest.fixture(scope="session")
def hostile(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The small run with a hostile name, idea, source, run name and question."""
    folder = tmp_path_factory.mktemp("hostile") / "run"
    shutil.copytree(run.folder, folder)
    manifest = renamed(json.loads((folder / "manifest.json").read_text("utf-8")), "random", HOSTILE)
    manifest |= {"name": HOSTILE, "question": HOSTILE}
    manifest["rules"]["source"] |= {"title": HOSTILE, "note": HOSTILE}
    for player in manifest["strategies"]:
        player |= {"idea": HOSTILE, "source": HOSTILE}
    del manifest["sha256"]
    write_sealed(folder / "manifest.json", manifest)
    return open_run(folder)


@pytest.fixture(scope="session")
def report(hostile: Run, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The page of the hostile run, with its numbers beside it."""
    folder = tmp_path_factory.mktemp("pages")
    return write_report(hostile, folder / "page.html", folder / "page.json")
