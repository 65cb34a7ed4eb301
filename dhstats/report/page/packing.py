"""Charts as a page carries them: each table of rows once, without repeating names and words, in safe JSON."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.quoting import plain

Row = Mapping[str, Any]


def pack(specs: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Specifications by the place where they are drawn, their data sets by number, and all data sets once."""
    tables: dict[str, int] = {}
    charts = []
    for key, spec in specs.items():
        sets = spec.get("datasets", {})
        numbers = {name: tables.setdefault(json.dumps(_table(rows)), len(tables)) for name, rows in sets.items()}
        bare = {part: value for part, value in spec.items() if part != "datasets"}
        charts.append({"id": key, "spec": bare, "tables": numbers})
    return {"tables": [json.loads(text) for text in tables], "charts": charts}


def _table(rows: Sequence[Row]) -> dict[str, Any]:
    """Rows as lists, with a list of words for each column that holds words."""
    names = list(rows[0]) if rows else []
    words = {
        name: list(dict.fromkeys(row[name] for row in rows))
        for name in names
        if any(isinstance(row[name], str) for row in rows)
    }
    places = {name: {word: at for at, word in enumerate(known)} for name, known in words.items()}
    lines = [[places[name][row[name]] if name in places else row[name] for name in names] for row in rows]
    return {"names": names, "words": words, "rows": lines}


def embed_json(value: object) -> str:
    """JSON that no HTML parser takes for markup and no script for a line end; invisible letters are spelt out."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return "".join(letter if letter.isprintable() else json.dumps(plain(letter))[1:-1] for letter in text)


def compressed(text: str) -> str:
    """A text as a page carries it where it is long: deflated, in letters that no markup has."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
