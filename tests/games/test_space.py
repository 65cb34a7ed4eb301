"""Spaces of rules: what they hold, that equal ones are equal however they are written, and what is drawn from them."""

import tomllib
from collections import Counter
from itertools import product
from typing import Any

import pytest
from scipy.stats import chisquare

from dhstats.errors import BadInput
from dhstats.games import space
from dhstats.games.catalogue import NAMES, load
from dhstats.games.space import Space, by_name, parsed, space_of

FILES = load("dragonheart").rule_files
FFG = FILES.load("ffg")
POINTS, TIES, THEFT = "great_dragon.points", "great_dragon.breaks_ties", "great_dragon.theft"
SMALL: dict[str, Any] = {POINTS: [1, 9], TIES: [False], THEFT: ["always_one"]}


def test_the_base_is_part_of_its_space() -> None:
    """Its values are levels, said or not, in their order."""
    found = space_of(FFG, SMALL)
    assert found.levels == (
        (TIES, (False, True)), (POINTS, (1, 3, 9)), (THEFT, ("always_one", "down_to_hand_size"))
    )  # fmt: skip
    assert found.combinations == 12
    assert found.rule_set({}).hash == FFG.hash
    assert found.rule_set({POINTS: 9, TIES: True}).hash == FILES.load("ffg", [f"{POINTS}=9"]).hash


def test_equal_spaces_have_one_hash() -> None:
    """Whatever the order of keys and levels, with the base's own level or without; another base or level is another."""
    one = space_of(FFG, SMALL)
    turned = space_of(FFG, {THEFT: ("down_to_hand_size", "always_one"), POINTS: (9, 3, 1), TIES: (True, False)})
    assert (turned.text, turned.hash) == (one.text, one.hash)
    assert parsed(FFG, one.text) == one
    others = [
        space_of(FFG, SMALL | {POINTS: [1, 8]}),
        space_of(FFG, {POINTS: [1, 9]}),
        space_of(FILES.load("kosmos"), {key: [False, True] if key == TIES else SMALL[key] for key in SMALL}),
    ]
    assert len({one.hash, *(other.hash for other in others)}) == 4


def test_the_hash_stays_what_it_was() -> None:
    """Players of spaces are kept by it: the text is canonical JSON."""
    assert space_of(FFG, {POINTS: [1, 9]}).text == '{"great_dragon.points":[1,3,9]}'


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no key": ({}, "space: no key may be changed; give at least one, as in great_dragon.points=4"),
    "unknown key": (
        {"great_dragon.point": [1]},
        'space: "great_dragon.point": unknown key; did you mean \'great_dragon',
    ),
    "changes no game": ({"source.title": ["x"]}, "space: source.title: no game depends on it; leave it out"),
    "no list": ({POINTS: 3}, "space: great_dragon.points = 3: must be a list of 1 to 1,000 levels"),
    "no level": ({POINTS: []}, "must be a list of 1 to 1,000 levels"),
    "level twice": ({POINTS: [4, 5, 4]}, "space: great_dragon.points: names level 4 twice"),
    "out of bounds": ({POINTS: [4, 100]}, "great_dragon.points = 100: must be a whole number from 0 to 99"),
    "true is no number": ({POINTS: [True]}, "great_dragon.points = true: must be a whole number"),
    "nothing new": ({POINTS: [3]}, "is as in ffg already; give another level"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_spaces_are_refused(case: str) -> None:
    """By place, key and what is allowed."""
    levels, told = BAD[case]
    with pytest.raises(BadInput) as refused:
        space_of(FFG, levels)
    assert told in str(refused.value), str(refused.value)


def test_all_mistakes_are_told_at_once() -> None:
    """Nobody mends one a try; the place is the caller's."""
    with pytest.raises(BadInput, match=r"goals\.toml: .*100.*goals\.toml: .*maybe"):
        space_of(FFG, {POINTS: [100], THEFT: ["maybe"]}, "goals.toml")


def test_levels_as_toml_nests_them() -> None:
    """Names with dots, tables and names in quotation marks are one; a key that is listed twice is refused."""
    nested = tomllib.loads('great_dragon.points = [1, 9]\n"great_dragon.breaks_ties" = [false]\n[hand]\nsize = [4]')
    assert by_name(nested) == {POINTS: [1, 9], TIES: [False], "hand.size": [4]}
    twice = tomllib.loads('great_dragon.points = [1]\n"great_dragon.points" = [2]')
    with pytest.raises(BadInput, match=r'goals: "great_dragon.points": is listed twice; keep one'):
        by_name(twice, "goals")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"great_dragon.points": "x"}'])
def test_a_text_that_is_no_space_is_refused(text: str) -> None:
    """As a file from outside may hold it."""
    with pytest.raises(BadInput):
        parsed(FFG, text)


def test_what_is_not_of_the_space_is_refused() -> None:
    """Another key, another level; true is not 1."""
    found = space_of(FFG, SMALL)
    for values, told in (
        ({"hand.size": 4}, '"hand.size": not a key of the space'),
        ({POINTS: 4}, "great_dragon.points = 4: not a level of the space, must be 1, 3, 9"),
        ({POINTS: True}, "not a level of the space"),
    ):
        with pytest.raises(BadInput, match=told):
            found.rule_set(values)


def test_every_rule_set_is_equally_likely() -> None:
    """Twelve of them, by the seed alone (false alarms: one in a million)."""
    found = space_of(FFG, SMALL)
    drawn = [rules.hash for rules in found.draw(300, 7)]
    assert drawn[:50] == [rules.hash for rules in space_of(FFG, SMALL).draw(50, 7)]
    assert drawn[:50] != [rules.hash for rules in found.draw(50, 8)]
    counts = Counter(drawn)
    assert len(counts) == 12
    assert chisquare([*counts.values()]).pvalue > 1e-6


def test_learners_see_rules_near_the_base_more_often() -> None:
    """One of every two draws changes as many keys as a lot says, so the base itself comes up far more often."""
    levels = {
        POINTS: [*range(10)],
        TIES: [False],
        THEFT: ["always_one"],
        "hand.size": [4, 6],
        "end.ship_stacks": [2, 4],
    }
    found = space_of(FFG, levels)
    changed = [len(rules.changed) for rules in found.draw(400, 3, near=True)]
    assert sum(changed[1::2]) < 0.7 * sum(changed[::2])
    assert changed[1::2].count(0) > 20 > changed[::2].count(0)


def test_refused_combinations_are_not_drawn() -> None:
    """A hand of twelve fits no deck of nine cards; all other rule sets come up."""
    base = FILES.load("ffg", [f"cards.{name}.values=[1]" for name in FFG.effective["cards"]])
    found = space_of(base, {"hand.size": [6, 12], "great_dragon.points": [4]})
    drawn = Counter(rules.hash for rules in found.draw(200, 1))
    allowed = {found.rule_set({"hand.size": hand, POINTS: points}).hash for hand, points in product((5, 6), (3, 4))}
    assert set(drawn) == allowed
    with pytest.raises(BadInput, match="as many cards as a deck has"):
        found.rule_set({"hand.size": 12})


def test_a_space_of_refused_rules_alone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence, not never."""
    monkeypatch.setattr(space, "MOST_REFUSED", 5)

    def refuse(*_: Any) -> Any:
        raise BadInput("they do not fit")

    monkeypatch.setattr(Space, "_changed", refuse)
    with pytest.raises(BadInput, match=r"space of ffg: nearly all combinations are refused: they do not fit"):
        space_of(FFG, SMALL).draw(3, 1)


@pytest.mark.parametrize("deck", ["bga", "skula"])
def test_a_deck_by_name_changes_no_cards_of_the_base(deck: str) -> None:
    """Cards that the base lists itself stay where the deck is as there; another deck lays down its own."""
    base = FILES.load("ffg", ["cards.dwarf.values=[2,2]"])
    found = space_of(base, {"deck": ["bga", "skula"], POINTS: [9]})
    cards = found.rule_set({"deck": deck}).effective["cards"]["dwarf"]["values"]
    assert (cards == [2, 2]) == (deck == base.effective["deck"])


def test_a_pack_is_no_level() -> None:
    """In Dragon! a key names a whole file of cards."""
    base = load("dragon").rule_files.load("standard")
    with pytest.raises(BadInput, match="space: pack: names a file, which has no levels; leave it out"):
        space_of(base, {"pack": ["draft"]})


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_spaces(name: str) -> None:
    """Of its own keys: what is drawn is what its rule files would load."""
    files = load(name).rule_files
    base = files.load(files.schema.base)
    found = space_of(base, {"hand.size": [3, 4, 6]} if "hand.size" in files.schema.levers else _some_number(base))
    for rules in found.draw(20, 2):
        settings = [f"{key}={rules.files.flat(rules.effective)[key]}" for key in found.keys]
        assert rules.hash == files.restore(base.effective, base.name, settings).hash


def _some_number(base: Any) -> dict[str, Any]:
    """A key that holds a whole number, and the next one."""
    for key, value in base.files.flat(base.effective).items():
        if type(value) is int and not base.files.schema.levers[key].key.kind.fault(value + 1):
            return {key: [value + 1]}
    raise AssertionError("no number")
