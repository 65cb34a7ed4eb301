"""The JSON Schemas of the reference: what dhstats writes fits them, what it never writes does not."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dhstats.cli.main import main
from docs.workshop import contracts, schemas
from docs.workshop.sittings import ROOT

STORED = ROOT / "tests/stored"
MANIFESTS = sorted(STORED.glob("*/run/manifest.json"))
CERTIFICATES = sorted(STORED.glob("*/certificate.json"))


def read(path: Path) -> Any:
    """A JSON document."""
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "path"),
    [("manifest.schema.json", path) for path in MANIFESTS]
    + [("certificate.schema.json", path) for path in CERTIFICATES],
    ids=[str(path.relative_to(STORED)) for path in (*MANIFESTS, *CERTIFICATES)],
)
def test_stored_documents_fit_their_schemas(name: str, path: Path) -> None:
    """Those that earlier versions wrote, too; a key that is missing or unknown, or of another type, does not."""
    document = read(path)
    schemas.check(name, document)
    for spoilt in (
        {key: value for key, value in document.items() if key != "games"},
        document | {"gamez": 1}, document | {"games": "many"}, document | {"sha256": "1"},
    ):  # fmt: skip
        with pytest.raises(jsonschema.ValidationError):
            schemas.check(name, spoilt)


def test_the_numbers_of_a_report_fit_their_schema(tmp_path: Path) -> None:
    """As a new run writes them; a sentence without its verdict does not."""
    run, numbers = str(tmp_path / "run"), tmp_path / "numbers.json"
    assert main(["simulate", "--strategies", "random", "--games", "40", "--seed", "1", "--out", run]) == 0
    assert main(["report", run, "--page", str(tmp_path / "page.html"), "--json", str(numbers)]) == 0
    document = read(numbers)
    schemas.check("report.schema.json", document)
    schemas.check("manifest.schema.json", read(tmp_path / "run/manifest.json"))
    del document["runs"][0]["answers"][0]["findings"][0]["verdict"]
    with pytest.raises(jsonschema.ValidationError, match="'verdict' is a required property"):
        schemas.check("report.schema.json", document)


def test_all_schemas_are_schemas_and_can_be_downloaded() -> None:
    """By the rules of the draft that they name; the page of files links each."""
    for name, schema in schemas.schemas().items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert f"<schemas/{name}>" in contracts.FILES
    assert set(contracts.CHECKED.values()) <= set(schemas.schemas())
