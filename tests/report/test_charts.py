"""Chart specifications: fields, encodings, words, and limits. Pixels are left to the reader's eyes."""

from typing import Any

import pytest
import vl_convert

from dhstats.questions import catalogue
from dhstats.questions.shared.answer import Answer
from dhstats.report.charts import comebacks, results
from dhstats.report.charts.comebacks import _binned, _filled
from dhstats.report.charts.results import spread
from dhstats.report.drawing import theme
from dhstats.report.drawing.drawing import OFFERED, ROW_CAP, TooManyRowsError, plotted, rows
from dhstats.report.page.figures import figures
from tests.report.tables import counted, quantile, score, table

TWO = [score("a against itself", 0.497, 0.494, 0.5), score("a against b", 0.512, None, None)]


def layers(spec: dict[str, Any], mark: str) -> list[dict[str, Any]]:
    """The layers of a specification with a kind of mark."""
    return [layer for layer in spec["layer"] if layer["mark"]["type"] == mark]


def fields(layer: dict[str, Any]) -> dict[str, str]:
    """Which column each channel of a layer shows."""
    return {channel: each["field"] for channel, each in layer["encoding"].items() if "field" in each}


def data_of(spec: dict[str, Any], layer: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows that a layer draws."""
    return list(spec["datasets"][layer.get("data", spec.get("data"))["name"]])


def test_first_player_score_is_an_interval_over_the_strip_of_balance() -> None:
    """The rule runs from the low to the high end, the point is the estimate, the strip is the declared margin."""
    spec = results.first_player_score(table("scores", TWO)).to_dict()
    strip, rules, point = layers(spec, "rect")[0], layers(spec, "rule"), layers(spec, "point")[0]
    assert data_of(spec, strip) == [{"matchup": row["matchup"], "from": 0.495, "to": 0.505} for row in TWO]
    assert data_of(spec, rules[0]) == [{"matchup": row["matchup"], "even": 0.5} for row in TWO]
    assert {"x": "low", "x2": "high", "y": "matchup"}.items() <= fields(rules[1]).items()
    assert {"x": "score", "y": "matchup"}.items() <= fields(point).items()
    assert rules[1]["encoding"]["x"]["axis"]["title"] == "Games won by the first player, of 100"
    assert rules[1]["encoding"]["x"]["scale"]["zero"] is False


def test_a_rate_of_nothing_is_drawn_and_one_that_is_not_known_is_not() -> None:
    """Who never won has a row, where the games tell of them."""
    rates = [
        {"card": name, "win_rate": rate, **dict.fromkeys(results.WINS[1:], rate)}
        for name, rate in (("a", 0.0), ("b", None))
    ]
    (point,) = layers(spec := results.wins_of(rates, "card", "").to_dict(), "point")
    assert [row["card"] for row in data_of(spec, point)] == ["a"]


def test_what_has_no_interval_gets_none() -> None:
    """A rule is drawn for rows with both ends alone; their points stand there all the same."""
    spec = results.first_player_score(table("scores", TWO)).to_dict()
    drawn = vl_convert.vegalite_to_svg(spec | {"width": 300, "autosize": "pad"}, config=theme.chart_config("light"))
    assert drawn.count('aria-roledescription="rule mark"') == 3  # the even value in each row, and one interval of two
    assert drawn.count('aria-roledescription="point"') == 2


@pytest.mark.parametrize(("value", "said"), [(-0.0004, "0.0"), (0.0004, "0.0"), (-0.006, "−0.6"), (0.006, "+0.6")])
def test_nothing_has_no_sign_in_charts(value: float, said: str) -> None:
    """What rounds to nothing is written without plus and minus; other changes keep theirs, counted in games of 100."""
    rows_of = [{"matchup": "a", "score": value, "low": -0.02, "high": 0.03}]
    spec = results.differences(table("effects", rows_of)).to_dict()
    drawn = vl_convert.vegalite_to_svg(spec | {"width": 300, "autosize": "pad"}, config=theme.chart_config("light"))
    assert f">{said}</text>" in drawn


def test_names_stand_in_the_plot_so_that_a_phone_keeps_its_width() -> None:
    """Rows have no axis of names; each name and each number is a text of its own, a name over a rim that covers lines."""
    spec = results.first_player_score(table("scores", TWO)).to_dict()
    rim, names, _, numbers = layers(spec, "text")
    assert rim["mark"]["strokeWidth"] > 0
    assert rim["encoding"] == names["encoding"]
    assert names["encoding"]["y"]["axis"] is None
    assert [row["matchup"] for row in data_of(spec, names)] == ["a against itself", "a against b"]
    assert fields(numbers)["text"] == "score_said"


def test_a_long_name_takes_two_lines_where_it_does_not_fit() -> None:
    """It is broken near its middle; of a very long one the middle is left out, as names differ at their ends."""
    long = "the first player with one turn more than the second player"
    spec = results.first_player_score(
        table("scores", [score(long, 0.5, 0.4, 0.6), score("x " * 80 + "end", 0.5, 0.4, 0.6)])
    )
    texts = layers(drawn := spec.to_dict(), "text")[:6]
    assert [fields(each)["text"] for each in texts] == ["one", "one", "upper", "upper", "lower", "lower"]
    first, second = data_of(drawn, texts[0])
    assert (first["upper"], first["lower"]) == ("the first player with one turn", "more than the second player")
    assert second["one"].endswith("end")
    assert len(second["one"]) < 80


def test_charts_are_as_wide_as_their_place_and_say_what_they_show() -> None:
    """Width follows the page, and words stand in for the picture."""
    spec = results.first_player_score(table("scores", TWO)).to_dict()
    assert spec["width"] == "container"
    assert spec["autosize"] == {"type": "fit-x", "contains": "padding"}
    assert spec["description"].startswith("Interval plot: games won by the first player, of 100; 2 rows")


def test_outcomes_are_stacked_from_win_to_loss() -> None:
    """One bar a matchup; wins, draws and losses lie in this order, with the seats' colours."""
    lines = [
        {"matchup": "a against b", "outcome": name, "share": share}
        for name, share in (("second player wins", 0.5), ("draw", 0.1), ("first player wins", 0.4))
    ]
    bar = layers(spec := results.outcomes(table("shares", lines)).to_dict(), "bar")[0]
    assert {"x": "share", "y": "matchup", "color": "outcome", "order": "place"}.items() <= fields(bar).items()
    assert [row["place"] for row in data_of(spec, bar)] == [2, 1, 0]
    scale = bar["encoding"]["color"]["scale"]
    assert scale["domain"] == ["first player wins", "draw", "second player wins"]
    assert scale["range"] == [{"expr": f"ink_{role}"} for role in ("first", "neutral", "second")]


def margin_chart(*matchups: str) -> dict[str, Any]:
    """A histogram of the margin for some matchups."""
    bars = [counted(name, value, games) for name in matchups for value, games in ((-1, 30), (0, 20), (2, 50))]
    bars += [counted(name, 40, 1, what="score_first") for name in matchups]
    marks = [quantile(name, p, value) for name in matchups for p, value in ((0.25, -1.0), (0.5, 0.0))]
    draw = {"what": "margin", "title": "First player ahead by", "unit": "points", "role": "first"}
    return spread(table("histogram", bars), table("quantiles", marks), **draw).to_dict()


def test_a_histogram_has_one_bar_a_whole_number() -> None:
    """Bars reach half a unit to either side of the number, heights are shares, other quantities stay out."""
    spec = margin_chart("a against b")
    bar = layers(spec, "bar")[0]
    assert data_of(spec, bar) == [
        {"value": -1, "share": 0.3, "games": 30},
        {"value": 0, "share": 0.2, "games": 20},
        {"value": 2, "share": 0.5, "games": 50},
    ]
    assert [each["calculate"] for each in bar["transform"]][1:] == ["datum.value - 0.5", "datum.value + 0.5"]
    assert bar["encoding"]["x"]["bin"] == "binned"
    assert {"x": "left", "x2": "right", "y": "share"}.items() <= fields(bar).items()


def test_quantiles_are_dashed_lines_named_by_their_share() -> None:
    """Names that are near each other stand on two lines."""
    spec = margin_chart("a against b")
    rule, text = layers(spec, "rule")[0], layers(spec, "text")[0]
    assert (fields(rule)["x"], fields(text)["text"]) == ("value", "p")
    lifts = [(row["p"], row["lift"]) for row in data_of(spec, text)]
    assert sorted(p for p, _ in lifts) == [0.25, 0.5]
    marks = [{"matchup": "m", "p": p, "value": value} for p, value in ((0.05, 0), (0.25, 0), (0.5, 1), (0.95, 40))]
    counted = [{"matchup": "m", "value": value} for value in (0, 49)]
    lines = [round((row["lift"] - results.LOWEST) / results.LINE) for row in results.lifted(marks, counted)]
    assert lines == [0, 1, 2, 0]


def test_one_matchup_offers_no_choice_and_two_do() -> None:
    """Only several matchups put a list above the chart, and then every layer follows it."""
    assert "params" not in margin_chart("a against b")
    spec = margin_chart("a against a", "a against b")
    assert spec["params"][0]["bind"]["options"] == ["a against a", "a against b"]
    assert all({"filter": "datum.matchup === chosen"} in layer["transform"] for layer in spec["layer"])


def test_lengths_are_coloured_by_ending() -> None:
    """Endings that happened share out each bar, in their own colours."""
    lines = [
        {"matchup": "m", "end_reason": reason, "turns": 50, "games": 1, "share": 0.5} for reason in ("deck", "ships")
    ]
    bar = layers(results.lengths(table("histogram", lines)).to_dict(), "bar")[0]
    scale = bar["encoding"]["color"]["scale"]
    assert (fields(bar)["color"], scale["domain"]) == ("end_reason", ["last ship stack", "empty deck"])
    assert scale["range"] == [{"expr": "ink_kind1"}, {"expr": "ink_kind2"}]


def test_several_strategies_make_a_grid_and_two_make_intervals() -> None:
    """A grid of all against all, with the values in its cells; for one pair the intervals."""

    def duels(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
        return [{"strategy": a, "opponent": b, "score": 0.6, "low": 0.59, "high": 0.61} for a, b in pairs]

    grid = results.strength(table("scores", duels(("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")))).to_dict()
    cell, number = layers(grid, "rect")[0], layers(grid, "text")[0]
    assert fields(cell) == {"x": "opponent", "y": "strategy", "color": "score"}
    assert fields(number)["text"] == "score_said"
    assert cell["encoding"]["color"]["scale"]["domain"] == pytest.approx([0.4, 0.5, 0.6])
    pair = results.strength(table("scores", duels(("a", "b"), ("b", "a")))).to_dict()
    assert fields(layers(pair, "rule")[1])["x2"] == "high"


def test_the_race_has_a_line_a_seat_with_its_ribbon() -> None:
    """Lines are means, ribbons their intervals, the legend picks lines."""
    lines = [
        {"matchup": "m", "turn": turn, "seat": seat, "mean": turn, "low": turn - 1, "high": turn + 1}
        for turn in (1, 2)
        for seat in ("first", "second")
    ]
    spec = comebacks.race(table("points", lines)).to_dict()
    ribbon, line = layers(spec, "area")[0], layers(spec, "line")[0]
    assert fields(ribbon) == {"color": "seat", "x": "turn", "y": "low_drawn", "y2": "high_drawn"}
    assert fields(line) == {"color": "seat", "x": "turn", "y": "mean"}
    assert "picked" in [parameter["name"] for parameter in spec["params"]]


def test_raw_games_are_refused() -> None:
    """More rows than a page should carry are an error, not a huge page."""
    plotted([{"value": 1}] * ROW_CAP)
    with pytest.raises(TooManyRowsError, match="never raw games"):
        plotted([{"value": 1}] * (ROW_CAP + 1))


def test_a_chart_offers_a_limited_number_of_matchups() -> None:
    """Rows of matchups beyond the limit stay in the tables."""
    lines = [score(f"matchup {number}", 0.5, 0.4, 0.6) for number in range(OFFERED + 5)]
    assert len(rows(table("scores", lines), "matchup", "score")) == OFFERED


def test_what_is_no_number_is_drawn_as_nothing() -> None:
    """Infinite ends and missing values become null, as JSON has no word for them."""
    chart = plotted([{"low": float("-inf"), "high": float("nan"), "mean": 1 / 3, "n": 12345678}]).mark_point()
    assert next(iter(chart.to_dict()["datasets"].values())) == [
        {"low": None, "high": None, "mean": 0.333333, "n": 12345678}
    ]


def test_every_chart_of_a_real_run_compiles(answers: tuple[Answer, ...]) -> None:
    """Each question draws all its charts from the tables it really has, without a warning-worthy specification."""
    for answer in answers:
        drawn = figures(answer)
        there = {each.key for each in answer.tables}
        every = catalogue.charts(answer.key)
        planned = [chart for chart in every if there.issuperset(chart.tables)]  # the others are of tables for more
        planned = [chart for chart in planned if chart.worth(answer.table(chart.tables[0]))]
        assert len(drawn) == len(planned), answer.key
        assert planned or answer.key in ("health", "why")  # a list of checks says all; few deals tell no reasons
        for figure in drawn:
            compiled = vl_convert.vegalite_to_vega(figure.spec | {"width": 300}, config=theme.chart_config("dark"))
            assert compiled["marks"], figure.caption


def test_every_plot_names_its_axes(answers: tuple[Answer, ...]) -> None:
    """Every number axis of every chart has a title that says what it shows."""
    for figure in (figure for answer in answers for figure in figures(answer)):
        titles = [
            layer["encoding"][channel]["axis"]["title"]
            for layer in figure.spec["layer"]
            for channel in ("x", "y")
            if (layer["encoding"].get(channel) or {}).get("axis")
            and layer["encoding"][channel].get("type") == "quantitative"
        ]
        assert all(titles), figure.caption
        assert titles or "Grid" in figure.alternative, figure.caption


def test_every_chart_has_words_and_a_table(answers: tuple[Answer, ...]) -> None:
    """The words name the table that holds the chart's numbers."""
    for answer in answers:
        titles = [item.title for item in answer.tables]
        for figure in figures(answer):
            assert any(f"“{title}”" in figure.alternative for title in titles), figure.caption
            assert figure.alternative.startswith(figure.spec["description"])


def test_an_answer_without_tables_has_no_charts() -> None:
    """A run without logged turns still has its section, with a sentence instead of a chart."""
    assert figures(Answer("race", "Race", (), (), "", "", "", ())) == ()


def test_steps_of_two_histograms_hold_all_their_games() -> None:
    """At most forty steps of one width for both rule sets of a tweak; every game and share is in the step of its value."""
    values = [
        {"matchup": "a", "rules": rules, "value": value, "games": value + 50, "share": 0.01, "quantity": "margin"}
        for rules in ("base", "tweak")
        for value in range(-50, 51)
    ]
    steps = _binned(values)
    base = [row for row in steps if row["rules"] == "base"]
    assert [row["value"] for row in base] == list(range(-50, 51, 3)) == [r["value"] for r in steps if r not in base]
    assert [row["games"] for row in base[:2]] == [0 + 1 + 2, 3 + 4 + 5]
    assert sum(row["games"] for row in steps) == sum(row["games"] for row in values)
    assert sum(row["share"] for row in base) == pytest.approx(1.01)


def test_histograms_of_wide_margins_leave_out_the_last_matchups() -> None:
    """As many whole matchups as a page carries, each with a row for every number between its ends, the first always."""
    values = [
        {"matchup": matchup, "part": part, "value": value, "share": 0.5, "games": 1}
        for matchup in "abcd"
        for part in ("close", "wide")
        for value in (-400, 400)
    ]
    filled = _filled(values)
    assert len(filled) == 3 * 2 * 801 <= ROW_CAP < 4 * 2 * 801
    assert [row["matchup"] for row in filled] == sorted(row["matchup"] for row in filled)
    assert {row["matchup"] for row in filled} == set("abc")
    assert sum(row["games"] for row in filled) == 3 * 2 * 2
    alone = [row | {"value": 20 * row["value"]} for row in values]
    assert {row["matchup"] for row in _filled(alone)} == {"a"}
