"""Whatever is given as a rule set is one, or is refused in one line: nothing else comes out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.games.dragonheart.rules import RuleSet, load, restore
from dhstats.games.dragonheart.schema import LEVERS, SCHEMA
from dhstats.games.dragonheart.table import PICTURES
from tests.games.dragonheart.rule_files import FFG

WORDS = st.sampled_from([*LEVERS, *SCHEMA.inner, *PICTURES, "slots", "takes", "then", "values", "size", "extends"])
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), WORDS, st.dates(), st.binary()
)
NESTED = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(WORDS, st.text(max_size=5)), inner, max_size=4)
    ),
)


def complaint(check: Callable[..., RuleSet], *arguments: Any) -> str:
    """The refusal of a rule set, or nothing; any other exception is let through."""
    try:
        check(*arguments)
    except BadInput as refused:
        return str(refused)
    return ""


@settings(deadline=None)
@given(st.dictionaries(st.one_of(WORDS, st.text(max_size=5)), NESTED, max_size=4))
def test_any_table_is_a_rule_set_or_refused(table: dict[str, Any]) -> None:
    """As a whole, and in place of any table of the English rules."""
    for candidate in (table, {**FFG, **table}):
        assert complaint(restore, candidate, "any").isprintable()


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(list(LEVERS)), NESTED)
def test_any_value_of_a_key_is_taken_or_refused(name: str, value: Any) -> None:
    """Whatever a parser may hand over."""
    table: dict[str, Any] = {}
    inner = table
    *parents, key = name.split(".")
    for part in parents:
        inner = inner.setdefault(part, {})
    inner[key] = value
    with pytest.raises(BadInput) as refused:  # at the latest because all other keys are missing
        restore(table, "any")
    assert str(refused.value).isprintable()


@settings(deadline=None)
@given(st.lists(st.one_of(st.text(), st.builds("{}={}".format, WORDS, st.text())), max_size=3))
def test_any_setting_is_taken_or_refused(changes: list[str]) -> None:
    """Whatever stands on a command line."""
    assert complaint(load, "ffg", changes).isprintable()


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(), st.text().map(str.encode), st.binary().map(b'extends = "ffg"\n'.__add__)))
def test_any_file_is_a_rule_set_or_refused(tmp_path: Path, content: bytes) -> None:
    """Whatever a file may hold."""
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    assert complaint(load, path).isprintable()


@settings(deadline=None)
@given(st.text())
def test_any_name_is_a_rule_set_or_refused(name: str) -> None:
    """Whatever is given in place of a name."""
    assert complaint(load, name).isprintable()
