"""The list of kinds of pages is whole, and what is demanded of pages can fail."""

from dataclasses import replace
from typing import Any

import pytest

from dhstats.cli.main import all_commands
from tests.pages.checks import First, hard, unproved
from tests.pages.kinds import KINDS

# Boards, not pages of answers (tests/report/test_board.py and test_puzzles.py open them), and what writes a report's page.
BOARDS = {"replay", "puzzles", "open"}
SAID = First("Does it help?", "Yes, a little.", "Certain: 51.2 to 53.4 of 100 games.", "Play on.")
ROWS = [{"low": 0.5121, "high": 0.5338}]


def told(said: First, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The JSON of a page with one answer."""
    opening = {name: getattr(said, name) for name in ("question", "answer", "sureness", "decision")}
    return {"runs": [{"answers": [{"opening": opening, "tables": [{"rows": rows}]}]}]}


def writes(command: Any) -> bool:
    """Whether a command writes a page."""
    return any("--page" in part.opts for part in command.params)


def below(command: Any) -> list[Any]:
    """The commands of a group."""
    return list(getattr(command, "commands", {}).values())


def test_every_command_that_writes_a_page_is_a_kind() -> None:
    """Who adds such a command adds its page to the sheet."""
    commands = all_commands().commands
    writing = {name for name, each in commands.items() if any(map(writes, (each, *below(each))))}
    assert {kind.command.split()[0] for kind in KINDS} == writing - BOARDS
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_a_report_is_made_of_every_game() -> None:
    """A page of each."""
    games = {kind.name.split("-")[1] for kind in KINDS if kind.command.startswith("report")}
    assert games == {"dragonheart", "dragonwood", "dragon", "one_turn", "deep_dive"}


@pytest.mark.parametrize(
    "text", ["It gains 2 percentage points.", "If he begins.", "word " * 40, "The estimator is 3."]
)
def test_hard_words_and_long_sentences_are_noticed(text: str) -> None:
    """Words of the trade, one gender for all, and sentences nobody reads in passing."""
    assert hard(f"Certain: {text}")
    assert not hard(SAID.sureness)


def test_a_number_that_no_table_has_is_noticed() -> None:
    """Ends of intervals come from a table, in games of 100 too; words are those of the JSON."""
    assert list(unproved(SAID, told(SAID, ROWS))) == []
    assert list(unproved(SAID, told(SAID, [{"low": 0.5131, "high": 0.5338}]))) == ["51.2 is in no table"]
    assert len(list(unproved(replace(SAID, answer="No."), told(SAID, ROWS)))) == 1
