"""The pages of decks, cards and swaps: what stands on them, and the command on them that plays the same games again."""

import html
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.report.drawing.spelling import spoken
from dhstats.simulate.positions import deck_matches, forks
from dhstats.simulate.positions.deck_matches import DeckMatches
from dhstats.simulate.work.budget import Budget

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
        (["decks", "kill", "banish", "mixed", "--deals", "20"], "decks-kill-banish-mixed", 4),
        (["cards", "ambush", "--against", "kill", "--deals", "20", "--forks", "0"], "cards-ambush", 2),
        (["improve", "mixed", "--against", "kill", "--swaps", "1", "--deals", "500", "--confirm", "20"],
         "improve-mixed", 1),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)  # fmt: skip
def test_a_page_has_all_that_was_found_and_plays_again(
    words: list[str], name: str, charts: int, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its findings are those of the JSON; whose cards, who played and which rules stand there; so does the command."""
    assert main([*words, *SMALL, "--json", "first.json"]) == 0
    (file,) = (each for each in (place / "reports").iterdir() if each.name != "index.html")
    assert file.name.startswith(name)
    assert f"report: reports/{file.name}" in capsys.readouterr().out
    page = file.read_text("utf-8")
    told = json.loads((place / "first.json").read_text("utf-8"))
    for finding in told["findings"]:
        said = spoken(finding["text"].partition(" (")[0])  # a page has what an interval rests on in a note
        assert html.unescape(page).replace("\u00a0", " ").count(said) >= 1
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


@pytest.mark.parametrize(
    ("words", "checks"),
    [
        (["decks", "kill", "mixed", "--deals", "50"], 2),
        (["cards", "ambush", "--against", "kill", "--deals", "38", "--forks", "18"], 4),
        (["improve", "mixed", "--against", "kill", "--swaps", "2", "--deals", "500", "--confirm", "20"], 2),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_was_stopped_goes_on(
    words: list[str], checks: int, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Out of time it says how to go on; --resume, or the same again, does, with the seed that was drawn."""
    for work in (deck_matches, forks):
        monkeypatch.setattr(work, "CHUNK_DEALS", 16)  # so that there are several with few deals
    asked = [*words, "--strategies", "random"]
    left = iter(range(checks))
    with monkeypatch.context() as patch:
        patch.setattr(Budget, "used_up", property(lambda _: "" if next(left, None) is not None else "time is over"))
        assert main(asked) == 4
    assert "are kept, go on with --resume" in capsys.readouterr().err
    (folder,) = (place / "data").iterdir()
    seed, kept = kept_in(folder)
    played: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(DeckMatches, "_played", noting(DeckMatches._played, played))
        assert main([*asked, "--resume", "--json", "first.json"]) == 0
    assert not (folder / "unfinished").exists()
    assert not set(played) & kept
    assert main([*asked, "--seed", str(seed), "--out", "other", "--json", "second.json"]) == 0
    assert not (place / "other" / "unfinished").exists()
    assert (place / "first.json").read_bytes() == (place / "second.json").read_bytes()


def kept_in(folder: Path) -> tuple[int, set[int]]:
    """The seed of what was stopped, and the deals of deck matches that are kept."""
    entries = json.loads((folder / "unfinished" / "list.json").read_text("utf-8"))
    kept: set[int] = set()
    for name, entry in entries.items():
        if name.startswith("bouts from deal ") and entry["parts"]:
            first = int(name.rpartition(" ")[2])
            kept |= set(range(first, first + entry["parts"][-1]["upto"]))
    return next(iter(entries.values()))["terms"]["seed"], kept


def noting(play: Callable[..., Any], deals: list[int]) -> Callable[..., Any]:
    """Matches that note which deals are played."""

    def noted(matches: DeckMatches, lineup: Any, players: Any, seed: int, first: int, count: int) -> Any:
        deals.extend(range(first, first + count))
        return play(matches, lineup, players, seed, first, count)

    return noted
