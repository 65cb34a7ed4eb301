"""No changed byte of a run folder passes: the benchmark of corruptions in a short form, and the manifest in full."""

import json
import shutil
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.errors import DataProblem
from dhstats.storage import open_run
from dhstats.storage.layout import MANIFEST
from dhstats.storage.manifest import read_manifest
from tests.benchmarks.corruptions import corruptions, small_run, table, tried
from tests.simulate.stored_runs import edit_manifest


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four shards."""
    return small_run(tmp_path_factory.mktemp("corruptions") / "run")


@pytest.fixture
def run(original: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(original, tmp_path / "run"))


def test_single_changed_bytes(run: Path) -> None:
    """Wherever a byte is changed, `verify` finds it and `sql` refuses, in words."""
    assert (main(["verify", str(run)]), main(["sql", str(run), "SELECT 1 FROM games"])) == (0, 0)
    outcomes = [tried(run, corruption) for corruption in corruptions(run, 12, seed=2)]
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert {outcome.kind for outcome in outcomes} == {"manifest.json", "games", "moves"}
    assert table(outcomes).splitlines()[-1].split()[-4:] == ["12", "12", "12", "0"]
    assert main(["verify", str(run)]) == 0


def test_every_byte_of_the_manifest(run: Path) -> None:
    """Blanks, brackets, the checksum itself: no byte may be another one, missing or doubled."""
    path = run / MANIFEST
    whole = path.read_bytes()
    for place, byte in enumerate(whole):
        changes = [bytes([byte ^ 1]), bytes([byte ^ 0x20]), b"", bytes([byte, byte])]
        path.write_bytes(whole[:place] + changes[place % 4] + whole[place + 1 :])
        with pytest.raises(DataProblem, match=r"manifest\.json: "):
            read_manifest(run)
    path.write_bytes(whole)
    read_manifest(run)


@pytest.mark.parametrize("spaces", [None, 1, 4])
def test_the_same_values_in_another_form(run: Path, spaces: int | None) -> None:
    """A file that was opened and saved again was edited, even if nothing in it seems to differ."""
    path = run / MANIFEST
    table = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(table, indent=spaces, ensure_ascii=False), "utf-8")
    with pytest.raises(DataProblem, match="was edited or is damaged: its checksum does not fit its content"):
        read_manifest(run)


COMMANDS = [
    ("report", "RUN"), ("sql", "RUN", "SELECT count(*) FROM games"), ("replay", "RUN", "3"), ("certify", "RUN"),
    ("verify", "RUN"), ("replay", "RUN", "3", "--explain", "--continuations", "2"),
    ("simulate", "--strategies", "greedy,random", "--games", "480", "--seed", "1", "--out", "RUN", "--resume"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(command) for command in COMMANDS])
def test_nothing_is_read_from_an_edited_run(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    command: tuple[str, ...],
) -> None:  # fmt: skip
    """Every command that reads runs refuses a manifest whose checksum is wrong, and writes nothing."""
    path = run / MANIFEST
    path.write_bytes(path.read_bytes().replace(b'"seed": 1', b'"seed": 2'))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.chdir(tmp_path)
    assert main([str(run) if word == "RUN" else word for word in command]) == 3
    assert "its checksum does not fit its content" in "".join(capsys.readouterr())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("command", COMMANDS[:4], ids=[" ".join(command) for command in COMMANDS[:4]])
@pytest.mark.parametrize("damage", ["changed", "cut", "longer", "missing", "listed twice"])
def test_nothing_is_counted_from_damaged_tables(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    command: tuple[str, ...], damage: str,
) -> None:  # fmt: skip
    """The first shard's games are damaged; every command that counts or shows them says so."""
    path = run / "games" / "000000.parquet"
    whole = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage == "listed twice":
        edit_manifest(run, lambda table: table["shards"].insert(0, table["shards"][0]))
    else:
        path.write_bytes({"changed": bytes([*whole[:-1], 0]), "cut": whole[:-1], "longer": whole + b"\0"}[damage])
    monkeypatch.chdir(tmp_path)
    assert main([str(run) if word == "RUN" else word for word in command]) == 3
    heard = "".join(capsys.readouterr())
    assert ("shard 000000 is listed 2 times" if damage == "listed twice" else "games/000000.parquet: ") in heard


def test_an_unfinished_run_is_not_opened(run: Path) -> None:
    """What is missing is said, and how to go on."""
    edit_manifest(run, lambda table: table["shards"].pop())
    with pytest.raises(DataProblem, match=r"the run is incomplete \(3 of 4 shards\); continue with"):
        open_run(run)
