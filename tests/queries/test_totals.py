"""Exact totals in place of games: the same answers, from files that do not grow with the games."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem
from dhstats.queries.counts import Totals, counting, kept
from dhstats.questions.verdicts.sequential import play
from dhstats.report.pages.writing import write_report
from dhstats.simulate import tables
from dhstats.simulate.checks import verify as kept_shards
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment, checked
from dhstats.simulate.replays import replay
from dhstats.storage import Arm, Run, open_run
from dhstats.storage.layout import fingerprint
from dhstats.storage.manifest import read_manifest, write_manifest
from dhstats.storage.tables import write_arrow
from tests.simulate.stored_runs import edit_manifest, setting

PLAN = Experiment("x", strategies=("greedy", "random"), design="quartet", games=1400, seed=9, moves="none")


def played(keep: str, folder: Path, workers: int = 2, design: str = "quartet") -> Run:
    """The same games, kept or counted."""
    return play(replace(PLAN, keep=keep, design=design), folder / f"{keep}-{workers}", workers=workers)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games in a run that keeps games, and in one that keeps totals."""
    folder = tmp_path_factory.mktemp("originals")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "GAMES_PER_SHARD", 300)
        for keep in ("games", "totals"):
            played(keep, folder)
    return folder


@pytest.fixture
def both(originals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Run, Run]:
    """Copies of both runs, to be damaged; what goes on with them has shards as small."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 300)
    shutil.copytree(originals, tmp_path / "runs")
    return open_run(tmp_path / "runs" / "games-2"), open_run(tmp_path / "runs" / "totals-2")


def test_every_kept_query_gives_the_same_rows(both: tuple[Run, Run]) -> None:
    """To the last digit, whatever columns a query has."""
    assert len(both[1].manifest.shards) > 3
    with counting(both[0]) as ours, counting(both[1]) as theirs:
        for query in kept("dragonheart"):
            one, other = ours.frame(query.name), theirs.frame(query.name)
            assert one.height > 0
            assert other.select(one.columns).equals(one), query.name


def test_the_report_is_the_same(both: tuple[Run, Run], tmp_path: Path) -> None:
    """Every sentence and every number of every question."""
    told = []
    for run in both:
        report = write_report(run, tmp_path / "page.html")
        told.append(json.loads(report.json_text)["runs"][0]["answers"])
    assert told[0] == told[1]
    assert len(told[0]) > 5


def test_bytes_do_not_depend_on_workers(both: tuple[Run, Run], tmp_path: Path) -> None:
    """Totals are sums of whole numbers in the order of their keys."""
    runs = [both[1], played("totals", tmp_path, 3)]
    assert runs[0].manifest == runs[1].manifest
    files = [[file.path(run.folder).read_bytes() for file in run.manifest.files()] for run in runs]
    assert files[0] == files[1]


def test_parts_of_a_shard_add_up(both: tuple[Run, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard counted in many parts has the totals of one counted at once."""
    monkeypatch.setattr(tables, "COUNTED", 1)
    assert played("totals", tmp_path / "parts").manifest == both[1].manifest


def test_a_run_of_totals_has_no_games_on_disk(both: tuple[Run, Run], capsys: pytest.CaptureFixture[str]) -> None:
    """Sql shows the totals; single deals are not asked for in vain; a game is played again for replay."""
    folder = both[1].folder
    assert not (folder / "games").exists()
    assert main(["sql", str(folder), "SELECT sum(deals) AS deals FROM totals WHERE query = 'means'"]) == 0
    assert capsys.readouterr().out.split() == ["deals", "350"]
    with counting(both[1]) as counts, pytest.raises(DataProblem, match="keeps exact totals"):
        counts.frame("deals")
    assert replay(both[1], 6).turns == replay(both[0], 6).turns


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"keep": "nothing"}, "games or totals"),
        ({"keep": "totals", "moves": "all"}, "--moves none"),
        ({"keep": "totals", "until": "balanced within 5pp"}, "deal by deal"),
        ({"keep": "totals", "design": "league"}, "deal by deal"),
    ],
)
def test_totals_that_cannot_be_kept(changes: dict[str, str], told: str) -> None:
    """What asks for single games or deals is refused with what to do."""
    with pytest.raises(BadInput, match=told):
        checked(replace(PLAN, **changes), "x")  # type: ignore[arg-type]


def test_counting_leaves_nothing_behind() -> None:
    """The counter can be copied to another process: what it holds is its plan."""
    import pickle  # as a cluster does

    from dhstats.queries.catalogue import Plan

    arms = (Arm(0, 0, "a", "a", False, 0), Arm(1, 0, "a", "a", True, 1))
    totals = Totals(Plan("dragonheart", "seat", (("a", "a"),), arms, {}))
    assert pickle.loads(pickle.dumps(totals)) == totals


@pytest.mark.parametrize(
    ("games", "moves", "keep", "size"),
    [
        (10**5, "all", "games", 16_384),
        (10**10, "all", "games", 16_384),
        (10**7, "none", "games", 16_384),
        (10**9, "none", "games", 1 << 18),
        (10**12, "none", "games", 1 << 18),
        (10**4, "none", "totals", 16_384),
        (10**6, "none", "totals", 1 << 17),
        (10**9, "none", "totals", 1 << 18),
        (10**12, "none", "totals", 1 << 24),
    ],
)
def test_shards_grow_with_the_run(games: int, moves: str, keep: str, size: int) -> None:
    """Long runs without turns have larger shards, so that a billion games are a few thousand files."""
    assert tables.deals_per_shard(2, games, moves, keep) * 2 == size


# ---- verify ----------------------------------------------------------------------------------------------------


def problems(folder: Path) -> tuple[str, ...]:
    """What `verify` finds in a run that keeps totals."""
    return verify(folder, digest=Totals.of).problems


def test_verify_counts_a_shard_again(both: tuple[Run, Run]) -> None:
    """An untouched run stands, and says how many games were counted again."""
    found = verify(both[1].folder, digest=Totals.of)
    assert found.stands
    assert found.games_played_again == min(shard.deals for shard in both[1].manifest.shards) * 4
    assert found.left_out == ()


def test_verify_finds_other_bytes_and_other_files(both: tuple[Run, Run]) -> None:
    """A changed byte, a missing file, one that does not belong there."""
    folder = both[1].folder
    files = [file.path(folder) for file in both[1].manifest.files()]
    (folder / "totals" / "stray.parquet").write_bytes(b"x")
    content = bytearray(files[0].read_bytes())
    content[len(content) // 2] ^= 1
    files[0].write_bytes(content)
    files[1].unlink()
    told = "\n".join(problems(folder))
    assert "stray.parquet" in told
    assert str(files[0]) in told
    assert str(files[1]) in told


def forged(run: Run, change: Callable[[pl.DataFrame], pl.DataFrame], number: int = -1) -> None:
    """Changes the totals of a shard and makes all hashes right again."""
    shard = run.manifest.shards[number]
    (file,) = shard.files
    path = file.path(run.folder)
    rows = write_arrow(path, change(pl.read_parquet(path)).to_arrow())
    size, sha256 = fingerprint(path)
    made = replace(shard, totals_rows=rows, totals_bytes=size, totals_sha256=sha256)
    shards_of = list(run.manifest.shards)
    shards_of[number] = made
    write_manifest(run.folder, replace(run.manifest, shards=tuple(shards_of)))


def test_verify_finds_totals_that_are_not_those_of_the_games(both: tuple[Run, Run]) -> None:
    """Even where every hash was made right again: the shortest shard is counted anew."""
    forged(both[1], lambda frame: frame.with_columns(pl.col("deals") + 1))
    assert any("have other totals" in problem for problem in problems(both[1].folder))


def test_totals_that_are_not_those_of_the_games_are_not_gone_on_with(
    both: tuple[Run, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept shards are counted again for a short time, whichever of them was forged; removed, it is played as it was."""
    monkeypatch.setattr(kept_shards, "SECONDS", 600.0)
    run, plan = both[1], replace(PLAN, keep="totals")
    forged(run, lambda frame: frame.with_columns(pl.col("deals") + 1), number=1)
    shards_of = read_manifest(run.folder).shards
    write_manifest(run.folder, replace(run.manifest, shards=shards_of[:3]))
    said = r"shard 000001 does not hold the games of this run: its games, played again, have other totals; remove "
    with pytest.raises(DataProblem, match=said):
        play(plan, run.folder, workers=2, resume=True)
    run.manifest.shards[1].files[0].path(run.folder).unlink()
    assert play(plan, run.folder, workers=2, resume=True).manifest == run.manifest


def test_counting_kept_totals_again_takes_a_short_time_alone(
    both: tuple[Run, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a shard takes longer than that: a run of billions is gone on with at once."""
    run = both[1]
    monkeypatch.setattr(kept_shards, "SECONDS", -1.0)
    forged(run, lambda frame: frame.with_columns(pl.col("deals") + 1), number=1)
    write_manifest(run.folder, replace(run.manifest, shards=read_manifest(run.folder).shards[:3]))
    assert play(replace(PLAN, keep="totals"), run.folder, workers=2, resume=True).manifest.complete


@pytest.mark.parametrize("content", [b"no table", b"PAR1\x15\x04\x15"])
def test_totals_that_are_no_table_are_told(both: tuple[Run, Run], content: bytes) -> None:
    """A file of other bytes with the hash that fits them, to verify and to whoever goes on."""
    run = both[1]
    path = run.manifest.shards[1].files[0].path(run.folder)
    path.write_bytes(content)
    size, sha256 = fingerprint(path)
    one = replace(run.manifest.shards[1], totals_bytes=size, totals_sha256=sha256)
    write_manifest(run.folder, replace(run.manifest, shards=(run.manifest.shards[0], one)))
    said = "cannot be read: it is not a Parquet file, or it was changed"
    assert any(said in problem for problem in problems(run.folder))
    with pytest.raises(DataProblem, match=said):
        play(replace(PLAN, keep="totals"), run.folder, workers=2, resume=True)


def test_verify_finds_totals_that_are_there_twice(both: tuple[Run, Run]) -> None:
    """The file of one shard under the name of another."""
    first = both[1].manifest.shards[0].files[0].path(both[1].folder)
    forged(both[1], lambda _: pl.read_parquet(first), number=1)
    assert any("are those of shard 000000 again" in problem for problem in problems(both[1].folder))


def test_verify_finds_games_where_totals_are_kept(both: tuple[Run, Run]) -> None:
    """A shard lists the files that the run keeps, and no others."""
    edit_manifest(both[1].folder, setting("shards", 0, "games_sha256", to="f" * 64))
    assert any("lists games, but the run keeps totals" in problem for problem in problems(both[1].folder))


def test_a_run_of_totals_goes_on(both: tuple[Run, Run]) -> None:
    """A shard that is gone is played again, to the same bytes."""
    run, before = both[1], both[1].manifest
    before.shards[1].files[0].path(run.folder).unlink()
    again = play(replace(PLAN, keep="totals"), run.folder, workers=2, resume=True)
    assert again.manifest == before
    assert problems(run.folder) == ()
