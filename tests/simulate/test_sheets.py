"""People's playtest spreadsheets are read into games; whatever cannot be used is named by its cell."""

import pytest

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
