"""Whatever is given as a rule set is one, or is refused in one line: nothing else comes out, in any game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.games import catalogue

FORMS = ("slots", "takes", "then", "values", "size", "copies", "dragon", "extends")
GAMES = st.sampled_from(catalogue.NAMES)


def schema(game: str) -> Any:
    """Every key of a game's rule files."""
    return catalogue.rules(game).schema


def base(game: str) -> str:
    """The rule set that others extend."""
    return str(catalogue.rules(game).shipped()[0])


EFFECTIVE = {game: catalogue.rules(game).load(base(game)).effective for game in catalogue.NAMES}
NAMES = sorted({word for game in catalogue.NAMES for things in schema(game).things.values() for word in things})
LEVERS = sorted({lever for game in catalogue.NAMES for lever in (*schema(game).levers, *schema(game).inner)})
WORDS = st.sampled_from([*LEVERS, *NAMES, *FORMS])
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), WORDS, st.dates(), st.binary()
)
NESTED = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(WORDS, st.text(max_size=5)), inner, max_size=4)
    ),
)


def printable(text: str) -> bool:
    """Whether a message is nothing but lines of letters that can be seen, one for each mistake."""
    return all(line.isprintable() for line in text.split("\n"))


def complaint(check: Callable[..., Any], *arguments: Any) -> str:
    """The refusal of a rule set, or nothing; any other exception is let through."""
    try:
        check(*arguments)
    except BadInput as refused:
        return str(refused)
    return ""


def table_of(name: str, value: Any) -> dict[str, Any]:
    """A table that holds this value under a dotted key and nothing else."""
    table: dict[str, Any] = {}
    inner = table
    *parents, key = name.split(".")
    for part in parents:
        inner = inner.setdefault(part, {})
    inner[key] = value
    return table


@settings(deadline=None, max_examples=20)
@given(GAMES, st.dictionaries(st.one_of(WORDS, st.text(max_size=5)), NESTED, max_size=4))
def test_any_table_is_a_rule_set_or_refused(game: str, table: dict[str, Any]) -> None:
    """As a whole, and in place of any table of the first rules."""
    for candidate in (table, {**EFFECTIVE[game], **table}):
        assert printable(complaint(catalogue.rules(game).restore, candidate, "any"))


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(LEVERS), NESTED)
def test_any_value_of_a_key_is_taken_or_refused(name: str, value: Any) -> None:
    """Whatever a parser may hand over."""
    for game in catalogue.NAMES:
        with pytest.raises(BadInput) as refused:  # at the latest because all other keys are missing
            catalogue.rules(game).restore(table_of(name, value), "any")
        assert printable(str(refused.value))


@settings(deadline=None)
@given(GAMES, st.lists(st.one_of(st.text(), st.builds("{}={}".format, WORDS, st.text())), max_size=3))
def test_any_setting_is_taken_or_refused(game: str, changes: list[str]) -> None:
    """Whatever stands on a command line."""
    assert printable(complaint(catalogue.rules(game).load, base(game), changes))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GAMES, st.one_of(st.binary(), st.text().map(str.encode), st.binary().map(b"extends = %s\n".__add__)))
def test_any_file_is_a_rule_set_or_refused(tmp_path: Path, game: str, content: bytes) -> None:
    """Whatever a file may hold, also after a first line that is right."""
    path = tmp_path / "own.toml"
    path.write_bytes(content.replace(b"%s", f'"{base(game)}"'.encode()))
    assert printable(complaint(catalogue.rules(game).load, path))


@settings(deadline=None)
@given(GAMES, st.text())
def test_any_name_is_a_rule_set_or_refused(game: str, name: str) -> None:
    """Whatever is given in place of a name."""
    assert printable(complaint(catalogue.rules(game).load, name))


@pytest.mark.parametrize("key", ["title", "edition", "language"])
@pytest.mark.parametrize("game", catalogue.NAMES)
def test_headings_stand_on_one_line(game: str, key: str, tmp_path: Path) -> None:
    """In files and settings; what earlier versions stored is read, and a note may have several lines."""
    title = catalogue.load(game)
    name = title.rule_files.shipped()[0]
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{name}"\n[source]\n{key} = "a\\nb"\n', "utf-8")
    for source, changes in ((str(file), ()), (name, (f'source.{key}="a\\nb"',))):
        with pytest.raises(BadInput, match=rf'source\.{key} = "a\\nb": must be text .* on one line'):
            title.rule_files.load(source, changes)
    rules = title.rule_files.load(name, ('source.note="a\\nb"',))
    stored = rules.effective | {"source": rules.effective["source"] | {key: "a\nb"}}
    assert catalogue.rules(game).restore(stored, "old").hash == rules.hash
