"""Whose programs run: those that a person named; what runs, experiments, goals and certificates name is data."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats import programs
from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.lab import games
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import from_file
from dhstats.simulate.replays import find_again
from dhstats.storage import open_run
from dhstats.storage.manifest import read_manifest
from tests.gamefile import small

BOT = 'def bot(view, moves, count, randomness):\n    """Plays the first move."""\n    return 0\n'
REFUSED = "is a program and is not run for data that name it; look at it, then"


class Stranger:
    """A program that leaves a mark whenever it is run."""

    def __init__(self, folder: Path, name: str, text: str) -> None:
        self.mark, self.file = folder / f"{name}_was_run", folder / f"{name}.py"
        self.file.write_text(f"{text}\n\nopen({str(self.mark)!r}, 'w').close()\n")

    def ran(self) -> bool:
        """Whether it was run since this was asked last."""
        ran = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        for name in [name for name in sys.modules if name.startswith("dhstats_strategy_")]:
            sys.modules.pop(name)
        return ran


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    """A strategy file."""
    return Stranger(tmp_path_factory.mktemp("stranger"), "bots", BOT)


@pytest.fixture(scope="module")
def run(bot: Stranger) -> Path:
    """A run that was played with the strategy file, as a stranger sends it."""
    folder = bot.file.parent / "run"
    words = ("simulate", "--strategies", f"{bot.file}:bot", "--games", "8", "--seed", "1", "--moves", "none")
    assert main([*words, "--workers", "1", "--out", str(folder)]) == 0
    assert bot.ran()
    return folder


@pytest.fixture
def fails(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command that is refused says."""

    def told(*words: str) -> str:
        capsys.readouterr()
        assert main([*words]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        return error

    return told


def test_a_run_is_verified_without_its_programs(run: Path, bot: Stranger, capsys: pytest.CaptureFixture[str]) -> None:
    """All but what only they can play again; what to type is said, and with it they play."""
    assert main(["verify", str(run)]) == 0
    assert not bot.ran()
    told = capsys.readouterr().out
    assert f"not checked: games of 'bot' were not played again: strategy 'bot': the run names {bot.file}, which" in told
    assert f"{REFUSED} allow it with --run-code" in told
    assert main(["verify", str(run), "--run-code"]) == 0
    assert bot.ran()
    assert "played again: 8 games, every column equal" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "{run}", "3"),
        ("replay", "{run}", "3", "--explain", "--continuations", "2"),
        ("replay", "{run}", "3", "--turn", "2"),
        ("fork", "{run}", "3", "--turn", "2", "--arm", "move=1", "--continuations", "2"),
    ],
)
def test_a_stranger_s_run_runs_nothing(
    words: tuple[str, ...], run: Path, bot: Stranger, fails: Callable[..., str]
) -> None:
    """Source and hash in a manifest are both the stranger's."""
    assert f"{REFUSED} allow it with --run-code" in fails(*(word.format(run=run) for word in words))
    assert not bot.ran()


def test_a_player_s_name_runs_nothing(run: Path, bot: Stranger) -> None:
    """A name that is a path, of a player who is said to come along; a folder that has the ending of a program."""
    player = replace(read_manifest(run).strategies[0], name=f"{bot.file}:bot", source="built in")
    bundle = catalogue.load("dragonheart")
    with programs.command_line(["verify", "far.py/run"]), pytest.raises(BadInput, match=REFUSED):
        find_again(bundle, bundle.rule_files.load("ffg"), player)
    assert not bot.ran()


def test_the_lab_runs_no_stranger_s_program(run: Path, bot: Stranger) -> None:
    """A run that lies below its folder is opened; what it names is run for no board, no chances and no other move."""
    stored, asked = open_run(run), list[Callable[[], object]]()
    asked.append(lambda: games.game(stored, 3))
    asked.append(lambda: games.explained(stored, 3, 25, lambda *_: None, 1))
    asked.append(lambda: games.turn_choices(stored, 3, 2))
    asked.append(lambda: games.going_on(stored, 3, 2, 1))
    with programs.command_line(["lab", "--out", str(run.parent)]):
        for each in asked:
            with pytest.raises(BadInput, match=REFUSED):
                each()
    assert not bot.ran()


def test_a_program_that_verifies_a_run_runs_no_stranger_s(run: Path, bot: Stranger) -> None:
    """Whoever imports dhstats names what they play; what a folder names is data there, too."""
    found = verify(run)
    assert REFUSED in found.left_out[0]
    assert not bot.ran()


# Experiments


@pytest.fixture
def game(tmp_path: Path) -> Stranger:
    """A game file."""
    return Stranger(tmp_path, "count_down", small.COUNT_DOWN)


@pytest.mark.parametrize(
    "line", ['strategies = ["greedy", "bots.py:bot"]', 'matchups = [["greedy", "random"], ["greedy", "bots.py:bot"]]']
)
def test_an_experiment_runs_no_strategy_file(line: str, bot: Stranger, fails: Callable[..., str]) -> None:
    """One that is named on the command line as well plays; or all of them, if that is allowed."""
    plan = bot.file.with_name("plan.toml")
    plan.write_text(f'{line}\ngames = 8\nseed = 1\nmoves = "none"\n')
    for command in ("simulate", "value"):
        told = fails(command, str(plan))
        assert f"dhstats: {plan} names {bot.file}, which {REFUSED} allow it with --run-code" in told
    assert not bot.ran()
    with programs.command_line(["simulate", str(plan), "--strategies", f"{bot.file}:bot"]):
        assert from_file(plan).games == 8
    with programs.command_line(["simulate", str(plan)]):
        programs.allow_all()
        assert from_file(plan).games == 8


def test_an_experiment_runs_no_game_file(game: Stranger, fails: Callable[..., str]) -> None:
    """Nor if the same file was named before, in another command."""
    plan = game.file.with_name("plan.toml")
    plan.write_text('game = "count_down.py"\nstrategies = ["random"]\ngames = 8\nseed = 1\n')
    told = fails("simulate", str(plan))
    assert f"{plan} names {game.file}, which {REFUSED} name it as well, as in --game {game.file}, or allow it" in told
    assert not game.ran()
    with programs.command_line(["simulate", str(plan), "--game", str(game.file)]):
        assert from_file(plan).game == catalogue.name_of(str(game.file))
    assert game.ran()
    assert REFUSED in fails("simulate", str(plan))


GOALS = '[goals]\nturns = "4 to 9"\n[change]\nheap = "8..12:2"\n'


@pytest.mark.parametrize(
    "words",
    [
        ("goals", "check", "{goals}"),
        ("design", "{goals}"),
        ("atlas", "{goals}"),
        ("compare", "ffg", "hand.size=6", "--goals", "{goals}"),
        ("lab", "--no-browser", "--goals", "{goals}"),
    ],
)
def test_goals_run_no_program(
    words: tuple[str, ...], tmp_path: Path, game: Stranger, bot: Stranger, fails: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Neither a game file nor a strategy file."""
    monkeypatch.chdir(tmp_path)
    goals = tmp_path / "goals.toml"
    goals.write_text(f'game = "count_down.py"\n{GOALS}')
    assert f"{goals} names {game.file}, which {REFUSED} allow it" in fails(
        *(each.format(goals=goals) for each in words)
    )
    goals.write_text(f'players = "{bot.file}:bot"\n[goals]\nturns = "4 to 90"\n')
    assert f"{goals} names {bot.file}, which {REFUSED} allow it" in fails(*(each.format(goals=goals) for each in words))
    assert (game.ran(), bot.ran()) == (False, False)


# The one function


def test_a_command_line_names_its_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, with functions, behind an option; folders and other files are none."""
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "--game=pig.py", "--strategies", "a.py:b,c.py:d,greedy", "~/e.py", "x/f.py"]
    with programs.command_line(words):
        named = ("pig.py", "a.py", "c.py", str(Path.home() / "e.py"), tmp_path / "x" / "f.py", "y/../pig.py")
        assert all(map(programs.may_run, named))
        assert not any(map(programs.may_run, ("b.py", "x/pig.py", "f.py", "\0.py")))


def test_a_folder_is_a_program_where_it_is_named_as_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind --game or `games check`; the folder of a run or a page is none."""
    monkeypatch.chdir(tmp_path)
    with programs.command_line(["simulate", "--game", "mine/", "--out", "data/", "--page=page/"]):
        assert programs.may_run("mine/")
        assert not any(map(programs.may_run, ("data/", "page/", "mine/game.py")))
    with programs.command_line(["games", "check", "mine/"]), pytest.raises(BadInput, match="is a program"):
        programs.check("other/")
    with programs.command_line(["lab", "--game=mine/"]):
        programs.check("mine/")


def test_what_a_command_types_names_nothing() -> None:
    """A study plays by commands of its own, which hold what data say."""
    with programs.command_line(["study"]), programs.command_line(["simulate", "--game", "pig.py"]):
        assert not programs.may_run("pig.py")
        with pytest.raises(BadInput, match=r"pig\.py is a program"):
            programs.check("pig.py:bot")
        programs.check("pig")


def test_what_was_allowed_once_is_not_allowed_again() -> None:
    """Each command has its own words."""
    with programs.command_line(["verify"]):
        programs.allow_all()
        assert programs.may_run("pig.py")
    with programs.command_line(["verify"]):
        assert not programs.may_run("pig.py")


def test_no_child_imports_from_where_a_user_stands() -> None:
    """A folder of a stranger's may hold a numpy.py: a process that is begun as a module would import it first."""
    package = Path(programs.__file__).parent
    begun = [line for file in package.rglob("*.py") for line in file.read_text().splitlines() if '"-m"' in line]
    assert len(begun) > 1
    assert [line for line in begun if '"-P", "-m"' not in line] == []
