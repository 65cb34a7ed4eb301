"""People's playtest spreadsheets are read into games; whatever cannot be used is named by its cell."""

from pathlib import Path

import pytest

from dhstats.simulate.playtests.reading import read_sheet
from tests.simulate.playtest_sheets import CASES, Case, Read, lines


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sheet_is_read_game_by_game(case: Case, read: Read) -> None:
    """Every game of a sheet in the manner of public ones, with all that stands there of it."""
    assert lines(read(case.content, case.name, **case.given)) == case.games.strip("\n")


def test_most_sheets_need_no_option_and_the_rest_one() -> None:
    """Of thirty sheets and more at least 26 are read as they are."""
    assert len(CASES) >= 30
    assert sum(not case.given for case in CASES) >= 26
    assert all(len(case.given) <= 1 for case in CASES)


def test_columns_are_shown_as_they_are_taken(read: Read) -> None:
    """A person sees each heading and what it was taken for, in the words of the option that corrects it."""
    sheet = read("Date,Anna's score,Ben's score,Bonus,Weather\n2024-01-05,34,28,2,wet\n")
    assert sheet.columns == (
        ("Date", "day"), ("Anna's score", "score_Anna"), ("Ben's score", "score_Ben"), ("Bonus", "not used"),
        ("Weather", "not used"),
    )  # fmt: skip


def test_person_says_what_a_column_holds_and_what_it_does_not(read: Read) -> None:
    """By its heading in any case of letters, or by its letter."""
    told = read(
        "Date,Player 1,Player 2,A,B,Winner\n2024-01-05,Anna,Ben,34,28,Ben\n", score_1="A", score_2="b", none="Winner"
    )
    assert lines(told) == "2024-01-05 | Anna @1 34 won1 | Ben @2 28 won0"
    assert dict(told.columns)["Winner"] == "not used"


def test_winners_that_are_numbers_say_how_many_play(tmp_path: Path) -> None:
    """As many in each game as the greatest number of all, in whatever order the games stand."""
    (tmp_path / "a.csv").write_text("date,winner\n" + "".join(
        f"2026-01-0{day},player {who}\n" for day, who in enumerate((1, 2, 3, 1, 2, 1), start=1)
    ), "utf-8")  # fmt: skip
    sheet = read_sheet(tmp_path / "a.csv")
    assert [len(game.players) for game in sheet.games] == [3] * 6


def test_a_name_without_a_letter_has_initials_too(tmp_path: Path) -> None:
    """A sign that stands for letters is a name like any other."""
    (tmp_path / "a.csv").write_text("player 1,player 2,score 1,score 2\n™,Bo,3,2\n℡,Bo,1,2\n", "utf-8")
    assert len(read_sheet(tmp_path / "a.csv").games) == 2
