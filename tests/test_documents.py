"""Files that a user hands over: read whole within bounds, or refused in one line, in a moment."""

import os
import time
from pathlib import Path

import pytest

from dhstats.documents import DEEPEST, MAX_BYTES, MOST_DOTS, Inspection, Mistakes, read_bytes, read_json, read_toml
from dhstats.errors import BadInput, DataProblem
from dhstats.games.dragonheart.table import PICTURES

ROOM = MAX_BYTES - 200
ENDLESS = {
    "dotted key": "a." * (ROOM // 2) + "a = 1",
    "dotted header": "[" + "a." * (ROOM // 2) + "a]",
    "dotted inline": "a = {" + "b." * (ROOM // 2) + "c = 1}",
    "lists": "a = " + "[" * ROOM,
    "closed lists": "a = " + "[" * (ROOM // 2) + "]" * (ROOM // 2),
    "inline tables": "a = " + "{a = " * (ROOM // 5),
    "deep by lines": "a = [\n" + "{" + "a." * 150 + "a = [\n" * 1 + "1" + "]}" + "]",
    "many steps": "\n".join("a." * 150 + f"k{i} = 1" for i in range(ROOM // 320)),
    "digits": "a = " + "9" * ROOM,
    "digits apart": "a = " + "1_" * (ROOM // 2) + "1",
    "escape": 'a = "' + "\\x" * (ROOM // 2) + '"',
    "no end": 'a = """' + "x\n" * (ROOM // 2),
    "equal signs": "=" * ROOM,
    "brackets": "[[" * (ROOM // 2),
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_no_toml_takes_long(tmp_path: Path, text: str) -> None:
    """Depth, length and number of parts end in an error within seconds of processor time; the parser alone would take minutes."""
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    started = time.process_time()
    with pytest.raises(BadInput, match=r"own\.toml: not valid TOML") as refused:
        read_toml(file)
    assert time.process_time() - started < 5.0
    assert len(str(refused.value)) < 400
    assert str(refused.value).isprintable()


LARGE = {
    "numbers": "a = [" + "1," * (ROOM // 2) + "]",
    "tables": "[[a]]\n" * (ROOM // 6),
    "keys": "\n".join(f"k{i} = 1" for i in range(ROOM // 11)),
    "comment": "#" + "x" * ROOM,
    "text": 'a = "' + "\\\\" * (ROOM // 2) + '"',
    "dots": "a" + ".a" * (DEEPEST - 1) + " = 1\n",
    "floats": "a = [" + "1.5, " * (MOST_DOTS - 1) + "]",
    "bom": "\ufeffa = 1",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_large_toml_is_read(tmp_path: Path, text: str) -> None:
    """What is only long is no error here; whoever reads the values refuses them."""
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    started = time.process_time()
    read_toml(file)
    assert time.process_time() - started < 5.0


NO_FILES = {
    "none": (lambda path: None, "cannot be read: No such file or directory"),
    "folder": (lambda path: path.mkdir(), "a folder or device, not a file"),
    "pipe": (lambda path: os.mkfifo(path), "a folder or device, not a file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a folder or device, not a file"),
    "terminal": (lambda path: path.symlink_to("/dev/tty"), ""),
    "loop": (lambda path: path.symlink_to(path), "cannot be read: Too many levels of symbolic links"),
    "gone": (lambda path: path.symlink_to(path / "nothing"), "cannot be read"),
    "large": (lambda path: path.write_bytes(b" " * (MAX_BYTES + 1)), "longer than 64 KiB, the limit for such a file"),
    "sparse": (lambda path: (path.touch(), os.truncate(path, 1 << 40)), "longer than 64 KiB"),
    "latin": (lambda path: path.write_bytes(b'a = "caf\xe9"'), "not UTF-8 text (at byte 9)"),
    "utf-16": (lambda path: path.write_bytes("a = 1".encode("utf-16")), "not UTF-8 text (at byte 1)"),
}


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_plain_file_is_never_waited_for(tmp_path: Path, kind: str) -> None:
    """Pipes, devices and holes of a terabyte: one line, at once, for every reader and every kind of error."""
    make, reason = NO_FILES[kind]
    path = tmp_path / "own"
    make(path)
    for read, error in (
        (read_toml, BadInput),
        (lambda file: read_json(file, MAX_BYTES, error=DataProblem), DataProblem),
    ):
        with pytest.raises(error) as refused:
            read(path)
        assert str(refused.value).startswith(f"{path}: ")
        assert reason in str(refused.value)


@pytest.mark.parametrize("name", ["a\0b", "x" * 10_000, "a/" * 3_000, "\udcff\x1b[31m", ""])
def test_impossible_names_are_told_in_one_line(name: str) -> None:
    """Whatever the system says of them."""
    with pytest.raises(BadInput) as refused:
        read_bytes(Path(name))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not valid JSON"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "nested too deeply"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested too deeply"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[-Infinity]", "-Infinity is not a number"),
        (b"[" + b"9" * 5_000 + b"]", "a number of more than 150 digits"),
        (b"[" * DEEPEST + b"9" * 200 + b"]" * DEEPEST, "a number of more than 150 digits"),
        (b'"\x1b"', "a sign that no text may hold"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"{} {}", "the value has ended before"),
    ],
)
def test_no_json_takes_long_or_deep(tmp_path: Path, content: bytes, reason: str) -> None:
    """Depth, numbers that are none, and what is no JSON."""
    file = tmp_path / "own.json"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=r"own\.json: not ") as refused:
        read_json(file, 1 << 21)
    assert reason in str(refused.value)
    assert str(refused.value).isprintable()


def test_plain_values_and_the_deepest_are_read(tmp_path: Path) -> None:
    """A number, a text, and as many levels as are allowed."""
    file = tmp_path / "own.json"
    for value in ("3", '"x"', "null", "[]", "[" * DEEPEST + "]" * DEEPEST):
        file.write_text(value)
        read_json(file, 1000)


MISTAKES = {
    "rules.toml": (
        'extends = "ffg"\nhnd = 1\n[hand]\nsise = 4\nsize = 99\n[great_dragon]\npoints = "x"\n',
        ["hnd: unknown key", "hand.sise: unknown key", "hand.size = 99", 'great_dragon.points = "x"'],
        ["rules", "check", "rules.toml"],
    ),
    "wood.toml": (
        'extends = "two"\nfoo = 1\n[hand]\nlimit = "many"\n',
        ["foo: unknown key", 'hand.limit = "many"'],
        ["rules", "check", "wood.toml", "--game", "dragonwood"],
    ),
    "misfits.toml": (
        'extends = "ffg"\n[hand]\nsize = 12\n[great_dragon]\npoints = "x"\n'
        + "".join(f"[cards.{picture}]\nvalues = [1]\n" for picture in PICTURES if picture != "ship")
        + "[cards.ship]\nvalues = [1, 1]\n",
        ['great_dragon.points = "x"', "hand.size = 12: must be at most 10"],
        ["rules", "check", "misfits.toml"],
    ),
    "misfits_of_wood.toml": (
        'extends = "two"\nfoo = 1\n[hand]\nsize = 10\n[seats.second]\nhand_size = 10\n[spell]\ncards = 5\n'
        "[adventurers]\nnumbers = 4\n[end]\ndecks = 0\ndragons = false\n",
        [
            "foo: unknown key",
            "hand.size = 10",
            "seats.second.hand_size = 10",
            "spell.cards = 5",
            "nothing ends the game",
        ],
        ["rules", "check", "misfits_of_wood.toml", "--game", "dragonwood"],
    ),
    "refused.toml": (
        'extends = "two"\n[hand]\nsize = 10\nlimit = "many"\n',  # which might have been enough
        ['hand.limit = "many"'],
        ["rules", "check", "refused.toml", "--game", "dragonwood"],
    ),
    "misfits_of_dragon.toml": (
        'extends = "standard"\nteams = "pairs"\n[hand]\nsize = 44\n[decks]\nfirst = "nobodys"\nsecond = "nones"\n',
        ["hand.size = 44", 'teams = "pairs"', 'decks.first = "nobodys"', 'decks.second = "nones"'],
        ["rules", "check", "misfits_of_dragon.toml", "--game", "dragon"],
    ),
    "incomplete.toml": (
        'foo = 1\nextends = "nonesuch"\n',
        ["foo: unknown key", 'extends = "nonesuch"'],
        ["rules", "check", "incomplete.toml"],
    ),
    "pack.toml": (
        'extends = "reference"\nnonsense = 1\n[actions.one]\nwonds = 1\n[actions.two]\nwounds = "x"\n',
        [
            "nonsense: unknown key",
            "title: missing",
            "label: missing",
            "actions.one.wonds: unknown key",
            "actions.two.types: missing",
            'actions.two.wounds = "x"',
        ],
        ["rules", "check", "standard", "--game", "dragon", "--pack", "pack.toml"],
    ),
    "experiment.toml": (
        'gmes = 3\nseed = "x"\nstrategies = 1\n',
        ["unknown key gmes", "seed must be", "strategies must be"],
        ["simulate", "experiment.toml"],
    ),
    "character.toml": (
        'ida = "x"\n[weights]\nnoes = 1\npoints = "x"\n',
        ["unknown key ida", "idea must be", "weights.noes: no such term", "weights.points: must be a number"],
        ["strategies", "show", "character.toml"],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_all_mistakes_of_a_file_are_said_at_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each, in the order of the file; nobody mends one a run."""
    from dhstats.cli.main import main

    content, problems, words = MISTAKES[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(content, "utf-8")
    assert main(words) == 2
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith(f"dhstats: {name}: ") for line in lines)
    assert [next((at for at, line in enumerate(lines) if text in line), -1) for text in problems] == [
        *range(len(lines))
    ]


def test_mistakes_beyond_a_score_are_counted() -> None:
    """And together they are one message, for whoever asks in Python."""
    seen = Inspection()
    for number in range(25):
        with seen.part():
            raise BadInput(f"f: {number}")
    with pytest.raises(Mistakes) as caught:
        seen.end()
    assert caught.value.problems[-2:] == ("f: 19", "and 5 more mistakes")
    assert str(caught.value).startswith("f: 0; f: 1; ")
    assert caught.value.exit_code == 2


# What is wrong with a text


TOML = {
    "a = greedy": 'line 1, column 5: no value; after = stands a number, "a text", true, false, [a list] or {a table}',
    "a = 1\na = 2\n": "line 2, column 6: this key has a value already; keep one of them",
    "[a]\n[a]\n": "line 2, column 3: the table a was begun before; put all its keys below one heading",
    "a = {b = 1, b = 2}": "the key b stands twice between { and }; keep one of them",
    "a = {b = 1}\na.c = 2\n": "a was written in one piece before; put all that belongs to it there",
    "a 1": "line 1, column 3: = is missing after the key; write KEY = VALUE",
    "[a": "at the end: ] is missing; write [TABLE]",
    "[[a]": "line 1, column 4: ]] is missing; write [[TABLE]]",
    "a = 1 b = 2": "no value goes on like this; a text stands in quotation marks, the next key on a new line",
    "[a..b]": "no key begins so; write letters, digits, - and _",
    "!": "no line begins so; write KEY = VALUE (other letters than a to z in quotation marks), [TABLE]",
    'a = "\\q"': "\\ begins nothing here; write \\\\ for a backslash",
    'a = "\\ud800"': "no letter has this number",
    "a = [1 2]": "the list has no end, or a comma is missing in it; write [1, 2]",
    "a = {b = 1 c = 2}": "the table has no end, or a comma is missing in it; write {a = 1, b = 2}",
    'a = "x': "at the end: the text has no end; close it with the quotation mark that it begins with",
    'a = "x\nb = 1\n': "line 1, column 7: the line ends within a text; close it",
    "a = '\x01'": "line 1, column 6: a sign that no text may hold; remove it",
    "a = " + "9" * 5000: "a number of more than 150 digits",
    "a = 0x" + "f" * 5000: "a number of more than 150 digits",
    "a = [[{b = 0b" + "1" * 20_000 + "}]]": "a number of more than 150 digits",
}
JSON = {
    '{"a" 1}': "line 1, column 6: : is missing after the key",
    "{a: 1}": "line 1, column 2: a key in double quotes is missing",
    '{"a": }': 'line 1, column 7: no value; here stands a number, "a text", true, false, null, [a list] or {an object}',
    "[1 2]": "line 1, column 4: a comma, or the end of the list or object, is missing",
    "1 2": "line 1, column 3: the value has ended before; nothing may follow it",
    '"x': 'line 1, column 1: a text begins here and has no end; close it with "',
    '"\\q"': "\\ begins nothing here",
    "[" + "9" * 5000 + "]": "a number of more than 150 digits",
}


@pytest.mark.parametrize("text", TOML)
def test_what_is_no_toml_is_told_in_our_words(tmp_path: Path, text: str) -> None:
    """The place, what cannot stand there, what can; nothing of the parser's own."""
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(BadInput) as refused:
        read_toml(tmp_path / "own.toml", "own.toml")
    assert str(refused.value).startswith("own.toml: not valid TOML: ")
    assert TOML[text] in str(refused.value)


@pytest.mark.parametrize("text", JSON)
def test_what_is_no_json_is_told_in_our_words(tmp_path: Path, text: str) -> None:
    """The same for JSON."""
    (tmp_path / "own.json").write_text(text)
    with pytest.raises(BadInput) as refused:
        read_json(tmp_path / "own.json", 1 << 20, "own.json")
    assert str(refused.value).startswith("own.json: not valid JSON: ")
    assert JSON[text] in str(refused.value)
