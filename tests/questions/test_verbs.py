"""The verbs in Python: the same answers as the commands give, with frames and charts."""

import json
import re
from pathlib import Path

import altair as alt
import polars as pl
import pytest
import vl_convert

import dhstats
from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.report.drawing import theme
from dhstats.report.drawing.theme import WIDTH


def test_compare_answers_as_the_command_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same sentences, tables as frames, charts that Altair can draw."""
    told = dhstats.compare("ffg", "kosmos", folder=tmp_path / "a", seed=3, strategies="dragon_hunter", deals=60)
    words = ["compare", "ffg", "kosmos", "--strategies", "dragon_hunter", "--deals", "60", "--seed", "3", "--json", "-"]
    assert main([*words, "--out", str(tmp_path / "b"), "-o", str(tmp_path / "page.html")]) == 0
    (answer,) = json.loads(capsys.readouterr().out)["runs"][0]["answers"]
    assert [finding.text for finding in told.findings] == [finding["text"] for finding in answer["findings"]]
    assert isinstance(told.table("scores").frame, pl.DataFrame)
    assert all(isinstance(chart, alt.TopLevelMixin) for chart in dhstats.charts(told))
    assert dhstats.charts(told)
    for chart in dhstats.charts(told):  # as a notebook draws them, where no page says what a colour is
        drawn = vl_convert.vegalite_to_svg(chart.to_dict(), allowed_base_urls=[])
        assert int(re.findall(r'<svg[^>]* width="(\d+)"', drawn)[0]) >= WIDTH
        assert theme.colours("light")["ink"] in drawn or theme.colours("light")["soft"] in drawn
    with pytest.raises(BadInput, match="at least one tweak"):
        dhstats.compare("ffg", folder=tmp_path / "c", seed=1)


def test_value_and_meta_answer(tmp_path: Path) -> None:
    """Forks without a folder, a round robin in one; too few strategies are refused."""
    worth = dhstats.value(seed=1, strategies="dragon_hunter", deals=60)
    assert worth.key == "value"
    assert worth.table("anatomy").frame.height == 6
    found = dhstats.meta("greedy", "denier", "random", folder=tmp_path / "run", seed=1, deals=40)
    assert found.table("ratings").frame.height == 3
    with pytest.raises(BadInput, match="three different"):
        dhstats.meta("greedy", "greedy", "random", folder=tmp_path / "other", seed=1)
