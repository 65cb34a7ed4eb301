"""Kept games play again to the same text; every rule set and every strategy has one."""

import pytest

from tests.games.dragonheart.positions import BUNDLE
from tests.games.dragonheart.transcripts import FOLDER, TRANSCRIPTS, Transcript, strategies


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda own: own.name)
def test_a_game_plays_as_it_was_kept(transcript: Transcript) -> None:
    """Deal, turns and result, line by line. If a change is meant, write the transcripts anew and read them."""
    kept = transcript.path.read_text(encoding="utf-8").splitlines()
    assert transcript.text().splitlines() == kept


def test_every_rule_set_and_strategy_has_a_transcript() -> None:
    """A new one needs a game that people can read."""
    assert {transcript.rules for transcript in TRANSCRIPTS} == set(BUNDLE.rule_files.shipped())
    assert strategies() == set(BUNDLE.shipped_strategies())


def test_every_kept_file_is_compared() -> None:
    """No file lies here that nothing writes."""
    assert {path.name for path in FOLDER.iterdir()} == {transcript.path.name for transcript in TRANSCRIPTS}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("balanced-greedy", "wins: the tie, by the Great Dragon"),
        ("cautious-balanced", "Ended by an empty deck"),
        ("denier-dragon_hunter-kosmos", "Ended by an empty deck"),
        ("dwarf_hoarder-ship_rusher", "Ended by ships, called by the second player"),
        ("always_one", "back on the other deck"),
        ("pass", "passes: no card can be played"),
        ("draw", "A draw."),
    ],
)
def test_a_transcript_shows_what_it_is_kept_for(name: str, told: str) -> None:
    """If another game is kept under its name, it must show the same."""
    assert told in (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
