"""The pages of decks, cards and swaps: what stands on them, and the command on them that plays the same games again."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path

import pytest

from dhstats.cli.main import main

SMALL = ["--strategies", "greedy", "--seed", "3"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def again(page: str) -> list[str]:
    """The words of the command that a page prints."""
    found = re.search(r"<pre[^>]*>(?:<code>)?(dhstats [^<]*)<", page)
    assert found is not None
    return shlex.split(html.unescape(found[1]))[1:]


@pytest.mark.parametrize(
    ("words", "name", "charts"),
    [
        (["decks", "kill", "banish", "mixed", "--deals", "20"], "decks-kill-banish-mixed", 3),
        (["cards", "ambush", "--against", "kill", "--deals", "20", "--forks", "0"], "cards-ambush", 1),
        (["improve", "mixed", "--against", "kill", "--swaps", "1", "--deals", "500", "--confirm", "20"],
         "improve-mixed", 0),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)  # fmt: skip
def test_a_page_has_all_that_was_found_and_plays_again(
    words: list[str], name: str, charts: int, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its findings are those of the JSON; whose cards, who played and which rules stand there; so does the command."""
    assert main([*words, *SMALL, "--json", "first.json"]) == 0
    assert f"report: reports/{name}.html" in capsys.readouterr().out
    page = (place / "reports" / f"{name}.html").read_text("utf-8")
    told = json.loads((place / "first.json").read_text("utf-8"))
    for finding in told["findings"]:
        assert html.unescape(page).replace("\u00a0", " ").count(finding["text"]) >= 1
    assert page.count("<figure") == charts
    assert "not the publisher" in page
    assert main([*again(page), "--json", "second.json", "-o", "mine.html"]) == 0
    assert (place / "second.json").read_bytes() == (place / "first.json").read_bytes()
    assert (place / "mine.html").read_text("utf-8") == page


def test_a_page_is_not_written_where_it_cannot_be(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody plays for a page that has no place."""
    (place / "file").write_text("x")
    assert main(["decks", *SMALL, "--deals", "1000000", "-o", "file/page.html"]) == 2
    assert "file" in capsys.readouterr().err
