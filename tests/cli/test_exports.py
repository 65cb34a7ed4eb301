"""What commands save of their page: the same options everywhere, which change nothing of what is asked."""

from pathlib import Path

import pytest

from dhstats.cli.options.exports import OFFERED
from dhstats.machine import chromium
from tests.cli.conftest import Typed, commands
from tests.pages.kinds import GOALS

COMPARE = "compare ffg great_dragon.points=6 --strategies greedy --seed 1 --workers 1 --deals 40"


def test_every_command_that_writes_a_page_saves_it() -> None:
    """And no other: boards are no pages of answers."""
    offers = {name: {param.name for param in command.params} for name, command in commands()}
    assert {name for name, of in offers.items() if "page" in of} == {n for n, of in offers.items() if "pdf" in of}
    assert all(of >= set(OFFERED) for of in offers.values() if "page" in of)
    assert not {"puzzles", "replay", "sql"} & {name for name, of in offers.items() if "pdf" in of}


def test_tables_of_an_answer_are_saved_at_once_and_later(place: Path, said: Typed) -> None:
    """The folder of games is that of the question, with exports or without; an answer of before has the same tables."""
    text = said(*COMPARE.split(), "--csv", "first")
    assert "tables: first (" in text
    later = said(*COMPARE.split(), "--csv", "later")
    assert "answered before" in later or "--resume" not in later
    assert len(list((place / "data").iterdir())) == 1
    names = sorted(file.name for file in (place / "first").iterdir())
    assert names == sorted(file.name for file in (place / "later").iterdir())
    assert "comparison-differences.csv" in names
    assert [(place / "first" / name).read_bytes() for name in names] == [
        (place / "later" / name).read_bytes() for name in names
    ]
    assert "dhstats compare ffg great_dragon.points=6" in (place / "first" / "citation.txt").read_text("utf-8")


def test_a_page_of_strangers_is_handed_out_and_never_opened(
    place: Path, said: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    """An answer that another machine kept, or that somebody changed: no browser, table or file name of it is used."""
    from dhstats.cli.main import main

    asked = "value --strategies greedy --seed 1 --workers 1 --no-skill --deals 20"
    said(*asked.split())
    assert "tables: ours (" in said(*asked.split(), "--csv", "ours")  # answered before, here
    (folder,) = (place / "data").iterdir()
    page = folder / "answer.html"
    page.write_bytes(page.read_bytes().replace(b"<body", b"<!-- changed --><body", 1))
    for more in (["--csv", "tables"], ["--png", "picture.png"] if chromium() else ["--csv", "others"]):
        assert main([*asked.split(), *more]) == 2
        assert "if the answer came from elsewhere" in capsys.readouterr().err
    assert not {"tables", "others", "picture.png"} & {path.name for path in place.iterdir()}


def test_goals_that_are_missed_are_saved_as_well(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command ends with 1, as it does without."""
    from dhstats.cli.main import main

    words = f"goals check {GOALS} --deals 500 --seed 1 --workers 1 --csv tables"
    assert main(words.split()) == 1
    assert "tables: tables (" in capsys.readouterr().out
    assert (place / "tables" / "citation.txt").is_file()


def test_what_cannot_be_saved_is_said_first(place: Path, refused: Typed) -> None:
    """One file for two things, a folder of others; no game is played."""
    assert "is named for two files" in refused(*COMPARE.split(), "--page", "a.html", "--pdf", "a.html")
    (place / "mine").mkdir()
    (place / "mine" / "notes.txt").write_text("mine")
    assert "mine: holds other files; name a new folder for the tables" in refused(*COMPARE.split(), "--csv", "mine")
    assert not (place / "data").exists()


@pytest.mark.browser
@pytest.mark.skipif(not chromium(), reason="no Chromium on this machine")
def test_a_page_is_printed_by_its_command(place: Path, said: Typed) -> None:
    """Beside the page, wherever it is wanted."""
    text = said(*COMPARE.split(), "--pdf", "my prints/two sheets.pdf")
    assert "saved: my prints/two sheets.pdf" in text
    assert (place / "my prints" / "two sheets.pdf").read_bytes().startswith(b"%PDF")
