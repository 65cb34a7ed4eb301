"""Pictures of first screens: games of 100, numbers beside their intervals, a key for every mark."""

import json
import re
from typing import Any

import polars as pl
import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from dhstats.questions.shared.answer import Column, Noted, Table
from dhstats.report.drawing import theme
from dhstats.report.drawing.drawing import Chart
from dhstats.report.drawing.ledger import Ground, more, placed_numbers, sure, won
from dhstats.report.drawing.shapes import Names
from dhstats.report.first_screens import hundred, levels, openings
from dhstats.report.page.page import Footnotes, unhashed
from tests.report.tables import score, table

NUMBERS = st.floats(-50.0, 50.0)


def said(chart: Chart) -> list[str]:
    """The numbers that a picture writes, row by row."""
    return [row["said"] for row in values(chart) if "said" in row]


def values(chart: Chart) -> list[dict[str, Any]]:
    """The rows of a picture, those of each layer once."""
    sets = chart.to_dict()["datasets"].values() if "datasets" in chart.to_dict() else []
    layers = [layer["data"]["values"] for layer in chart.to_dict()["layer"] if "values" in layer.get("data", {})]
    texts = dict.fromkeys(json.dumps(row) for rows in (*sets, *layers) for row in rows)
    return [json.loads(each) for each in texts]


def key(chart: Chart) -> list[str]:
    """What stands below a picture."""
    found: list[str] = chart.to_dict()["usermeta"]["key"]
    return found


def row(value: float, half: float, name: str = "a") -> dict[str, Any]:
    """A difference with its interval."""
    return {"matchup": name, "score": value, "low": value - half, "high": value + half}


@given(st.lists(st.tuples(NUMBERS, st.floats(0.0, 20.0)), min_size=1, max_size=5), NUMBERS, st.integers(1, 60))
def test_no_number_stands_on_a_name(rows: list[tuple[float, float]], even: float, letters: int) -> None:
    """Numbers stand at their points: above them where no name is, else all below; every interval is on the axis."""
    given_ = [row(*each, name=f"{at}{'n' * letters}") for at, each in enumerate(rows)]
    placed, (low, high) = placed_numbers(given_, Names.of(given_, "matchup", "Row"), Ground("", even, ""))
    assert len({each["below"] for each in placed}) == 1
    for each in placed:
        assert low < each["from"] <= each["score"] <= each["to"] < high
        place = 300 * (each["score"] - low) / (high - low)  # on a phone
        assert each["below"] or place - 20 > 6.5 * min(letters, 34)


def test_digits_follow_the_interval() -> None:
    """Small changes that are known have one digit, in all rows alike; what is hardly known has none."""
    assert more([row(-0.015, 0.019), row(-0.015, 0.047)]) == ["−1.5", "−1.5"]
    assert more([row(0.0355, 0.033), row(-0.007, 0.041)]) == ["+4", "−1"]
    assert more([row(0.0, 0.0)]) == ["0.0"]
    assert [won(row(0.496, 0.008)), won(row(0.496, 0.04)), won(row(0.62, 0.008))] == ["49.6", "50", "62"]
    assert [won(row(0.997, 0.002)), won(row(1.0, 0.0))] == ["99.7", "100"]


def test_rows_that_are_not_told_apart_are_as_strong() -> None:
    """Only what is certainly less than the first is grey, and the key says so."""
    near, far = [row(0.04, 0.02, "one"), row(0.03, 0.02, "two")], row(-0.04, 0.01, "three")
    both = openings.differences(table("rows", near))
    assert not any(each.get("quiet") for each in values(both))
    assert key(both) == ["bar: interval", "dashed: no difference"]
    every = openings.differences(table("rows", [*near, far]))
    assert [each["matchup"] for each in values(every) if each.get("quiet")] == ["three"]
    assert key(every) == ["bar: interval", "grey: certainly less than the first", "dashed: no difference"]


def test_a_worth_has_one_loud_row_and_one_quiet_one() -> None:
    """What misleads is grey, and says that it is not the worth; how far it does is left to the section."""
    rows = [row(0.29, 0.07, "naive: holders at the end against others"), row(0.06, 0.05, "effect if the mover has it"),
            row(0.066, 0.034, "effect at a random turn"), row(0.22, 0.07, "bias: naive less effect")]  # fmt: skip
    drawn = [each for each in values(openings.worth(table("meter", rows))) if "said" in each]
    assert [(each["said"], each["quiet"]) for each in drawn] == [("+7", False), ("+29", True)]
    assert "not its worth" in drawn[1]["matchup"]


def test_changes_say_their_strip() -> None:
    """In games of 100, whatever the table counts in."""
    line = score("a", -0.015, -0.034, 0.004) | {"band_low": -0.005, "band_high": 0.005, "level": 0.95}
    drawn = openings.tweaks(table("scores", [line], unit="share of a win"))
    assert key(drawn) == [
        "green: no difference that matters (±0.5 games in 100)",
        "bar: 95 % interval",
        "dashed: no change",
    ]
    assert said(drawn) == ["−1.5"]


def test_one_tweak_is_titled_before_and_after() -> None:
    """The quantity under the base rules and under the tweak; of several tweaks the title says what is shown."""
    one = {"matchup": "a", "score": -0.015}
    named = Column("score", "Change of the first player's score", "share of a win")
    scores = Table("scores", "", (Column("matchup", "Tweak", ""), named), pl.DataFrame([one]))
    row = {"what": "first player's score", "of": "share of a win", "base": 0.4962, "after": 0.4812}
    others = {"what": "turns of both players", "of": "turns", "base": 52.0, "after": 50.0}
    columns = tuple(Column(name, name, "") for name in row)
    every = Table("differences", "", columns, pl.DataFrame([others, row]))
    assert openings.before_and_after(scores, every) == "First player's wins: 49.6 → 48.1 of 100"
    assert openings.before_and_after(scores) == ""
    two = Table("scores", "", scores.columns, pl.DataFrame([one, one]))
    assert openings.before_and_after(two, every) == ""


def test_intervals_that_hold_together_are_said_so() -> None:
    """Of several whose levels make 95 % for all of them that is said, as in the sentence beside; else the level of each."""
    several = [row(0.1, 0.02, name) | {"level": 1.0 - 0.05 / 3} for name in "abc"]
    assert sure(table("rows", several)) == "bar: 95 % interval, all right at once"
    assert sure(table("rows", several[:1])) == "bar: 98.3 % interval"


def test_levels_are_points() -> None:
    """A number at each level that was played, under it its tick; those that miss the target are grey."""
    curve = [{"series": "fixed", "players": "fixed", "second": "", "setting": str(at), "at": float(at), "value": value, "low": value - 0.034, "high": value + 0.034}
             for at, value in ((0, 0.496), (1, 0.476), (3, 0.436))]  # fmt: skip
    roots = [{"series": "fixed", "target": 0.5, "root": None}]
    changed = [{"meaning": "Points that the second player is given before the game."}]
    given = table("curve", curve, "The first player's score by level", "share of a win")
    drawn = levels.levels(given, table("roots", roots), table("changed", changed))
    told = [each for each in values(drawn) if "said" in each]
    assert [(each["at"], each["said"], each["off"]) for each in told] == [
        (0, "49.6", False),  # as the sentence beside says it: 50 would look even
        (1, "48", False),
        (3, "44", True),
    ]
    assert [bool(each["aside"]) for each in told] == [True, False, False]  # the first number would lie on the line
    text = drawn.to_json()
    assert '"Points that the second player is given before the game"' in text
    assert '"line"' not in text
    assert '"area"' not in text
    assert drawn.to_dict()["title"]["text"] == "The first player's wins, of 100 games"
    assert key(drawn) == ["dashed: even, 50", "bar: interval", "grey: certainly not 50"]


def test_parts_of_luck_are_named_on_lines() -> None:
    """What is luck first, whole parts that make 100, and the interval of each."""
    shares = (("the deal", 0.145), ("strategies", 0.261), ("deal and strategies together", 0.289),
              ("draws of strategies", 0.305), ("the seat", 0.0))  # fmt: skip
    rows = [{"part": name, "share": share, "low": share - 0.03, "high": share + 0.03} for name, share in shares]
    assert hundred.split(table("parts", rows)) == "74 % is luck, 26 % is who plays"
    told = values(hundred.parts(table("parts", rows)))
    assert [(each["said"], each["number"]) for each in told] == [
        ("the cards", 14), ("how the cards suit who plays", 29), ("chance in the players' "
        "choices", 31), ("who plays", 26)
    ]  # fmt: skip
    assert told[0]["reach"] == "12 to 18"
    assert told[-1]["to"] == 100


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (" of 100 games, 95 % interval", " of 100 games[1], 95 % interval"),
        (" games in 100, 95 % interval", " games in 100[1], 95 % interval"),
        (" %).", " %)[1]."),
        (") more", ")[1] more"),
        (" and so on", "[1] and so on"),
    ],
)
def test_a_mark_stands_behind_the_unit(after: str, shown: str) -> None:
    """Never between a number and what it counts."""
    text = str(Footnotes().sentence(("wins ", Noted("", "45 to 53", "a note", 0.95, "t", 10, "deals"), after)))
    plain = "".join(part.partition(">")[2] if ">" in part else part for part in text.split("<")).replace("\u2060", "")
    assert plain.replace("\u00a0", " ") == f"wins 45 to 53{shown}"


def test_a_label_has_no_hash() -> None:
    """It stands among the sources."""
    assert unhashed('Cards (pack "P", b929ce554fa1).') == 'Cards (pack "P").'
    assert unhashed("Cards, 200000000000 of them") == "Cards, 200000000000 of them"


def sweep_table(rows: list[dict[str, Any]], title: str) -> Any:
    """A curve of a sweep."""
    return table("curve", rows, title, "share of a win")


def test_two_keys_make_a_grid() -> None:
    """A cell a pair of levels with its number and its interval; the one that is nearest to the target is framed."""
    pairs = [("4", "2", 0.46), ("5", "2", 0.49), ("4", "3", 0.52), ("5", "3", 0.55)]
    rows = [{"series": f"y={second}", "players": "fixed", "second": second, "setting": first, "at": float(first),
             "value": value, "low": value - 0.05, "high": value + 0.05} for first, second, value in pairs]  # fmt: skip
    roots = table("roots", [{"series": "y=2", "target": 0.5, "root": None}])
    drawn = levels.levels(sweep_table(rows, "The first player's score by level"), roots)
    cells = [each for each in values(drawn) if "reach" in each]
    assert [(each["said"], each["reach"], each["framed"]) for each in cells] == [
        ("46", "41 to 51", False), ("49", "44 to 54", True), ("52", "47 to 57", False), ("55", "50 to 60", False),
    ]  # fmt: skip
    assert key(drawn)[1:3] == ["blue: more than 50, orange: less", "framed: the nearest"]


def test_seats_stand_beside_each_other_at_every_level() -> None:
    """In their colours, each a little aside of the level, around an even share."""
    rows = [{"series": f"{seat} seat", "players": "fixed", "second": "", "setting": str(at), "at": float(at), "value": 0.3,
             "low": 0.25, "high": 0.35} for at in (0, 2) for seat in ("first", "second", "third")]  # fmt: skip
    roots = table("roots", [{"series": "first seat", "target": 1 / 3, "root": None}])
    drawn = levels.levels(sweep_table(rows, "Every seat's share of the wins by level"), roots)
    places = [each["place"] for each in values(drawn) if "place" in each]
    assert places == sorted(places)
    assert len(set(places)) == 6
    assert '"ink_third"' in drawn.to_json()
    assert key(drawn)[0] == "dashed: even, 33.3"


@pytest.mark.parametrize(("last", "below"), [(0.495, True), (0.505, False)])
def test_an_end_of_a_ladder_is_named_away_from_even(last: float, below: bool) -> None:
    """The name of a rung stands on the side of its point that the dashed line of even chances is not on."""
    rungs = [
        {"quantity": "seat", "rung": f"skill:{at}", "elo": 100.0 * at, "value": value, "low": 0.4, "high": 0.6}
        for at, value in enumerate((0.53, 0.51, last))
    ]
    spec = openings.ladder(table("curves", rungs)).to_dict() | {"width": 300, "autosize": "pad"}
    drawn = vl_convert.vegalite_to_svg(spec, config=theme.chart_config("light"))
    (even,) = re.findall(r'level: 50".*?translate\(300,([\d.]+)\)', drawn)
    (name,) = re.findall(r"translate\(300,([\d.]+)\)[^>]*>skill:2<", drawn)  # the lower edge of the word
    assert float(name) > float(even) + 10 if below else float(name) < float(even)
