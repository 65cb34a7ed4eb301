"""The reference of what programs rely on: exit codes, files and their forms."""

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dhstats import errors
from dhstats.cli.main import EPILOG
from dhstats.documents import DEEPEST, MAX_BYTES
from dhstats.storage.manifest import Manifest
from docs.workshop import schemas
from docs.workshop.prose import code, safe, table

WHAT_TO_DO = {
    0: "Go on.",
    1: "Read which goal is missed or open; nothing failed.",
    2: "Read the line, which says what is allowed; nothing was written.",
    3: "Run `dhstats verify`, or play again.",
    4: "Mend what it names, then the same command with `--resume`.",
    130: "The same command with `--resume` goes on.",
}

CODES = """# Exit codes

Every command ends with one of these. A mistake is one line on standard error that begins with `dhstats:`; `--debug`
before the command shows where it came from.
"""
REPORT, QUESTION, CERTIFICATE = (
    "Numbers of a report: dhstats report RUN --json FILE", "Numbers of a question: dhstats compare … --json FILE",
    "A certificate: dhstats certify RUN",
)  # fmt: skip
CHECKED = {REPORT: "report.schema.json", CERTIFICATE: "certificate.schema.json"}
FILES = f"""# Files

| file | what it is | read on |
|---|---|---|
| `*.toml` with keys of rules | a rule set, or what differs from one | [rule files](../rules.md) |
| `*.toml` with `[goals]` | what a game is meant to be, and what may be changed | [goals](../goals.md) |
| `*.toml` with a question | an experiment | [experiments](../howto/experiments.md) |
| `*.toml` with cards and decks | a card pack | [packs](../packs.md) |
| `dhstats.toml` | defaults of the project in this folder | [versions](../howto/versions.md) |
| `*.toml` with weights | a character | [strategy files](../strategies.md) |
| `*.json` from `dhstats train` | a trained player | [players](../players.md) |
| `*.py` with functions | strategies; code, and run as such | [strategy files](../strategies.md) |
| `*.py` with `Rules`, `State` and `Move` | a game; code, and run as such | [games](../games.md) |
| `*.jsonl` | games that people played, one a line | [people](../people.md) |
| a run folder | games with their manifest | [run folders](../explanation/run_folder.md) |

Data files are read within bounds: a TOML file has at most {MAX_BYTES:,} bytes and {DEEPEST} levels.

JSON Schemas (draft 2020-12): {", ".join(f"{{download}}`{name} <schemas/{name}>`" for name in schemas.schemas())}. The
documents outlined below were written for this page and checked against them.
"""


def pages() -> Mapping[str, str]:
    """Exit codes; files are told once there are some."""
    return {"reference/exit_codes.md": exit_codes()}


def codes() -> dict[int, str]:
    """Every exit code with what the help says of it."""
    told = EPILOG.partition(":")[2].strip().rstrip(".")
    return {int(number): what.strip() for number, what in re.findall(r"(\d+) (.*?)(?:, (?=\d+ )|$)", told)}


def exit_codes() -> str:
    """The page about exit codes."""
    known = {each.exit_code: each for each in kinds(errors.UserError)}
    rows = [
        [code(number), safe(what), code(known[number].__name__) if number in known else "", WHAT_TO_DO[number]]
        for number, what in codes().items()
    ]
    return CODES + table(["code", "meaning", "in Python", "what to do"], rows)


def kinds(base: type[errors.UserError]) -> Iterator[type[errors.UserError]]:
    """All mistakes that have an exit code of their own."""
    for each in base.__subclasses__():
        if each.__module__ == errors.__name__:
            yield each
            yield from kinds(each)


def fields(record: Any) -> str:
    """The fields of a record with their types and defaults."""
    rows = []
    for each in dataclasses.fields(record):
        usual = "" if each.default is dataclasses.MISSING else code(repr(each.default)[:60])
        kind = each.type if isinstance(each.type, str) else inspect.formatannotation(each.type)
        rows.append([code(each.name), code(kind), usual])
    return table(["field", "type", "default"], rows)


def formats(documents: Mapping[str, Path]) -> str:
    """The page about files: their bounds, the manifest, and the forms of JSON documents that this build has written."""
    said = [safe(each) for each in re.split(r"\n\s*\n", inspect.getdoc(Manifest) or "")]
    lines = [FILES, "\n\n".join(["## manifest.json", *said, fields(Manifest)]), ""]
    for title, path in documents.items():
        document = json.loads(path.read_text("utf-8"))
        if title in CHECKED:
            schemas.check(CHECKED[title], document)
        lines += [f"## {title}", "", "```text", *outline(document), "```", ""]
    return "\n".join(lines)


def outline(value: Any, indent: str = "", name: str = "") -> Iterator[str]:
    """The form of a document: names and types; of a list its first entry."""
    label = f"{indent}{name}: " if name else indent
    if isinstance(value, dict):
        yield f"{label}object"
        few = dict(value) if name not in ("rules",) else {}
        for key, inner in few.items():
            yield from outline(inner, f"{indent}  ", key)
    elif isinstance(value, list):
        simple = not value or not isinstance(value[0], dict | list)
        yield f"{label}list" + (f" of {typed(value[0])}s" if simple and value else "")
        if not simple:
            yield from outline(value[0], f"{indent}  ", "each")
    else:
        yield f"{label}{typed(value)}"


def typed(value: Any) -> str:
    """What JSON calls a value."""
    known = {str: "text", bool: "boolean", int: "number", float: "number", type(None): "null"}
    return known[type(value)]
