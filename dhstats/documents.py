"""Files as people write them, TOML and JSON: read whole within bounds of size, depth and time, or refused in one line.

Everything that a user hands over as a file is read here: rules, experiments, characters, players, certificates.
"""

import json
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dhstats import machine
from dhstats.errors import BadInput, UserError
from dhstats.quoting import clipped, one_line

MAX_BYTES = 64 * 1024  # a rule file with all its cards has a third of this; longer ones keep the parser busy
DEEPEST = 64  # levels of tables and lists; nothing that is read here has ten, and deeper ones overflow who walks them
TOO_DEEP = "nested too deeply"
MOST_BITS = 512  # of whole numbers: no key, seed or count has a fifth of the 155 digits
ENDLESS = "Exceeds the limit of digits"  # as int() says of decimal digits alone
MOST_TOLD = 20  # mistakes of a file
MOST_DOTS = 200  # in a line: the time that the parser takes for a key grows with the square of its parts, or faster


class Mistakes(BadInput):
    """Several mistakes of one file, each of which is a whole message; all together they are one line."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


class Inspection:
    """Checks a file to its end and then reports all mistakes together, so that nobody mends one a run.

    It may go on from `problems` that another has seen.
    """

    def __init__(self, problems: Iterable[str] = ()) -> None:
        self.problems = [*problems]

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part of the file: a mistake in it is noted, and the check continues with the next part."""
        try:
            yield
        except Mistakes as several:
            self.problems += several.problems
        except BadInput as one:
            self.problems.append(str(one))

    def end(self) -> None:
        """BadInput if anything was wrong: a few mistakes in full, and how many more there are."""
        if len(self.problems) == 1:
            raise BadInput(self.problems[0])
        if self.problems:
            more = len(self.problems) - MOST_TOLD
            raise Mistakes([*self.problems[:MOST_TOLD], *([f"and {more} more mistakes"] if more > 0 else [])])


def expanded(text: str) -> str:
    """The text of a path with ~ at its start as the home folder; every path that a user names is read so."""
    if not text.startswith("~"):
        return text
    try:
        return str(Path(text).expanduser())
    except RuntimeError:  # nobody of that name: it is a name like any other
        return text


def read_toml(path: Path, place: str = "") -> dict[str, Any]:
    """The table in a TOML file; `place` is what messages call the file.

    Errors: BadInput for a file that is missing, no plain file, unreadable, too long, not UTF-8, or not TOML.
    """
    place = place or one_line(str(path))
    text = _decoded(read_bytes(path, place), place, BadInput)
    try:
        return toml(text)
    except ValueError as error:  # a TOMLDecodeError tells line and column; int() refuses endless numbers
        from tomllib import TOMLDecodeError

        message, where = str(error), ""
        if match := _COORDINATE.search(message):
            message = message[: match.start()]
            where = f"line {match[1]}, column {match[2]}: " if match[1] else "at the end: "
        ours = not match and not isinstance(error, TOMLDecodeError) and "digits" not in message
        reason = one_line(message)[:200] if ours else where + _sentence(message, "toml", "this is not TOML")
        raise BadInput(f"{place}: not valid TOML: {reason}") from None


def _sentence(text: str, parser: str, otherwise: str) -> str:
    """The sentence for what a parser says; {} in it stands for the name that the parser gives."""
    sentences: dict[str, str] = read_toml(Path(__file__).with_suffix(".toml"))[parser]
    for beginning, sentence in sentences.items():
        if text.startswith(beginning):
            return sentence.replace("{}", clipped(".".join(_NAMES.findall(text[len(beginning) :]))))
    return otherwise


_TABLE = re.compile(r'\s*"?[^\s"{\[;,\t][^{\[;,\t]*"?[;,\t]')  # a line of several fields, none of them JSON
_COORDINATE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_NAMES = re.compile(r"'([^']*)'")


def toml(text: str) -> dict[str, Any]:
    """The table in a text; ValueError where it is no TOML, is nested too deeply, or would take too long to read."""
    from tomllib import loads

    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError(f"a line with more than {MOST_DOTS} dots")
    try:
        table = loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    check_values(table)
    return table


def read_json(path: Path, most: int, error: type[UserError] = BadInput) -> Any:
    """The value in a JSON file of a limited size; whoever reads it says which error it is where there is none.

    Numbers that JSON does not have (NaN, Infinity) are refused as well.
    """
    place = one_line(str(path))
    return json_value(_decoded(read_bytes(path, place, most, error), place, error), place, error)


def read_json_lines(path: Path, most: int, longest: int) -> Iterator[tuple[str, Any]]:
    """The values of a file of JSON lines of a limited size, each with its place: the file and the line.

    Lines without a letter are passed over. Errors: BadInput for a file that cannot be read, or a line that is no JSON
    or has more than `longest` letters.
    """
    place = one_line(str(path))
    lines = _decoded(read_bytes(path, place, most), place, BadInput).split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            where = f"{place}, line {number}"
            if _TABLE.match(line):
                raise BadInput(f"{where}: a table of columns (CSV), not JSON; write a line of JSON for each row")
            if len(line) > longest:
                raise BadInput(f"{where}: longer than {_size(longest)}, the limit for such a line")
            yield where, json_value(line, where)


def json_value(text: str, place: str, error: type[UserError] = BadInput) -> Any:
    """The value of a text of JSON; the error, with the place, where it is invalid or of no use."""
    try:
        value = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
        check_values(value)
    except RecursionError:
        raise error(f"{place}: not valid JSON: {TOO_DEEP}") from None
    except json.JSONDecodeError as problem:
        message = f"line {problem.lineno}, column {problem.colno}: {_sentence(problem.msg, 'json', 'this is not JSON')}"
        raise error(f"{place}: not valid JSON: {message}") from None
    except ValueError as problem:
        message = str(problem)
        message = _sentence(message, "toml", "it cannot be read") if "digits" in message else one_line(message)[:200]
        raise error(f"{place}: not valid JSON: {message}") from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table from its keys in a row; ValueError for a key that stands there twice, of which one would go unread."""
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if any(key == other for other, _ in pairs[:at]))
        raise ValueError(f'the key "{clipped(twice)}" stands there twice; leave one out')
    return table


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a number")


def check_values(value: Any) -> None:
    """ValueError for tables and lists inside each other beyond what anyone needs, and for numbers with more digits.

    Looked at level by level. Whole numbers in hexadecimal are read however many digits they have.
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        if any(isinstance(each, int) and each.bit_length() > MOST_BITS for each in level):
            raise ValueError(ENDLESS)
        outer = [each for each in level if isinstance(each, dict | list)]
        if not outer:
            return
        level = [inner for each in outer for inner in (each.values() if isinstance(each, dict) else each)]
    raise ValueError(TOO_DEEP)


def read_bytes(path: Path, place: str = "", most: int = MAX_BYTES, error: type[UserError] = BadInput) -> bytes:
    """The content of a plain file of a limited size; a folder, a pipe or a device is never opened."""
    place = place or one_line(str(path))
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise error(f"{place}: a folder or device, not a file")
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as problem:
        machine.check_shortage(problem, place)
        raise error(f"{place}: cannot be read: {problem.strerror}") from None
    except ValueError:  # a name that no file can have
        raise error(f"{place}: cannot be read: not a file name") from None
    if len(content) > most:
        raise error(f"{place}: longer than {_size(most)}, the limit for such a file")
    return content


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def _decoded(content: bytes, place: str, error: type[UserError]) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise error(f"{place}: not UTF-8 text (at byte {problem.start + 1})") from None
