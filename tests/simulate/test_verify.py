"""An unchanged run folder stands; changed bytes and files are found and told."""

import shutil
import time
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.games.retelling import Kept
from dhstats.simulate.checks.sample import Sample
from dhstats.simulate.checks.shard import Judgement
from dhstats.simulate.checks.verify import VerifyProgress, verify
from dhstats.storage.layout import fingerprint
from dhstats.storage.manifest import read_manifest
from tests.simulate.stored_runs import edit_manifest, flip_byte, play, problems

# Runs that stand


def test_a_run_stands(original: Path) -> None:
    """Everything is counted; the whole sample was refereed and played again."""
    found = verify(original)
    assert found.stands
    assert found.left_out == ()
    rows = read_manifest(original).shards[0].moves_rows
    assert (found.shards, found.games, found.turns) == (1, 60, rows)
    assert (found.games_replayed, found.games_played_again) == (60, 60)
    assert found.rows_checked == found.turns_followed == rows
    assert (
        f"rows: 60 games in order, each in its place in the design, and {rows:,} turns that belong to "
        f"them" in found.checks
    )


def test_the_sample_is_spread_over_shards(wide_original: Path) -> None:
    """Whole blocks, of logged deals, in every shard; the workers change nothing."""
    found = verify(wide_original, sample=31)
    assert found.stands
    assert (found.shards, found.games_replayed) == (3, 32)
    assert verify(wide_original, sample=31, workers=1) == found


@pytest.mark.parametrize(
    ("design", "moves"),
    [
        ("seat", "all"),
        ("seat", "sample:3"),
        ("strength", "none"),
        ("quartet", "all"),
        ("quartet", "sample:3"),
        ("single", "none"),
    ],
)
def test_runs_of_every_design_stand(tmp_path: Path, design: str, moves: str) -> None:
    """Whether turns are kept or not, every game of a small run is judged."""
    names = ("greedy", "random", "balanced")
    matchups = (("greedy", "random"), ("random", "balanced"))
    plan = {"design": design, "strategies": names, "matchups": matchups, "games": 48}
    folder = play(tmp_path / "run", moves=moves, **plan).folder
    found = verify(folder, sample=1000)
    assert found.problems == ()
    assert found.games_played_again == found.games_replayed
    assert found.games_replayed == (found.games if moves != "sample:3" else found.games // 3)


def test_no_sample_looks_at_files_alone(original: Path) -> None:
    """Zero games are judged; fewer are refused."""
    found = verify(original, sample=0)
    assert found.stands
    assert (found.games, found.games_replayed, found.games_played_again) == (60, 0, 0)
    with pytest.raises(BadInput, match="--sample: must be at least 0, not -1"):
        verify(original, sample=-1)


def test_progress_is_told(wide_original: Path) -> None:
    """One call for each shard."""
    seen: list[VerifyProgress] = []
    verify(wide_original, sample=0, watch=seen.append)
    assert seen == [VerifyProgress(done, 3) for done in (1, 2, 3)]


def test_tweaked_rules_stand(tmp_path: Path) -> None:
    """The referee reads the run's own rules."""
    settings = ("great_dragon.theft=always_one", "spaces.dwarf.slots=3", "end.last_turn=false", "hand.size=4")
    assert verify(play(tmp_path / "run", rules="kosmos", settings=settings).folder).stands


# Strategies that are no longer there


def test_games_of_a_changed_strategy_are_refereed_alone(tmp_path: Path) -> None:
    """The log is judged by the rules; what cannot be played again is said, and is no problem of the run."""
    bot = tmp_path / "bots.py"
    bot.write_text('def bot(view, moves, count, randomness):\n    """Plays the first move."""\n    return 0\n')
    names = ("random", f"{bot}:bot")
    folder = play(tmp_path / "run", strategies=names, games=20).folder
    bare = play(tmp_path / "bare", strategies=names, games=20, moves="none").folder
    assert verify(folder).games_played_again == 20
    bot.write_text('def bot(view, moves, count, randomness):\n    """Plays the last move."""\n    return count - 1\n')
    bot.write_text(bot.read_text() + "raise AssertionError('code that did not play was run')\n")
    found = verify(folder)
    assert found.stands
    assert (found.games_replayed, found.games_played_again) == (20, 0)
    assert found.left_out[0].startswith("games of 'bot' were not played again: strategy 'bot' (")
    assert (verify(bare).games_replayed, verify(bare).stands) == (0, True)


# Bytes


@pytest.mark.parametrize("table", ["games", "moves"])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.7, 1.0])
def test_a_changed_byte_of_a_table(run: Path, table: str, place: float) -> None:
    """Header, middle or foot: the file is named, and nothing is read from it."""
    flip_byte(run / table / "000000.parquet", place)
    assert problems(run) == (
        f"{table}/000000.parquet: it was changed after it was written (SHA-256 or size differs from the manifest's)"
    )


def test_a_file_that_is_no_table(run: Path) -> None:
    """Even with the right hash it has to be Parquet."""
    path = run / "games" / "000000.parquet"
    path.write_bytes(b"PAR1 and nothing else PAR1")
    size, sha256 = fingerprint(path)
    edit_manifest(run, lambda table: table["shards"][0].update(games_bytes=size, games_sha256=sha256))
    assert problems(run).startswith("games/000000.parquet: cannot be read: it is not a Parquet file, or it was changed")


def test_no_run_at_all(tmp_path: Path) -> None:
    """An empty folder is told as what it is."""
    assert "no run here (manifest.json is missing)" in problems(tmp_path)


# Files


@pytest.mark.parametrize("table", ["games", "moves"])
def test_a_missing_file(run: Path, table: str) -> None:
    """The file is named."""
    (run / table / "000000.parquet").unlink()
    assert problems(run) == f"{table}/000000.parquet: is missing"


def test_a_doubled_shard(wide: Path) -> None:
    """A copy under another number does not belong to the run."""
    shutil.copy(wide / "games" / "000001.parquet", wide / "games" / "000003.parquet")
    assert problems(wide) == "games/000003.parquet: does not belong to the run"


def test_exchanged_shards(wide: Path) -> None:
    """Two shards under each other's number are two problems."""
    for table in ("games", "moves"):
        first, second, third = (wide / table / name for name in ("000000.parquet", "000001.parquet", "other"))
        first.rename(third)
        second.rename(first)
        third.rename(second)
    assert problems(wide).count("it was changed after it was written") == 4


def test_files_that_do_not_belong(run: Path) -> None:
    """Left-overs and strangers are named, wherever they lie."""
    (run / "games" / "000000.parquet.part").write_bytes(b"")
    (run / "notes").mkdir()
    (run / "notes" / "mine.txt").write_text("x")
    for left in (".DS_Store", "games/._000000.parquet", "moves/Thumbs.db", "desktop.ini"):  # by a file manager
        (run / left).write_bytes(b"x")
    assert problems(run).splitlines() == [
        "games/000000.parquet.part: does not belong to the run",
        "notes/mine.txt: does not belong to the run",
    ]


def test_an_unfinished_run(wide: Path) -> None:
    """Missing shards are counted, and what to do is said; what a killed process had not listed yet is no damage."""
    edit_manifest(wide, lambda table: table["shards"].pop())
    (wide / "games" / "000002.parquet.0a1b2c3d.part").write_bytes(b"half")
    (wide / "games" / "000003.parquet").write_bytes(b"no shard of this run")
    assert problems(wide).splitlines() == [
        "manifest: the run is incomplete (2 of 3 shards); continue with `dhstats simulate --resume`",
        "games/000003.parquet: does not belong to the run",
    ]


def test_judging_ends_when_its_time_is_over_and_that_is_said(original: Path) -> None:
    """Every byte and row is still checked; a shard has one game judged at least, and 0 seconds are no limit."""
    found = verify(original, sample=40, seconds=1e-9)
    assert (found.stands, found.games, found.games_replayed) == (True, 60, 1)
    (said,) = found.left_out
    assert said.startswith("39 games of the sample were not judged move by move: the 1e-09 seconds ran out")
    assert verify(original, sample=40).games_replayed == 40
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(BadInput, match="--seconds: must be at least 0"):
            verify(original, seconds=seconds)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sample", "40"], "expected: about 1 min for 30 deals; judging 40 games of them move by move ends after 1 "
        "min"),
        (["--sample", "40", "--seconds", "0"], "expected: about 2 min for 30 deals"),
        (["--sample", "40", "--seconds", "12"], "expected: about 12 s for 30 deals; judging 40 games"),
        (["--sample", "2"], ""), (["--sample", "40", "--json", "-"], ""),
    ],
)  # fmt: skip
def test_how_long_it_takes_is_said_once_it_is_measured(
    words: list[str], said: str, original: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the second game of three seconds; nothing of what is short, and nothing to machines."""
    clock, judge = [1000.0], Sample._judge_game

    def slowly(sample: Sample, kept: Kept) -> Judgement:
        clock[0] += 3.0
        return judge(sample, kept)

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(Sample, "_judge_game", slowly)
    assert main(["verify", str(original), *words]) == 0
    told = capsys.readouterr().err
    assert told.startswith(said)
    assert told.count("expected") == (said != "")
