"""BalanceBench: tasks are read or refused, entries are timed and ended, claims are counted, results are gone on with."""

import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from scipy.stats import binomtest

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem
from dhstats.questions.balancebench import entries, ours, running, tasks
from dhstats.questions.balancebench.entries import Result
from dhstats.questions.balancebench.running import Plan
from dhstats.questions.balancebench.scoring import KEY, answer, outcome, right_after, score
from dhstats.questions.balancebench.tasks import UNDECIDED, Task

SEAT = Task(
    "random", "tic_tac_toe", "random", "seat", "Does the first player win more than half by 5 in 100?", 5.0,
    "games in 100", ("first", "other", "within"), "first", 14.84, 0.0, "All games counted.",
)  # fmt: skip
CLOSE = replace(SEAT, name="close", margin=14.0)
KUHN = replace(SEAT, game="kuhn", unit="points", margin=0.2, truth="within", value=0.125)
SOME = ("a", "b", "none")
OTHERS = (
    KUHN,
    replace(KUHN, question="reading", changes={"ante": ("ante=4",)}, answers=("yes", "no"), truth="yes"),
    replace(SEAT, question="power", power="seat", answers=("first", "second", "none")),
    replace(
        SEAT, game="partners", question="power", power="side", margin=10.0, truth="none",
        answers=("north_south", "east_west", "none"),
    ),
    replace(
        SEAT, game="pig", question="change", players="hold_at_20", answers=SOME, truth="a",
        changes={"a": ("last_turn=true",), "b": ("target=20",)}, goal={"metric": "score", "low": 47.0, "high": 53.0},
    ),
    replace(
        SEAT, question="change", players="random", answers=("a", "none"), truth="none", changes={"a": ()},
        goal={"metric": "draws", "high": 5.0},
    ),
    replace(
        SEAT, game="fires", question="worth", players="largest", metric="success", changes={"five": ("houses=5",)},
        margin=30.0, answers=("more", "less", "within"), truth="within",
    ),
    replace(
        SEAT, game="kuhn", question="worth", thing="item.hands.2", answers=("more", "less", "within"), truth="more",
    ),
    replace(SEAT, question="games", margin=2.0, answers=(), truth=1885.0),
    replace(SEAT, question="people", answers=("same", "different"), truth="different", sheet={"players": "perfect"}),
)  # fmt: skip


@pytest.mark.parametrize("task", [SEAT, *OTHERS], ids=lambda task: f"{task.question}-{task.game}")
def test_dhstats_answers_a_task_of_each_kind(task: Task) -> None:
    """Undecided until it is sure, and then right; whatever it is handed has no truth in it."""
    blind = replace(task, truth="", value=0.0, source="", sheet={})
    said = list(islice(ours.answers(blind, 1, ours.sheet_of(task, 1)), 60))
    assert said[:-1] == [UNDECIDED] * (len(said) - 1)
    assert task.right(said[-1])


def test_answers_to_what_lies_just_beyond_a_margin_are_seldom_wrong() -> None:
    """Of 24 runs at most 5 are wrong, which a chance of 5 % exceeds once in 600 times."""
    task, wrong = replace(SEAT, margin=14.8), 0
    for seed in range(24):
        *_, last = islice(ours.answers(task, seed, []), 10)
        wrong += last not in (UNDECIDED, "first")
    assert wrong <= 5


def written(folder: Path, **changes: object) -> Path:
    """A file with one task; a key that is None is left out."""
    row = {name: getattr(SEAT, name) for name in ("name", "game", "players", "question", "text", "margin", "unit")}
    row |= {name: getattr(SEAT, name) for name in ("truth", "value", "error", "source")}
    row |= {"answers": list(SEAT.answers)} | changes
    lines = [f"{name} = {json.dumps(value)}" for name, value in row.items() if value is not None]
    path = folder / "own.toml"
    path.write_text("\n".join(["[[task]]", *lines]), encoding="utf-8")
    return path


def test_a_task_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Lists are tuples, and the hash of tasks depends on all that they say."""
    (read,) = tasks.read(path=written(tmp_path))
    assert read == SEAT
    assert tasks.digest([read]) != tasks.digest([CLOSE])
    assert not {"truth", "value", "source", "error", "sheet"} & read.shown().keys()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"truth": "nobody"}, 'answers have to hold the truth, "nobody", and not undecided'),
        ({"margin": "5"}, 'margin has to be a number, not "5"'),
        ({"question": "who"}, "question has to be one of seat, change"),
        ({"value": None}, "needs value"),
        ({"question": "worth"}, "needs thing"),
        ({"colour": 1}, 'unknown key "colour"'),
    ],
)
def test_a_task_that_cannot_be_is_refused(changes: dict[str, object], said: str, tmp_path: Path) -> None:
    """Its name and the key are named."""
    with pytest.raises(BadInput, match=r'own\.toml: task "random": ') as refused:
        tasks.read(path=written(tmp_path, **changes))
    assert said in str(refused.value)


def test_tasks_that_come_along_are_read_and_an_unknown_name_is_refused() -> None:
    """Each truth is one of its answers, and a third lie near a margin or are nulls."""
    every = tasks.read()
    assert len(every) == len({each.name for each in every})
    with pytest.raises(BadInput, match='--tasks "nothing": no task of BalanceBench'):
        tasks.read(["nothing"])


def test_what_is_near_a_margin() -> None:
    """A value from three quarters of it to four thirds, or as its task says."""
    assert [replace(SEAT, margin=margin).close for margin in (10.0, 11.2, 19.7, 20.0)] == [False, True, True, False]
    assert replace(SEAT, near=True).close
    goal = replace(SEAT, question="change", goal={"metric": "score", "low": 49.0, "high": 51.0})
    assert replace(goal, value={"a": 50.9}).close
    assert not replace(goal, value={"a": 50.0}).close


Program = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A command that runs some lines of Python, which have the task as `asked`."""

    def write(lines: str) -> str:
        path = tmp_path / "entry.py"
        path.write_text(f"import json, os, sys, time\nasked = json.load(sys.stdin)\n{lines}\n", encoding="utf-8")
        return shlex.join([sys.executable, str(path)])

    return write


SAYS = 'print(json.dumps({"answer": "first"}), flush=True)\n'


def test_a_program_is_handed_a_task_and_its_claims_are_timed(program: Program) -> None:
    """Once a claim: what it repeats is not counted again."""
    told = 'assert asked["task"]["name"] == "random" and "truth" not in asked["task"] and asked["seed"] == 7\n'
    work = "began = time.process_time()\nwhile time.process_time() - began < 0.3: pass\n"
    later = 'print(json.dumps({"answer": "within"}))'
    found = entries.run(SEAT, "plain", program(f"{told}{SAYS}{SAYS}{work}{later}"), 7, 5.0)
    assert not found.failed
    assert [said for _, said in found.claims] == ["first", "within"]
    assert found.claims[1][0] - found.claims[0][0] > 0.2
    assert found.standing(found.claims[0][0]) == "first"
    assert found.standing(0.0) == UNDECIDED


@pytest.mark.parametrize(
    ("lines", "failed"),
    [
        (f"{SAYS}print('hello')", 'printed no claim: "hello"'),
        ('print(json.dumps({"answer": "nobody"}))', "printed an answer that the task does not have"),
        ('print(json.dumps({"failed": "knows no such game"}))', "knows no such game"),
        ("print('[' * 9000)", "printed no claim"),
        (f"{SAYS}raise ValueError('out of luck')", "ended with 1: ValueError: out of luck"),
        ("os.kill(os.getpid(), 9)", "ended with -9"),
    ],
)
def test_a_program_that_fails_has_failed_and_says_why(lines: str, failed: str, program: Program) -> None:
    """Whatever it said before does not count."""
    found = entries.run(SEAT, "plain", program(lines), 1, 5.0)
    assert failed in found.failed
    assert not found.claims
    assert outcome(SEAT, found, 5.0) == "failed"


def test_a_program_ends_with_all_that_it_started_when_its_budget_is_used(program: Program, tmp_path: Path) -> None:
    """What children work counts, and they end as well."""
    child = 'if os.fork() == 0:\n    open("child", "w").write(str(os.getpid()))\n    while True: pass\n'
    command = program(f"os.chdir({str(tmp_path)!r})\n{SAYS}{child}time.sleep(1000)")
    found = entries.run(SEAT, "plain", command, 1, 0.4)
    assert not found.failed
    assert 0.4 < found.cpu < 2.0
    assert found.standing(0.4) == "first"
    child_state = Path(f"/proc/{(tmp_path / 'child').read_text()}/stat")
    assert not child_state.exists() or child_state.read_text().rpartition(")")[2].split()[0] == "Z"  # waits for nobody


def test_claims_are_counted_as_by_hand() -> None:
    """Four runs at two budgets: right at once, right later, wrong first, and failed."""
    runs = (((0.05, "first"),), ((0.5, "first"),), ((0.05, "within"), (0.7, "first")), ())
    results = [Result("random", "plain", at, claims, 1.0) for at, claims in enumerate(runs)]
    results[3] = replace(results[3], failed="ended with 1")
    assert [right_after(SEAT, each) for each in results] == [0.05, 0.5, 0.7, float("inf")]
    found = score(Plan((SEAT,), {"plain": "x"}, 4, 0, (0.1, 1.0)), results)
    early, late = found.together
    assert early.counts == (1, 1, 1, 1)  # right, wrong, undecided, failed
    assert late.counts == (3, 0, 0, 1)
    assert found.seconds("plain") == pytest.approx(0.6)
    exact = binomtest(1, 4).proportion_ci(0.95**0.5, method="exact")  # Šidák for two budgets
    assert (early.wrong.low, early.wrong.high) == pytest.approx((exact.low, exact.high))
    assert not early.refuted
    assert not found.close


def test_an_entry_that_is_often_wrong_is_refuted_and_says_where() -> None:
    """Tasks near a margin are counted apart."""
    plan = Plan((SEAT, CLOSE), {"plain": "x"}, 20, 0, (1.0,))
    results = [Result(SEAT.name, "plain", at, ((0.1, "first"),), 0.2) for at in range(20)]
    results += [Result(CLOSE.name, "plain", at, ((0.1, "within"),), 0.2) for at in range(20)]
    found = score(plan, results)
    (cell,) = found.close
    assert cell.counts == (0, 20, 0, 0)
    said = answer(found)
    assert found.refuted("plain")
    assert not score(replace(plan, tasks=(SEAT,)), results[:20]).refuted("plain")
    texts = " ".join(each.text for each in said.findings)
    assert "“plain” does not meet the condition" in texts
    assert "wrong at 1 s on close (20 of 20)" in texts
    assert said.table("by_task").frame["wrong"].to_list() == [0, 20]
    assert said.key == KEY


def test_results_are_kept_and_gone_on_with(program: Program, tmp_path: Path) -> None:
    """A last line that was not finished is run again; another plan, or no leave to go on, is refused."""
    plan, folder = Plan((SEAT,), {"plain": program(SAYS)}, 2, 1, (1.0,)), tmp_path / "out"
    first = running.run_all(plan, folder)
    file = folder / running.RESULTS
    lines = file.read_text().splitlines(keepends=True)
    file.write_text(lines[0] + lines[1][:20])
    again = running.run_all(plan, folder, resume=True)
    assert again[0] == first[0]
    assert [each.seed for each in again] == [1, 2]
    elsewhere = running.run_all(plan, tmp_path / "by_two", workers=2)
    assert [(each.seed, each.claims[0][1]) for each in elsewhere] == [(1, "first"), (2, "first")]
    assert len(file.read_text().splitlines()) == 2
    with pytest.raises(BadInput, match="holds results already; continue with --resume"):
        running.run_all(plan, folder)
    with pytest.raises(BadInput, match="--resume needs the same plan, but seeds differ"):
        running.run_all(replace(plan, seeds=3), folder, resume=True)
    file.write_text('{"task": 1}\n')
    with pytest.raises(DataProblem, match="has a line that is no result"):
        running.run_all(plan, folder, resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").touch()
    with pytest.raises(BadInput, match="exists and is not an empty folder"):
        running.run_all(plan, tmp_path / "other")


def test_the_command_writes_a_page_and_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Program
) -> None:
    """Several at a time as well as one; dhstats bench alone is still about speed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tasks, "TASKS", written(tmp_path))
    asked = ["bench", "balance", "--seeds", "2", "--budgets", "0.05,1", "--entry", "ours"]
    words = [*asked, "--entry", f"plain={program(SAYS)}", "--out", "out", "--page", "page.html", "--json", "n.json"]
    assert main(words) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert "Which tool answers balance questions correctly" in page
    assert "Right, wrong and undecided answers" in page
    assert json.loads(Path("n.json").read_text(encoding="utf-8"))
    assert main([*words, "--resume", "--workers", "2", "--force"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("balance --entry plain", "write ours, or NAME=COMMAND"),
        ("balance --entry ours=x", "write ours, or NAME=COMMAND"),
        ("balance --entry x=no_such_program", "is no program that can be run"),
        ("balance --budgets 1,0.1", "write rising processor seconds"),
        ("balance --tasks nothing", "no task of BalanceBench"),
        ("balance --seeds 0", "--seeds"),
        ("--games 1", "--games: must be at least 2"),
        ("balanced", "no command of `dhstats bench`"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    assert main(["bench", *words.split()]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())
