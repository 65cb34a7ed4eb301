"""Whatever happens to a run: whole shards are kept, one sentence says what happened, and --resume ends with the same bytes."""

import errno
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pyarrow as pa
import pytest

from dhstats.errors import BadInput, DataProblem, Interrupted, ResourceFailure, UserError
from dhstats.simulate.checks import verify as kept_shards
from dhstats.simulate.checks.verify import check_kept, verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import Rematch
from dhstats.simulate.running import playing
from dhstats.simulate.running.playing import Progress
from dhstats.simulate.running.runner import as_begun, begin, prepare_run, simulate
from dhstats.simulate.tables import ShardPlayer
from dhstats.simulate.work.workers import Budget, in_order
from dhstats.storage import tables
from dhstats.storage.layout import LOCK, whole_file
from dhstats.storage.lock import Claim
from dhstats.storage.manifest import read_manifest, write_manifest
from tests.simulate.stored_runs import bytes_of, rewrite, with_cell

PLAN = Experiment("survivor", games=600, seed=4, strategies=("random", "greedy"))
SHARD = 30  # deals: ten shards


def play(folder: Path, **more: Any) -> Path:
    """Plays, or goes on with, the run of this page."""
    return simulate(more.pop("plan", PLAN), folder, workers=2, shard_deals=SHARD, **more).folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The bytes of a run that nobody disturbed."""
    return bytes_of(play(tmp_path_factory.mktemp("whole") / "run"))


def sound(folder: Path) -> int:
    """How many shards a disturbed folder lists; every one of them stands, and nothing is left over."""
    manifest = read_manifest(folder)
    found = verify(folder, sample=0)
    assert [problem for problem in found.problems if "the run is incomplete" not in problem] == []
    assert not (folder / LOCK).exists()
    assert not list(folder.rglob("*.part"))
    return len(manifest.shards)


def failing(
    monkeypatch: pytest.MonkeyPatch, holder: Any, name: str, at: int, error: BaseException | Callable[[], BaseException]
) -> None:
    """Makes a function fail from its n-th call on."""
    real, calls, lock = getattr(holder, name), [0], threading.Lock()

    def wrapped(*words: Any, **named: Any) -> Any:
        with lock:
            calls[0] += 1
            late = calls[0] > at
        if late:
            raise error() if callable(error) else error
        return real(*words, **named)

    monkeypatch.setattr(holder, name, wrapped)


# Workers


@pytest.mark.parametrize("error", [MemoryError("no room"), RuntimeError("a library gave up"), SystemExit(3)], ids=repr)
def test_a_worker_that_raises(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """Its shard is missing, all others are kept, and the line names what it died of."""
    failing(monkeypatch, ShardPlayer, "play", 5, error)
    with pytest.raises(ResourceFailure, match=rf"a worker failed \({type(error).__name__}: .*\); finished .* --resume"):
        play(tmp_path / "run")
    assert sound(tmp_path / "run") == 5
    monkeypatch.undo()
    assert bytes_of(play(tmp_path / "run", resume=True)) == whole


def test_no_thread_to_be_had(tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool that breaks in the middle is a resource that failed."""
    failing(monkeypatch, ThreadPoolExecutor, "submit", 6, RuntimeError("can't start new thread"))
    with pytest.raises(ResourceFailure, match="no worker can be started: can't start new thread"):
        play(tmp_path / "run")
    monkeypatch.undo()
    assert 0 < sound(tmp_path / "run") <= 6
    assert bytes_of(play(tmp_path / "run", resume=True)) == whole


def test_work_in_order_waits_for_nobody_who_is_not_wanted() -> None:
    """Results come in the order of the items, never too far ahead; who leaves early cancels the rest."""
    begun: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        assert list(in_order(pool, "here", lambda item: item * item, range(7), 3)) == [0, 1, 4, 9, 16, 25, 36]
        results = in_order(pool, "here", lambda item: begun.append(item), range(100), 4)
        next(results)
        results.close()
    assert len(begun) <= 4
    broken: Future[int] = Future()
    broken.set_exception(BadInput("a user's mistake"))
    with pytest.raises(BadInput, match="a user's mistake"):
        playing.outcome(broken, "here")


# Disks


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_takes_no_more(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The table that did not fit is absent, and so is its shard."""
    failing(monkeypatch, tables.pq, "write_table", 11, lambda: OSError(number, os.strerror(number)))
    with pytest.raises(ResourceFailure, match=r"parquet: cannot be written: .*; what was finished is kept"):
        play(tmp_path / "run")
    assert 0 < sound(tmp_path / "run") <= 5
    monkeypatch.undo()
    assert bytes_of(play(tmp_path / "run", resume=True)) == whole


def test_a_manifest_that_cannot_be_written_any_more(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does not list is played again; the first problem is the one that is told."""
    monkeypatch.setattr(playing, "SAVE_SHARE", 1.0)
    failing(monkeypatch, playing, "write_manifest", 3, ResourceFailure("the disk is full"))
    with pytest.raises(ResourceFailure, match="the disk is full"):
        play(tmp_path / "run")
    assert 0 < sound(tmp_path / "run") < 10
    monkeypatch.undo()
    assert bytes_of(play(tmp_path / "run", resume=True)) == whole


def test_a_first_manifest_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing stays of a run that could not begin."""
    failing(monkeypatch, playing, "write_manifest", 0, ResourceFailure("the disk is full"))
    with pytest.raises(ResourceFailure, match="the disk is full"):
        play(tmp_path / "data" / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_vanishes_during_the_run(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """The run ends, and does not come back as half a folder; begun again it is the same."""

    def remove(progress: Progress) -> None:
        if progress.games_done > 150:
            shutil.rmtree(tmp_path / "run", ignore_errors=True)

    with pytest.raises(ResourceFailure, match=r"its folder does not exist|was removed or replaced"):
        play(tmp_path / "run", watch=remove)
    shutil.rmtree(tmp_path / "run", ignore_errors=True)
    assert list(tmp_path.iterdir()) == []
    assert bytes_of(play(tmp_path / "run", resume=True)) == whole


def test_what_a_killed_process_left_behind_goes(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Drafts, shards that were not listed yet, the lock file of the dead: none is damage, and --resume removes them."""
    folder = play(tmp_path / "run")
    manifest = read_manifest(folder)
    write_manifest(folder, replace(manifest, shards=manifest.shards[:4]))
    (folder / "games" / "000005.parquet").write_bytes(b"torn by a power cut")
    (folder / "moves" / "000007.parquet.0a1b2c3d.part").write_bytes(b"half")
    (folder / "manifest.json.0a1b2c3d.part").write_bytes(b"half")
    (folder / LOCK).write_text("{}")
    assert verify(folder, sample=0).problems == (
        "manifest: the run is incomplete (4 of 10 shards); continue with `dhstats simulate --resume`",
    )
    assert bytes_of(play(folder, resume=True)) == whole


def test_what_a_killed_worker_was_writing_goes_at_the_end_of_the_run(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """A draft that somebody still writes stays, and so does whatever this run did not write itself."""
    folder, stack = tmp_path / "run", ExitStack()
    strangers = {"film.mkv.part": b"mine", "games/film.part": b"mine", "games/1.parquet.0a1b2c3d.part": b"mine"}
    living = "moves/000001.parquet"

    def leave(progress: Progress) -> None:
        if progress.games_done and not all((folder / name).exists() for name in strangers):
            for name, content in strangers.items():
                (folder / name).write_bytes(content)
            (folder / "games" / "000005.parquet.0a1b2c3d.part").write_bytes(b"half")
            (folder / "manifest.json.0a1b2c3d.part").write_bytes(b"half")
            stack.enter_context(whole_file(folder / living)).write_bytes(whole[living])

    with stack:
        play(folder, watch=leave)
        left = {name: content for name, content in bytes_of(folder).items() if name not in whole}
        assert sum(name.startswith(f"{living}.") for name in left) == 1
        assert {name: content for name, content in left.items() if not name.startswith(living)} == strangers
    assert bytes_of(folder) == whole | strangers


def test_a_start_that_was_killed_before_the_manifest_is_no_run(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Empty folders and a lock file of the dead stop nobody."""
    (tmp_path / "run" / "games").mkdir(parents=True)
    (tmp_path / "run" / LOCK).write_text("{}")
    assert bytes_of(play(tmp_path / "run")) == whole


FORGED: dict[str, tuple[str, Callable[[pa.Table], pa.Table], str]] = {
    "order": ("games", lambda table: table.take([1, 0]), r"row 0: game_id is 7, should be 6"),
    "a column less": ("games", lambda table: table.drop_columns(["lead_since"]), "(lead_since|has other columns)"),
    "a column more": (
        "games",
        lambda table: table.append_column("x", pa.array([1, 2])),
        "does not have the columns of its table: x",
    ),
    "turns twice": (
        "moves",
        lambda table: pa.concat_tables([table, table]),
        r"has \d+ turns, but the games table counts \d+",
    ),
    "a turn's column less": (
        "moves",
        lambda table: table.drop_columns(["legal_moves"]),
        r"turn 0: legal_moves is None, but played",
    ),
    "score": ("games", lambda table: with_cell(table, 1, "score_first", 1), r"game 7: score_first is 1, but"),
    "another game": ("games", lambda table: pa.concat_tables([table[:1], table[:1]]), r"game 7 is missing"),
    "turn": ("moves", lambda table: with_cell(table, 0, "legal_moves", 99), r"turn 0: legal_moves is 99, but"),
    "turns": ("moves", lambda table: table[:-1], r"has \d+ turns, but played again it has \d+"),
}


FEW = replace(PLAN, games=12)


@pytest.fixture(scope="module")
def single_deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose shards are of one deal each."""
    return simulate(FEW, tmp_path_factory.mktemp("few") / "run", workers=2, shard_deals=1).folder


@pytest.fixture
def few(single_deals: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    return Path(shutil.copytree(single_deals, tmp_path / "run"))


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_shard_is_not_gone_on_with(few: Path, forgery: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its hashes and the manifest's own may be right: a deal of it is played again; removed, it is played as it was."""
    monkeypatch.setattr(kept_shards, "SECONDS", 600.0)
    true, (table, change, said) = bytes_of(few), FORGED[forgery]
    rewrite(few, table, 3, change)
    manifest = read_manifest(few)
    write_manifest(few, replace(manifest, shards=manifest.shards[:5]))
    told = rf"run: shard 000003 does not hold the games of this run: .*{said}.*; remove .*games/000003\.parquet and "
    with pytest.raises(DataProblem, match=told):
        simulate(FEW, few, workers=2, resume=True)
    assert not (few / LOCK).exists()
    (few / table / "000003.parquet").unlink()
    assert bytes_of(simulate(FEW, few, workers=2, resume=True).folder) == true


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"first_deal": 2}, "shard 000003 has 1 deals from 2 on: no place in the plan"),
        ({"games_rows": 3}, "shard 000003 has 3 games, should have 2"),
        ({"name": "000002"}, "shard 000002 is listed 2 times"),
    ],
)
def test_a_list_of_shards_that_no_run_has_is_not_gone_on_with(few: Path, change: dict[str, Any], said: str) -> None:
    """Doubled, moved or otherwise large shards are told, as `verify` tells them, and nothing is played."""
    manifest = read_manifest(few)
    forged = [replace(shard, **change) if shard.name == "000003" else shard for shard in manifest.shards[:5]]
    write_manifest(few, replace(manifest, shards=tuple(forged)))
    true = bytes_of(few)
    with pytest.raises(DataProblem, match=rf"manifest\.json: {said}; `dhstats verify .*run` shows what else is wrong"):
        simulate(FEW, few, workers=2, resume=True)
    assert bytes_of(few) == true


def test_games_are_played_again_for_a_short_time_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many shards there are; of a run without logged turns the results are compared."""
    few = replace(FEW, moves="none")
    folder = simulate(few, tmp_path / "run", workers=2, shard_deals=1).folder
    manifest, played = read_manifest(folder), [0]
    real = Rematch.play

    def play_again(rematch: Rematch, game_id: int) -> Any:
        played[0] += 1
        return real(rematch, game_id)

    monkeypatch.setattr(Rematch, "play", play_again)
    for seconds, games in ((0.0, 2), (60.0, 10)):
        monkeypatch.setattr(kept_shards, "SECONDS", seconds)
        write_manifest(folder, replace(manifest, shards=manifest.shards[:5]))
        played[0] = 0
        simulate(few, folder, workers=2, resume=True)
        assert played[0] == games
    rewrite(folder, "games", 3, lambda table: with_cell(table, 0, "turns", 1))
    write_manifest(folder, replace(read_manifest(folder), shards=read_manifest(folder).shards[:5]))
    with pytest.raises(DataProblem, match=r"shard 000003 .* game 6: turns is 1, but played again it is \d+"):
        simulate(few, folder, workers=2, resume=True)


def test_shards_are_looked_at_on_a_busy_machine_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The time is that of the processor: what other processes take of it leaves no forged shard unseen."""
    looked: list[int] = []

    def waits(shard: int) -> Iterator[str]:
        looked.append(shard)
        time.sleep(0.1)
        return iter(())

    monkeypatch.setattr(kept_shards, "SECONDS", 0.05)
    monkeypatch.setattr(kept_shards, "_checks", lambda *_: (waits,))
    manifest: Any = SimpleNamespace(seed=1, shards=list(range(5)))
    check_kept(manifest, tmp_path, cast(Any, None), None)
    assert sorted(looked) == manifest.shards


@pytest.mark.parametrize("table", ["games", "moves"])
def test_shards_whose_files_are_gone_are_played_again(tmp_path: Path, whole: dict[str, bytes], table: str) -> None:
    """Even of a run that was complete."""
    folder = play(tmp_path / "run")
    (folder / table / "000003.parquet").unlink()
    assert bytes_of(play(folder, resume=True)) == whole


# Strategies

FRAGILE = '''
def fragile(view, moves, count, randomness):
    """Plays the first move, and cannot count beyond {limit}."""
    if view.scores[0] > {limit}:
        raise ValueError("beyond")
    return 0
'''


def test_a_strategy_that_fails_late_leaves_what_was_finished(tmp_path: Path) -> None:
    """It is a mistake in the input that shows in the middle; the deal is named."""
    bot = tmp_path / "bots.py"
    bot.write_text(FRAGILE.format(limit=90))
    plan = replace(PLAN, strategies=(f"{bot}:fragile", "random"), games=40_000)
    with pytest.raises(BadInput, match=r"strategy 'fragile' .* in deal \d+.* raised ValueError: beyond"):
        simulate(plan, tmp_path / "run", workers=2, shard_deals=5)
    assert sound(tmp_path / "run") > 0


def test_a_strategy_that_fails_at_once_leaves_nothing(tmp_path: Path) -> None:
    """Exit code 2 means that nothing was written."""
    bot = tmp_path / "bots.py"
    bot.write_text(FRAGILE.format(limit=-1000))
    with pytest.raises(BadInput, match="raised ValueError: beyond"):
        play(tmp_path / "data" / "run", plan=replace(PLAN, strategies=(f"{bot}:fragile", "random")))
    assert [path.name for path in tmp_path.iterdir() if path.name != "__pycache__"] == ["bots.py"]


# Two processes


@pytest.mark.parametrize("resume", [False, True])
def test_the_second_process_is_refused(tmp_path: Path, whole: dict[str, bytes], resume: bool) -> None:
    """While a run is being played nobody else writes there, and the first one is not disturbed."""
    told: list[str] = []

    def second(progress: Progress) -> None:
        if progress.games_done > 150 and not told:
            with pytest.raises(ResourceFailure) as caught:
                play(tmp_path / "run", resume=resume)
            told.append(str(caught.value))

    assert bytes_of(play(tmp_path / "run", watch=second)) == whole
    assert f"is being written by process {os.getpid()} on " in told[0]


def test_readers_are_not_stopped(tmp_path: Path) -> None:
    """A complete run needs no claim, and a claimed one can be verified."""
    folder = play(tmp_path / "run")
    with Claim(folder):
        assert play(folder, resume=True) == folder
        assert verify(folder, sample=5).stands
        with pytest.raises(BadInput, match="holds a run already"):
            play(folder)


# Budgets


def test_time_that_is_over_ends_the_run_with_whole_shards(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Nothing is played without time; again and again a little, and the bytes are the same."""
    with pytest.raises(ResourceFailure, match=r"stopped, --max-time 0 s is over; 0 of 10 shards are finished and kept"):
        play(tmp_path / "run", budget=Budget(seconds=0.0))
    kept, told = 0, go_on_a_little(tmp_path / "run")
    while told:
        kept, before = sound(tmp_path / "run"), kept
        assert f"stopped, --max-time 17 min is over; {kept} of 10 shards" in told
        assert kept > before
        told = go_on_a_little(tmp_path / "run")
    assert bytes_of(tmp_path / "run") == whole


def go_on_a_little(folder: Path) -> str:
    """Goes on until something was finished and the time is over; what was said then, or nothing at the end."""
    budget = Budget(seconds=1000.0)

    def watch(seen: Progress) -> None:
        if seen.games_done:
            budget._started -= 2000.0

    try:
        play(folder, resume=True, budget=budget, watch=watch)
    except ResourceFailure as stopped:
        return str(stopped)
    return ""


def test_the_disk_that_may_be_used_is_never_passed(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Shards that found no room go again, and more room lets the run go on."""
    sizes = {name: len(content) for name, content in whole.items() if name.endswith(".parquet")}
    limit = sum(sizes.values()) // 2
    for resume in (False, True):  # the second time there is no room from the start
        with pytest.raises(ResourceFailure, match=r"stopped, --max-disk [\d.]+ kB is reached; \d of 10 shards"):
            play(tmp_path / "run", budget=Budget(size=limit), resume=resume)
        used = sum(path.stat().st_size for path in (tmp_path / "run").rglob("*.parquet"))
        assert limit - max(sizes.values()) * 2 <= used <= limit
    assert 3 <= sound(tmp_path / "run") <= 5
    assert bytes_of(play(tmp_path / "run", resume=True, budget=Budget(size=2 * sum(sizes.values())))) == whole


def test_a_budget_is_shared_by_several_runs(tmp_path: Path) -> None:
    """What one run wrote, in this call or an earlier one, is not there for the next."""
    budget = Budget(size=10**9)
    play(tmp_path / "one", budget=budget)
    used = sum(path.stat().st_size for path in (tmp_path / "one").rglob("*.parquet"))
    assert budget.has_room(10**9 - used)
    assert not budget.has_room(10**9 - used + 1)
    again = Budget(size=used)
    play(tmp_path / "one", resume=True, budget=again)
    assert again.used_up == f"--max-disk {used / 1000:.0f} kB is reached"


# Going on


def test_progress_counts_games_of_unfinished_shards(tmp_path: Path) -> None:
    """Games in play never exceed the plan, and never fall behind those that are finished."""
    seen: list[Progress] = []
    play(tmp_path / "run", watch=seen.append)
    assert all(each.games_done <= each.games_played <= each.games_planned == 600 for each in seen)
    assert seen[-1].games_done == 600
    assert seen[-1].size == sum(path.stat().st_size for path in (tmp_path / "run").rglob("*.parquet"))


def test_shards_shorter_than_a_chunk_are_not_counted_as_whole_ones(tmp_path: Path) -> None:
    """Of shards of one deal as many games are played as were begun: "all of them" would be said from the start."""
    seen: list[Progress] = []
    few = replace(PLAN, games=120)
    simulate(few, tmp_path / "run", workers=2, shard_deals=1, watch=seen.append)
    arms = few.games // seen[-1].tally.blocks
    assert all(each.games_played <= each.games_done + 3 * 2 * arms for each in seen)  # ahead: some shards a thread


def test_a_run_that_is_gone_on_with_keeps_its_seed_and_shards(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Neither the seed that was drawn nor the size of shards has to be said again; another size is refused."""

    def stop(progress: Progress) -> None:
        if progress.games_done > 150:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"stopped; \d of 10 shards are finished and kept; continue with --resume"):
        play(tmp_path / "run", watch=stop)
    with pytest.raises(BadInput, match="shard_deals differ"):
        simulate(PLAN, tmp_path / "run", resume=True, shard_deals=SHARD + 1)
    unseeded = replace(PLAN, seed=None)
    drawn = unseeded.with_seed()
    assert as_begun(drawn, tmp_path / "run", None, resume=True) == PLAN
    assert as_begun(drawn, tmp_path / "run", drawn.seed, resume=True) == drawn
    assert as_begun(drawn, tmp_path / "nowhere", None, resume=True) == drawn
    assert bytes_of(simulate(unseeded, tmp_path / "run", resume=True).folder) == whole


def test_impossible_shards_and_threads_are_refused(tmp_path: Path) -> None:
    """Before anything is made."""
    for words in ({"shard_deals": 0}, {"workers": 0}):
        with pytest.raises(BadInput, match="must be at least 1, not 0"):
            simulate(PLAN, tmp_path / "run", **words)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_claim_is_given_up_where_another_run_lies(tmp_path: Path) -> None:
    """A refusal leaves the folder free for the one to whom it belongs."""
    with pytest.raises(ResourceFailure):
        play(tmp_path / "run", budget=Budget(seconds=0.0))
    for plan, resume in ((PLAN, False), (replace(PLAN, seed=5), True)):
        with pytest.raises(UserError), ThreadPoolExecutor(1) as pool:
            begin(prepare_run(plan, tmp_path / "run", shard_deals=SHARD), tmp_path / "run", pool, 1, resume=resume)
        assert not (tmp_path / "run" / LOCK).exists()
