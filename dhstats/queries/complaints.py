"""What is wrong with a user's query, in our words: where, what cannot stand there, and what was probably meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

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
    told = str(problem)
    said, found = SIGN.sub("", told.partition("\nLINE ")[0]).strip(), ""
    for pattern, words in WORDS:
        if match := pattern.search(said):
            found = words(match, columns)
            break
    else:
        found = one_line(" ".join(said.split())).rstrip("!.")
    if match := KINDS.search(told):
        takes = list(dict.fromkeys(KINDS.findall(told)))
        found += "; there is " + ", ".join(takes[:MOST_KINDS]) + (" and others" if takes[MOST_KINDS:] else "")
    return _placed(found, text, _place(told, said, text))


def _placed(found: str, text: str, place: int | None) -> str:
    """The complaint with line and column, and the words around, marked with ^ where it applies."""
    if place is None:
        return found
    before, after = text[:place], text[place:]
    line, column = before.count("\n") + 1, place - (before.rfind("\n") + 1) + 1
    head = before.rpartition("\n")[2][-AROUND:]
    shown = one_line(f"{head}^{after.partition(chr(10))[0][:AROUND]}").strip()
    return f"line {line}, column {column}: {found}{'' if found.endswith('?') else ';'} in: {shown}"


def _place(told: str, said: str, text: str) -> int | None:
    """Where in the query it is, counted from 0; None where DuckDB does not say and its words do not show it.

    Mistakes of grammar come with the line of the query. All others come from inside of the statement that the query is
    handed over in: the place is counted in the query, the line shown is that of the statement.
    """
    said = said.partition("Did you mean")[0]
    named = re.findall(r'"([^"]+)"', said) + re.findall(r"name (\S+) does", said) + re.findall(r"'(\w+)\(", said)
    if echo := ECHO.search(told):
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
    """A column that is none of the run's, or none of the tables that the query names."""
    name = match["column"]
    homes = [table for table, names in columns.items() if name.lower() in names]
    if homes:
        return f'the column "{clipped(name)}" is in {" and ".join(homes)}, which is not what is read here'
    return (
        f'there is no column "{clipped(name)}"; {nearest(name, {each for names in columns.values() for each in names})}'
    )


def _no_function(match: re.Match[str], columns: Columns) -> str:
    name, meant = match["name"], re.search(r'Did you mean "([^"]+)"', match.string)
    close = meant and difflib.SequenceMatcher(None, name.lower(), meant[1].lower()).ratio() >= CLOSE
    hint = f'did you mean "{meant[1]}"?' if meant and close else "DuckDB's functions can be used, such as avg or median"
    return f'there is no function "{clipped(name)}"; {hint}'


def _just(words: str) -> Callable[[re.Match[str], Columns], str]:
    """Words with what the pattern found in them, by number."""
    return lambda match, columns: words.format(*(clipped(each or "") for each in (match[0], *match.groups())))


WORDS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Columns], str]], ...] = tuple(
    (re.compile(pattern, re.DOTALL), words if callable(words) else _just(words))
    for pattern, words in (
        (r'syntax error at or near "(.*)"$', '"{1}" cannot stand here'),
        (r"syntax error at end of input", "the query ends too early: something is missing"),
        (r"unterminated (?:string literal|quoted string)", "a text begins with ' here and never ends"),
        (r"unterminated quoted identifier", 'a name begins with " here and never ends'),
        (r'Referenced column "(?P<column>[^"]*)" not found', _no_column),
        (r'does not have a column named "(?P<column>[^"]*)"', _no_column),
        (r'Referenced table "([^"]*)" not found', 'the query names no table "{1}" after FROM or JOIN'),
        (
            r'Ambiguous reference to column name "([^"]*)" \(use: (.*?)\)?$',
            'several tables have the column "{1}"; write {2}',
        ),
        (
            r'column "?([^"]*)"? must appear in the GROUP BY',
            'the column "{1}" has many values in a group; add it to GROUP BY, or say which, as in any_value({1})',
        ),
        (r"Function with name (?P<name>\S+) does not exist", _no_function),
        (
            r"No function matches the given name and argument types '(.*?)'\.",
            "{1} is no function: it takes other kinds of values",
        ),
        (r"(\w+) clause cannot contain aggregates", "{1} cannot ask for sums and averages; HAVING after GROUP BY can"),
        (
            r"Not all parameters were bound|Values were not provided",
            "parameters such as $1 or ? have no value here; write the value itself",
        ),
        (r"Could not convert string (.*) to (\w+)", "the text {1} cannot be read as {2}"),
    )
)  # fmt: skip
