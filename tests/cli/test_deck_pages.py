"""Questions about decks that were stopped."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.simulate.positions import deck_matches, forks
from dhstats.simulate.positions.deck_matches import DeckMatches
from dhstats.simulate.work.budget import Budget


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
