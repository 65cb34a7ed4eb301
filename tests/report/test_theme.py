"""Colours that can be read and told apart, in light and in dark."""

import itertools
import math

import pytest

from dhstats.report.drawing import theme

# How red- and green-blind eyes see linear RGB. Source: Machado, Oliveira & Fernandes 2009, severity 1.0.
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
PAGE = ("accent", "link", "warning")  # of the page alone
TOGETHER = (
    ("first", "second"), ("first", "neutral"), ("second", "neutral"), ("kind1", "kind2"), ("kind2", "kind3"),
    ("kind3", "kind1"), ("kind3", "amount"), ("amount", "kind4"), ("balanced", "unbalanced"), ("balanced", "leaning"),
)  # fmt: skip


def linear(colour: str) -> tuple[float, ...]:
    """A hex colour in linear RGB."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(colour: str, eyes: str) -> list[float]:
    """A colour in linear RGB as colour-blind eyes see it."""
    return [sum(w * c for w, c in zip(row, linear(colour), strict=True)) for row in BLIND[eyes]]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light = sorted(sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True)) for x in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


@pytest.mark.parametrize("mode", theme.MODES)
def test_text_stands_out_from_every_ground(mode: theme.Mode) -> None:
    """Words, links and quiet words have a contrast of at least 4.5 on page, card and sunk ground."""
    ink = theme.colours(mode)
    for words, ground in itertools.product(("ink", "soft", "link"), ("paper", "card", "sunk")):
        assert contrast(ink[words], ink[ground]) >= 4.5, (words, ground)


@pytest.mark.parametrize("mode", theme.MODES)
def test_marks_stand_out_from_the_card(mode: theme.Mode) -> None:
    """What carries numbers has a contrast of at least 2.5 on the card that charts lie on."""
    ink = theme.colours(mode)
    for role in ("estimate", "amount", "first", "second", "third", "fourth", "neutral", *theme.KINDS):
        assert contrast(ink[role], ink["card"]) >= 2.5, role


@pytest.mark.parametrize("mode", theme.MODES)
@pytest.mark.parametrize("eyes", BLIND)
def test_colour_blind_eyes_tell_neighbours_apart(mode: theme.Mode, eyes: str) -> None:
    """Colours that stand side by side in a chart stay apart for red- and green-blind eyes."""
    ink = theme.colours(mode)
    for one, other in TOGETHER:
        assert math.dist(seen(ink[one], eyes), seen(ink[other], eyes)) > 0.15, (one, other)


def test_cell_values_can_be_read_on_every_shade() -> None:
    """The ink of a number in a grid has a contrast of at least 4.5 on both ends and the middle of every ramp."""
    for mode in theme.MODES:
        ink = theme.colours(mode)
        for shade in ("low", "high", "below", "middle", "above"):
            assert contrast(ink["ink"], ink[shade]) >= 4.5, (mode, shade)


def test_every_colour_has_one_meaning() -> None:
    """No two roles of charts share a colour, but the declared range and the verdict that stands for it; all are listed."""
    marks = [role for role in theme.PALETTE if role not in ("paper", "card", "sunk", "ink", "soft", "line", "grid")]
    shared = {
        (one, other) for one, other in itertools.combinations(marks, 2) if theme.PALETTE[one] == theme.PALETTE[other]
    }
    assert shared <= {("band", "balanced")}
    listed = str(theme.__doc__)
    assert [role for role in marks if role.rstrip("123456") not in listed and role not in PAGE] == []


def test_an_unknown_role_has_no_colour() -> None:
    """A chart that names a colour which does not exist fails at once."""
    with pytest.raises(KeyError):
        theme.paint("purple")


def test_page_and_charts_share_one_palette() -> None:
    """The style's variables and the charts' parameters are the same colours."""
    for mode in theme.MODES:
        parameters = {each["name"]: each["value"] for each in theme.chart_config(mode)["params"]}
        assert parameters == {f"ink_{role}": colour for role, colour in theme.colours(mode).items()}
        assert all(f"--{role}:{colour};" in theme.css_variables(mode) for role, colour in theme.colours(mode).items())
