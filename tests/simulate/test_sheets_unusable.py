"""What spreadsheets of real life hold besides games: each thing is named by its cell, and the rest is read."""

import pytest

from tests.simulate.playtest_sheets import Read, lines, unusable
from tests.simulate.workbooks import xlsx

HEAD = "Date,Anna,Ben,Winner,Minutes\n"


@pytest.mark.parametrize(
    ("row", "cell", "reason", "left"),
    [
        ("2024-01-05,many,28,Ben,60", "B2", '"many" is not a number', "Anna won0 | Ben 28 won1"),
        ("2024-01-05,34/2,28,Ben,60", "B2", '"34/2" is not a number', "Anna won0 | Ben 28 won1"),
        (
            "2024-01-05,34,28,Zoe,60",
            "D2",
            'the winner "Zoe" is not among the players (Anna, Ben)',
            "Anna 34 won1 | Ben 28 won0",
        ),
        ("2024-01-05,34,28,Ben,60", "D2", "says that Ben won, but Anna has more points (34 against 28)", "Anna | Ben"),
        ("2024-01-05,34,28,tie,60", "D2", "says that nobody won alone, but Anna has more points", "Anna | Ben"),
        ("2024-01-05,34,28,Anna,long", "E2", '"long" is not the length of a game', "Anna 34 won1 | Ben 28 won0"),
        ("2024-13-05,34,28,Anna,60", "A2", '"2024-13-05" is not a day', "Anna 34 won1 | Ben 28 won0"),
    ],
)
def test_cell_that_cannot_be_read_is_named(read: Read, row: str, cell: str, reason: str, left: str) -> None:
    """One bad cell: it is named with its reason, and all else of its game and of the others is read."""
    sheet = read(HEAD + row + "\n2024-01-06,30,31,Ben,70\n2024-01-07,30,31,Ben,70\n")
    assert list(unusable(sheet)) == [cell]
    assert unusable(sheet)[cell].startswith(reason)
    first, second, _ = lines(sheet).split("\n")
    assert first.split(" | ", 1)[1] == left
    assert second == "2024-01-06 70m | Anna 30 won0 | Ben 31 won1"


def test_contradiction_says_how_to_settle_it(read: Read) -> None:
    """The reason ends with what to do, and doing it settles it."""
    text = HEAD + "2024-01-05,34,28,Ben,60\n2024-01-06,30,31,Ben,70\n"
    assert unusable(read(text))["D2"].endswith(
        "; correct one of the two, or use --column wins=lowest or wins=any if the most points do not win"
    )
    any_of = read(text, wins="any")
    assert not any_of.unusable
    assert [each.won for each in any_of.games[0].players] == [0, 1]
    assert [*unusable(read(text, wins="lowest"))] == ["D3"]


def test_sheet_in_which_the_fewest_points_win_shows_it(read: Read) -> None:
    """It is seen over the whole sheet, and the game that is unlike the others is asked about."""
    rows = "".join(f"2024-01-0{day},{day},9,Anna,60\n" for day in range(1, 6))
    sheet = read(HEAD + rows + "2024-01-09,4,2,Anna,60\n")
    assert [*unusable(sheet)] == ["D7"]
    assert "the fewest points win: they won 5 games, the most 1" in sheet.remarks


def test_marked_scores_are_read_and_named(read: Read) -> None:
    """45* and ~30 are numbers; each is named by its cell."""
    sheet = read(HEAD + "2024-01-05,45*,45,Anna,60\n2024-01-06,~30,12½,Anna,60\n")
    assert [[each.score for each in game.players] for game in sheet.games] == [[45, 45], [30, 12.5]]
    assert [each.won for each in sheet.games[0].players] == [1, 0]  # a tie in points that the sheet has broken
    assert 'B2: "45*" is read as 45; B3: "~30" is read as 30' in sheet.remarks


def test_half_points_and_letters_are_results(read: Read) -> None:
    """½, W, L and 1st; a word that is none of them is named."""
    text = "Game,Player,Result,Place\n1,Anna,½,\n1,Ben,½,\n2,Anna,W,1st\n2,Ben,L,2nd\n3,Anna,maybe,1.\n3,Ben,L,2.\n"
    sheet = read(text)
    assert lines(sheet) == "- | Anna won.5 | Ben won.5\n- | Anna #1 won1 | Ben #2 won0\n- | Anna #1 won1 | Ben #2 won0"
    assert unusable(sheet) == {"C6": '"maybe" is not a result; write win, loss or tie'}


@pytest.mark.parametrize(
    ("letters", "won"), [("WLD", [1, 0, 0.5]), ("SNU", [1, 0, 0.5]), ("VDN", [1, 0, 0.5]), ("WVG", [1, 0, 0.5])]
)
def test_letters_mean_what_they_mean_together(read: Read, letters: str, won: list[float]) -> None:
    """D is a draw beside W and L, and a defeat beside V."""
    rows = "".join(f"2024-01-0{at},Ben,{letter},9\n" for at, letter in enumerate(letters, start=1))
    sheet = read("Date,Opponent,Result,Turns\n" + rows)
    assert [game.players[-1].won for game in sheet.games] == won or [game.players[0].won for game in sheet.games] == won


def test_rows_of_totals_are_left_out_and_named(read: Read) -> None:
    """With a word for it in any language, or without one where the numbers add up."""
    rows = "".join(f"2024-01-0{day},{day},9,,60\n" for day in range(1, 5))
    sheet = read(HEAD + rows + ",10,36,,\nAverage,2.5,9,,60\nGesamt,10,36,,\n")
    assert len(sheet.games) == 4
    assert 'row 7 is left out as a row of totals ("Average")' in sheet.remarks
    assert 'row 8 is left out as a row of totals ("Gesamt")' in sheet.remarks
    assert "row 6 is left out as a row of totals: its points add up those above" in sheet.remarks


def test_player_called_total_is_a_player(read: Read) -> None:
    """Where the row says what no row of totals says; a row of totals below is still one."""
    text = "Date,Player,Faction,Score\n2024-01-05,Total,Red,34\n,Ben,Blue,28\n2024-01-06,Ben,Red,30\n,Total,Blue,31\nTotal,,,123\n"
    sheet = read(text)
    assert (
        lines(sheet)
        == "2024-01-05 | Total (Red) 34 won1 | Ben (Blue) 28 won0\n2024-01-06 | Ben (Red) 30 won0 | Total (Blue) 31 "
        "won1"
    )
    assert 'row 6 is left out as a row of totals ("Total")' in sheet.remarks
    wide = read("Date,Player 1,Player 2,Score 1,Score 2\n2024-01-05,Total,Ben,34,28\n")
    assert lines(wide) == "2024-01-05 | Total @1 34 won1 | Ben @2 28 won0"


def test_game_that_stands_there_twice_counts_once(read: Read) -> None:
    """Rows equal in every cell are one game, unless they are numbered or have no day."""
    row = "2024-01-05,34,28,Anna,60\n"
    sheet = read(HEAD + row + "2024-01-06,30,31,Ben,70\n" + row)
    assert len(sheet.games) == 2
    assert unusable(sheet)["4"].startswith("equal to row 2 in every cell, left out as listed twice")
    assert len(read("Game," + HEAD + "1," + row + "2," + row).games) == 2
    undated = read("Anna,Ben,Minutes\n34,28,60\n34,28,60\n")
    assert len(undated.games) == 2
    assert "row 3 is equal to row 2 in every cell; both are counted, because neither has a date" in undated.remarks


def test_days_in_an_open_order_are_said(read: Read) -> None:
    """The order of the games decides, else the day is first; where the column decides, nothing is said."""
    remark = '"Date" is read {} first, because its dates allow both; write 2026-03-14 to be sure'
    rows = "{},34,28,Anna,60\n"
    for days, first, month in (
        (("01/05/2024", "01/06/2024", "02/01/2024"), "month", 1),
        (("05/01/2024", "06/01/2024", "01/02/2024"), "day", 1),
        (("03/03/2024", "04/04/2024"), "day", 3),
    ):
        sheet = read(HEAD + "".join(rows.format(day) for day in days))
        assert sheet.games[0].day is not None
        assert sheet.games[0].day.month == month
        assert remark.format(first) in sheet.remarks
    closed = read(HEAD + rows.format("1/5/2024") + rows.format("1/13/2024") + rows.format("14/1/2024"))
    assert not [each for each in closed.remarks if "leave open" in each]


def test_score_that_a_spreadsheet_took_for_a_day_is_named(read: Read) -> None:
    """3-4 as the third of April."""
    from datetime import date

    rows = [["Date", "Player 1", "Player 2", "Score"], [date(2024, 1, 5), "Anna", "Ben", date(2024, 4, 3)]]
    rows.append([date(2024, 1, 6), "Anna", "Ben", "3-4"])
    sheet = read(xlsx({"A": rows}), "a.xlsx")
    assert "spreadsheets turn 3-4 into a day" in unusable(sheet)["D2"]


def test_emoji_and_fifty_columns_do_no_harm(read: Read) -> None:
    """Emoji in headings and names; columns that nobody asks for are not used."""
    head = "📅 Date,🎲 Player 1,🎲 Player 2,⭐ Score 1,⭐ Score 2," + ",".join(f"Card {at} used" for at in range(45))
    sheet = read(head + "\n2024-01-05,Anna 🐉,Ben,34,28," + ",".join("1" * 45) + "\n")
    assert lines(sheet) == "2024-01-05 | Anna 🐉 @1 34 won1 | Ben @2 28 won0"
    assert len(sheet.columns) == 50


def test_row_that_is_no_game_is_named(read: Read) -> None:
    """A row without a result counts for its length alone; a line of text is none."""
    sheet = read(HEAD + "2024-01-05,34,28,Anna,60\n2024-01-06,,,,60\n2024-01-07,,,,\nnext time: fewer ships,,,,\n")
    assert len(sheet.games) == 2
    assert unusable(sheet) == {
        "3": "no score, place or winner; only its length counts",
        "4": 'has only "2024-01-07", which is not a game',
        "5": 'has only "next time: fewer ships", which is not a game',
    }


def test_plays_that_are_unfinished_or_of_other_games_are_named(read: Read) -> None:
    """Plays of an export are named by their number there."""
    play = '<play id="{}" date="2024-01-05" quantity="{}" length="60" incomplete="{}"><item name="{}"/><players>'
    player = '<player name="Anna" score="3" win="1"/><player name="Ben" score="2" win="0"/></players></play>'
    plays = [
        play.format(*each) + player
        for each in ((1, 1, 0, "Harbour"), (2, 3, 0, "Harbour"), (3, 1, 1, "Harbour"), (4, 1, 0, "Tern"))
    ]
    sheet = read("<plays>" + "".join(plays) + "</plays>", "plays.xml")
    assert len(sheet.games) == 2
    assert unusable(sheet) == {"play 3": "a game that was not played to its end; left out"}
    assert "row play 2 says that it was played 3 times, and is counted once" in sheet.remarks
    assert '2 plays of "Harbour" are read; left out: 1 of "Tern"; --column only=TITLE reads those' in sheet.remarks
    assert len(read("<plays>" + "".join(plays) + "</plays>", "plays.xml", only="tern").games) == 1


def test_two_in_one_seat_are_named(read: Read) -> None:
    """Seats written as words are seats."""
    sheet = read("Game,Name,Faction,Seat,Score\n1,Anna,Red,1,3\n1,Ben,Blue,two,2\n")
    assert unusable(sheet) == {}
    assert [each.seat for each in sheet.games[0].players] == [1, 2]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("keep", ["Anna", "Andrea", "Ben Smith", "Ann"]),
        ("initials", ["A.", "An.", "B. S.", "A. 2"]),
        ("none", ["player 1", "player 2", "player 3", "player 4"]),
    ],
)
def test_names_are_replaced_wherever_they_stand(read: Read, names: str, shown: list[str]) -> None:
    """In players, headings, notes and reasons."""
    text = "Date,Anna,Andrea,Ben Smith,Ann,Winner,Notes\n2024-01-05,34,28,12,3,Ben Smith,Andrea was late\n"
    sheet = read(text, names=names)
    assert [each.player for each in sheet.games[0].players] == shown
    assert sheet.games[0].notes == f"{shown[1]} was late"
    assert sheet.unusable[0].reason.startswith(f"says that {shown[2]} won, but {shown[0]} has more points")
    if names != "keep":
        assert not [each for each in ("Anna", "Andrea", "Smith") if each in str(sheet)]


def test_names_are_hidden_in_every_cell_word_by_word(read: Read) -> None:
    """Version, power, ending, evening, notes: in capitals, the family name alone, with an s; other words stay."""
    text = (
        "Date,Version,Player 1,Faction 1,Player 2,Faction 2,Winner,Ended by,Notes\n"
        "2024-01-05,Bobs build,Bob Stein,Cats,Ann Berg,ann's Birds,Ann Berg,STEIN resigned,bob hated it; ANN BERG won\n"
        "2024-01-06,B,Bob Stein,Cats,Ann Berg,Birds,Ann Berg,deck,annual meeting\n"
    )
    first, second = read(text, names="initials").games
    assert first.version == "B. S.s build"
    assert [each.power for each in first.players] == ["Cats", "A. B.'s Birds"]
    assert (first.ended_by, first.notes) == ("B. S. resigned", "B. S. hated it; A. B. won")
    assert (second.version, second.ended_by, second.notes) == ("B", "deck", "annual meeting")
    assert read(text, names="keep").games[0].notes == "bob hated it; ANN BERG won"


def test_stranger_who_won_is_hidden_as_players_are(read: Read) -> None:
    """A name in a reason is a name too; "player 1" in a cell is nobody's."""
    text = 'Date,Players,Winner\n2024-01-05,"Anna, Ben",Zoe\n2024-01-06,"Anna, Ben",Ben\n'
    sheet = read(text, names="initials")
    assert unusable(sheet) == {"C2": 'the winner "Z." is not among the players (A., B.); write one of them'}
    assert "Zoe" not in str(sheet)
    nameless = read("Date,Player,Score\n2024-01-05,Player 1,3\n2024-01-05,Player 2,5\n")
    assert [each.player for each in nameless.games[0].players] == [None, None]


def test_day_that_stands_once_is_that_of_the_games_below(read: Read) -> None:
    """So is a version that stands with it; a version left out beside a day is unknown."""
    sheet = read("Date,Version,Anna,Ben\n2024-01-05,v1,34,28\n,,30,31\n,v2,12,13\n2024-01-09,,1,3\n")
    assert [(each.evening, each.version) for each in sheet.games] == [
        ("2024-01-05", "v1"), ("2024-01-05", "v1"), ("2024-01-05", "v2"), ("2024-01-09", None),
    ]  # fmt: skip
    assert "2 games without a date get the date above them" in sheet.remarks


def test_numbered_columns_are_seats_unless_the_same_people_stand_there(read: Read) -> None:
    """What is taken for a seat is said; a column for who began decides where there is one."""
    head = "Date,Player 1,Player 2,Score 1,Score 2\n"
    turned = read(head + "2024-01-05,Anna,Ben,3,4\n2024-01-06,Ben,Anna,3,4\n2024-01-07,Anna,Ben,3,4\n")
    assert [each.seat for each in turned.games[0].players] == [1, 2]
    assert any("count as seats in turn order" in each for each in turned.remarks)
    same = read(head + "".join(f"2024-01-0{day},Anna,Ben,3,4\n" for day in (5, 6, 7)))
    assert [each.seat for each in same.games[0].players] == [None, None]
    assert any("do not count as seats" in each for each in same.remarks)


def test_sheet_with_the_most_games_is_read_and_the_others_are_named(read: Read) -> None:
    """Another one is read where a person says so."""
    rows = [["Date", "Anna", "Ben"], ["2024-01-05", 3, 4], ["2024-01-06", 5, 4]]
    book = xlsx({"v1": rows, "v2": [*rows, ["2024-01-07", 1, 2]], "ideas": [["more ships"]]})
    sheet = read(book, "book.xlsx")
    assert len(sheet.games) == 3
    assert (
        'the sheet "v2" is read; not read: "v1" (2 games), "ideas" (0 games); --column sheet=NAME reads another'
        in sheet.remarks
    )
    assert len(read(book, "book.xlsx", sheet="V1").games) == 2


def test_game_that_ends_at_midnight_has_its_length(read: Read) -> None:
    """0:00 is a time of the day, and no length."""
    sheet = read("Date,Anna,Ben,Start,End\n2024-01-05,34,28,22:45,0:00\n2024-01-06,34,28,0:00,1:15\n")
    assert [each.minutes for each in sheet.games] == [75, 75]
    assert unusable(sheet) == {}


def test_column_that_a_person_leaves_out_is_no_player(read: Read) -> None:
    """Not by the numbers that stand in it either."""
    sheet = read("Date,Anna,Ben,Cleo\n2024-01-05,34,28,40\n2024-01-06,30,31,40\n", none="Cleo")
    assert [each.player for each in sheet.games[0].players] == ["Anna", "Ben"]
