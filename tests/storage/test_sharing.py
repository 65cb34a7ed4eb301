"""Runs that travel: every byte of a packed run counts, and parts of one plan are together what one run would be."""

import hashlib
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem
from dhstats.simulate import tables
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run, sharing
from tests.gamefile.examples import command

SHARD = 1_000  # deals of a file in these tests


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of few deals, so that few games fill several."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 2 * SHARD)


def played(folder: Path, first: int, deals: int, **more: object) -> Run:
    """A run of some deals of seed 5."""
    plan = Experiment("x", strategies=("greedy",), moves="none", games=2 * deals, from_deal=first, seed=5)
    return simulate(replace(plan, **more), folder, workers=1)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Deals 0 to 1,999, 2,000 to 2,999 and 3,000 to 3,499, played apart."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "GAMES_PER_SHARD", 2 * SHARD)
        home = tmp_path_factory.mktemp("parts")
        return [played(home / str(first), first, deals) for first, deals in ((0, 2000), (2000, 1000), (3000, 500))]


def test_parts_are_together_the_run_that_plays_all_deals(parts: list[Run], tmp_path: Path) -> None:
    """In any order that they are named, to the byte."""
    joined = sharing.merge([parts[2], parts[0], parts[1]], tmp_path / "joined")
    whole = played(tmp_path / "whole", 0, 3500).manifest
    assert joined == whole
    assert open_run(tmp_path / "joined").manifest == whole


@pytest.mark.parametrize(
    ("first", "deals", "more", "why"),
    [
        (500, 500, {}, "both have deal 500"),
        (4000, 500, {}, "deals 2,000 to 3,999 between them were not played"),
        (2000, 500, {"strategies": ("random",)}, "differ in strategies, matchups"),
        (2000, 500, {"seed": 6}, "differ in seed"),
        (2000, 500, {"settings": ("hand.size=4",)}, "differ in rules"),
        (2000, 500, {"moves": "all"}, "differ in moves"),
    ],
)
def test_what_is_no_part_of_the_same_run_is_refused(
    first: int, deals: int, more: dict[str, object], why: str, parts: list[Run], tmp_path: Path
) -> None:
    """With the reason; nothing is written."""
    other = played(tmp_path / "other", first, deals, **more)
    with pytest.raises(BadInput, match=why):
        sharing.merge([parts[0], other], tmp_path / "joined")
    assert not (tmp_path / "joined").exists()


def test_a_run_that_another_follows_has_whole_files(parts: list[Run], tmp_path: Path) -> None:
    """Else the files of the whole would not be those of one run; how many games fit is said."""
    with pytest.raises(BadInput, match=r"a multiple of 1,000, such as 1,000 \(--games 2000\)"):
        sharing.merge([parts[2], played(tmp_path / "on", 3500, 10)], tmp_path / "joined")


def test_a_packed_run_is_the_same_elsewhere(parts: list[Run], tmp_path: Path) -> None:
    """Byte for byte, and it verifies."""
    size = sharing.pack(parts[0], tmp_path / "run.dhs")
    assert size == (tmp_path / "run.dhs").stat().st_size
    assert sharing.unpack(tmp_path / "run.dhs", tmp_path / "new" / "run") == parts[0].manifest
    assert verify(tmp_path / "new" / "run", sample=5).problems == ()
    again = sharing.pack(open_run(tmp_path / "new" / "run"), tmp_path / "again.dhs")
    assert again == size
    assert (tmp_path / "again.dhs").read_bytes() == (tmp_path / "run.dhs").read_bytes()


def test_every_changed_byte_is_refused(parts: list[Run], tmp_path: Path) -> None:
    """In the head, in the names, in the content, at the end, and one more or fewer; nothing is left behind."""
    sharing.pack(parts[2], tmp_path / "run.dhs")
    whole = (tmp_path / "run.dhs").read_bytes()
    changed = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), len(whole) // 60)]
    for content in (*changed, whole[:-1], whole + b"x", b"", whole[:20]):
        (tmp_path / "bad.dhs").write_bytes(content)
        with pytest.raises(DataProblem):
            sharing.unpack(tmp_path / "bad.dhs", tmp_path / "out")
    assert {path.name for path in tmp_path.iterdir()} == {"run.dhs", "bad.dhs"}


@pytest.mark.parametrize("name", ["../out.txt", "/tmp/out.txt", "games/../../out.txt", "extra.py"])
def test_a_file_made_to_write_elsewhere_is_refused(name: str, parts: list[Run], tmp_path: Path) -> None:
    """Even if its hash is right: only files that its run lists are written."""
    sharing.pack(parts[2], tmp_path / "run.dhs")
    body = BytesIO((tmp_path / "run.dhs").read_bytes().split(b"\n", 1)[1])
    with zipfile.ZipFile(body, "a") as more:
        more.writestr(name, "harm")
    packed, digest = body.getvalue(), hashlib.sha256(body.getvalue()).hexdigest().encode()
    (tmp_path / "bad.dhs").write_bytes(sharing.HEAD + digest + b"\n" + packed)
    with pytest.raises(DataProblem):
        sharing.unpack(tmp_path / "bad.dhs", tmp_path / "out")
    assert {path.name for path in tmp_path.iterdir()} == {"run.dhs", "bad.dhs"}


def test_files_are_those_that_the_run_lists(parts: list[Run], tmp_path: Path) -> None:
    """Somebody who packs other games beside the list of a run is refused, whatever the hash of the whole says."""
    body = BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(parts[2].folder / "manifest.json", "manifest.json")
        packed.write(parts[1].folder / "games" / "000000.parquet", "games/000000.parquet")
    digest = hashlib.sha256(body.getvalue()).hexdigest().encode()
    (tmp_path / "bad.dhs").write_bytes(sharing.HEAD + digest + b"\n" + body.getvalue())
    with pytest.raises(DataProblem, match="games/000000 was changed"):
        sharing.unpack(tmp_path / "bad.dhs", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is packed, and whatever it says of its size; nothing more than the limit is unpacked."""
    monkeypatch.setattr(sharing, "MOST_UNPACKED", 1_000)
    for way in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED):
        body = BytesIO()
        with zipfile.ZipFile(body, "w", way) as parts:
            parts.writestr("manifest.json", bytes(100_000))
        digest = hashlib.sha256(body.getvalue()).hexdigest().encode()
        (tmp_path / "bad.dhs").write_bytes(sharing.HEAD + digest + b"\n" + body.getvalue())
        with pytest.raises(DataProblem, match="holds"):
            sharing.unpack(tmp_path / "bad.dhs", tmp_path / "out")


def test_no_run_is_put_into_another(parts: list[Run], tmp_path: Path) -> None:
    """A run holds only its own games; and in an object store no folder comes to be at once."""
    sharing.pack(parts[2], tmp_path / "run.dhs")
    with pytest.raises(BadInput, match="holds only its own games"):
        sharing.unpack(tmp_path / "run.dhs", parts[0].folder / "inner")
    with pytest.raises(BadInput, match="holds only its own games"):
        sharing.merge(parts, parts[0].folder / "inner")


def test_a_run_that_is_too_large_says_how_to_make_it_fit(
    parts: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs that keep totals fit."""
    monkeypatch.setattr(sharing, "MOST_BYTES", 1_000)
    with pytest.raises(BadInput, match="--keep totals"):
        sharing.pack(parts[0], tmp_path / "run.dhs")
    assert not (tmp_path / "run.dhs").exists()


def test_somebody_else_opens_it_with_one_command(
    parts: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer comes with it; a second time the same folder serves, and a folder of something else is not touched."""
    monkeypatch.chdir(tmp_path)
    command("pack", str(parts[0].folder), "-o", "run.dhs")
    for _ in range(2):
        said = command("open", "run.dhs", "--again", "-o", "page.html")
        assert "stands." in said
        assert "Does going first help in Dragonheart?" in said
    capsys.readouterr()
    Path("other").mkdir()
    assert main(["open", "run.dhs", "--out", "other"]) == 2
    assert "exists and holds something else" in capsys.readouterr().err
    assert main(["open", "nowhere.dhs"]) == 3
