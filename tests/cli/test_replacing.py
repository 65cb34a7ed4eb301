"""What dhstats did not write where it is told to write, it does not replace, unless it is told to: in every command."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import all_commands, main
from dhstats.cli.terminal.spelling import ONCE_WRITTEN, WRITTEN
from dhstats.report import write_report
from dhstats.report.pages import writing
from dhstats.storage import open_run
from tests.cli.test_requests import answer_little

MINE = "What I wrote.\n"
REFUSED = "was not written by dhstats, or was changed since, and is not replaced; name another file, or replace it with"
FEW = ("--seed", "1", "--workers", "1", "--strategies", "random")
DEALT = (*FEW, "--deals", "20")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few games."""
    folder = tmp_path_factory.mktemp("stored") / "run"
    assert main(["simulate", *FEW, "--games", "40", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def here(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of the user's own, and that run; pages answer little."""
    answer_little(monkeypatch)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(run, "run")
    Path("README.md").write_text(MINE)
    return tmp_path


WRITING = [
    ("report run", "-o"),
    ("report run -o p.html", "--json"),
    ("export run", "-o"),
    ("sql run", "--json"),
    ("verify run --sample 0", "--json"),
    ("replay run 0", "--html"),
    ("kit run", "-o"),
    ("certify run", "--page"),
    ("certify run --page p.html", "--certificate"),
    ("simulate --games 4", "--json"),
    ("compare ffg hand.size=6", "--page"),
    ("rules list", "--json"),
    ("strategies list", "--json"),
    ("games list", "--json"),
    ("goals list", "--json"),
    ("index .", "--json"),
    ("study run", "-o"),
    ("people run", "-o"),
    ("improve kill", "--rule-file"),
]


@pytest.mark.parametrize(("words", "option"), WRITING)
def test_a_file_of_the_user_stays(words: str, option: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one sentence, before anything is played or counted."""
    assert main([*words.split(), option, "README.md"]) == 2
    error = capsys.readouterr().err
    assert error == f"dhstats: README.md: {REFUSED} --force\n"
    assert Path("README.md").read_text() == MINE
    assert sorted(each.name for each in here.iterdir()) == ["README.md", "run"]


@pytest.mark.parametrize(
    ("words", "option"),
    [("report run", "-o"), ("report run -o p.html", "--json"), ("export run", "-o"), ("rules list", "--json")],
)
def test_force_replaces_it(words: str, option: str, here: Path) -> None:
    """And what was written then is known as written."""
    command = [*words.split(), option, "README.md"]
    assert main([*command, "--force"]) == 0
    assert Path("README.md").read_text() != MINE
    assert main(["export", "run", "--log", "log.jsonl"]) == 0


def test_what_was_written_is_written_again(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages, numbers, logs and tables; an empty file has nothing to lose; what the user changed is theirs."""
    Path("empty.json").touch()
    commands = (
        ("report", "run", "-o", "page.html", "--json", "page.json"),
        ("export", "run", "--games", "2", "--log", "log.jsonl"),
        ("export", "run", "--games", "3", "--log", "log.jsonl"),
        ("sql", "run", "SELECT count(*) AS games FROM games", "--json", "table.json"),
        ("rules", "list", "--json", "empty.json"),
    )
    for words in (*commands, *commands):
        assert main([*words]) == 0, words
    with Path("log.jsonl").open("a") as log:
        log.write("\n")
    capsys.readouterr()
    assert main([*commands[1]]) == 2
    assert f"log.jsonl: {REFUSED} --force" in capsys.readouterr().err


def test_pages_and_numbers_of_another_machine_are_known(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They say who wrote them; a page at the usual place is looked at too."""
    words = ["report", "run", "-o", "page.html", "--json", "page.json"]
    assert main(words) == 0
    monkeypatch.setenv("DHSTATS_CACHE", str(here / "cache"))
    assert main(words) == 0
    Path("reports").mkdir()
    Path("reports/run.html").write_text(MINE)
    assert main(["report", "run"]) == 2
    assert Path("reports/run.html").read_text() == MINE


def test_a_program_says_itself_what_it_replaces(here: Path) -> None:
    """As with any other function that writes a file."""
    write_report(open_run(Path("run")), Path("README.md"))
    assert Path("README.md").read_text() != MINE
    assert writing.outputs._guard is None


def test_every_command_that_writes_a_file_can_be_forced() -> None:
    """The option is there wherever a parameter names a file to write."""
    root: Any = all_commands()
    groups = [command for command in root.commands.values() if hasattr(command, "commands")]
    every = [command for group in (root, *groups) for command in group.commands.values()]
    named = {command.name: {each.name for each in command.params} for command in every}
    writing_ones = {name for name, params in named.items() if params & {*WRITTEN, *ONCE_WRITTEN}}
    assert len(writing_ones) > 20
    assert {name for name, params in named.items() if "force" in params} == writing_ones
