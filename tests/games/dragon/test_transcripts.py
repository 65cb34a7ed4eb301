"""The worked examples of the rulebook play again to the same text."""

import pytest

from tests.games.dragon.transcripts import FOLDER, TRANSCRIPTS, Transcript


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda own: own.name)
def test_an_example_plays_as_it_was_kept(transcript: Transcript) -> None:
    """By the engine and on paper, line by line. If a change is meant, write the transcripts anew and read them."""
    assert transcript.text().splitlines() == transcript.path.read_text(encoding="utf-8").splitlines()


def test_every_kept_file_is_compared() -> None:
    """No file lies here that nothing writes."""
    assert {path.name for path in FOLDER.iterdir()} == {transcript.path.name for transcript in TRANSCRIPTS}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("topping", "top with Claw Attack → Positioning is cancelled"),
        ("topping", "second dragon to side → Positioning takes effect"),
        ("chain", f"{' ' * 16}top with Quick Turn → Claw Attack takes effect, 2 wounds"),
        ("ground_war", "let it be → Hot blast takes effect"),
        ("ground_war", "Sappers against the second, Siege tower against the second"),
        ("ground_war", "Over: banish."),
        ("upgrade", " 3:15 "),
        ("upgrade", " 8:15 "),
        ("upgrade", "level 2, facing front, 12 of 20 wounds"),
    ],
)
def test_a_transcript_shows_what_it_is_kept_for(name: str, told: str) -> None:
    """The outcome that the rulebook prints."""
    assert told in (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
