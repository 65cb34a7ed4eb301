"""Every colour of a report, once: for the page, for the charts, for light and for dark.

A chart names a colour by its role (`paint("first")`); the page decides late which mode gives the role its colour. A
colour has one meaning on all pages:

=============================  ===============================================================================
estimate                       an estimate with its interval, or a line of estimates (dot or line, bar or ribbon)
amount                         an amount or a count: bars and histograms; the interval lies over it in ink
first, second, third, fourth,  the players in the order of play, and games that they win or end
fifth, sixth, seventh, eighth,
ninth, tenth
neutral                        neither of them: draws, games that nobody ends, cells that are not known well enough
band                           the range that was declared to make no difference
kind1 ... kind6                kinds of games or of things, as the legend of the chart names them
low to high                    a share or an amount, from nothing to the most
below, middle, above           less than even, even, more than even
balanced, unbalanced,          verdicts: green for a difference within the declared range, red for one outside it,
leaning, undecided             yellow for a certain one that may be either, grey where more games are needed
=============================  ===============================================================================

Ink is for words, whiskers and thresholds, and soft ink for the line of equal chances or of no difference.
Source: the hues follow Okabe and Ito, Color Universal Design (2008), shifted in lightness for dark paper.
"""

import hashlib
import re
from functools import cache
from typing import Any, Literal
from xml.etree import ElementTree

import altair as alt
import vl_convert

Mode = Literal["light", "dark"]
MODES: tuple[Mode, Mode] = ("light", "dark")

# Each role with its colour on light paper and on dark paper
TABLE = """
    paper      #faf9f6 #14171c    card       #ffffff #1c2027    sunk       #f1efe9 #252a33
    ink        #1b1f24 #ebe8e2    soft       #565d66 #aab1bb    line       #d8d4cb #3a414c
    grid       #e9e6df #2b313a    accent     #9a2f1f #f0a08f    link       #0b5c8f #86c8f5
    first      #0072b2 #56b4e9    second     #d55e00 #f08a3c    third      #5e4fa2 #b3a7ee
    fourth     #8c564b #d6a79c    fifth      #0b7a75 #5fcfc6    sixth      #b0368c #ee9bd3
    seventh    #5b6b1a #b9cb5f    eighth     #7a4b9a #cfa3ea    ninth      #a1343c #f09a9f
    tenth      #3f5f8a #9cbbe6    neutral    #9aa0a8 #767d88    estimate   #33475b #c3d0dd
    amount     #93a5b8 #7288a0    band       #009e73 #2fc79a    balanced   #009e73 #2fc79a
    unbalanced #b3261e #f2867d    leaning    #c99700 #e9c445    undecided  #6b7280 #9aa3b0
    warning    #b25a00 #f5b060    kind1      #5d1f7a #c895e3    kind2      #a9822b #ecc873
    kind3      #12838e #4fb9c4    kind4      #c2457a #f79cc0    kind5      #5f7a1f #a9c25c
    kind6      #4b5563 #c5cbd3    low        #ffffff #1c2027    high       #6cb1dc #1f6797
    below      #f2a675 #9c4a10    middle     #faf9f6 #262b33    above      #7db9de #1c6493
"""
PALETTE = {role: (light, dark) for role, light, dark in zip(*(TABLE.split()[at::3] for at in range(3)), strict=True)}

KINDS = tuple(role for role in PALETTE if role.startswith("kind"))
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def paint(role: str) -> alt.ExprRef:
    """The colour of a role, decided when the chart is drawn."""
    if role not in PALETTE:
        raise KeyError(role)
    return alt.ExprRef(f"ink_{role}")


def colours(mode: Mode) -> dict[str, str]:
    """Role to colour in one mode."""
    side = MODES.index(mode)
    return {role: pair[side] for role, pair in PALETTE.items()}


def css_variables(mode: Mode) -> str:
    """The same colours as CSS custom properties."""
    return "".join(f"--{role}:{colour};" for role, colour in colours(mode).items())


def chart_config(mode: Mode) -> dict[str, Any]:
    """The Vega-Lite configuration of one mode: role colours as parameters, quiet axes, no frame."""
    ink = colours(mode)
    title: dict[str, Any] = {"titleColor": ink["soft"], "titleFontSize": 12, "titleFontWeight": "normal"}
    axis: dict[str, Any] = {
        "domainColor": ink["line"],
        "gridColor": ink["grid"],
        "labelColor": ink["soft"],
        "labelFontSize": 12,
    }
    axis |= {"labelLimit": 190, "tickColor": ink["line"], **title}
    # Letters may be wider than those that a still picture was measured with, hence the padding
    legend: dict[str, Any] = {
        "columns": 3,
        "columnPadding": 20,
        "labelColor": ink["ink"],
        "labelFontSize": 12,
        "labelLimit": 240,
    }
    legend |= {"orient": "top", "symbolSize": 120, "symbolStrokeWidth": 2, **title}
    return {
        "params": [{"name": f"ink_{role}", "value": colour} for role, colour in ink.items()],
        "background": ink["card"],
        "font": FONT,
        "view": {"stroke": None},
        "axis": axis,
        "axisX": {"grid": True, "titlePadding": 8},
        "axisY": {"labelPadding": 6},
        "legend": legend,
        "text": {"color": ink["ink"], "fontSize": 12},
        "rule": {"color": ink["ink"]},
        "title": {"color": ink["ink"], "subtitleColor": ink["soft"], "anchor": "start", "fontSize": 14},
    }


def narrow_config() -> dict[str, Any]:
    """What changes on a phone: smaller type, legends in one column."""
    return {
        "axis": {"labelFontSize": 11, "titleFontSize": 11, "labelLimit": 104},
        "legend": {"columns": 1, "labelFontSize": 11, "labelLimit": 260},
        "text": {"fontSize": 11},
    }


WIDTH = 440  # pixels: between the place on a phone and that on a desk, so that letters stay readable on both
NAMESPACE = "{http://www.w3.org/2000/svg}"


def still(spec: dict[str, Any]) -> str:
    """A chart as an SVG element; its colours are those of the page, in light and in dark."""
    drawn = vl_convert.vegalite_to_svg(spec | {"width": WIDTH}, config=chart_config("light"), allowed_base_urls=[])
    root = ElementTree.fromstring(drawn)
    for element in root.iter():
        element.tag = element.tag.removeprefix(NAMESPACE)
        for name in [name for name in element.attrib if name.startswith(("aria-", "role"))]:
            del element.attrib[name]  # the figure's own words say it
        for name in ("fill", "stroke"):
            if name in element.attrib:
                colour = element.attrib[name]
                role = _roles().get(colour)
                element.set(name, f"var(--{role})" if role else colour)
    root.set("class", "still")
    root.set("aria-hidden", "true")
    text = ElementTree.tostring(root, encoding="unicode")
    names = tuple(dict.fromkeys(re.findall(r'\bid="([^"]+)"', text)))
    for at, name in enumerate(names):
        text = re.sub(rf'(\bid="|url\(#){re.escape(name)}(?=["\)])', rf"\g<1>part-{at}", text)
    mark = hashlib.sha256(text.encode()).hexdigest()[:8]
    return re.sub(r'(\bid="|url\(#)part-', rf"\g<1>still-{mark}-", text) if names else text


@cache
def _roles() -> dict[str, str]:
    """Colour on light paper to the first role that has it."""
    return {colour: role for role, colour in reversed(colours("light").items())}
