"""The list of pages: every page with its answer, newest first, whatever else lies in the folder."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.report import Report
from dhstats.report.page.identity import Identity, read_identity
from dhstats.report.pages.sources import INDEX, entries, keep_contents, write_contents

PAGE = Identity(
    "Dragonheart: first", "Does going first help in Dragonheart?", "Yes, a little: 51 of 100 games.",
    "Certain: 50.2 to 51.8.", "Leave the seats as they are.", "unbalanced", ("first_player",), "dragonheart", "ffg", "a1",
)  # fmt: skip


def page(folder: Path, name: str, written: int, told: Identity = PAGE) -> Path:
    """A page of which only the head is there, written so many seconds after the beginning of time."""
    file = folder / name
    meta = f'<meta name="generator" content="dhstats 1"><meta name="dhstats-page" content="{escape(told.text)}">'
    file.write_text(f"<!doctype html><head>{meta}<title>x</title></head>", encoding="utf-8")
    os.utime(file, (written, written))
    return file


def test_a_page_says_what_it_answers(report: Report) -> None:
    """Its head holds question, answer and rules, whatever names its run has."""
    told = read_identity(report.path.read_bytes()[:65536])
    assert told == report.page.identity
    assert told is not None
    assert report.page.first is not None
    assert (told.question, told.answer) == (report.page.title, report.page.first.opening.answer)
    assert (told.game, told.rules) == ("dragonheart", "ffg")
    assert "first_player" in told.questions


def test_the_newest_page_is_first_and_others_files_are_left_out(tmp_path: Path) -> None:
    """Order is by time, then by name; a page of another program is none of ours, a damaged one is named."""
    page(tmp_path, "old.html", 10)
    page(tmp_path, "new.html", 30, replace(PAGE, question="What is <it> worth?"))
    page(tmp_path, "b.html", 20)
    page(tmp_path, "a.html", 20)
    (tmp_path / "foreign.html").write_text("<title>Mine</title><![if x]>")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "bytes.html").write_bytes(b"\xff\x00<meta name='dhstats-page' content='[[[['>")
    (tmp_path / "folder.html").mkdir()
    os.utime(tmp_path / "bytes.html", (1, 1))
    file, known = write_contents(tmp_path)
    assert [each.file for each in known] == ["new.html", "a.html", "b.html", "old.html", "bytes.html"]
    text = file.read_text("utf-8")
    assert text.index("new.html") < text.index("a.html") < text.index("old.html") < text.index("is damaged")
    assert "What is &lt;it&gt; worth?" in text
    assert "foreign" not in text
    assert text == write_contents(tmp_path)[0].read_text("utf-8")  # the same folder, the same bytes


@pytest.mark.parametrize("depth", ["[" * 20_000, '{"name": 1}', "null", '{"questions": 3}'])
def test_a_damaged_head_is_one_line_of_the_list(tmp_path: Path, depth: str) -> None:
    """No page can keep the others from being listed."""
    (tmp_path / "x.html").write_text(f'<meta name="dhstats-page" content="{escape(depth)}">')
    page(tmp_path, "good.html", 5)
    assert [(each.file, bool(each.fault)) for each in write_contents(tmp_path)[1]] == [
        ("x.html", True),
        ("good.html", False),
    ]


def test_a_page_of_someone_else_is_not_written_over(tmp_path: Path) -> None:
    """Neither by the command nor when a page is written beside it."""
    mine = tmp_path / INDEX
    mine.write_text("<title>my own</title>")
    with pytest.raises(BadInput, match="not overwritten"):
        write_contents(tmp_path)
    keep_contents(page(tmp_path, "a.html", 1))
    assert mine.read_text() == "<title>my own</title>"


def test_the_list_is_kept_in_reports_and_where_there_is_one(tmp_path: Path) -> None:
    """A folder without a list that is not called reports stays as it is."""
    for name in ("reports", "pages"):
        (tmp_path / name).mkdir()
        keep_contents(page(tmp_path / name, "a.html", 1))
    assert (tmp_path / "reports" / INDEX).is_file()
    assert not (tmp_path / "pages" / INDEX).exists()
    write_contents(tmp_path / "pages")
    keep_contents(page(tmp_path / "pages", "b.html", 2))
    assert "b.html" in (tmp_path / "pages" / INDEX).read_text("utf-8")


def test_commands_that_end_together_are_all_listed(tmp_path: Path) -> None:
    """Whoever writes the list last has seen the pages of all others."""
    folder = tmp_path / "reports"
    folder.mkdir()

    def work(number: int) -> None:
        keep_contents(page(folder, f"page{number}.html", number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(24)))
    text = (folder / INDEX).read_text("utf-8")
    assert [number for number in range(24) if f"page{number}.html" not in text] == []
    assert len(entries(folder)) == 24
    assert [each.name for each in folder.iterdir() if each.name.endswith(".part")] == []


def test_the_command_lists_and_ends_as_the_contract_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 with the pages, 2 for a name that is taken, 3 for no folder."""
    page(tmp_path, "a.html", 1)
    assert main(["index", str(tmp_path), "--json", "-"]) == 0
    out, err = capsys.readouterr()
    assert [each["answer"] for each in json.loads(out)["pages"]] == [PAGE.answer]
    assert "a.html: Does going first help in Dragonheart? Yes, a little: 51 of 100 games." in err
    (tmp_path / INDEX).write_text("mine")
    assert main(["index", str(tmp_path)]) == 2
    assert main(["index", str(tmp_path / "none")]) == 3
    assert "none: is not a folder; `dhstats report RUN` writes a page into reports/" in capsys.readouterr().err
