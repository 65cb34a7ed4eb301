"""A manifest that was edited by hand contradicts itself or the files, and the sentence says where."""

from pathlib import Path
from typing import Any

import pytest

from dhstats.errors import BadInput
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage.manifest import read_manifest
from tests.simulate.stored_runs import NAME, Edit, edit_manifest, play, problems, setting

EDITS: list[tuple[Edit, str]] = [
    (setting("rules", "hand", "size", to=6), "manifest: rules_hash is "),
    (setting("rules", "hand", "size", to="six"), "manifest: its rules are not valid: "),
    (setting("rules", "hands", to={}), "manifest: its rules are not valid: "),
    (setting("rules_hash", to="0" * 64), "manifest: rules_hash is 000"),
    (setting("seed", to="3"), "manifest.json: is damaged: seed is '3', should be a whole number"),
    (setting("seed", to=-1), "manifest: seed is -1, should be from 0 to "),
    (setting("seed", to=4), "should be a picture in hand"),
    (setting("seed", to=True), "manifest.json: is damaged: seed is True, should be a whole number"),
    (setting("games", to=62), "manifest: games is 62, but 30 deals of 2 games are planned"),
    (setting("games", to=10**30), "manifest: games is 1000"),
    (setting("game", to="dragonhearth"), "did you mean 'dragonheart'?"),
    (setting("moves", to="some"), "manifest: moves: moves must be all, none or sample:K"),
    (setting("moves", to="none"), "shard 000000 lists moves, but moves is none"),
    (setting("design", "kind", to="quartet"), "manifest: design has 2 arms, but quartet and the matchups make 4"),
    (setting("design", "kind", to="seats"), "manifest: design 'seats': not known; did you mean 'seat'?"),
    (setting("design", "deals", to=31), "manifest: games is 60, but 31 deals of 2 games are planned"),
    (setting("design", "arms", 1, "swapped", to=False), "manifest: arm 1 is Arm("),
    (
        setting("design", "arms", 0, "swapped", to="no"),
        "manifest.json: is damaged: design.arms[0].swapped is 'no', should be true or false",
    ),
    (setting("strategies", 0, "name", to="greed"), "manifest: strategy 'greed' plays in no matchup"),
    (setting("strategies", 1, "name", to="greedy"), "manifest: two strategies have the same name"),
    (setting("strategies", 0, "weights", to={"points": "1"}), "manifest.json: is damaged: strategies[0].weights is "),
    (setting("matchups", 0, to=["greedy", "greedy"]), "manifest: strategy 'random' plays in no matchup"),
    (setting("schema", to=1), "has schema 1, this version reads 2: an earlier version wrote it"),
    (setting("schema", to=3), "has schema 3, this version reads 2: a newer version wrote it"),
    (setting("schema", to="2"), "manifest.json: is damaged: schema is '2', should be a whole number"),
    (
        setting("shard_deals", to=0),
        "manifest.json: is damaged: a run has at least one deal, one arm and one matchup; simulate again",
    ),
    (setting("until", to="it pleases"), "manifest: until: until must be"),
    (setting("ended", to="goal"), "manifest: ended is 'goal', which no run without a stopping rule says"),
    (setting("shards", 0, "games_bytes", to=1), "games/000000.parquet: it was changed after it was written"),
    (
        setting("shards", 0, "name", to="../../x"),
        "manifest: shard ../../x has 30 deals from 0 on: no place in the plan",
    ),
    (setting("shards", 0, "first_deal", to=-8192), "manifest: shard 000000 has 30 deals from -8192 on: no place"),
    (setting("shards", 0, "deals", to=29), "manifest: shard 000000 has 29 deals from 0 on: no place in the plan"),
    (setting("shards", 0, "games_rows", to=59), "manifest: shard 000000 has 59 games, should have 60"),
    (setting("shards", 0, "moves_rows", to=1), "rows, should have 1"),
    (setting("shards", 0, "moves_sha256", to=""), "shard 000000 lists no moves, but moves is all"),
    (setting("shards", 0, "games_sha256", to=""), "shard 000000 lists no games, but the run keeps games"),
    (setting("shards", 0, "totals_sha256", to="f" * 64), "shard 000000 lists totals, but the run keeps games"),
    (setting("shards", 0, "games_sha256", to="f" * 64), "games/000000.parquet: it was changed after it was written"),
    (setting("shards", to=[]), "manifest: the run is incomplete (0 of 1 shards)"),
]


@pytest.mark.parametrize(("edit", "sentence"), EDITS, ids=[sentence[:50] for _, sentence in EDITS])
def test_an_edited_manifest(run: Path, edit: Edit, sentence: str) -> None:
    """Whatever determines the run is checked against something else; the sentence names it."""
    edit_manifest(run, edit)
    assert sentence in problems(run)


def test_a_shard_that_is_listed_twice(wide: Path) -> None:
    """Rows must not be counted double."""
    edit_manifest(wide, lambda table: table["shards"].append(table["shards"][0]))
    assert "manifest: shard 000000 is listed 2 times" in problems(wide)
    assert "manifest: shards are not listed in their order" in problems(wide)


def test_another_version(run: Path) -> None:
    """What this version of the game makes of the moves says nothing of another's: nobody judges, which is said."""
    edit_manifest(run, setting("game_version", to=2))
    found = verify(run, sample=20)
    assert (found.problems, found.turns_followed) == ((), 0)
    assert found.left_out == ("no game was judged: the run was played by version 2 of dragonheart, this is version 1",)


def test_exchanged_rules_with_their_hash(run: Path, tmp_path: Path) -> None:
    """Rules that agree with their hash but not with the games are found by the referee."""
    other = play(tmp_path / "other", settings=("end.ship_stacks=2",))
    edit_manifest(run, setting("rules", to=other.manifest.rules))
    edit_manifest(run, setting("rules_hash", to=other.manifest.rules_hash))
    assert "the game is over after" in problems(run)


def test_exchanged_weights(tmp_path: Path) -> None:
    """Weights that are not those of the strategy with that hash are told."""
    run = play(tmp_path / "run", strategies=("balanced", "random"), games=40).folder
    edit_manifest(run, setting("strategies", 0, "weights", "points", to=99.0))
    assert "manifest: strategy 'balanced': weights do not match its hash" in problems(run)


@pytest.mark.parametrize("game", ["../x", "chess", "title", ""])
def test_a_run_of_a_game_that_nobody_knows_is_not_gone_on_with(run: Path, game: str) -> None:
    """Whatever the manifest calls it, only games of the catalogue are looked for."""
    edit_manifest(run, setting("game", to=game))
    with pytest.raises(BadInput, match="--resume needs the same experiment, but game differ"):
        simulate(Experiment(NAME, strategies=("greedy", "random"), games=60, seed=3), run, resume=True)


def test_a_run_whose_plan_has_more_keys_is_not_gone_on_with(run: Path) -> None:
    """A key that plans of this game never have is named like any other that differs."""
    edit_manifest(run, setting("cards", to="somebody's"))
    with pytest.raises(BadInput, match="--resume needs the same experiment, but cards differs"):
        simulate(Experiment(NAME, strategies=("greedy", "random"), games=60, seed=3), run, resume=True)


def test_many_problems_are_counted(run: Path) -> None:
    """A wholly wrong run is told in a page, not in thousands of lines."""
    edit_manifest(run, setting("seed", to=4))
    found = verify(run, sample=60)
    assert len(found.problems) < 30
    assert found.problems[-1].endswith("more problems in the sampled games")


def test_a_run_that_was_begun_before_a_key_came_is_sound_and_goes_on(tmp_path: Path) -> None:
    """A manifest that lacks keys with a default is one of a run before they came: it is verified and resumed."""
    wood = Experiment("wood", "", "dragonwood", "four", strategies=("random",), games=8, seed=1, moves="all")
    folder = simulate(wood, tmp_path / "run", workers=1).folder

    def before_seats(table: dict[str, Any]) -> None:
        del table["rules"]["seats"]
        table["shards"] = []

    edit_manifest(folder, before_seats)
    assert simulate(wood, folder, workers=1, resume=True).manifest.complete
    assert "seats" not in read_manifest(folder).rules
    found = verify(folder, sample=8)
    assert (found.problems, found.left_out) == ((), ())
