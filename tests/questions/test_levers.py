"""What may be changed to meet goals: costs, conditions, counts against all combinations, neighbours, and bad files."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.questions.goals import goal
from dhstats.questions.goals.levers import GREATEST_MOST, MOST_CHANGES, NOTHING, Change, Condition, Levers, read
from tests.questions.synthetic import levers

FFG = load("dragonheart").rule_files.load("ffg")
POINTS, HAND, TIES, THEFT = "great_dragon.points", "hand.size", "great_dragon.breaks_ties", "great_dragon.theft"
SECOND, HOLDER, HELD = "seats.second.hand_size", "great_dragon.holder", "great_dragon.hand_size"
CHANGE: dict[str, Any] = {
    POINTS: [0, 3, 5, 9],
    HAND: [4, 6],
    THEFT: ["always_one"],
    TIES: [False],
    HOLDER: ["first", "second"],
}


def of(change: dict[str, Any] | None = None, **more: Any) -> Levers:
    """What a file says around the usual rules."""
    found = read(FFG, {"change": change or CHANGE, **more}, "file")
    assert found is not None
    return found


# ---- Costs --------------------------------------------------------------------------------------------------------


def test_a_key_costs_one_and_a_tenth_more_for_every_further_step() -> None:
    """Steps are levels of the file, not numbers; words and switches have none between them."""
    known = of()
    expected = {
        (POINTS, 0): 1.0, (POINTS, 5): 1.0, (POINTS, 9): 1.1, (HAND, 4): 1.0, (HAND, 6): 1.0, (THEFT, "always_one"): 1.0, (TIES, False): 1.0,
        (HOLDER, "first"): 1.0, (HOLDER, "second"): 1.0,
    }  # fmt: skip
    assert {each.parts[0]: each.cost for each in known.single} == expected
    assert known.change({POINTS: 9, HAND: 6, HOLDER: "second"}).cost == 3.1
    assert known.change({}) == NOTHING
    far = of({POINTS: "0..9"})
    assert [far.change({POINTS: level}).cost for level in (0, 2, 4, 9)] == [1.2, 1.0, 1.0, 1.5]


def test_a_file_may_say_what_keys_cost() -> None:
    """One by name or several by a star; the others cost one; further steps cost a tenth of that."""
    known = of(cost={"great_dragon.*": 2, HAND: 0.5})
    assert dict(known.costs) == {POINTS: 2.0, THEFT: 2.0, TIES: 2.0, HOLDER: 2.0, HAND: 0.5}
    assert known.change({POINTS: 9, HAND: 4}).cost == 2.7
    assert dict(of(cost={"hand": {"size": 3}}).costs)[HAND] == 3.0


def test_a_change_says_itself_as_settings() -> None:
    """Sorted by key; in a line words stand without quotation marks."""
    found = of().change({THEFT: "always_one", TIES: False, HAND: 6})
    assert found.text == f"{TIES}=false {THEFT}=always_one {HAND}=6"
    assert load("dragonheart").rule_files.load("ffg", found.settings).hash == of().rule_set(found).hash
    assert NOTHING.text == "no change"


# ---- Conditions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "true"),
    [
        (f"{HAND} >= 5", {5, 6}), (f"{HAND} <= 5", {4, 5}), (f"{HAND} < 6", {4, 5}), (f"{HAND} > 4", {5, 6}),
        (f"{HAND} = 5", {5}), (f"{HAND} != 6", {4, 5}), (f"{HAND} > 3 + 1", {5, 6}), (f"{HAND} < 7 - 1", {4, 5}),
        (f"{HELD} >= {HAND} + 1", {4, 5}), (f"{HELD} > {HAND} - 1", {4, 5, 6}), (f"{HAND} != {SECOND} + 1", {4, 5}),
        (f"{HAND} > -1", {4, 5, 6}), (f"  {HELD}   >={HAND}+1 ", {4, 5}), (f"{HAND}>={SECOND}", {5, 6}),
        (f"{HAND}<=5", {4, 5}), (f"{HAND}!=6", {4, 5}), (f"{HAND}>3+1", {5, 6}),
    ],
)  # fmt: skip
def test_conditions_hold_as_written(text: str, true: set[int]) -> None:
    """All signs, between two keys or a key and a number, with and without something added, spaces or not."""
    known = of({HAND: [4, 6]}, conditions=[text])
    assert {size for size in (4, 5, 6) if known.allowed({HAND: size})} == true
    assert {dict(each.parts)[HAND] for each in known.changes(1)} == true - {5}
    assert known.combinations == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{HAND} >= 6", "does not hold under ffg itself"),
        (f"{HAND} > {SECOND}", "does not hold under ffg itself"),
        ("hand.siz >= 4", "\"hand.siz\": unknown key; did you mean 'hand.size'"),
        (f"{HAND} >= hand.siz + 1", '"hand.siz": unknown key'),
        (f"4 <= {HAND}", "4: unknown key; allowed: "),
        (f"{TIES} = 1", f"{TIES}: is not a number, and only numbers can be compared"),
        (f"{HAND} != {THEFT}", f"{THEFT}: is not a number"),
        (f"{HAND} == 5", "must be KEY <= KEY or KEY < NUMBER"),
        (f"{HAND} => 5", "must be KEY <= KEY or KEY < NUMBER"),
        (f"{HAND} >= 5 + {POINTS}", "must be KEY <= KEY or KEY < NUMBER"),
        (f"{HAND} * 2 >= 5", "must be KEY <= KEY or KEY < NUMBER"),
        (f"{HAND} >= ", "must be KEY <= KEY or KEY < NUMBER"),
        (f"{HAND} >= 1.5", '"1.5": unknown key'),
        (HAND, "must be KEY <= KEY or KEY < NUMBER"),
        ("", "must be KEY <= KEY or KEY < NUMBER"),
        (5, "must be KEY <= KEY or KEY < NUMBER"),
    ],
)
def test_what_is_no_condition_is_refused(text: Any, told: str) -> None:
    """In a line that says where."""
    with pytest.raises(BadInput) as refused:
        of(conditions=[text])
    assert str(refused.value).startswith("file: conditions: ")
    assert told in str(refused.value), str(refused.value)


# ---- Combinations -------------------------------------------------------------------------------------------------


def everything(known: Levers, size: int) -> set[tuple[tuple[str, Any], ...]]:
    """All changes of exactly so many keys by trying every level of every key, the base's too."""
    found = set()
    for row in itertools.product(*(levels for _, levels in known.space.levels)):
        parts = tuple(
            (key, level) for key, level in zip(known.space.keys, row, strict=True) if level != known.space.values[key]
        )
        if len(parts) == size:
            found.add(parts)
    return found


@given(st.lists(st.integers(2, 4), min_size=1, max_size=5), st.integers(1, 4), st.integers(-3, 3))
def test_changes_are_all_combinations_that_conditions_allow(numbers: list[int], most: int, more: int) -> None:
    """Counted, and one by one; against every level of every key, in turn."""
    keys = {f"k{place}": tuple(range(number)) for place, number in enumerate(numbers)}
    plain = levers(keys, most)
    assert plain.combinations == sum(len(everything(plain, size)) for size in range(1, plain.most + 1))
    at_most = Condition("", "k0", "<=", f"k{len(numbers) - 1}", abs(more))
    known = levers(keys, most, conditions=[at_most])
    for size in range(1, known.most + 1):
        told = list(known.changes(size))
        assert len({each.parts for each in told}) == len(told)
        allowed = {
            parts
            for parts in everything(known, size)
            if dict(parts).get("k0", 0) <= dict(parts).get(f"k{len(numbers) - 1}", 0) + abs(more)
        }
        assert {each.parts for each in told} == allowed
        assert all(each == known.change(each.values) for each in told)
    assert known.combinations == plain.combinations
    assert len(known.single) == sum(numbers) - len(numbers)


def test_no_more_keys_are_changed_than_there_are() -> None:
    """Two unless the file says otherwise."""
    assert of().most == 2
    assert of(most_changes=6).most == 5
    assert of({HAND: [4]}).most == 1
    assert of(most_changes=5).combinations == 4 * 3 * 2 * 2 * 3 - 1


# ---- Neighbours ---------------------------------------------------------------------------------------------------


def test_neighbours_are_one_level_away() -> None:
    """By hand: the next numbers, any other word; a key that goes back to the base is changed no more."""
    known = of({POINTS: [0, 5, 9], HAND: [4, 6], HOLDER: ["first", "second"]})
    here = known.change({POINTS: 5, HOLDER: "first"})
    expected: list[dict[str, Any]] = [
        {POINTS: 5}, {POINTS: 5, HOLDER: "second"}, {HOLDER: "first"}, {POINTS: 9, HOLDER: "first"},
        {**here.values, HAND: 4}, {**here.values, HAND: 6},
    ]  # fmt: skip
    found = [each.values for each in known.neighbours(here)]
    assert sorted(map(repr, map(sorted, map(dict.items, found)))) == sorted(
        map(repr, map(sorted, map(dict.items, expected)))
    )
    around = [each.text for each in known.neighbours(NOTHING)]
    assert around == [f"{HOLDER}=first", f"{HOLDER}=second", f"{POINTS}=0", f"{POINTS}=5", f"{HAND}=4", f"{HAND}=6"]


def test_neighbours_keep_to_conditions() -> None:
    """A hand of six would be as large as that of who holds the figure."""
    known = of({HAND: [4, 6]}, conditions=[f"{HELD} > {HAND}"])
    assert [each.text for each in known.neighbours(NOTHING)] == [f"{HAND}=4"]


@given(st.lists(st.integers(2, 4), min_size=1, max_size=4), st.data())
def test_who_is_a_neighbour_has_one_too(numbers: list[int], data: st.DataObject) -> None:
    """It goes both ways, and never stays."""
    known = levers({f"k{place}": tuple(range(number)) for place, number in enumerate(numbers)}, len(numbers))
    values = {key: data.draw(st.sampled_from(levels)) for key, levels in known.space.levels}
    here = known.change({key: level for key, level in values.items() if level})
    near = list(known.neighbours(here))
    assert here not in near
    assert all(here in list(known.neighbours(each)) for each in near)
    assert len(near) == sum(
        (level > 0) + (level < number - 1) for level, number in zip(values.values(), numbers, strict=True)
    )


# ---- Files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"cost": {HAND: 0}}, f"file: cost: {HAND} = 0: must be a number above 0 and at most 1000"),
        ({"cost": {HAND: -1}}, "must be a number above 0"),
        ({"cost": {HAND: 1001}}, "and at most 1000"),
        ({"cost": {HAND: True}}, "must be a number above 0"),
        ({"cost": {HAND: "much"}}, "must be a number above 0"),
        ({"cost": {HAND: float("nan")}}, "must be a number above 0"),
        ({"cost": {SECOND: 1}}, f'file: cost: "{SECOND}": not a key that may be changed'),
        ({"cost": {"seats.*.points": 1}}, 'file: cost: "seats.*.points": not a key that may be changed'),
        ({"cost": {"great_dragon.*": 2, POINTS: 3}}, f"file: cost: {POINTS}: is listed twice; keep one"),
        ({"cost": 2}, "file: cost: must be a table of keys with numbers, not 2"),
        ({"conditions": f"{HAND} >= 5"}, "file: conditions: must be a list, such as"),
        ({"most_changes": 0}, f"file: most_changes must be a whole number from 1 to {GREATEST_MOST}, not 0"),
        ({"most_changes": GREATEST_MOST + 1}, "most_changes must be a whole number"),
        ({"most_changes": True}, "most_changes must be a whole number"),
        ({"most_changes": 2.0}, "most_changes must be a whole number"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_told(table: dict[str, Any], told: str) -> None:
    """In a line that names the file."""
    with pytest.raises(BadInput) as refused:
        of(**table)
    assert told in str(refused.value), str(refused.value)


def test_all_mistakes_are_told_at_once() -> None:
    """Costs, conditions and how many keys."""
    with pytest.raises(BadInput) as refused:
        of(cost={HAND: 0, SECOND: 1}, conditions=[f"{HAND} >= 6", "x"], most_changes=0)
    for told in (f"{HAND} = 0", SECOND, "does not hold", '"x"', "most_changes must be"):
        assert told in str(refused.value)


def test_more_changes_than_can_be_looked_through_are_refused() -> None:
    """With how many there are and what to do."""
    wide = dict.fromkeys((POINTS, "seats.first.points", "seats.second.points"), "0..59")
    with pytest.raises(BadInput, match=r"changes of at most 3 keys; at most 200,000 can be searched"):
        of(wide, most_changes=3)
    assert of(wide).combinations == 3 * 59 + 3 * 59**2 < MOST_CHANGES


@pytest.mark.parametrize("key", ["untouched", "cost", "conditions", "most_changes"])
def test_what_says_nothing_without_a_table_of_changes(key: str) -> None:
    """A goals file that names no changes has none; one that says what they cost has forgotten them."""
    assert read(FFG, {}, "file") is None
    with pytest.raises(BadInput) as refused:
        read(FFG, {key: {}}, "file")
    assert str(refused.value) == f"file: {key}: nothing may be changed; name keys in a table [change]"


def test_a_goals_file_says_what_may_be_changed(tmp_path: Path) -> None:
    """Around the rules that it is about; wrong levels are told with wrong goals."""
    path = tmp_path / "own.toml"
    text = f'{{}}most_changes = 1\n[goals]\nturns = "{{}}"\n[change]\n{POINTS} = "±1"\n[set]\n{POINTS} = 5\n'
    path.write_text(text.format("", "40 to 50"), "utf-8")
    found = goal.read(path).levers
    assert found is not None
    assert [each.text for each in found.single] == [f"{POINTS}=4", f"{POINTS}=6"]
    assert found.most == 1
    path.write_text(text.format(f'untouched = ["{HAND}"]\n', "50 to 40"), "utf-8")
    with pytest.raises(BadInput, match=r"is empty.*untouched"):
        goal.read(path)
    path.write_text(f'[goals]\nturns = "40 to 50"\n[cost]\n{HAND} = 2\n', "utf-8")
    with pytest.raises(BadInput, match=r"own\.toml: cost: nothing may be changed; name keys in a table \[change\]"):
        goal.read(path)


def test_levels_that_are_lists_are_changes_too() -> None:
    """Where a sorceress goes is a list of spaces; it is told, found among the levels and costed as a word is."""
    takes = "spaces.sorceress.takes"
    known = of({takes: [["treasure_chest"], []], HAND: [4]})
    (change,) = [each for each in known.single if each.parts[0] == (takes, [])]
    assert (change.text, change.cost) == (f"{takes}=[]", 1.0)
    assert isinstance(change, Change)
    assert known.rule_set(change).effective["spaces"]["sorceress"]["takes"] == []
    assert len(list(known.neighbours(change))) == 3
