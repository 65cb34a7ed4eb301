"""Words that come from outside, as they may be shown, quoted, or made the name of a file."""

import json
import re

LONGEST_QUOTE = 60  # characters of a value or name in a message
LONGEST_NAME = 100  # letters of a file's name; a longer one ends in a hash of the whole
BARE = re.compile("[A-Za-z0-9_-]+")
LARGEST_QUOTE = 10**18  # whole numbers beyond it are not written out


def plain(text: str) -> str:
    """The text with each invisible letter spelt out: line breaks, terminal codes, marks that turn it round."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)


def json_safe(text: str) -> str:
    """JSON in which every invisible letter is escaped, so that no terminal obeys it and every encoding holds it."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line.isprintable():
            lines[at] = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in line)
    return "\n".join(lines)


def ascii_json(text: str) -> str:
    """JSON in which every letter beyond ASCII is escaped; such letters stand in texts alone."""
    return "".join(letter if letter.isascii() else json.dumps(letter)[1:-1] for letter in text)


def one_line(text: str) -> str:
    """The text without line breaks and anything that a terminal should not be sent."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def clipped(text: str) -> str:
    """The text on one line, cut where it is too long for a message."""
    line = one_line(text[: LONGEST_QUOTE + 1])
    return shortened(line, LONGEST_QUOTE)


def shortened(text: str, most: int) -> str:
    """The text, cut where it has more letters than anybody reads."""
    return text if len(text) <= most else text[: most - 1] + "…"


def quoted_name(part: str) -> str:
    """A part of a key as a message names it: in quotation marks where TOML needs them."""
    return clipped(part) if BARE.fullmatch(part) else quoted(part)


def quoted(value: object) -> str:
    """A value as a message quotes it: in the spelling of TOML, short, on one line."""
    if isinstance(value, list):
        return clipped("[" + ", ".join(_quoted_inside(item) for item in value[:LONGEST_QUOTE]) + "]")
    return _quoted_inside(value)


def _quoted_inside(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return clipped(json.dumps(value[:LONGEST_QUOTE], ensure_ascii=False))
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    if isinstance(value, int) and abs(value) > LARGEST_QUOTE:
        return "a huge number"
    return clipped(str(value))


def names_in(text: str | None) -> tuple[str, ...]:
    """The names of a list with commas, as often as they stand there."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def different_names(text: str | None) -> tuple[str, ...]:
    """The names of a list with commas, each once."""
    return tuple(dict.fromkeys(names_in(text)))


def file_name(text: str) -> str:
    """A name for a file or folder, made of any words: letters, digits and a few signs, never a path, never hidden."""
    bare = re.sub(r"[^A-Za-z0-9_.=-]+", "_", text)
    if bare.startswith((".", "-")):
        bare = "_" + bare[1:]
    if 0 < len(bare) <= LONGEST_NAME:
        return bare
    import hashlib  # it takes longer to load than a list of commands to show

    return f"{bare[:LONGEST_NAME]}-{hashlib.sha256(text.encode(errors='surrogatepass')).hexdigest()[:8]}".lstrip("-")
