"""Words from outside, shown, quoted and made names of files."""

import json
import sys

import pytest

from dhstats.quoting import LONGEST_NAME, clipped, file_name, json_safe, one_line, plain, quoted, quoted_name

EVERY_LETTER = "".join(map(chr, range(sys.maxunicode + 1)))
CODES = "\x1b[31m\x1b]8;;http://x\x07\x9b31m\u202e\u2066\u200f\u2028\n\r\t\0\x7f"


def test_plain_text_holds_visible_letters_alone() -> None:
    """Of all letters there are, those that cannot be seen are spelt out, all others stay."""
    told = plain(EVERY_LETTER)
    assert told.isprintable()
    assert one_line(EVERY_LETTER).isprintable()
    assert plain("größe 🐉 דרקון a\\b") == "größe 🐉 דרקון a\\b"
    assert plain("a\x1b[31mb\nc\u202ed\ud800") == "a\\x1b[31mb\\x0ac\\x202ed\\xd800"


def test_json_stays_the_same_value_without_an_invisible_letter() -> None:
    """Escapes stand for the same letters; even half letters can be written as UTF-8."""
    value = {"a" + CODES: EVERY_LETTER, "b": [1, None, "\U000e0001"]}
    for indent in (None, 1):
        text = json_safe(json.dumps(value, ensure_ascii=False, indent=indent))
        assert all(line.isprintable() for line in text.split("\n"))
        assert json.loads(text) == json.loads(json.dumps(value))
        text.encode()


VALUES = {
    "text": "x" * 10**6,
    "codes": "\x1b" * 100,
    "digits": 10**5000,
    "hexadecimal": 16**5000,
    "below": -(10**19),
    "list": [10**5000] * 100,
    "table": {"a": {}},
    "float": 1e308,
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_quotation_is_short_and_on_one_line(value: object) -> None:
    """However large a value is, and whatever it holds."""
    for told in (quoted(value), quoted([value]), quoted([[value]])):
        assert 0 < len(told) <= 60
        assert told.isprintable()
    assert len(clipped("\n" * 10**6)) == 60


def test_parts_of_keys_are_quoted_where_they_have_to_be() -> None:
    """As TOML does."""
    assert quoted_name("hand_size-2") == "hand_size-2"
    assert quoted_name("a.b") == '"a.b"'
    assert quoted_name("\x1b") == '"\\u001b"'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("value-dragonheart-ffg-expert", "value-dragonheart-ffg-expert"),
        ("a=1 b=2", "a=1_b=2"),
        ("../../escape", "_._.._escape"),
        ("/etc/passwd", "_etc_passwd"),
        ("..", "_."),
        (".", "_"),
        (".hidden", "_hidden"),
        ("-rf", "_rf"),
        ("C:\\x", "C_x"),
        ("a\0b\nc\x1bd", "a_b_c_d"),
        ("<b>", "_b_"),
        ("größe", "gr_e"),
    ],
)
def test_a_name_of_a_file_is_never_a_path(text: str, name: str) -> None:
    """Separators, leading dots and dashes, codes and other letters become underscores."""
    assert file_name(text) == name


def test_long_and_empty_names_are_names_too() -> None:
    """A long one keeps its beginning and ends in a hash of the whole; none is a hash alone."""
    long, other = file_name("x" * 10_000), file_name("x" * 9_999)
    assert long.startswith("x" * LONGEST_NAME)
    assert len(long) == LONGEST_NAME + 9
    assert long != other
    assert file_name("")
    assert file_name("\ud800") == "_"
    assert "/" not in file_name(EVERY_LETTER)
