"""Titles of charts: sentences made from tables by rules that say no more than the intervals do."""

from typing import Any

from dhstats.questions.shared import captions
from dhstats.questions.shared.answer import Answer
from dhstats.report.page.figures import figures
from tests.report.tables import quantile, table


def share(name: str, value: float, half: float) -> dict[str, Any]:
    """A line with an interval."""
    return {"matchup": "m", "source": name, "share": value, "share_low": value - half, "share_high": value + half}


def leading(*lines: dict[str, Any]) -> str:
    """What is most of some lines."""
    return captions.leading(table("t", list(lines)), name="source", value="share", says="most: {what} ({value})")


def test_what_is_set_apart_from_all_others_is_named_alone() -> None:
    """Its interval lies above those of all others."""
    assert leading(share("elf", 0.5, 0.02), share("orc", 0.3, 0.02), share("fay", 0.2, 0.02)) == "Most: elf (50 %)"


def test_what_may_be_as_much_is_named_with_it() -> None:
    """Overlapping intervals leave open which of them is most; if all overlap, nothing is said."""
    two = leading(share("elf", 0.5, 0.02), share("orc", 0.48, 0.02), share("fay", 0.2, 0.02))
    assert two == "Most: elf (50 %); orc may be as large"
    assert leading(share("elf", 0.5, 0.02), share("orc", 0.48, 0.02)) == ""
    assert leading(share("elf", 0.5, 0.02)) == ""


def test_titles_are_about_the_first_matchup_alone() -> None:
    """What a page speaks of first; others may differ."""
    other = share("orc", 0.9, 0.01) | {"matchup": "other"}
    assert leading(share("elf", 0.5, 0.02), share("orc", 0.3, 0.02), other) == "Most: elf (50 %)"


def test_a_share_is_not_rounded_to_never_or_always() -> None:
    """0.1 % is less than 1 %, and not 0 %."""
    assert [captions.percent(each) for each in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        "0 %", "less than 1 %", "50 %", "more than 99 %", "100 %",
    ]  # fmt: skip


def test_nine_in_ten_are_those_between_the_outer_quantiles() -> None:
    """Nothing is said without both of them; sides of a margin are told in words."""
    marks = table("quantiles", [quantile("m", 0.05, -30.0), quantile("m", 0.95, 12.0)])
    says = "In nine games in ten the first player ends from {low} to {high}"
    told = captions.range_of_most(marks, marks, what="margin", says=says)
    assert told == "In nine games in ten the first player ends from 30 points behind to 12 points ahead"
    assert captions.range_of_most(marks, table("q", [quantile("m", 0.5, 0.0)]), what="margin", says=says) == ""


def test_only_what_is_known_well_enough_makes_a_title_of_the_map() -> None:
    """The commonest lead at the turn nearest half-way, if its chance is known."""
    line = {"matchup": "m", "turn": 4, "lead": "3 to 4", "least": 3, "occurs": 0.6, "score": 0.7, "known": "yes"}
    far = line | {"turn": 8, "score": 0.9}
    told = captions.comeback(table("map", [line, far]))
    assert told == "After 4 turns a player who is 3 to 4 points behind still wins 30 of 100 games"
    assert captions.comeback(table("map", [line | {"known": "no"}])) == ""


def test_titles_of_a_real_page_are_sentences(answers: tuple[Answer, ...]) -> None:
    """Where there is a finding it stands on top and what is shown below; else what is shown stands alone."""
    drawn = [figure for answer in answers for figure in figures(answer)]
    told = [figure for figure in drawn if figure.shows]
    assert len(told) >= len(drawn) / 3
    for figure in told:
        assert figure.caption[0].isupper() or figure.caption[0].isdigit()
        assert figure.caption != figure.shows
        assert "{" not in figure.caption
        assert "None" not in figure.caption
