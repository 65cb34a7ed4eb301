"""Cards from a spreadsheet beside a game file: columns, rules for each card, and cells that are wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.errors import BadInput
from dhstats.gamefile.cards import table
from dhstats.gamefile.reading.declared import read
from tests.gamefile.examples import command
from tests.gamefile.small import COUNT_DOWN

Write = Callable[[str, str], Path]

FILE = COUNT_DOWN.replace("class Rules:", 'CARDS = table("cards.csv")\nWORTH = CARDS.worth\n\n\nclass Rules:', 1)
FILE = FILE.replace("import Position", "import Position, table", 1)
FILE = FILE.replace("class State", '    worth = CARDS.key("worth", 0, 9, "What a card is worth.")\n\n\nclass State', 1)
CSV = "name,worth,kind\nOld King,3,red\nqueen,4,blue\n"


def written(write: Write, content: str | bytes, text: str = FILE) -> Path:
    """The game file with its table beside it."""
    path = write("count_cards", text)
    (path.parent / "cards.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_rows_are_cards_and_columns_are_numbers_or_texts(game_file: Write) -> None:
    """Names become words that a rule file can use; each number is a rule of its own."""
    file = read(written(game_file, CSV))
    cards = file.module.CARDS
    assert (cards.names, list(cards.worth), cards.kind) == (("old_king", "queen"), [3, 4], ("red", "blue"))
    assert [lever.name for lever in file.levers][-2:] == ["cards.old_king.worth", "cards.queen.worth"]
    assert [lever.default for lever in file.levers][-2:] == [3, 4]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_spreadsheets_of_other_countries_are_read_alike(game_file: Write, separator: str) -> None:
    """Semicolons and decimal commas, a mark of the encoding at the beginning, empty lines at the end."""
    text = "\ufeff" + CSV.replace(",", separator).replace("3", "3,5") + "\n\n"
    cards = read(written(game_file, text, FILE.replace(', 0, 9, "What', ', 0, 900, "What'))).module.CARDS
    assert list(cards.worth) == [350, 400]


def test_a_changed_table_makes_another_game_and_its_cells_are_rules(game_file: Write, tmp_path: Path) -> None:
    """The hash is of file and table together; `--set cards.queen.worth` changes a cell; `verify` knows both."""
    path = written(game_file, CSV)
    first = read(path).name
    out = str(tmp_path / "run")
    words = ["--game", str(path), "--strategies", "random", "--games", "20", "--seed", "1", "--out", out]
    command("simulate", *words, "--set", "cards.queen.worth=7")
    assert "stands." in command("verify", out)
    written(game_file, CSV.replace("3", "5"))
    assert read(path).name != first


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (CSV.replace("3", "three"), "cards.csv: column worth, row 2: 'three' must be a number"),
        (CSV.replace("4", "12"), "cards.csv: row 3, column worth: 12 is not from 0 to 9"),
        (CSV.replace("queen,4", "queen"), "cards.csv: row 3 has 2 cells, must have 3"),
        (CSV.replace("queen", "old king"), "cards.csv: row 3: a card is called 'old_king' already"),
        (CSV.replace("kind", "worth"), "cards.csv: two columns are called 'worth'"),
        (CSV.replace("Old King", "7"), "cards.csv: row 2, column name: '7' must be a name that begins with a letter"),
        ("name,worth\n", "cards.csv: must have a row of 2 to 64 headings and 1 to 256 rows of cards"),
        (b"name,worth\n\xff,3\n", "cards.csv: is not UTF-8"),
        (CSV.replace("worth", "value"), "cards.csv: has no column 'worth'"),
    ],
)
def test_wrong_cells_are_told_with_row_and_column(game_file: Write, content: str | bytes, says: str) -> None:
    """One sentence that says where."""
    with pytest.raises(BadInput) as refused:
        read(written(game_file, content))
    assert says in str(refused.value).replace('"', "'")


def test_a_table_is_named_where_it_lies_and_functions_read_its_columns_by_names_of_the_file(game_file: Write) -> None:
    """Not a path that is put together; not an attribute in compiled code."""
    with pytest.raises(BadInput, match="must name a file next to the game file"):
        table("cards.csv")
    with pytest.raises(BadInput, match=r"WORTH = CARDS\.worth"):
        read(written(game_file, CSV, FILE.replace("return move.take <=", "return CARDS.worth[0] > 0 and move.take <=")))
    missing = written(game_file, CSV)
    (missing.parent / "cards.csv").unlink()
    with pytest.raises(BadInput, match=r"cards\.csv"):
        read(missing)
