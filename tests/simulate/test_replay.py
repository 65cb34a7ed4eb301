"""A stored game is told as it was played, whether its turns were logged or not."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.errors import BadInput, DataProblem
from dhstats.simulate.replays import Replay, replay
from dhstats.simulate.tables import stored_games, stored_turns
from dhstats.storage import Run, open_run
from tests.simulate.stored_runs import edit_manifest, play, rewrite, with_cell

BOT = '''
def first(view, moves, count, randomness):
    """Plays the first move."""
    return 0
'''


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run that logged every turn."""
    return play(tmp_path_factory.mktemp("logged") / "run")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same run without turns."""
    return play(tmp_path_factory.mktemp("bare") / "run", moves="none")


@pytest.fixture(scope="module")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same run with the turns of every seventh deal."""
    return play(tmp_path_factory.mktemp("sampled") / "run", moves="sample:7")


@pytest.mark.parametrize("game_id", [0, 1, 13, 14, 15, 298, 299])
def test_games_are_told_alike_logged_or_not(logged: Run, bare: Run, sampled: Run, game_id: int) -> None:
    """What was not logged is played again, turn by turn the same."""
    told = [replay(run, game_id) for run in (logged, bare, sampled)]
    assert [one.logged for one in told] == [True, False, game_id // 2 % 7 == 0]
    assert len({repr(replace(one, logged=True)) for one in told}) == 1


@pytest.mark.parametrize("design", ["strength", "quartet"])
def test_every_member_of_a_block_plays_again(tmp_path: Path, design: str) -> None:
    """Whoever begins with whichever deck, in every matchup of a round robin."""
    names = ("greedy", "random", "balanced")
    matchups = (("greedy", "random"), ("random", "balanced"))
    changes = {"design": design, "games": 8, "strategies": names, "matchups": matchups}
    whole, none = play(tmp_path / "a", **changes), play(tmp_path / "b", moves="none", **changes)
    for game_id in range(whole.manifest.games):
        assert replay(whole, game_id).turns == replay(none, game_id).turns


def test_a_replay_shows_what_was_stored(logged: Run) -> None:
    """Who played, by which rules, each turn in a line, the final position and the result of the row."""
    told = replay(logged, 7)
    (row,) = stored_games(logged, 7, 7)
    assert told.players == (row["first"], row["second"])
    assert (told.rules_name, told.deal_id, told.arm, told.seed) == ("ffg", 3, 1, 3)
    assert len(told.turns) == row["turns"] == len(stored_turns(logged, 7, 7)[7])
    last = told.turns[-1].after
    assert last.scores == (row["points_first"], row["points_second"])
    assert last.figure == row["figure"]
    assert last.stacks == row["ship_stacks"]


def test_every_card_is_somewhere_after_every_turn(logged: Run) -> None:
    """Hands, decks, spaces, the pile below the ship and what was taken add up to both decks, stacks aside."""
    for game_id in range(6):
        told = replay(logged, game_id)
        rows = stored_turns(logged, game_id, game_id)[game_id]
        taken = 0
        for row, step in zip(rows, told.turns, strict=True):
            taken += row["taken_cards"]
            at = step.after
            lying = sum(len(space.values) for space in at.spaces) + len(at.below_ship) + 3 * at.stacks
            assert sum(map(len, at.hands)) + sum(at.decks) + lying + taken == 100


def test_the_text_has_a_line_a_turn(logged: Run) -> None:
    """Title, origin, deal, turns, result; with boards if wanted."""
    told = replay(logged, 12)
    lines = told.text().splitlines()
    assert lines[:2] == ["Game 12 of small: greedy against random, ffg", "Seed 3, deal 6, arm 0; as logged."]
    assert sum(bool(re.match(r" *\d+ (first |second) ", line)) for line in lines) == len(told.turns)
    assert lines[-len(told.result) :] == list(told.result)
    assert told.text(boards=True).count("ship stacks") == len(told.turns)


def test_an_origin_says_that_turns_were_played_again(bare: Run) -> None:
    """The reader knows what was read and what was computed."""
    assert replay(bare, 0).origin.endswith("; played again, because the run logged no turns of it.")


@pytest.mark.parametrize("game_id", [-1, 300, 10**30])
def test_a_game_that_is_not_there(logged: Run, game_id: int) -> None:
    """The allowed numbers are named."""
    with pytest.raises(BadInput, match=rf"has no game {game_id}; its games are 0 to 299$"):
        replay(logged, game_id)


# Damage


def test_a_strategy_that_was_changed(tmp_path: Path) -> None:
    """A game that was not logged cannot be told once its strategy's file is another; a logged one can."""
    bot = tmp_path / "bots.py"
    bot.write_text(BOT)
    names = {"strategies": (f"{bot}:first", "random")}
    logged, bare = play(tmp_path / "logged", **names), play(tmp_path / "bare", moves="none", **names)
    assert replay(bare, 4).turns == replay(logged, 4).turns
    bot.write_text(BOT + "\n")
    with pytest.raises(DataProblem, match=r"no turns of game 4 were logged.*strategy 'first' .*has changed since"):
        replay(bare, 4)
    bot.unlink()
    with pytest.raises(DataProblem, match=r"cannot be found: .*bots\.py: cannot be read"):
        replay(bare, 4)
    assert isinstance(replay(logged, 4), Replay)


def test_a_character_file_is_found_again(tmp_path: Path) -> None:
    """A parametric strategy from a file plays again by its file's name."""
    character = tmp_path / "own.toml"
    character.write_text('idea = "Takes points."\n[weights]\npoints = 1.0\n')
    names = {"strategies": (str(character), "random"), "games": 20}
    logged, bare = play(tmp_path / "logged", **names), play(tmp_path / "bare", moves="none", **names)
    assert replay(bare, 4).turns == replay(logged, 4).turns


def test_rows_that_are_not_those_of_the_engine(bare: Run, tmp_path: Path) -> None:
    """A stored result that the engine does not reach is told, with the columns."""
    run = play(tmp_path / "run", moves="none")
    rewrite(run.folder, "games", 0, lambda table: with_cell(table, 5, "turns", 3))
    with pytest.raises(DataProblem, match="game 5 played again differs from the stored one in turns;"):
        replay(open_run(run.folder), 5)
    assert replay(open_run(run.folder), 6).turns == replay(bare, 6).turns


def test_a_logged_move_that_cannot_be_played(tmp_path: Path) -> None:
    """The first cell that the rules contradict is named."""
    run = play(tmp_path / "run")
    rewrite(run.folder, "moves", 0, lambda table: with_cell(table, 0, "values", 9 << 54))
    with pytest.raises(DataProblem, match=r"^game 0, turn 0: values is .*; `dhstats verify` shows"):
        replay(open_run(run.folder), 0)


def test_rows_that_are_missing(tmp_path: Path) -> None:
    """A game without a row is a data problem, not an empty replay; a shard that is short of a row is not opened."""
    run = play(tmp_path / "run")
    rewrite(run.folder, "games", 0, lambda table: table.take([1, *range(1, 300)]))
    with pytest.raises(DataProblem, match="holds 0 rows of game 0;"):
        replay(open_run(run.folder), 0)
    rewrite(run.folder, "games", 0, lambda table: table.slice(1))
    with pytest.raises(DataProblem, match="shard 000000 has 299 games, should have 300"):
        open_run(run.folder)


def test_rules_that_are_none(tmp_path: Path) -> None:
    """A manifest whose rules were spoilt cannot tell its games."""
    run = play(tmp_path / "run")
    edit_manifest(run.folder, lambda table: table["rules"].pop("hand"))
    with pytest.raises(DataProblem, match="the rules in its manifest are damaged: "):
        replay(open_run(run.folder), 0)


def test_another_version_of_the_game(tmp_path: Path) -> None:
    """Games of another version are only told where they were logged."""
    run = play(tmp_path / "run", moves="none")
    edit_manifest(run.folder, lambda table: table.update(game_version=99))
    with pytest.raises(DataProblem, match="played by version 99 of dragonheart, this is version 1"):
        replay(open_run(run.folder), 0)


def test_games_of_shards_of_the_usual_size(tmp_path: Path) -> None:
    """The first game of each, played again as its row tells it."""
    run = play(tmp_path / "run", games=40_000, moves="none")
    assert len(run.manifest.shards) > 1
    for shard in run.manifest.shards:
        assert replay(run, 2 * shard.first_deal).deal_id == shard.first_deal
