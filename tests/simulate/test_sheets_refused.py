"""Files that are no playtest sheet are refused in one sentence, however they are made; large sheets are read at once."""

import io
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.simulate.playtests import grids, packed
from dhstats.simulate.playtests.games import Sheet
from dhstats.simulate.playtests.reading import read_sheet
from tests.simulate import workbooks
from tests.simulate.playtest_sheets import CASES, Read

TEXT = "Date,Anna,Ben,Winner\n2024-01-05,34,28,Anna\n"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no row has the headings of a table of games"),
        ("a,b\n1,2\n", "no row has the headings of a table of games"),
        ("Date,Winner\n", "headings of games, and no game below them"),
        ("Date,Amount,Note\n2024-01-05,12.30,milk\n", "no row below the headings is a game; 2: no score, place or winner"),
        (OLD, "an old or protected workbook"),
        (b"%PDF-1.7\n", "an old or protected workbook, a picture or a page, not a sheet; save it as .xlsx, .ods or .csv"),
        (b"PK\x03\x04 damaged", "a damaged or protected workbook"),
        (workbooks.packed({"word/document.xml": "<a/>"}), "a packed folder or another kind of document, not a workbook"),
        (workbooks.packed({"xl/workbook.xml": "<a"}), "a damaged or protected workbook"),
        (workbooks.packed({"xl/workbook.xml": "<a/>"}), "a damaged or protected workbook"),
        ("date\0score", "neither text nor a workbook"),
        ("<!DOCTYPE html><html><table>", "a page or another kind of XML, not BoardGameGeek's list of plays"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><plays>&b;</plays>', "a page or another kind of XML"),
        ("<plays><play></plays>", "not valid XML (line 1)"),
        ('{"log": 1, "game": "dragonheart"}\n', "a log of games in JSON; `dhstats import"),
        ('{"plays": []}', "JSON, not a sheet"),
        ('Date,Anna\n2024-01-05,"' + "x" * 200_000, "is a quotation mark missing?"),
    ],
)  # fmt: skip
def test_file_that_is_no_sheet_is_refused(read: Read, content: bytes | str, message: str) -> None:
    """In one line that says what it is and what to do."""
    with pytest.raises(BadInput) as refused:
        read(content)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"scor_2": "Anna"}, "--column scor_2: no such column of a game; did you mean 'score'?"),
        ({"score_2": "Zoe"}, '--column score_2: the table has no heading "Zoe"; allowed: Anna, Ben, Date, Winner'),
        ({"wins": "few"}, "--column wins=few: allowed: any, highest, lowest"),
        ({"sheet": "Games"}, 'no sheet "Games"'),
        ({"only": "Harbour"}, 'no play of "Harbour"'),
        ({"names": "hide"}, "--names hide: allowed: initials, keep, none"),
    ],
)
def test_option_that_names_nothing_is_refused(read: Read, given: dict[str, str], message: str) -> None:
    """With what would be allowed."""
    with pytest.raises(BadInput) as refused:
        read(TEXT, **given)
    assert message in str(refused.value)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    """As any other file is."""
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_sheet(tmp_path / "none.csv")


FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
MANY = (
    '<table:table-row table:number-rows-repeated="900000"><table:table-cell table:number-columns-repeated="9000"'
    ' office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row>'
)


@pytest.mark.parametrize("content", [workbooks.xlsx({"A": []}, data=FAR), workbooks.ods({"A": []}, data=MANY)])
def test_few_bytes_never_unpack_to_more_cells_than_fit(read: Read, content: bytes) -> None:
    """A cell at the far end of a sheet, or one cell repeated, would fill the memory of a program that trusts it."""
    assert len(content) < 5000
    with pytest.raises(BadInput, match="more than 2,000,000 cells"):
        read(content)


def test_workbook_with_macros_is_read(read: Read) -> None:
    """Its other parts may name a type of document; the cells are in none of them."""
    buffer = io.BytesIO(workbooks.ods({"A": [["Date", "Anna", "Ben"], ["2024-01-05", 34, 28]]}))
    with zipfile.ZipFile(buffer, "a") as folder:
        folder.writestr("Basic/script-lc.xml", '<!DOCTYPE libraries PUBLIC "a" "b"><libraries/>')
    assert len(read(buffer.getvalue(), "a.ods").games) == 1


def test_few_bytes_never_unpack_to_many(monkeypatch: pytest.MonkeyPatch, read: Read) -> None:
    """A packed part of blanks is not unpacked to its end."""
    monkeypatch.setattr(packed, "MOST_BYTES", 8 << 20)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("xl/workbook.xml", b" " * (packed.MOST_BYTES + 1))
    with pytest.raises(BadInput, match="unpacks to more than 8 MiB"):
        read(buffer.getvalue())


def test_long_files_are_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Read) -> None:
    """By their bytes, or by their cells."""
    path = tmp_path / "long.csv"
    with path.open("wb") as file:
        file.truncate(grids.MOST_BYTES + 1)
    with pytest.raises(BadInput, match="longer than 64 MiB"):
        read_sheet(path)
    monkeypatch.setattr(packed, "MOST_CELLS", 100)
    with pytest.raises(BadInput, match="cells; keep everything else in another file"):
        read(TEXT + "2024-01-05,34,28,Anna\n" * 50)


def test_thousand_rows_are_read_in_seconds(read: Read) -> None:
    """Measured in time of the processor."""
    head = "Date,Version,Player 1,Player 2,Player 3,Score 1,Score 2,Score 3,Winner,Minutes,Turns,Notes\n"
    rows = (
        f"2024-{1 + at % 12:02}-{1 + at % 28:02},v{at % 5},Anna,Ben,Cleo,{at % 40},{at % 37},50,Cleo,{60 + at % 9},9,game {at}\n"
        for at in range(1000)
    )
    text = head + "".join(rows)
    workbook = workbooks.xlsx({"A": [line.split(",") for line in text.strip().split("\n")]})
    for content, name in ((text, "a.csv"), (workbook, "a.xlsx")):
        begun = time.process_time()
        sheet = read(content, name)
        assert time.process_time() - begun < 3.0
        assert len(sheet.games) == 1000


@pytest.mark.parametrize(
    "long", ["x" * 90_000, " " * 90_000 + "x", "1 " * 45_000 + "x", "1-" * 45_000, "a, " * 30_000, "(" * 90_000]
)
def test_long_cells_take_no_time(read: Read, long: str) -> None:
    """Whatever a cell is read as, the time does not grow with the square of its letters."""
    heads = ("Date", "Players", "Score", "Place", "Result", "Winner", "Minutes", "Seat", "Faction", "Start", "Notes")
    begun = time.process_time()
    for text in (
        ",".join(heads) + "\n" + ",".join(f'"{long}"' for _ in heads) + '\n2024-01-05,"Anna, Ben",3-4,,,Ben\n',
        f'Date,Anna,Ben,"{long}"\n2024-01-05,"{long}",4,"{long}"\n2024-01-06,3,4,\n2024-01-07,3,4,\n',
    ):
        assert read(text).games
    assert time.process_time() - begun < 2.0


def _reads(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with suppress(BadInput):
        assert isinstance(read_sheet(path), Sheet)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_a_sheet_or_refused(tmp_path: Path, content: bytes) -> None:
    """Nothing but a sheet or a refusal comes of any bytes."""
    _reads(tmp_path / "any", content)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_sheets_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """Nor of sheets in which bytes were changed."""
    content = bytearray(data.draw(st.sampled_from(CASES)).content)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=6))
    _reads(tmp_path / "any", bytes(content))


CELLS = st.sampled_from(
    ["Date", "Player", "Score", "Score 1", "P2", "Winner", "Seat", "Place", "Result", "Anna", "Ben", "Total", "tie", "W", "½", "1st",
     "34-28", "34", "0", "-3", "1e999", "9" * 400, "1:15", "2024-01-05", "1/2/24", "Anna, Ben", "🏆", "", "", "Wins", "x", "²", "٣", "2nd place"]
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.lists(CELLS, max_size=8), max_size=9))
def test_any_words_in_any_cells_are_read_or_refused(tmp_path: Path, rows: list[list[str]]) -> None:
    """Nor of headings and values thrown together."""
    _reads(tmp_path / "any", "\n".join(";".join(row) for row in rows).encode())
