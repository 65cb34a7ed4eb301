"""A chart as a picture that needs no script: what a page shows before its charts are drawn, and where none are."""

import hashlib
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import vl_convert

from dhstats.report.drawing import theme

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
    return _named_by_content(ElementTree.tostring(root, encoding="unicode"))


def _named_by_content(text: str) -> str:
    """The picture with names of its parts that follow from it: the library counts them on from picture to picture."""
    names = tuple(dict.fromkeys(re.findall(r'\bid="([^"]+)"', text)))
    for at, name in enumerate(names):
        text = re.sub(rf'(\bid="|url\(#){re.escape(name)}(?=["\)])', rf"\g<1>part-{at}", text)
    mark = hashlib.sha256(text.encode()).hexdigest()[:8]
    return re.sub(r'(\bid="|url\(#)part-', rf"\g<1>still-{mark}-", text) if names else text


@cache
def _roles() -> dict[str, str]:
    """Colour on light paper to the first role that has it."""
    return {colour: role for role, colour in reversed(theme.colours("light").items())}


def _ink(colour: str) -> str:
    role = _roles().get(colour)
    return f"var(--{role})" if role else colour
