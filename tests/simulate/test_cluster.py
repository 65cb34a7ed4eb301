"""Runs on the workers of a Dask cluster: the bytes of one machine, and a clear end when something is lost."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, Interrupted, ResourceFailure
from dhstats.games import catalogue
from dhstats.players.trained import pack, unpack
from dhstats.questions.verdicts import sequential
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running import cluster
from dhstats.simulate.running.playing import Progress, Watcher
from dhstats.simulate.running.runner import begin, difference, executor_for, prepare, simulate, versions
from dhstats.simulate.tables import ShardPlan
from dhstats.storage.layout import file_sha256
from dhstats.storage.manifest import read_manifest
from tests.simulate.clusters import free_port, process, scheduler, workers

BOT = '''
def {name}(view, moves, count, randomness):
    """Takes the {which} move."""
    return {choice}
'''
SMALL = Experiment("small", strategies=("greedy", "random"), games=4_000, seed=5, moves="sample:50")
DEALS = 500  # of a shard


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    with scheduler(folder) as (found, _), workers(found, folder):
        yield found


def files(folder: Path) -> dict[str, str]:
    """All files of a run with their hashes."""
    return {str(file.relative_to(folder)): file_sha256(file) for file in sorted(folder.rglob("*")) if file.is_file()}


def write_bot(folder: Path, choice: str = "0") -> Path:
    """A strategy of the user's own."""
    folder.mkdir(exist_ok=True)
    file = folder / "mybots.py"
    file.write_text(BOT.format(name="eager", which="first", choice=choice))
    return file


def test_the_workers_of_a_cluster_write_the_same_bytes_as_one_machine(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scripts, characters, trained players, noisy ones and the user's own file by a relative path, other rules."""
    write_bot(tmp_path)
    monkeypatch.chdir(tmp_path)
    lineup = ("random", "denier", "expert@ffg", "skill:0", "skill:2@ffg", "mybots.py:eager")
    plan = Experiment(
        "all", strategies=lineup, games=4_200, seed=2, moves="sample:20", settings=("great_dragon.points=6",)
    )
    assert files(simulate(plan, Path("here"), workers=2, shard_deals=40).folder) == files(
        simulate(plan, Path("there"), cluster=address, shard_deals=40).folder
    )


def test_a_run_with_a_goal_ends_at_the_same_deal_on_a_cluster(address: str, tmp_path: Path) -> None:
    """What is played beyond the end is dropped, and the last shard is cut, by the workers as by threads."""
    plan = replace(SMALL, strategies=("greedy",), games=200_000, moves="none", until="balanced within 2pp")
    here = sequential.play(plan, tmp_path / "here", workers=2, shard_deals=DEALS)
    there = sequential.play(plan, tmp_path / "there", cluster=address, shard_deals=DEALS)
    assert files(here.folder) == files(there.folder)


def test_totals_are_counted_by_the_workers(address: str, tmp_path: Path) -> None:
    """A run that keeps no games has the same totals, byte by byte."""
    plan = replace(SMALL, moves="none", keep="totals")
    here = sequential.play(plan, tmp_path / "here", workers=2, shard_deals=DEALS)
    there = sequential.play(plan, tmp_path / "there", cluster=address, shard_deals=DEALS)
    assert files(here.folder) == files(there.folder)


def test_progress_counts_what_the_workers_finish(address: str, tmp_path: Path) -> None:
    """Whoever watches is told of every game."""
    seen: list[int] = []
    simulate(
        SMALL, tmp_path / "run", cluster=address, shard_deals=DEALS, watch=lambda each: seen.append(each.games_done)
    )
    assert seen == sorted(seen)
    assert seen[-1] == SMALL.games


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "is not an address; write tcp://HOST:8786, or local:N"),
        ("foo://here:1", "is not an address; write tcp://HOST:8786, or local:N"),
        ("local:0", "a number of processes"),
        ("local:two", "a number of processes"),
    ],
)
def test_an_address_that_is_none_is_refused(text: str, told: str, tmp_path: Path) -> None:
    """Nothing is written for it."""
    with pytest.raises(BadInput, match=told):
        simulate(SMALL, tmp_path / "run", cluster=text)
    assert not (tmp_path / "run").exists()


def test_threads_and_a_cluster_contradict_each_other() -> None:
    """`--workers` counts threads of this machine."""
    with pytest.raises(BadInput, match="leave it out with --cluster"):
        executor_for(2, "local:2")


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base installation has no cluster library."""
    monkeypatch.setitem(sys.modules, "dhstats.simulate.running.cluster", None)
    with pytest.raises(BadInput, match=r"pip install 'dhstats\[cluster\]'"):
        executor_for(None, "local:2")


def test_nobody_who_can_play_is_told_and_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No scheduler, something else that never answers, a scheduler without workers, or with one that has no dhstats.

    An error, not a hang; the worker is asked in a way that needs no import, and told by its address.
    """
    monkeypatch.setattr(cluster, "GREETING", 1.0)
    with pytest.raises(ResourceFailure, match="no scheduler answers"):
        simulate(SMALL, tmp_path / "run", cluster="tcp://127.0.0.1:9")
    silent = "import socket, time; s = socket.create_server(('127.0.0.1', {0})); time.sleep(60)"
    port = free_port()
    with process("-c", silent.format(port), folder=tmp_path), pytest.raises(ResourceFailure, match="no scheduler"):
        simulate(SMALL, tmp_path / "run", cluster=f"tcp://127.0.0.1:{port}")
    with scheduler(tmp_path) as (address, _):
        monkeypatch.setattr(cluster, "GREETING", 3.0)
        with pytest.raises(ResourceFailure, match="has no workers"):
            simulate(SMALL, tmp_path / "run", cluster=address)
        (tmp_path / "bare.py").write_text("import sys\nsys.modules['dhstats'] = None\n")
        bare = ("-m", "dask", "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        monkeypatch.setattr(cluster, "GREETING", 60.0)
        told = pytest.raises(ResourceFailure, match=r"worker tcp://\S+: .*install the same version of dhstats there")
        with process(*bare, "--preload", str(tmp_path / "bare.py"), folder=tmp_path), told:
            simulate(SMALL, tmp_path / "run", cluster=address)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", ["dhstats", "numba", "pyarrow"])
def test_a_worker_that_would_play_otherwise_is_refused(
    name: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version of this project, of the compiler or of what writes the files would make other bytes."""
    monkeypatch.setattr(cluster, "versions", lambda: versions() | {name: "0.0.1"})
    with pytest.raises(ResourceFailure, match=rf"worker tcp://\S+: has {name} .*, but here it is 0\.0\.1"):
        simulate(SMALL, tmp_path / "run", cluster=address)
    assert not (tmp_path / "run").exists()


def test_what_is_missing_somewhere_is_a_difference() -> None:
    """Every version counts; a worker that says nothing of one is another."""
    assert difference(versions(), versions()) == ""
    assert difference(versions(), {}).startswith("has dhstats nothing, but here it is")


def task_of(folder: Path, plan: Experiment = SMALL) -> cluster.Task:
    """What a worker is told of a run that has been begun in a folder."""
    prepared = prepare(plan)
    with executor_for(1) as executor, begin(prepared, folder, executor, 1):
        pass
    players = tuple(pack(strategy) for strategy in prepared.strategies)
    return cluster.Task("task", prepared.manifest, str(folder), players, versions(), None)


def told_by_worker(address: str, task: cluster.Task) -> str:
    """What a worker says who cannot play."""
    with Client(address, set_as_default=False) as client, pytest.raises(ResourceFailure) as caught:
        client.submit(cluster.play, task, ShardPlan(0, 0, 1), pure=False).result()
    return str(caught.value)


def test_a_worker_that_does_not_see_the_folder_refuses(address: str, tmp_path: Path) -> None:
    """A folder of its own with that name would be written, and nobody would find it."""
    task = task_of(tmp_path / "run")
    told = told_by_worker(address, replace(task, name="elsewhere", folder=str(tmp_path / "elsewhere")))
    assert told.startswith("worker tcp://")
    assert "must be on storage that all workers share" in told
    other = replace(task, name="other", manifest=replace(task.manifest, seed=99))
    assert "cannot see the run" in told_by_worker(address, other)
    assert not (tmp_path / "elsewhere").exists()


def test_a_worker_that_joins_late_with_another_version_refuses(address: str, tmp_path: Path) -> None:
    """Those who were there at the start were asked; every worker looks again before it plays."""
    task = replace(task_of(tmp_path / "run"), name="late", versions=versions() | {"numpy": "0.1"})
    assert "has numpy" in told_by_worker(address, task)


def test_a_worker_that_sees_another_strategy_file_refuses(address: str, tmp_path: Path) -> None:
    """The file is read where the worker is, and its hash has to be the one that the run names."""
    file = write_bot(tmp_path / "bots")
    task = task_of(tmp_path / "run", replace(SMALL, strategies=(f"{file}:eager", "greedy")))
    write_bot(tmp_path / "bots", "count - 1")
    assert "differs from the one here" in told_by_worker(address, replace(task, name="changed"))
    file.unlink()
    assert "cannot be read" in told_by_worker(address, replace(task, name="gone"))


def test_a_strategy_whose_helper_is_another_one_there_does_not_arrive(tmp_path: Path) -> None:
    """What was tried where the run began is all that a worker plays: the file, and what it imports from its folder."""
    bundle, helper = catalogue.load("dragonheart"), tmp_path / "helper_of_one_run.py"  # a name of no other test's
    rules = bundle.rule_files.load("ffg")
    helper.write_text("FIRST = 0\n")
    file = write_bot(tmp_path, "FIRST")
    file.write_text(f"from helper_of_one_run import FIRST\n{file.read_text()}")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        sent = pack(bundle.find_strategy(f"{file}:eager"))
        assert unpack(bundle, rules, sent, "there").hash == sent.facts.hash
        helper.write_text("FIRST = 1\n")
        with pytest.raises(ResourceFailure, match=r"there: .* differs from the one here"):
            unpack(bundle, rules, sent, "there")


CRASH = """import os

if os.path.exists({mark!r}):
    os._exit(7)

def eager(view, moves, count, randomness):
    return 0
"""


def test_a_worker_tries_a_strategy_that_never_played_on_its_machine(tmp_path: Path) -> None:
    """A file that needs what is otherwise there ends a process of its own there, and not the worker's."""
    bundle, mark = catalogue.load("dragonheart"), tmp_path / "other-machine"
    rules, file = bundle.rule_files.load("ffg"), tmp_path / "mybots.py"
    file.write_text(CRASH.format(mark=str(mark)))
    sent = pack(bundle.find_strategy(f"{file}:eager"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DHSTATS_CACHE", str(tmp_path / "cache-of-the-other"))
        mark.touch()
        with pytest.raises(
            ResourceFailure, match=r"there: strategy .*mybots.py:eager: ended its process .*exit code 7"
        ):
            unpack(bundle, rules, sent, "there")


@pytest.mark.parametrize("name", ["random", "denier", "expert", "expert@kosmos", "skill:0", "skill:3", "mc:30"])
def test_players_arrive_as_what_they_were(name: str) -> None:
    """Made players bring their networks along: no file is needed and nobody is trained again."""
    bundle = catalogue.load("dragonheart")
    found = prepare(Experiment("x", strategies=(name,), games=2, seed=1)).strategies[0]
    again = unpack(bundle, bundle.rule_files.load("ffg"), pack(found), "there")

    def facts(strategy: Strategy) -> Strategy:
        return replace(strategy, function=len)

    assert facts(again) == facts(found)
    assert again.function.__qualname__ == found.function.__qualname__


LARGE = replace(SMALL, games=24_000, moves="none")  # 24 shards: some are left when the first is finished


def large(folder: Path, **more: Any) -> dict[str, str]:
    """Plays, or goes on with, the larger run; all its files with their hashes."""
    return files(simulate(LARGE, folder, shard_deals=DEALS, **more).folder)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The larger run as threads of this machine write it."""
    return large(tmp_path_factory.mktemp("usual") / "run", workers=2)


def unfinished(folder: Path) -> bool:
    """Whether some shards of a run are listed, and some are not yet."""
    kept = read_manifest(folder)
    return 0 < len(kept.shards) < kept.planned_shards


@contextmanager
def ends(told: str) -> Iterator[Callable[[subprocess.Popen[bytes], int], Watcher]]:
    """A run that ends with these words: once a shard is finished a process gets a signal, and patience is two seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "LOOK", 0.5)

        def hit(process: subprocess.Popen[bytes], number: int) -> None:
            patch.setattr(cluster, "PATIENCE", 2.0)
            process.send_signal(number)

        with pytest.raises(ResourceFailure, match=told):
            yield lambda process, number: once(lambda: hit(process, number))


@pytest.mark.long(
    "lost workers of a cluster; what they write is compared above, and test_survival fails workers of one machine"
)
def test_workers_that_are_stopped_or_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: dict[str, str]
) -> None:
    """A silent one ends the run, which goes on later; the shards of a killed one of two are done again by the other.

    Where the last one is killed nobody waits for ever.
    """
    with scheduler(tmp_path) as (address, _), workers(address, tmp_path) as (first, last):
        with ends(r"worker tcp://.* has not answered for \d+ seconds.*--resume") as hit:
            large(tmp_path / "there", cluster=address, watch=hit(first, signal.SIGSTOP))
        assert unfinished(tmp_path / "there")
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "PATIENCE", 2.0)
            with pytest.raises(ResourceFailure, match="does not answer"):
                large(tmp_path / "there", cluster=address, resume=True)
        first.send_signal(signal.SIGCONT)
        lost = large(tmp_path / "lost", cluster=address, watch=once(first.kill))
        assert first.poll() is not None
        with ends("has had no workers for 2 seconds") as hit:
            large(tmp_path / "nobody", cluster=address, watch=hit(last, signal.SIGKILL))
    assert unfinished(tmp_path / "nobody")
    assert large(tmp_path / "there", workers=2, resume=True) == lost == usual


def test_ctrl_c_keeps_whole_shards_and_the_cluster_can_go_on(
    address: str, tmp_path: Path, usual: dict[str, str]
) -> None:
    """The workers are asked to stop and asked again to play: no shard is lost, no byte differs."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="continue with --resume"):
        large(tmp_path / "there", cluster=address, watch=once(interrupt))
    assert unfinished(tmp_path / "there")
    assert large(tmp_path / "there", cluster=address, resume=True) == usual


def once(act: Callable[[], object]) -> Watcher:
    """Does something when the first shard is finished."""
    waiting = [act]

    def watch(progress: Progress) -> None:
        if waiting and progress.games_done:
            waiting.pop()()

    return watch


COMMAND = ("-m", "dhstats", "simulate", "--strategies", "greedy", "--games", "800000", "--seed", "3", "--moves", "none")


def begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The command on two processes of its own, once it has finished a few shards."""
    process = subprocess.Popen(
        [sys.executable, *COMMAND, "--cluster", "local:2", "--out", str(folder), *words],
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    while process.poll() is None and len(list((folder / "games").glob("*.parquet"))) < 4:
        time.sleep(0.02)
    return process


def told(process: subprocess.Popen[str]) -> list[str]:
    """What a process says until it ends; a slow machine also says how far it is, and how long it expects to take."""
    lines = process.communicate(timeout=120)[1].splitlines()
    return [line for line in lines if not line.startswith(("expected: ", "playing: "))]
