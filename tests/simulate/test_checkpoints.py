"""Work whose result is written at its end: finished parts are kept, and the result does not show that it was stopped."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.errors import BadInput, DataProblem, Interrupted, ResourceFailure
from dhstats.players.positions.forks import Arm, Forked
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions import forks
from dhstats.simulate.positions.fork_files import write_forks
from dhstats.simulate.positions.forks import Looked, Progress, Study, fork, look_into
from dhstats.simulate.work import checkpoints
from dhstats.simulate.work.checkpoints import LIST, UNFINISHED, Checkpoints, is_begun, opened
from dhstats.simulate.work.workers import Budget
from dhstats.storage.layout import LOCK, file_sha256

PLAN = Experiment("stopped", strategies=("greedy", "random"), games=200, seed=8, moves="none")

STUDIES = (Study("uniform-turn", (Arm("as it is"),)), Study("at-claim", (Arm("claimed", forced=True),), replicates=2))
DEALS = 100


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small chunks, each of which is kept at once."""
    monkeypatch.setattr(forks, "CHUNK_DEALS", 10)
    monkeypatch.setattr(checkpoints, "PART_SECONDS", 0.0)


def written(folder: Path, **more: Any) -> dict[str, bytes]:
    """All files of the forks of this page, written to a folder."""
    lineup, found = fork(PLAN, STUDIES, DEALS, workers=2, **more)
    write_forks(folder, PLAN, lineup, STUDIES, found)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*") if LOCK not in path.name}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of forks that nobody disturbed."""
    return written(tmp_path_factory.mktemp("whole"))


def stopping(moment: str, deals: int, error: type[BaseException]) -> Callable[[Progress], None]:
    """Somebody who stops the work once it is so far."""

    def watch(seen: Progress) -> None:
        if (seen.moment, seen.deals) == (moment, deals):
            raise error

    return watch


@pytest.mark.parametrize(("moment", "deals"), [("uniform-turn", 10), ("uniform-turn", 70), ("at-claim", 40)])
def test_forks_that_were_stopped_go_on_to_the_same_bytes(
    tmp_path: Path, whole: dict[str, bytes], moment: str, deals: int
) -> None:
    """In the first study or in a later one; a second stop changes nothing, and no part stays."""
    folder = tmp_path / "forks"
    for _ in range(2):
        with opened(folder) as kept, pytest.raises(Interrupted, match=rf"forks at {moment}: stopped; {deals} of 100"):
            fork(PLAN, STUDIES, DEALS, workers=2, checkpoints=kept, watch=stopping(moment, deals, KeyboardInterrupt))
        deals += 10
        assert is_begun(folder)
        assert not (folder / LOCK).exists()
    seen: list[Progress] = []
    with opened(folder) as kept:
        found = written(folder, checkpoints=kept, watch=seen.append)
        kept.clear()
    assert {name: content for name, content in found.items() if UNFINISHED not in name} == whole
    assert not (folder / UNFINISHED).exists()
    assert {each.kept for each in seen if each.moment == moment} == {deals - 10}


def test_states_that_were_stopped_go_on_to_the_same_numbers(tmp_path: Path) -> None:
    """Also those in which there is no move to choose."""

    def looked(**more: Any) -> Looked:
        return look_into(PLAN, 80, 3, workers=2, **more)[1]

    truth = looked()
    for at in (3, 50):
        with opened(tmp_path) as kept, pytest.raises(Interrupted, match=rf"states: stopped; {at} of \d+ are kept"):
            looked(checkpoints=kept, watch=stopping("states", at, KeyboardInterrupt))
    with opened(tmp_path) as kept:
        again = looked(checkpoints=kept)
        kept.clear()
    for name in ("states", "deals", "turns", "moves", "chosen", "scores", "margins"):
        assert np.array_equal(getattr(again, name), getattr(truth, name)), name
    assert list(tmp_path.iterdir()) == []


def test_without_a_notebook_nothing_is_kept_and_that_is_said() -> None:
    """A question that writes nothing cannot go on."""
    with pytest.raises(Interrupted, match="forks at at-claim: stopped; nothing of it is kept"):
        fork(PLAN, STUDIES, DEALS, workers=1, watch=stopping("at-claim", 20, KeyboardInterrupt))


def test_time_that_is_over_keeps_what_is_forked(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """As if it had been stopped."""
    with (
        opened(tmp_path) as kept,
        pytest.raises(
            ResourceFailure, match=r"stopped, --max-time 0 s is over; 10 of 100 are kept; continue with --resume"
        ),
    ):
        fork(PLAN, STUDIES, DEALS, workers=2, checkpoints=kept, budget=Budget(seconds=0.0))
    with opened(tmp_path) as kept:
        assert kept.as_begun(replace(PLAN, seed=77), None) == PLAN
        assert kept.as_begun(replace(PLAN, seed=77), 77).seed == 77
        written(tmp_path, checkpoints=kept)
        kept.clear()
    assert {str(p.relative_to(tmp_path)): p.read_bytes() for p in tmp_path.rglob("*.*")} == whole


def test_a_worker_that_fails_leaves_the_deals_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it died of is named; parts before it are there."""
    real = forks.ForkTable.play

    def play(table: Any, plan: Any, seed: int, first: int, deals: int) -> Forked:
        if first == 50:
            raise MemoryError("too much")
        return real(table, plan, seed, first, deals)

    monkeypatch.setattr(forks.ForkTable, "play", play)
    with opened(tmp_path) as kept, pytest.raises(ResourceFailure, match=r"a worker failed \(MemoryError: too much\)"):
        fork(PLAN, STUDIES, DEALS, workers=2, checkpoints=kept)
    told = json.loads((tmp_path / UNFINISHED / LIST).read_text())
    assert told["uniform-turn"]["parts"][-1]["upto"] == 50


def test_another_question_is_refused(tmp_path: Path) -> None:
    """Other deals, another seed: the parts would not fit together."""
    with opened(tmp_path) as kept, pytest.raises(Interrupted):
        fork(PLAN, STUDIES, DEALS, checkpoints=kept, watch=stopping("uniform-turn", 10, KeyboardInterrupt))
    with opened(tmp_path) as kept, pytest.raises(BadInput, match="--resume needs the same question, but deals differ"):
        fork(PLAN, STUDIES, DEALS + 1, checkpoints=kept)


def test_parts_that_are_not_those_that_were_written(tmp_path: Path) -> None:
    """A flipped byte, a lost file and a list that is none are told, and nothing is built on them."""
    with opened(tmp_path) as kept, pytest.raises(Interrupted):
        fork(PLAN, STUDIES, DEALS, checkpoints=kept, watch=stopping("uniform-turn", 30, KeyboardInterrupt))
    (part, *_) = sorted((tmp_path / UNFINISHED).glob("*.npz"))
    content = bytearray(part.read_bytes())
    content[200] ^= 1
    for damage in (lambda: part.write_bytes(content), part.unlink):
        damage()
        with pytest.raises(DataProblem, match=r"is not the part that was written; remove .* and start again"):
            fork(PLAN, STUDIES, DEALS, checkpoints=Checkpoints(tmp_path))
    for words in ("", "[]", '{"uniform-turn": {"terms": {}}}', '{"a": {"terms": 1, "parts": [{}]}}'):
        (tmp_path / UNFINISHED / LIST).write_text(words)
        with pytest.raises(DataProblem, match=r"is damaged: |not valid JSON"):
            Checkpoints(tmp_path)


@pytest.mark.parametrize("how", ["no arrays", "an array less", "more than there is", "another name"])
def test_parts_that_were_rewritten_with_their_hash(tmp_path: Path, how: str) -> None:
    """One line that says what to remove, whatever is in them."""
    with opened(tmp_path) as kept, pytest.raises(Interrupted):
        fork(PLAN, STUDIES, DEALS, checkpoints=kept, watch=stopping("uniform-turn", 30, KeyboardInterrupt))
    file = tmp_path / UNFINISHED / LIST
    told = json.loads(file.read_text())
    part = told["uniform-turn"]["parts"][-1]
    path = tmp_path / UNFINISHED / part["file"]
    if how == "no arrays":
        path.write_bytes(b"PK nothing")
    elif how == "an array less":
        with np.load(path) as stored:
            arrays = {name: stored[name] for name in stored.files[1:]}
        np.savez(path, **arrays)
    elif how == "more than there is":
        path = path.rename(path.with_name(f"{path.name[:12]}-{999:012d}.npz"))
        part |= {"file": path.name, "upto": 999}
    else:
        part["upto"] = -5
    part["sha256"] = file_sha256(path)
    file.write_text(json.dumps(told))
    with pytest.raises(DataProblem, match=r"remove .* and start again"):
        fork(PLAN, STUDIES, DEALS, checkpoints=Checkpoints(tmp_path))


def test_drafts_of_a_killed_process_go(tmp_path: Path) -> None:
    """Parts that were being written are no parts."""
    (tmp_path / UNFINISHED).mkdir()
    draft = tmp_path / UNFINISHED / "0123456789ab-000000000010.npz.0a1b2c3d.part"
    draft.write_bytes(b"half")
    with opened(tmp_path):
        assert not draft.exists()
