"""What is wrong with a user's query, in our words: where, what cannot stand there, and what was probably meant."""

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
        found = OTHERWISE
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


OTHERWISE = "DuckDB cannot do this with these values; taken apart with WITH, it shows which step it is"
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
        (r'invalid (\w+) field format: "(.*?)", expected', 'the text "{2}" is no {1}; write 2026-01-31 or 12:30:00'),
        (r'(date|time|timestamp) field value out of range: "(.*?)"',
         'there is no {1} "{2}"; write 2026-01-31 or 12:30:00'),
        (r"[Dd]ate out of range", "there is no such day"),
        (r"LIMIT/OFFSET cannot be negative", "LIMIT and OFFSET take a whole number from 0 on"),
        (r"More than one row returned by a subquery", "a query in ( ) gives several rows for one value; add LIMIT 1"),
        (r"Subquery returns (\d+) columns - expected (\d+)",
         "the query in ( ) gives {1} columns; here it may give {2}"),
        (r"(ORDER|GROUP)(?: BY)? term out of range - should be between 1 and (\d+)",
         "{1} BY: the columns are 1 to {2}"),
        (r"aggregate function calls cannot be nested", "sums and averages cannot stand inside each other; the inner one"
         " belongs into a query of its own after WITH"),
        (r"Window functions are not supported here", "this needs OVER, as in row_number() OVER (ORDER BY game_id)"),
        (r"(\w+) clause cannot contain window functions", "{1} cannot ask for what stands before OVER; QUALIFY can"),
        (r"at least one window function must appear", "QUALIFY asks of what stands before OVER; of rows WHERE does"),
        (r"Overflow in \w+ of (\w+) \((.*?)\)", "{2} is beyond what {1} can hold; make one of them a DOUBLE, as in"
         " CAST(turns AS DOUBLE)"),
        (r"with value (.*?) can't be cast because the value is out of range for the destination type (\w+)",
         "the value {1} is beyond what {2} can hold"),
        (r"Could not cast value (\S+) to (\S+?)!?$", "the value {1} is beyond what {2} can hold"),
        (r"Cannot (?:mix|compare) values of type (\S+) and (?:type )?(\S+)",
         "values of the kinds {1} and {2} stand side"
         " by side; make one like the other, as in CAST(turns AS VARCHAR)"),
        (r'Ambiguous reference to table "(.*?)"', 'two tables are called "{1}"; call one otherwise, as in games AS g'),
        (r'Column "(.*?)" does not exist on (left|right) side of join',
         'the {2} table of the join has no column "{1}"'),
        (r'Column "(.*?)" in (EXCLUDE|REPLACE) list not found', '{2} names the column "{1}", which is not there'),
        (r'No matching columns found that match regex "(.*?)"', 'no column has a name like "{1}"'),
        (r"Failed to compile regex|^(?:missing|unexpected) [\[\])]|^(?:no argument for|bad) repetition|^trailing ",
         "the text is no pattern; put \\ before a bracket, * or + that stands for itself"),
        (r"for strftime/strptime: (\S+)", "{1} is no part of a date; %Y, %m, %d, %H, %M and %S are"),
        (r'extract specifier "(.*?)" not recognized',
         '"{1}" is no part of a date; year, month, day, hour and minute are'),
        (r'Could not find key "(.*?)" in struct', 'there is no part "{1}" in it'),
        (r"Cannot extract field '(.*?)'", 'it has no parts, so there is no "{1}" in it'),
        (r"map key list does not align", "a map takes as many values as keys"),
        (r"UNNEST\(\) can only be applied", "unnest takes a list, as in unnest([1, 2])"),
        (r"VALUES lists must all be the same length", "every row after VALUES needs as many values as the first"),
        (r"can only take parameters in (?:the )?range", "a quantile is from 0 to 1, as in quantile_cont(turns, 0.5)"),
        (r'The "(.*?)" argument in function "(.*?)" must be', "the {1} of {2} has to be a number, not a column"),
        (r"DISTINCT requires at least one argument", "count(DISTINCT …) takes a column"),
        (r'window "(.*?)" does not exist', 'no WINDOW is called "{1}"'),
        (r'window "(.*?)" is already defined|Duplicate CTE name "(.*?)"', 'the name "{1}{2}" is given twice'),
        (r"same number of result columns", "both sides of UNION, EXCEPT or INTERSECT need as many columns"),
        (r"Division by zero", "something is divided by zero; write nullif(…, 0) for what divides"),
        (r"[Vv]alue out of range", "the result is beyond what can be written"),
        (r"Cannot create a string of size", "the text would be longer than one can be"),
        (r"Invalid UTF8 Codepoint (\S+)", "no letter has the number {1}"),
        (r"string -> blob conversion", "bytes are written as \\\\x00 to \\\\xFF"),
        (r"Unimplemented type for cast \((.*?) -> (.*?)\)(?: when| from|$)",
         "values of the kind {1} cannot be made {2}"),
        (r"Cannot cast empty string to (\w+)", "an empty text cannot be read as {1}"),
        (r"Malformed JSON", "the text is no JSON"),
        (r"Type with name (\S+) does not exist", 'there is no kind of values "{1}"; there are INTEGER, DOUBLE, VARCHAR,'
         " BOOLEAN, DATE and others"),
        (r"DECIMAL type scale cannot be greater",
         "DECIMAL(a, b) has a digits, of which b follow the point: b is at most a"),
        (r'column "(.*?)" was not found because the FROM clause is missing',
         'the column "{1}" is of no table; add FROM games'),
        (r"Cannot cast list with length (\d+) to array with length (\d+)",
         "a list of {1} cannot be made an array of {2}"),
        (r"Sample sample_size", "a sample is from 0 to 100 percent"),
        (r"zero-length delimited identifier", 'a name between " and " is empty; a text stands between \' and \''),
        (r"aggregate functions are not allowed in|GROUPING", "sums, averages and groups cannot be asked for here"),
        (r"[Ss]hift", "numbers are moved by 0 to 63 bits"),
        (r"Argument for (\w+) must be greater than zero", "{1} takes a whole number from 1 on"),
        (r"best candidate function for the function call .(.*?)\(|Macro (\w+)\(\) does not support",
         "{1}{2} takes other kinds of values; say which these are, as in CAST(… AS INTEGER)"),
        (r"SELECT clause without selection list", "SELECT asks for nothing; name columns, or * for all"),
        (r"Argument index|argument not found|Invalid type specifier",
         "the text asks for other values than those after it"),
    )
)  # fmt: skip
