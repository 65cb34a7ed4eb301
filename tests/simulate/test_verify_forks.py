"""A folder of forks stands or does not: its plan, its parent games, its rows, and deals that are forked again."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dhstats.cli.main import main
from dhstats.games.catalogue import load
from dhstats.players.positions.forks import Arm
from dhstats.questions.forks.value import item_of, studies
from dhstats.simulate.checks.fork import verify_forks
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.fork_files import write_forks
from dhstats.simulate.positions.forks import Study, fork
from dhstats.simulate.running.runner import simulate
from dhstats.storage.layout import fingerprint
from tests.simulate.stored_runs import Edit, edit_manifest, flip_byte, setting, with_cell

DEALS = 40
MOMENTS = ("uniform-turn", "at-claim")
DRAGONHEART = load("dragonheart")
VALUE = studies(item_of(DRAGONHEART, DRAGONHEART.rule_files.load("ffg").record()), MOMENTS, 2)


def write(folder: Path, strategy: str = "greedy", asked: Sequence[Study] = VALUE) -> Path:
    """Forks of a few mirror games at turns by lot and at the claim, with their parent games."""
    plan = Experiment("value", strategies=(strategy,), games=2 * DEALS, seed=5, moves="none")
    lineup, found = fork(plan, asked, DEALS, workers=1)
    simulate(plan, folder / "parents", workers=1)
    write_forks(folder, plan, lineup, asked, found)
    return folder


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that stands."""
    return write(tmp_path_factory.mktemp("forks") / "value")


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(original, tmp_path / "value"))


def rewrite(folder: Path, moment: str, change: Callable[[pa.Table], pa.Table]) -> None:
    """Changes the rows of a study and makes the plan agree."""
    file = folder / "forks" / f"{moment}.parquet"
    changed = change(pq.read_table(file))
    pq.write_table(changed, file)
    size, sha256 = fingerprint(file)
    facts = {"rows": changed.num_rows, "size": size, "sha256": sha256}
    edit_manifest(folder, lambda table: table["files"][MOMENTS.index(moment)].update(facts), "forks.json")


def problems(folder: Path, sample: int = 2 * DEALS) -> str:
    """All problems of a folder, a line each, without the folder's own name."""
    return "\n".join(verify_forks(folder, sample=sample).problems).replace(f"{folder}/", "")


def test_forks_stand(original: Path) -> None:
    """Every row is counted, and every row of the sampled deals is forked again."""
    found = verify_forks(original, sample=2 * DEALS)
    assert (found.problems, found.left_out) == ((), ())
    rows = sum(pq.read_metadata(file).num_rows for file in (original / "forks").iterdir())
    assert (found.studies, found.rows, found.rows_checked) == (2, rows, rows)
    assert found.games_forked_again == 2 * 2 * DEALS
    few = verify_forks(original, sample=7)
    assert few.stands
    assert few.games_forked_again == 2 * 8
    assert 0 < few.rows_checked < rows


def test_the_command_knows_forks_from_runs(
    original: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One command for both, and for folders of several; a plan that is gone is missed."""
    assert main(["verify", str(original), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["parents"]["games"] == 2 * DEALS
    shutil.copytree(original / "parents", tmp_path / "run")
    assert main(["verify", str(tmp_path), "--sample", "8"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{tmp_path / name}: stands." for name in ("run", "value")]
    (folder / "forks.json").unlink()
    (tmp_path / "run" / "manifest.json").unlink()
    for broken in (folder, tmp_path):
        assert main(["verify", str(broken)]) == 3
    told = capsys.readouterr().out
    assert "no forks here (forks.json is missing); `dhstats value` makes some" in told
    assert "no run here (manifest.json is missing)" in told


@pytest.mark.parametrize("place", [0.0, 0.2, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("name", ["forks.json", "forks/uniform-turn.parquet", "parents/games/000000.parquet"])
def test_a_changed_byte(folder: Path, name: str, place: float) -> None:
    """The file is named."""
    flip_byte(folder / name, place)
    assert name in problems(folder, sample=0)


PLANS: list[tuple[Edit, str]] = [
    (setting("seed", to=6), "forks.json: seed is not that of the parent games"),
    (setting("rules", "hand", "size", to=6), "forks.json: rules is not that of the parent games"),
    (setting("rules_hash", to="0" * 64), "forks.json: rules_hash is not that of the parent games"),
    (setting("strategies", 0, "hash", to="0" * 64), "forks.json: strategies is not that of the parent games"),
    (setting("deals", to=DEALS - 1), "forks.json: design is seat, 39 deals, but that of the parent games seat, 40"),
    (setting("design", to="single"), "forks.json: design is single, 40 deals"),
    (setting("studies", 0, "moment", to="first-claim"), "did you mean 'first-claimable'?"),
    (setting("studies", 1, "moment", to="../parents"), "forks.json: its files are not those of its studies"),
    (setting("studies", 1, "replicates", to=300), "at-claim: 2 arms of 300 replicates cannot be"),
    (setting("studies", 1, "replicates", to=1), "rows, which is not 80 games in 2 arms of 1"),
    (setting("studies", 0, "arms", 0, "before", 0, 0, to="figur"), "intervention 'figur': not known"),
    (setting("studies", 0, "arms", 0, "name", to="everybody"), "has the word 'mover', should be one of everybody"),
    (
        setting("studies", 0, "arms", 0, "before", 0, 1, to=10**30),
        "uniform-turn: an arm has a number that is too large",
    ),
    (setting("studies", 0, "arms", 0, "move", to=3), "arm 'mover' belongs to a single state, not to many games"),
    (setting("studies", 0, "arms", 0, "kind", to="shop"), "arm 'mover': figure may cost the cards of its first move"),
    (setting("studies", 0, "arms", 0, "rules", to=["hand.sise=4"]), "did you mean"),
    (setting("studies", 0, "arms", 0, "rules", to=["deck=skula"]), "changes how a game is set up"),
    (setting("studies", 0, "arms", to=[]), "uniform-turn: 0 arms of 2 replicates cannot be"),
    (setting("studies", 0, "arms", 0, "forced", to="no"), "is damaged: studies[0].arms[0].forced is 'no'"),
    (
        setting("studies", 0, "arms", 0, "before", to=3),
        "is damaged: studies[0].arms[0].before must be a list; fork again",
    ),
    (setting("files", 0, "rows", to=1), "forks/uniform-turn.parquet: has "),
    (setting("schema", to=1), "has schema 1, this version reads 3"),
]


@pytest.mark.parametrize(("edit", "sentence"), PLANS, ids=[sentence[:50] for _, sentence in PLANS])
def test_an_edited_plan(folder: Path, edit: Edit, sentence: str) -> None:
    """What determines the forks is checked against the parent games and the rows."""
    edit_manifest(folder, edit, "forks.json")
    assert sentence in problems(folder, sample=0)


def test_other_ways_to_go_on_are_forked_again(tmp_path: Path) -> None:
    """First moves of a kind, where not every game has one, and rules that are switched."""
    ways = (Arm("as it is"), Arm("ship", kind="ship"), Arm("small hands", rules=("hand.size=4",)))
    folder = write(tmp_path / "fork", asked=[Study("uniform-turn", ways)])
    found = verify_forks(folder, sample=2 * DEALS)
    assert (found.problems, found.left_out) == ((), ())
    assert 0 < found.rows_checked == found.rows < 3 * 2 * DEALS
    edit_manifest(folder, setting("studies", 0, "arms", 2, "rules", to=["hand.size=3"]), "forks.json")
    assert ", but forked again it is " in problems(folder)


def test_other_interventions_are_found_by_forking_again(folder: Path) -> None:
    """An arm that says it did something else."""
    edit_manifest(folder, setting("studies", 0, "arms", 0, "before", 0, 1, to=2), "forks.json")
    assert ", but forked again it is " in problems(folder)


def test_damaged_parents(folder: Path) -> None:
    """Forks of games that are none are not looked into."""
    edit_manifest(folder / "parents", setting("seed", to=6))
    found = verify_forks(folder, sample=10)
    assert found.problems[0].startswith("parents: game ")
    assert found.left_out == ("no forks were checked: their plan and their parent games must be right first",)


def test_files_that_are_missing_or_strange(folder: Path) -> None:
    """Both are named."""
    (folder / "forks" / "at-claim.parquet").unlink()
    shutil.copy(folder / "forks" / "uniform-turn.parquet", folder / "forks" / "first-claimable.parquet")
    (folder / "parents" / "games" / "notes.txt").write_text("x")
    said = problems(folder, sample=0)
    assert said == "parents: parents/games/notes.txt: does not belong to the run"
    (folder / "parents" / "games" / "notes.txt").unlink()
    assert problems(folder, sample=0).splitlines() == [
        "forks/first-claimable.parquet: does not belong to the forks",
        "forks/at-claim.parquet: is missing",
    ]


ROWS: list[tuple[str, int, str, Any]] = [
    ("uniform-turn", 50, "game_id", 70), ("uniform-turn", 0, "deal_id", 1), ("uniform-turn", 9, "turn", 500),
    ("at-claim", 3, "length", 9), ("at-claim", 2, "arm", "claimed"), ("at-claim", 5, "replicate", 0),
    ("at-claim", 7, "seat", 7), ("uniform-turn", 13, "lead", 55),
]  # fmt: skip


@pytest.mark.parametrize(("moment", "row", "column", "value"), ROWS)
def test_a_row_that_cannot_be_there(folder: Path, moment: str, row: int, column: str, value: Any) -> None:
    """Order and place of every row are checked, without forking again."""
    rewrite(folder, moment, lambda table: with_cell(table, row, column, value))
    assert f"forks/{moment}.parquet: row {row}: {column} is " in problems(folder, sample=0)


def test_rows_that_are_lost_doubled_or_exchanged(folder: Path) -> None:
    """A fork has all its continuations; every game is forked at a turn by lot, once."""
    copy = pq.read_table(folder / "forks" / "uniform-turn.parquet")
    block = copy.num_rows // (2 * DEALS)
    rewrite(folder, "uniform-turn", lambda table: table.slice(1))
    assert "rows, which is not 80 games in " in problems(folder, sample=0)
    rewrite(folder, "uniform-turn", lambda _: copy.slice(block))
    assert "rows, which is not 80 games in " in problems(folder, sample=0)
    rewrite(
        folder, "uniform-turn", lambda _: pa.concat_tables([copy.slice(0, block), copy.slice(0, copy.num_rows - block)])
    )
    assert f"row {block}: game_id is 0, which is impossible" in problems(folder, sample=0)


def test_a_fork_that_was_left_out(folder: Path) -> None:
    """Where a moment does not come in every game, only forking again shows that it came."""
    rewrite(folder, "at-claim", lambda table: table.slice(4))
    assert problems(folder, sample=0) == ""
    assert "continuations, but forked again " in problems(folder)


def test_results_that_forking_again_does_not_give(folder: Path) -> None:
    """Row, column and both values are told."""
    rewrite(folder, "at-claim", lambda table: with_cell(table, 6, "score_first", 99))
    assert "forks/at-claim.parquet: row 6: score_first is 99, but forked again it is " in problems(folder)


def test_forks_of_a_changed_strategy(tmp_path: Path) -> None:
    """Files and rows are checked; what cannot be forked again is said."""
    bot = tmp_path / "bots.py"
    bot.write_text('def bot(view, moves, count, randomness):\n    """Plays the first move."""\n    return 0\n')
    folder = write(tmp_path / "value", f"{bot}:bot")
    bot.write_text('def bot(view, moves, count, randomness):\n    """Plays the last move."""\n    return count - 1\n')
    found = verify_forks(folder)
    assert (found.problems, found.games_forked_again) == ((), 0)
    assert "no game was forked again: strategy 'bot'" in found.left_out[-1]
