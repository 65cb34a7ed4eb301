"""JSON Schemas of the documents that programs read: a run's manifest, a certificate, the numbers of a page."""

import types
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import jsonschema

from dhstats.questions.certificates.certificate import KINDS, OF_ALL_SEATS, Certificate, names_of
from dhstats.questions.shared.answer import Column
from dhstats.questions.verdicts.evidence import Evidence
from dhstats.report.page.numbers import OPENING
from dhstats.storage.manifest import Manifest, Player

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object", list: "array"}
TEXT, NUMBER, COUNT, YES_OR_NO = ({"type": PLAIN[kind]} for kind in (str, float, int, bool))
SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
WORDED = {"type": ["string", "number", "boolean", "array", "object", "null"]}  # what a row of a table may hold


@cache
def schemas() -> Mapping[str, Schema]:
    """The schema of each kind of document, by the name of its file."""
    return {
        "manifest.schema.json": _titled("manifest.json of a run folder", _with_seal(of_record(Manifest))),
        "certificate.schema.json": _titled("A certificate of balance", certificate()),
        "report.schema.json": _titled("Numbers of a report: --json FILE of report, value and kit", numbers()),
    }


def check(name: str, document: Any) -> None:
    """Raises jsonschema.ValidationError for a document that is not as its schema says."""
    jsonschema.Draft202012Validator(schemas()[name]).validate(document)


def of_record(kind: Any, only: Collection[str] | None = None) -> Schema:
    """The schema of a record from the types that its dataclass declares; those with a usual value may be missing."""
    hints = get_type_hints(kind)
    held = [field for field in fields(kind) if only is None or field.name in only]
    return _object({field.name: of_type(hints[field.name]) for field in held}, [f.name for f in held if _needed(f)])


def _needed(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def of_type(kind: Any) -> Schema:
    """The schema of a declared type: plain values, records, tuples of one kind, tables, alternatives."""
    if is_dataclass(kind):
        return of_record(kind)
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (types.UnionType, Union):
        return {"anyOf": [of_type(each) for each in inner]}
    if outer is tuple:
        return {"type": "array", "items": of_type(inner[0])}
    if outer is dict:
        values = {} if inner[1] is Any else {"additionalProperties": of_type(inner[1])}
        return {"type": "object", **values}
    return {"type": "null"} if kind is type(None) else {"type": PLAIN[outer or kind]}


def certificate() -> Schema:
    """The schema of a certificate: of the first player's score, or of all seats."""
    types_of = {**_properties(Evidence), **_properties(Certificate), "sha256": SHA256}
    kinds = []
    for kind in KINDS:
        names = [*names_of(kind), "sha256"]
        kinds.append(_object({name: types_of[name] for name in names} | {"kind": {"const": kind}}))
    if OF_ALL_SEATS not in KINDS:
        raise ValueError("there is a kind of certificate that has no schema")
    return {"oneOf": kinds}


def numbers() -> Schema:
    """The schema of a page's numbers: where they come from, and each answer with its sentences and tables."""
    kept = _properties(Manifest)
    run = {name: kept[name] for name in kept if name in RUN}
    run |= {"design": TEXT, "deals": COUNT, "rules": {"type": "object"}, "labels": _list(TEXT)}
    run |= {"cautions": _list(_object({"says": TEXT, "meant": _list(TEXT)})), "strategies": _list(of_record(Player))}
    run["answers"] = _list(_answer())
    told = {"schema": {"const": 1}, "dhstats": TEXT, "runs": _list(_object(run)), "joined": _answer()}
    return _object(told, [name for name in told if name != "joined"])  # what is said of several runs together


# What stands beside the answers of a run under the name that its manifest has for it.
RUN = ("name", "question", "game", "game_version", "version", "seed", "games", "rules_name", "rules_hash", "matchups")


def _answer() -> Schema:
    interval = _object({"ends": TEXT, "level": NUMBER, "method": TEXT, "n": COUNT, "unit": TEXT})
    finding = _object({"text": TEXT, "verdict": TEXT, "headline": YES_OR_NO, "intervals": _list(interval)})
    rows = _list({"type": "array", "items": WORDED})
    table = _object({"key": TEXT, "title": TEXT, "columns": _list(of_record(Column)), "rows": rows})
    opening = {"anyOf": [_object(dict.fromkeys(OPENING, TEXT)), {"type": "null"}]}
    said = dict.fromkeys(("key", "title", "how_to_read", "method", "caution"), TEXT)
    queries = _list(_object({"name": TEXT, "sql": TEXT}))
    return _object({**said, "opening": opening, "findings": _list(finding), "tables": _list(table), "queries": queries})


def _properties(kind: Any) -> dict[str, Schema]:
    held: dict[str, Schema] = of_record(kind)["properties"]
    return held


def _object(properties: Mapping[str, Schema], needed: Collection[str] | None = None) -> Schema:
    """A table with these keys and no others."""
    wanted = list(properties if needed is None else needed)
    return {"type": "object", "properties": dict(properties), "required": wanted, "additionalProperties": False}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _with_seal(schema: Schema) -> Schema:
    """With the checksum that ends a sealed file; folders of before there was one lack it."""
    return {**schema, "properties": {**schema["properties"], "sha256": SHA256}}


def _titled(title: str, schema: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema}
