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
from tests.benchmarks.balancebench.oracles import Task, measured, powers, truth_of, value_of
from tests.benchmarks.balancebench.playing import played

ROOT = Path(__file__).parents[3]
TASKS = tomllib.loads((ROOT / "dhstats/questions/balancebench/tasks.toml").read_text("utf-8"))["task"]
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
    """Where a tool that guesses is wrong; every question is asked, of a dozen games and more."""
    values = [
        task for task in TASKS if isinstance(task["value"], float) and task["question"] not in ("games", "people")
    ]
    hard = [task for task in values if task["value"] == 0.0 or 0.85 < abs(task["value"]) / task["margin"] < 1.15]
    hard += [task for task in TASKS if task["truth"] in ("none", "same")]
    assert len(hard) >= len(TASKS) / 3
    assert {task["question"] for task in TASKS} == {"seat", "change", "reading", "power", "worth", "games", "people"}
    assert len({(task["game"], *task.get("rules", ()), str(task["players"])) for task in TASKS}) >= 24
    assert {task["game"] for task in TASKS} <= set(catalogue.offered())
    assert len(BY_NAME) == len(TASKS)


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
