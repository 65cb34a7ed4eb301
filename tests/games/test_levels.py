"""How files write levels: ranges, steps from the base, names with a star, untouched keys; what is wrong in one line each."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.games.space import MOST_LEVELS, WAYS, in_table, matching, space_of, spelt_out

FFG = load("dragonheart").rule_files.load("ffg")
STANDARD = load("dragon").rule_files.load("standard")
POINTS, HAND, TIES, THEFT = "great_dragon.points", "hand.size", "great_dragon.breaks_ties", "great_dragon.theft"
SEATS = ["seats.first.points", "seats.second.points"]
CLAWS = "pack.actions.claw_attack.wounds"
TEXTS = st.one_of(
    st.text(st.sampled_from("0123456789.:±+- e"), max_size=12),
    st.builds("{}..{}:{}".format, *[st.integers(-12, 2_000)] * 3),
    st.builds("{}..{}".format, *[st.integers(-12, 2_000)] * 2),
)


def spelt(table: dict[str, Any], untouched: tuple[str, ...] = (), base: Any = FFG) -> dict[str, Any]:
    """The levels of a table."""
    return spelt_out(base, table, "file", untouched)


def test_a_range_has_both_ends_and_goes_in_its_step() -> None:
    """An end that the steps miss is left out; numbers below zero are numbers."""
    expected = {"0..3": [0, 1, 2, 3], "0..12:5": [0, 5, 10], "-2..2:2": [-2, 0, 2], "7..7": [7], "1..2:9": [1]}
    for text, levels in expected.items():
        assert spelt({POINTS: text}) == {POINTS: levels}, text
    assert len(spelt({POINTS: f"1..{MOST_LEVELS}"})[POINTS]) == MOST_LEVELS


def test_steps_go_both_ways_as_far_as_the_key_can_hold_them() -> None:
    """Around the base's own number, which is among them; ± may be typed as +-."""
    assert spelt({POINTS: "±2"}) == spelt({POINTS: "+-2"}) == {POINTS: [1, 2, 3, 4, 5]}
    assert spelt({"spaces.troll.slots": "±1"}) == {"spaces.troll.slots": [0, 1]}
    high = load("dragonheart").rule_files.load("ffg", [f"{POINTS}=99"])
    assert spelt({POINTS: "±1"}, base=high) == {POINTS: [98, 99]}


def test_a_star_stands_for_one_part_of_a_name() -> None:
    """Of every thing that there is; keys of fewer or more parts are others, and untouched keys stay as they are."""
    assert spelt({"seats": {"*": {"points": "0..2"}}}) == {key: [0, 1, 2] for key in SEATS}
    assert spelt({"seats.*.points": [1]}, ("seats.first.*",)) == {SEATS[1]: [1]}
    assert matching("*.*", ["a", "a.b", "a.b.c", "c.d"]) == ["a.b", "c.d"]
    assert matching("a.b", ["a.b", "a.c"]) == ["a.b"]
    assert spelt({"seats.*.points": [1], POINTS: [4]}, (POINTS, SEATS[0])) == {SEATS[1]: [1]}


def test_cards_of_a_pack_are_keys_too() -> None:
    """Dragon! has numbers on its cards: one by its name, all of them by a star."""
    assert spelt({CLAWS: "±1"}, base=STANDARD) == {CLAWS: [1, 2, 3]}
    every = spelt({"pack.actions.*.wounds": "0..3"}, base=STANDARD)
    assert CLAWS in every
    assert len(every) > 5
    found = space_of(STANDARD, {CLAWS: [1]})
    assert found.rule_set({CLAWS: 1}).hash == load("dragon").rule_files.load("standard", [f"{CLAWS}=1"]).hash
    assert found.rule_set({}).hash == STANDARD.hash


def test_spaces_are_equal_however_their_levels_are_written() -> None:
    """Ranges, steps and stars are ways of writing lists: the hash is one."""
    short = {"change": {POINTS: "1..9:2", HAND: "±1", "seats.*.points": "0..1"}, "untouched": [SEATS[1]]}
    long = {"change": {"hand": {"size": [6, 4]}, POINTS: [1, 3, 5, 7, 9], SEATS[0]: [1]}}
    one, other = in_table(FFG, short, "a"), in_table(FFG, long, "b")
    assert (one.text, one.hash) == (other.text, other.hash)
    assert one.hash == space_of(FFG, {POINTS: [1, 3, 5, 7, 9], HAND: [4, 5, 6], SEATS[0]: [0, 1]}).hash


RANGE = f"must go up, in 1 to {MOST_LEVELS:,} levels"
BAD: dict[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "down": ({POINTS: "6..0"}, (), f'file: {POINTS} = "6..0": {RANGE}'),
    "no step": ({POINTS: "0..6:0"}, (), f'file: {POINTS} = "0..6:0": {RANGE}'),
    "too long": ({POINTS: f"0..{MOST_LEVELS}"}, (), f'file: {POINTS} = "0..{MOST_LEVELS}": {RANGE}'),
    "word": ({POINTS: "few"}, (), f'file: {POINTS} = "few": must be {WAYS}'),
    "halves": ({POINTS: "0..1.5"}, (), f'file: {POINTS} = "0..1.5": must be {WAYS}'),
    "empty": ({POINTS: ""}, (), f'file: {POINTS} = "": must be {WAYS}'),
    "huge": ({POINTS: f"0..{10**9}"}, (), f'file: {POINTS} = "0..{10**9}": must be {WAYS}'),
    "no steps": ({POINTS: "±0"}, (), f'file: {POINTS} = "±0": must be 1 to 499 steps'),
    "too many steps": ({POINTS: "±500"}, (), f'file: {POINTS} = "±500": must be 1 to 499 steps'),
    "steps of a switch": ({TIES: "±1"}, (), f'{TIES} = "±1": the base has true there, which is not a number'),
    "steps of a word": ({THEFT: "±1"}, (), "which is not a number; list its levels"),
    "steps of no key": ({"hand.siz": "±1"}, (), "unknown key; did you mean 'hand.size'"),
    "star of no key": ({"hands.*": [1]}, (), 'file: "hands.*": is not a key'),
    "star of half a part": ({"seats.fir*.points": [1]}, (), 'file: "seats.fir*.points": is not a key'),
    "twice": ({"seats.*.points": [1], SEATS[1]: [2]}, (), f'file: "{SEATS[1]}": is listed twice; keep one'),
    "untouched anyway": ({POINTS: [1]}, (HAND,), f'file: untouched: "{HAND}": nothing would change it; leave it out'),
    "untouched star": ({POINTS: [1]}, ("seats.*.points",), 'untouched: "seats.*.points": nothing would change it'),
    "untouched no key": ({POINTS: [1]}, ("hands.*",), 'file: untouched: "hands.*": is not a key'),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_level_is_refused(case: str) -> None:
    """In one line: the place, the key, what was written, and what is allowed."""
    table, untouched, told = BAD[case]
    with pytest.raises(BadInput) as refused:
        spelt(table, untouched)
    assert told in str(refused.value), str(refused.value)
    assert "\n" not in str(refused.value)


def test_all_mistakes_are_told_at_once() -> None:
    """Of levels and of untouched keys together."""
    with pytest.raises(BadInput) as refused:
        spelt({POINTS: "6..0", HAND: "few", TIES: "±1", SEATS[0]: [1]}, ("x.*",))
    for told in ('"6..0"', '"few"', '"±1"', 'untouched: "x.*"'):
        assert told in str(refused.value)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({}, "file: change: must be a table of keys with their levels"),
        ({"change": [POINTS]}, "file: change: must be a table of keys with their levels"),
        ({"change": {POINTS: [1]}, "untouched": POINTS}, "file: untouched: must be a list of keys"),
        ({"change": {POINTS: [1]}, "untouched": [1]}, "file: untouched: must be a list of keys"),
        ({"change": {POINTS: [1]}, "untouched": [POINTS]}, "file: no key may be changed"),
        ({"change": {POINTS: "0..100"}}, f"file: {POINTS} = 100: must be a whole number from 0 to 99"),
        ({"change": {POINTS: 4}}, f"file: {POINTS} = 4: must be a list"),
        ({"change": {POINTS: True}}, f"file: {POINTS} = true: must be a list"),
        ({"change": {"great_dragon": {"points": [1]}, POINTS: [1]}}, f'file: "{POINTS}": is listed twice'),
    ],
)
def test_a_table_that_is_no_space_is_refused(table: dict[str, Any], told: str) -> None:
    """What is spelt out is then checked as lists of levels are."""
    with pytest.raises(BadInput) as refused:
        in_table(FFG, table, "file")
    assert told in str(refused.value), str(refused.value)


@given(TEXTS)
def test_any_text_is_levels_or_refused_in_a_line(text: str) -> None:
    """Nothing else ever comes of it, and levels are whole numbers that go up."""
    told = ""
    try:
        levels = spelt({POINTS: text})[POINTS]
    except BadInput as problem:
        told = str(problem)
    if told:
        assert told.startswith(f"file: {POINTS} = ")
        return
    assert levels == sorted(set(levels))
    assert 1 <= len(levels) <= MOST_LEVELS
    assert all(type(level) is int for level in levels)
