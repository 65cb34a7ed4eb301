"""What stored rule sets rely on: keys stay, defaults stay, what rule sets are called stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from dhstats.games import catalogue
from dhstats.games.dragon.packs import vocabulary
from dhstats.games.keys import Key
from dhstats.games.rulefile import EXTENDS, HEAD
from dhstats.games.ruleset import flat
from tests.games.later import SCHEMAS

FROZEN = Path(__file__).parent / "frozen"
HASHES = {
    "dragonheart": {"ffg": "9d1e059122c9", "kosmos": "9d0dfa9d2ade"},
    "dragonwood": {"two": "9fa9fbcdc3f1", "three": "ed878047ae9f", "four": "d4455a92e724", "simple": "44d23fb6d72b"},
    "dragon": {"standard": "29f032b739e7", "three": "df01bf733f86", "four": "2fd222514b13", "teams": "6b1f9d69b75f"},
}
KEPT = (
    "{name}: its default, or the schema in which it came, is not what stored rule sets were written with. Put it back."
    " If another value is better from now on, write it into the shipped rule sets; if the key should mean something"
    " else, give that a key of its own and refuse the old one in `limits.py`, with the new name."
)
NEW = (
    "{name}: is new. Give it since={number} and a default under which all is as it was without it, and write that into"
    " {file}: it never changes afterwards."
)


def frozen(game: str) -> dict[str, dict[str, Any]]:
    """The defaults of all keys of a game, by the number of the schema in which they came."""
    found: dict[str, dict[str, Any]] = json.loads((FROZEN / f"{game}.json").read_text("utf-8"))
    return found


def effects() -> dict[str, Key]:
    """Everything that a card pack of Dragon! can say of a thing, by the kind of thing."""
    return {f"{kind}: {each.name}": each for kind, of in vocabulary.KINDS.items() for each in of(())}


def known(game: str) -> dict[str, tuple[int, Any]]:
    """The schema and the default of everything that a game's rule files can say; of a pack, its name."""
    schema = SCHEMAS[game]
    defaults = flat(schema, catalogue.rules(game).load(schema.base).effective) | schema.defaults
    found = {name: (lever.key.since, defaults[name]) for name, lever in schema.levers.items() if name != "pack"}
    if game == "dragon":
        found |= {name: (each.since, each.default) for name, each in effects().items()}
    return found


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_keys_and_their_defaults_stay(game: str) -> None:
    """Stored rule sets leave a key out where it has its default, and rule files leave out what they do not know."""
    stored = {name: (int(number), default) for number, keys in frozen(game).items() for name, default in keys.items()}
    found = known(game)
    changed = [KEPT.format(name=name) for name, what in stored.items() if found.get(name) != what]
    next_one = max(number for number, _ in stored.values()) + 1
    file = f"tests/games/frozen/{game}.json"
    new = [NEW.format(name=name, number=next_one, file=file) for name in found if name not in stored]
    assert changed + new == []


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_defaults_are_values_of_their_keys(game: str) -> None:
    """In the one form that rule sets keep; a key that came later has a default of its own."""
    schema = SCHEMAS[game]
    for lever in schema.levers.values():
        key = lever.key
        assert not {EXTENDS, *HEAD} & {lever.name.split(".")[0]}
        assert key.default is not None or key.since == 1
        if key.default is not None:
            assert (key.kind.fault(key.default), key.kind.settle(key.default)) == ("", key.default)
    base = flat(schema, catalogue.rules(game).load(schema.base).effective)
    own = {name: default for name, default in schema.defaults.items() if not name.startswith("source.")}
    assert {name: base[name] for name in own} == own
    assert set(range(1, schema.number + 1)) == {lever.key.since for lever in schema.levers.values()} | {*schema.others}


def test_a_word_on_a_card_that_came_later_has_a_default() -> None:
    """A pack leaves out what has its default, so cards without the word are the cards they were."""
    assert all(each.default is not None or each.since == 1 for each in effects().values())


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_shipped_rule_sets_keep_their_hashes(game: str) -> None:
    """Runs, players and certificates name them by it; a change of their rules is a result that changes."""
    rules = catalogue.rules(game)
    assert {name: rules.load(name).hash[:12] for name in rules.shipped()} == HASHES[game]
