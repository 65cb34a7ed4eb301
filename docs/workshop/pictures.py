"""Pictures of answers for the site: those that pages show first, as files that need nothing else."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dhstats.questions.catalogue import answer_all
from dhstats.questions.shared.answer import Answer
from dhstats.report.drawing import theme
from dhstats.report.drawing.theme import still
from dhstats.report.page.figures import figures
from dhstats.storage import open_run

STILL = re.compile(r'<div class="canvas" id="answer">(<svg[^>]*class="still".*?</svg>)', re.DOTALL)
FONTS = "'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
WORDS = re.compile(r'id="answer-words"[^>]*>(.*?)</', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, and what it shows in words."""

    svg: str
    words: str


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence of a report, and the picture that goes with it."""

    sentence: str
    picture: Picture


def first(page: Path) -> Picture:
    """The picture of the first screen of a page; ValueError where there is none."""
    text = page.read_text("utf-8")
    drawn, words = STILL.search(text), WORDS.search(text)
    if drawn is None or words is None:
        raise ValueError(f"{page.name}: has no first picture")
    return Picture(alone(drawn[1]), html.unescape(re.sub(r"<[^>]*>", "", words[1])))


def finding(run: Path, key: str) -> Found:
    """What a run says to one question: its first sentence and its first chart."""
    stored = open_run(run)
    answer = next(each for each in answer_all(stored) if each.key == key)
    return Found(answer.findings[0].text, next(drawn(answer, stored.manifest.game)))


def drawn(answer: Answer, game: str) -> Iterator[Picture]:
    """The charts of an answer about a game, as files of their own."""
    for chart in figures(answer, game=game):
        yield Picture(alone(still(chart.spec)), chart.alternative)


def alone(svg: str) -> str:
    """A picture of a page as a file of its own, with the colours that the page gave it, in light and in dark."""
    wanted = sorted(set(re.findall(r"var\(--([\w-]+)\)", svg)))
    light, dark = (";".join(f"--{role}:{theme.colours(mode)[role]}" for role in wanted) for mode in ("light", "dark"))
    dark = f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    style = f"<style>:root{{{light}}}{dark}text{{font-family:{FONTS}}}</style>"
    head, body = svg.split(">", 1)
    head = head.replace(' aria-hidden="true"', "").replace(' class="still"', "")
    return f'{head} xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{style}{body}\n'
