"""The tasks of BalanceBench: their values worked out without dhstats, their truths, and what dhstats itself plays."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dhstats.games import catalogue
from dhstats.questions.balancebench.entries import run
from dhstats.questions.balancebench.tasks import QUESTIONS, read
from docs.workshop import blocks
from tests.benchmarks.balancebench.oracles import Task, measured, powers, truth_of, value_of
from tests.benchmarks.balancebench.playing import played

ROOT = Path(__file__).parents[3]
TASKS = tomllib.loads((ROOT / "dhstats/questions/balancebench/tasks.toml").read_text("utf-8"))["task"]
PAGE = ROOT / "docs/bench.md"
BY_NAME = {task["name"]: task for task in TASKS}
EXACT = [task["name"] for task in TASKS if task["error"] == 0.0]
FALSE_ALARM = 4.0  # standard errors: one in 16,000 means lies further off, and there are fewer than 150 here


@pytest.mark.parametrize("name", EXACT)
def test_a_value_is_what_counting_without_dhstats_gives(name: str) -> None:
    """To nine places."""
    assert BY_NAME[name]["value"] == pytest.approx(value_of(BY_NAME[name]), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_truth_follows_from_the_value_and_the_margin(name: str) -> None:
    """Where the value has an error it lies six of them from the margin at least."""
    task = BY_NAME[name]
    assert task["truth"] == truth_of(task, task["value"])
    assert task["question"] == "games" or task["truth"] in task["answers"]
    assert task["error"] == 0.0 or abs(abs(task["value"]) - task["margin"]) > 6 * task["error"]


def test_a_third_of_the_tasks_are_nulls_or_close_to_their_margin() -> None:
    """Where a tool that guesses is wrong; every question is asked."""
    values = [
        task for task in TASKS if isinstance(task["value"], float) and task["question"] not in ("games", "people")
    ]
    hard = [task for task in values if task["value"] == 0.0 or 0.85 < abs(task["value"]) / task["margin"] < 1.15]
    hard += [task for task in TASKS if task["truth"] in ("none", "same")]
    assert len(hard) >= len(TASKS) / 3
    assert {task["question"] for task in TASKS} == {"seat", "change", "reading", "power", "worth", "games", "people"}
    assert len({(task["game"], *task.get("rules", ()), str(task["players"])) for task in TASKS}) >= 24
    assert len(BY_NAME) == len(TASKS)


def test_every_game_of_the_catalogue_is_asked_about() -> None:
    """There are 24 at least."""
    games = {task["game"] for task in TASKS}
    assert games == set(catalogue.offered())
    assert len(games) >= 24


def test_the_text_of_a_task_asks_in_both_directions() -> None:
    """Nobody reads the truth in it, nor in its name; numbers of games are of a kind that is stated."""
    for task in TASKS:
        assert not set(task["name"].split("_")) & {"within", "same", "different", "even", "fair"}
        if task["question"] in ("seat", "worth"):
            ways = ("ahead", "behind", "gain or lose", "more than", "less than a loss")
            assert sum(way in task["text"] for way in ways) == (1 if ways[2] in task["text"] else 2), task["text"]
        if task["question"] == "games":
            assert "independent games" in task["text"]
            assert "95 % interval" in task["text"]


def test_the_page_names_all_tasks_and_counts_them() -> None:
    """Those near a margin, those that dhstats measured itself, and each by its name below its question."""
    page, every = " ".join(PAGE.read_text("utf-8").split()), read()
    near, measured = sum(task.close for task in every), sum(task.error > 0.0 for task in every)
    assert f"The truth lies near a margin in {near} of {len(every)} tasks; they are also counted separately." in page
    assert f"For {measured} tasks the truth was measured in 300,000 to 600,000 games of dhstats itself" in page
    for question in QUESTIONS:
        names = ", ".join(f"`{task.name}`" for task in every if task.question == question)
        assert f"- `{question}`: {names}" in page


def test_the_program_of_the_page_answers_its_task_and_no_other(tmp_path: Path) -> None:
    """As it stands there: right on tic-tac-toe at random, by either margin."""
    ((name, program),) = blocks.files(PAGE.read_text("utf-8"))
    (tmp_path / name).write_text(program, "utf-8")
    for task in read(["tic_tac_toe_at_random", "tic_tac_toe_wide_margin", "kuhn_honest"]):
        result = run(task, "plain", f"{sys.executable} {tmp_path / name}", 5, 20.0)
        if task.game == "tic_tac_toe":
            assert [answer for _, answer in result.claims] == [task.truth]
        else:
            assert result.failed == "knows only tic-tac-toe at random"


def means() -> Iterator[Any]:
    """Every mean that a task asks for, once: the task, the change of its rules, and what it is."""
    seen = set()
    for task in TASKS:
        if task["question"] == "people":
            continue
        by_side = task["question"] == "power" and task["power"] == "side"
        asked = task | {"metric": "side.wolves"} if by_side else task
        for change in [(), *map(tuple, task.get("changes", {}).values())]:
            metric = asked.get("goal", asked).get("metric", "seat")
            key = (task["game"], *task.get("rules", ()), *change, str(task["players"]), metric, task["unit"])
            if key not in seen:
                seen.add(key)
                slow = task["game"] == "three_dice" and task["players"] == "solved"
                marks = (
                    [pytest.mark.long("half a minute to solve three dice; other solved games are asked")]
                    if slow
                    else []
                )
                yield pytest.param(asked, change, marks=marks, id=" ".join((task["name"], *change)))


@pytest.mark.parametrize(("task", "change"), list(means()))
def test_dhstats_plays_what_was_worked_out(task: Task, change: tuple[str, ...], tmp_path: Path) -> None:
    """10,000 games by seed 11."""
    mean, error = played(tmp_path / "run", task, change, 10_000, 11)
    if task["error"] == 0.0:
        expected = measured(task, change)
    elif task["question"] == "seat":
        expected, error = task["value"], (error**2 + task["error"] ** 2) ** 0.5
    else:
        base, off = played(tmp_path / "base", task, (), 10_000, 11)
        expected, error = (task["value"], error + off + task["error"]) if change else (0.0, error)
        mean -= base
    assert abs(mean - expected) <= FALSE_ALARM * error + 1e-9


def test_powers_add_up_to_nothing() -> None:
    """What one has beyond an even share others lack."""
    for task in TASKS:
        if task["question"] == "power":
            assert sum(powers(task).values()) == pytest.approx(0.0, abs=1e-9)


def enter(entry: str, name: str, budget: float) -> list[dict[str, Any]]:
    """What an entry prints on a task."""
    hidden = ("truth", "value", "error", "source", "sheet")
    task = {key: value for key, value in BY_NAME[name].items() if key not in hidden}
    asked = {"format": 1, "task": task, "rows": [], "seed": 3, "budget": budget}
    words = [sys.executable, str(ROOT / "tests/benchmarks/entries" / entry)]
    ended = subprocess.run(words, input=json.dumps(asked), capture_output=True, text=True, check=True, cwd=ROOT)
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.mark.parametrize(("name", "answer"), [("kuhn_honest", "within"), ("tic_tac_toe_at_random", "first")])
def test_the_plain_entry_claims_what_is_clear(name: str, answer: str) -> None:
    """Nothing happens among honest players, and who begins at random wins far more than half."""
    assert enter("plain.py", name, 60.0) == [{"answer": answer}]


def test_openspiel_answers_where_it_is_installed_and_says_so_where_not() -> None:
    """Neither ends in an error."""
    said = enter("spiel.py", "kuhn_at_random", 20.0)
    assert said == ([{"answer": "within"}] if find_spec("pyspiel") else [{"failed": "OpenSpiel is not installed"}])
