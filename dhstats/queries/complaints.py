"""What is wrong with a user's query, in our words: where, what cannot stand there, and what was probably meant."""

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from dhstats.documents import read_toml
from dhstats.errors import nearest
from dhstats.quoting import clipped, one_line

Columns = Mapping[str, Sequence[str]]  # the columns of every table of the run

AROUND = 30  # letters of the query that are shown before and after the place
CLOSE = 0.6  # how alike a name has to be for a suggestion, from 0 to 1
MOST_KINDS = 3  # of values that a function takes, and are named
ECHO = re.compile(r"\n+LINE (\d+): (.*)\n( *)(\^+)", re.DOTALL)
SIGN = re.compile(r"^\w[\w ]* Error: ")
KINDS = re.compile(r"\n\s*(\w+\([^\n]*?\)) ->")


def complaint(problem: Exception, text: str, columns: Columns) -> str:
    """What a person is told of DuckDB's refusal of their query, on one line."""
    message = str(problem)
    cause = SIGN.sub("", message.partition("\nLINE ")[0]).strip()
    matches = ((pattern.search(cause), words) for pattern, words in _refusals())
    says = next((words(match, columns) for match, words in matches if match), OTHERWISE)
    if KINDS.search(message):
        takes = list(dict.fromkeys(KINDS.findall(message)))
        says += "; there is " + ", ".join(takes[:MOST_KINDS]) + (" and others" if takes[MOST_KINDS:] else "")
    place = _place(message, cause, text)
    if place is None:
        return says
    before, after = text[:place], text[place:]
    line, column = before.count("\n") + 1, place - (before.rfind("\n") + 1) + 1
    head = before.rpartition("\n")[2][-AROUND:]
    shown = one_line(f"{head}^{after.partition(chr(10))[0][:AROUND]}").strip()
    return f"line {line}, column {column}: {says}{'' if says.endswith('?') else ';'} in: {shown}"


def _place(message: str, cause: str, text: str) -> int | None:
    """Where in the query it is, counted from 0; None where DuckDB does not say and its words do not show it."""
    cause = cause.partition("Did you mean")[0]
    named = re.findall(r'"([^"]+)"', cause) + re.findall(r"name (\S+) does", cause) + re.findall(r"'(\w+)\(", cause)
    if echo := ECHO.search(message):
        line, shown = int(echo[1]), echo[2]
        at = len(echo[3]) - len(f"LINE {line}: ")
        start = sum(len(each) + 1 for each in text.split("\n")[: line - 1])
        inside = text[start:].find(shown.strip("."))
        if inside >= 0:
            return start + inside + at - (len(shown) - len(shown.lstrip(".")))
        if 0 <= at < len(text) and (not named or text[at:].lower().startswith(named[0].lower())):
            return at
    places = [match.start() for name in named[:1] for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.I)]
    return places[0] if len(places) == 1 else None


def _no_column(match: re.Match[str], columns: Columns) -> str:
    """A column that is in no table of the run, or in none that the query names."""
    name = match["column"]
    homes = [table for table, names in columns.items() if name.lower() in names]
    if homes:
        return f'the column "{clipped(name)}" is in {" and ".join(homes)}, which this query does not read'
    every = {each for names in columns.values() for each in names}
    return f'there is no column "{clipped(name)}"; {nearest(name, every)}'


def _no_function(match: re.Match[str], columns: Columns) -> str:
    name, meant = match["name"], re.search(r'Did you mean "([^"]+)"', match.string)
    close = meant and difflib.SequenceMatcher(None, name.lower(), meant[1].lower()).ratio() >= CLOSE
    hint = f'did you mean "{meant[1]}"?' if meant and close else "DuckDB's functions can be used, such as avg or median"
    return f'there is no function "{clipped(name)}"; {hint}'


def _just(words: str) -> Callable[[re.Match[str], Columns], str]:
    """Words with what the pattern found in them, by number."""
    return lambda match, columns: words.format(*(clipped(each or "") for each in (match[0], *match.groups())))


OTHERWISE = "DuckDB cannot do this with these values; split the query with WITH to see which step fails"
ABOUT = {"column": _no_column, "function": _no_function}


@cache
def _refusals() -> list[tuple[re.Pattern[str], Callable[[re.Match[str], Columns], str]]]:
    """What DuckDB says, and the words for it, in the order in which they are tried."""
    rows = read_toml(Path(__file__).with_suffix(".toml"))["refusals"]
    says = [ABOUT[row["about"]] if "about" in row else _just(row["says"]) for row in rows]
    return [(re.compile(row["pattern"], re.DOTALL), words) for row, words in zip(rows, says, strict=True)]
