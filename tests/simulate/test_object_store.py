"""Runs in S3 buckets: the same bytes, read by everything that reads a folder, and clear errors."""

import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from s3fs import S3FileSystem

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem, Interrupted, ResourceFailure
from dhstats.queries.counts import counting
from dhstats.queries.sql import query
from dhstats.questions.verdicts import sequential
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import replay
from dhstats.simulate.running.playing import Progress
from dhstats.storage import Run, open_run
from dhstats.storage.layout import whole_file
from dhstats.storage.outputs import check_ours, guarded, note
from dhstats.storage.places import filesystem, place, remote
from tests.simulate.clusters import answers, free_port, process, scheduler, workers
from tests.simulate.stored_runs import bytes_of

PLAN = Experiment("small", strategies=("greedy", "random"), games=3_000, seed=5, moves="sample:50")
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The address of an S3 server that starts empty."""
    port = free_port()
    with process("-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port), folder=folder):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not answers(port):
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"


@contextmanager
def aws(address: str, keys: dict[str, str]) -> Iterator[None]:
    """The variables by which any tool finds a store and may enter it; nothing else that this machine knows counts."""
    with pytest.MonkeyPatch.context() as patch:
        for name in (*KEYS, "AWS_PROFILE", "AWS_SESSION_TOKEN"):
            patch.delenv(name, raising=False)
        for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
            patch.setenv(name, "/nowhere")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        patch.setenv("AWS_ENDPOINT_URL", address)
        for name, value in keys.items():
            patch.setenv(name, value)
        S3FileSystem.clear_instance_cache()  # a store in use keeps the keys that it was opened with
        yield
    S3FileSystem.clear_instance_cache()


def new_bucket() -> str:
    """The address of a bucket with nothing in it."""
    name = f"bucket-{uuid.uuid4().hex[:12]}"
    S3FileSystem().mkdir(name)
    return f"s3://{name}"


def play(out: Path | str, plan: Experiment = PLAN, **more: Any) -> Run:
    """Plays, or goes on with, a run of shards of a thousand games."""
    return sequential.play(plan, out, shard_deals=500, **more)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server, with keys to it in the environment."""
    with server(tmp_path_factory.mktemp("store")) as address, aws(address, KEYS):
        yield address


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on this machine."""
    return play(tmp_path_factory.mktemp("local") / "run", workers=2).folder


@pytest.fixture(scope="module")
def stored(store: str) -> str:
    """The same run in a bucket."""
    address = f"{new_bucket()}/runs/first"
    play(address, workers=2)
    return address


def test_a_run_in_a_bucket_has_the_bytes_of_one_in_a_folder(local: Path, stored: str) -> None:
    """Manifest, games and moves; nothing else is there."""
    assert bytes_of(place(stored)) == bytes_of(local)


def test_a_run_in_a_bucket_is_verified_and_a_changed_byte_is_found(stored: str) -> None:
    """Hashes, order, rows and a sample of games."""
    assert verify(stored, sample=20).stands
    file = place(stored) / "games" / "000001.parquet"
    sound = file.read_bytes()
    file.write_bytes(sound[:-20] + bytes([sound[-20] ^ 1]) + sound[-19:])
    try:
        assert [problem for problem in verify(stored, sample=20).problems if "000001" in problem]
    finally:
        file.write_bytes(sound)


def test_sql_counts_and_replay_read_from_a_bucket(local: Path, stored: str) -> None:
    """DuckDB and the tables' reader find the same rows as in a folder."""
    there, here = open_run(stored), open_run(local)
    text = "SELECT winner, count(*) n, (SELECT sum(cards) FROM moves) cards FROM games GROUP BY ALL ORDER BY ALL"
    assert query(there, text).equals(query(here, text))
    assert replay(there, 7).text() == replay(here, 7).text()
    assert sums(there).equals(sums(here))


def sums(run: Run) -> pl.DataFrame:
    """What a page counts first of a run."""
    with counting(run) as counts:
        return counts.frame("means")


def test_sql_reads_the_run_and_nothing_else_of_the_bucket(stored: str) -> None:
    """What belongs to the same bucket but not to the run is shut out."""
    other = stored.replace("first", "other")
    (place(other) / "secret.parquet").write_bytes((place(stored) / "games" / "000000.parquet").read_bytes())
    with pytest.raises(BadInput, match="is not a table of a run"):
        query(open_run(stored), f"SELECT count(*) FROM '{other}/secret.parquet'")


def test_an_interrupted_run_in_a_bucket_is_finished_with_resume(local: Path, store: str) -> None:
    """Without --resume it is refused, and whole shards are kept."""
    address = f"{new_bucket()}/run"

    def interrupt(progress: Progress) -> None:
        if progress.games_done:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="continue with --resume"):
        play(address, workers=1, watch=interrupt)
    with pytest.raises(DataProblem, match="incomplete"):
        open_run(address)
    with pytest.raises(BadInput, match="holds a run already"):
        play(address, workers=1)
    play(address, workers=2, resume=True)
    assert bytes_of(place(address)) == bytes_of(local)


def test_workers_of_a_cluster_write_straight_to_the_bucket(local: Path, store: str, tmp_path: Path) -> None:
    """The machine that asked never sees the rows."""
    address = f"{new_bucket()}/run"
    with scheduler(tmp_path) as (found, _), workers(found, tmp_path, 1):
        play(address, cluster=found)
    assert bytes_of(place(address)) == bytes_of(local)


@pytest.mark.long("that every command takes a bucket; runs, pages, forks and totals in one are above and below")
def test_the_command_line_takes_a_bucket_wherever_it_takes_a_folder(
    local: Path, stored: str, store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs, pages, certificates and JSON."""
    bucket = new_bucket()
    assert main(["sql", stored, "SELECT count(*) AS n FROM games"]) == 0
    assert "3000" in capsys.readouterr().out
    assert main(["verify", stored, "--sample", "10"]) == 0
    assert main(["report", stored, "-o", f"{bucket}/page.html", "--json", f"{bucket}/page.json"]) == 0
    assert main(["report", str(local), "-o", str(tmp_path / "here.html"), "--json", str(tmp_path / "here.json")]) == 0
    assert place(f"{bucket}/page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert place(f"{bucket}/page.json").read_bytes() == (tmp_path / "here.json").read_bytes()
    words = ["--strategies", "greedy", "--moves", "none", "--seed", "1", "--out", f"{bucket}/goal"]
    assert main(["simulate", "--until", "balanced within 3pp", *words]) == 0
    assert main(["certify", f"{bucket}/goal", "-o", f"{bucket}/certificate.html"]) == 0
    assert main(["verify", f"{bucket}/certificate.json", "--run", f"{bucket}/goal"]) == 0
    tweak = ["compare", "ffg", "great_dragon.points=6", "--strategies", "greedy", "--deals", "300", "--seed", "1"]
    assert main([*tweak, "--out", f"{bucket}/tweaks", "-o", str(tmp_path / "page.html")]) == 0
    names = ["greedy", "random", "denier"]
    assert main(["meta", "--strategies", ",".join(names), "--deals", "50", "--seed", "1", "--out", f"{bucket}/meta",
                 "-o", str(tmp_path / "meta.html")]) == 0  # fmt: skip


def test_a_run_of_totals_in_a_bucket_is_counted(store: str, tmp_path: Path) -> None:
    """The few tables that such a run keeps are read as they are from a folder."""
    plan = replace(PLAN, moves="none", keep="totals")
    runs = [play(each, plan, workers=2) for each in (f"{new_bucket()}/run", tmp_path / "run")]
    assert bytes_of(runs[0].folder) == bytes_of(runs[1].folder)
    assert sums(runs[0]).height
    assert sums(runs[0]).equals(sums(runs[1]))


def test_a_whole_file_in_a_bucket_is_there_or_not(store: str) -> None:
    """What fails while it is written leaves nothing behind."""
    file = place(f"{new_bucket()}/folder/file.txt")
    with pytest.raises(ZeroDivisionError), whole_file(file) as draft:
        draft.write_text(f"half {1 // 0}", encoding="utf-8")
    assert not file.exists()
    with whole_file(file) as draft:
        draft.write_text("whole", encoding="utf-8")
    assert file.read_text(encoding="utf-8") == "whole"


def test_a_store_that_goes_away_is_a_resource_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of writing, and when it is looked for."""
    with server(tmp_path) as address, aws(address, KEYS):
        file = place(f"{new_bucket()}/run/file.txt")
        assert remote(file)
        filesystem(file).retries = 1
    with aws(address, KEYS), monkeypatch.context() as patch:
        patch.setattr(S3FileSystem, "retries", 1)
        with pytest.raises(ResourceFailure, match="cannot be written"), whole_file(file) as draft:
            draft.write_text("too late", encoding="utf-8")
        with pytest.raises(ResourceFailure, match=f"cannot be reached at {address}"):
            place("s3://bucket/run")


def test_an_address_of_another_kind_or_without_a_run_is_refused() -> None:
    """Buckets and folders are all that there is; a bucket's root is no run folder."""
    for text in ("gs://bucket/run", "https://host/run", "s3://", "s3://bucket", "s3://bucket/"):
        with pytest.raises(BadInput, match="write a path, or s3://BUCKET/PATH"):
            place(text)


def test_a_missing_bucket_is_named(store: str) -> None:
    """Nothing is made that nobody asked for."""
    with pytest.raises(BadInput, match="has no bucket 'no-such-bucket'"):
        place("s3://no-such-bucket/run")


def test_a_place_without_a_run_is_missing_data(store: str) -> None:
    """As in an empty folder."""
    with pytest.raises(DataProblem, match="no run here"):
        open_run(f"{new_bucket()}/nothing")


def test_without_keys_the_variables_are_named(store: str) -> None:
    """Whoever has no access is told how to get it."""
    with aws(store, {}), pytest.raises(ResourceFailure, match="set AWS_ACCESS_KEY_ID"):
        place("s3://bucket/run")


def test_without_the_libraries_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base installation has no S3."""
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(BadInput, match=r"pip install 'dhstats\[s3\]'"):
        place("s3://bucket/run")


def test_paths_stay_paths(tmp_path: Path) -> None:
    """Whatever has no scheme is of this machine."""
    assert place("data/run") == Path("data/run")
    assert place(tmp_path) == tmp_path
    assert place(r"odd:name") == Path("odd:name")


def test_a_file_of_others_in_a_bucket_is_not_replaced(store: str, tmp_path: Path) -> None:
    """As on a disk: what was written there is known by the cache of this machine."""
    bucket = new_bucket()
    mine, numbers = place(f"{bucket}/mine.json"), place(f"{bucket}/numbers.json")
    mine.write_bytes(b"mine")
    with guarded(lambda: tmp_path, force=False):
        check_ours(numbers)
        numbers.write_bytes(b"[1]")
        note(numbers)
        check_ours(numbers)
        numbers.write_bytes(b"[2]")
        for other in (mine, numbers):
            with pytest.raises(BadInput, match="was not written by dhstats"):
                check_ours(other)
