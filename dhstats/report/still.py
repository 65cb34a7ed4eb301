"""A chart as a picture that needs no script: what a page shows before its charts are drawn, and where none are."""

from __future__ import annotations

from functools import cache
from typing import Any
from xml.etree import ElementTree

import vl_convert

from dhstats.report import theme

WIDTH = 440  # pixels: between the place on a phone and that on a desk, so that letters stay readable on both
NAMESPACE = "{http://www.w3.org/2000/svg}"


def still(spec: dict[str, Any]) -> str:
    """A chart as an SVG element; its colours are those of the page, in light and in dark."""
    drawn = vl_convert.vegalite_to_svg(
        spec | {"width": WIDTH}, config=theme.chart_config("light"), allowed_base_urls=[]
    )
    root = ElementTree.fromstring(drawn)
    for element in root.iter():
        element.tag = element.tag.removeprefix(NAMESPACE)
        for name in [name for name in element.attrib if name.startswith(("aria-", "role"))]:
            del element.attrib[name]  # the figure's own words say it
        for name in ("fill", "stroke"):
            if name in element.attrib:
                element.set(name, _ink(element.attrib[name]))
    root.set("class", "still")
    root.set("aria-hidden", "true")
    return ElementTree.tostring(root, encoding="unicode")


@cache
def _roles() -> dict[str, str]:
    """Colour on light paper to the first role that has it."""
    return {colour: role for role, colour in reversed(theme.colours("light").items())}


def _ink(colour: str) -> str:
    role = _roles().get(colour)
    return f"var(--{role})" if role else colour
