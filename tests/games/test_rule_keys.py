"""Rule files of every game, game files included: each key can be set and reaches the engine; what is written out is read."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.ruleset import RuleSet

MARKET = Path(__file__).resolve().parents[1] / "gamefile" / "games" / "market.py"  # with every kind of key
GAMES = (*catalogue.offered(), str(MARKET))
OF_CARDS = "pack."  # of cards: tests/games/dragon/test_rules.py sets one number of each name
CHECKED = ("construction.copies",)  # what decks are checked for: no game is played otherwise
FIXED = ("construction.size",)  # no other value goes with the decks of the shipped pack


@cache
def rule_sets(game: str) -> list[RuleSet]:
    """The rule sets that come along."""
    files = catalogue.rules(catalogue.name_of(game))
    return [files.load(name) for name in files.shipped()]


KEYS = [
    (game, name)
    for game in GAMES
    for name in catalogue.rules(catalogue.name_of(game)).flat(rule_sets(game)[0].effective)
    if not name.startswith(OF_CARDS) and name not in FIXED
]


def others(value: Any, allowed: str) -> Iterator[Any]:
    """Values that a key might have instead of this one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + step for step in (1, -1, 2, 5, -5))
    elif isinstance(value, list):
        yield from (
            [9],
            [1, 5],
            value[:1],
            [],
            [each + 1 for each in value if isinstance(each, int)],
            [word for word in re.findall(r"\w+", allowed) if word not in value][-1:],
        )
    else:
        yield from (word for word in re.findall(r"\w+", allowed) if word != value)
        yield "Something else"


def changed(game: str, rules: RuleSet, name: str) -> Iterator[RuleSet]:
    """The same rules with another value of a key, as far as that may be."""
    files = catalogue.rules(catalogue.name_of(game))
    value, allowed = files.flat(rules.effective)[name], files.schema.levers[name].key.kind.allowed
    for other in others(value, allowed):
        try:
            found = files.restore(rules.effective, "another", [f"{name}={json.dumps(other)}"])
        except BadInput:
            continue
        if files.flat(found.effective)[name] != value:
            yield found


@pytest.mark.parametrize(("game", "name"), KEYS, ids=lambda part: Path(part).stem if "/" in part else part)
def test_every_key_can_be_set_and_reaches_the_engine(game: str, name: str) -> None:
    """Under some rule set of the game; what only tells of the rules changes neither what is played nor the hash."""
    for rules in rule_sets(game):
        for other in changed(game, rules, name):
            played = rules.record().tobytes() != other.record().tobytes()
            if name.startswith("source."):
                assert (played, rules.hash) == (False, other.hash)
                return
            if (
                played != (name in CHECKED) and rules.hash != other.hash
            ):  # which it need not for a seat where nobody plays
                assert name in other.changed
                return
    pytest.fail("no other value is allowed, or none reaches the engine")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_a_rule_set_written_out_is_the_same_rule_set(game: str, tmp_path: Path) -> None:
    """Its text can be saved and loaded, as can the table of a manifest; its sentences are sentences."""
    files = catalogue.rules(catalogue.name_of(game))
    for rules in rule_sets(game):
        (tmp_path / "own.toml").write_text(rules.to_toml(), "utf-8")
        assert files.load(tmp_path / "own.toml").hash == rules.hash == files.restore(rules.effective, rules.name).hash
        assert all(sentence.endswith(".") for sentence in rules.describe())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_keys_are_documented(game: str) -> None:
    """Every key once, with what it may hold and means."""
    keys = list(catalogue.rules(catalogue.name_of(game)).every_key())
    assert len({key.name for key in keys}) == len(keys) > 0
    assert all(key.meaning.endswith(".") and key.kind.allowed for key in keys)
