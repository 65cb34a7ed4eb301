"""Files that a user hands over: read whole within bounds, or refused in one line, in a moment."""

import os
import time
from pathlib import Path

import pytest

from dhstats.documents import DEEPEST, MAX_BYTES, MOST_DOTS, Inspection, Mistakes, read_bytes, read_json, read_toml
from dhstats.errors import BadInput, DataProblem

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


TOML = {  # short ones are in tests/golden/files_that_are_no_toml.txt
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
        read_json(tmp_path / "own.json", 1 << 20)
    assert str(refused.value).startswith(f"{tmp_path / 'own.json'}: not valid JSON: ")
    assert JSON[text] in str(refused.value)
