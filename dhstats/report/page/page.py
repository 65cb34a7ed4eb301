"""A report as a value, and its one HTML file: frozen parts in, text out."""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from dhstats.questions.shared.answer import Finding, Noted, Opening, Piece
from dhstats.questions.shared.first_screen import MARKS as SURE_MARKS
from dhstats.questions.shared.first_screen import SURENESS
from dhstats.quoting import plain
from dhstats.release import VERSION
from dhstats.report.drawing import theme
from dhstats.report.drawing.drawing import Row, spoken
from dhstats.report.drawing.ledger import Step
from dhstats.report.drawing.theme import still
from dhstats.report.page.figures import Figure
from dhstats.report.page.identity import Identity
from dhstats.report.page.packing import compressed, embed_json, pack
from dhstats.report.page.sheets import sheets

# What stands between an interval and its mark: its unit, and the bracket that it ends.
UNIT = re.compile(
    r"(?: ?%| of [\d,]*\d(?: games| parts)?| games in [\d,]*\d| percentage points| points| turns| times| deals| games"
    r"| cards)?\)?"
)
SHORT = 24  # letters of a command that is not broken over lines
HASH = re.compile(r", [0-9a-f]{12}(?=\))")


class Footnotes:
    """The notes of one page in the order in which they are first needed; who says the same shares a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def listed(self) -> tuple[str, ...]:
        """Every note once, by its number from 1."""
        return tuple(self._numbers)

    def sentence(self, pieces: Sequence[Piece]) -> Markup:
        """A sentence for a page: each interval by its ends; behind its unit and bracket the mark of its note."""
        shown, due = Markup(), Markup()
        for piece in pieces:
            if isinstance(piece, Noted):
                shown += due + prose(piece.ends)
                due = self._mark(piece.note) if piece.ends else Markup()
                continue
            unit = match[0] if due and (match := UNIT.match(piece)) else ""
            shown += prose(unit) + due + prose(piece.removeprefix(unit))
            due = Markup()
        return shown + due

    def _mark(self, note: str) -> Markup:
        at = self._numbers.setdefault(note, len(self._numbers) + 1)
        text = 'href="#note-{0}" aria-label="Note {0}" data-mark="[{0}]" data-note="{1}"'
        return Markup(f'<sup class="mark">\u2060<a {text}>[{{0}}]</a></sup>').format(at, _spelt(note))


def prose(text: str) -> Markup:
    """A sentence with what to type, between backquotes, set as code; names are said as words."""
    parts = str(_spelt(text)).split("`")
    return Markup("".join(_typed(part) if at % 2 else part for at, part in enumerate(parts)))


def _spelt(text: str) -> Markup:
    """A sentence in which no line ends between a number and its percent sign, and names are said as words."""
    parts = text.split("`")
    said = "`".join(part if at % 2 else spoken(part) for at, part in enumerate(parts))
    return Markup(escape(plain(said)).replace(" %", "\u00a0%"))


def unhashed(text: str) -> str:
    """A label without the hash of a pack of cards, which stands among the sources."""
    return HASH.sub("", text)


def _typed(command: str) -> str:
    if len(command) <= SHORT:
        return f'<code class="short">{command}</code>'
    # Browsers break lines behind hyphens, which would part the two of an option from its name.
    words = (f'<span class="short">{word}</span>' if word.startswith("--") else word for word in command.split(" "))
    return f"<code>{' '.join(words)}</code>"


MARKS = {"balanced": "=", "unbalanced": "≠", "leaning": "◐", "undecided": "?", "refused": "–"}
FIRST = 5  # findings that stand before all sections at once; more of them are behind a fold
CITED = 400  # letters of commands in the citation of a page
SHORT_LABEL = 160  # letters of a label that stands on the first screen
SHOWN = 5  # findings of a section that stand before its fold
RULES = "rules"  # the label of the fact whose value is a name: it stands before it
HEADING = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif"


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Change:
    """A rule key that differs from the edition it started from."""

    key: str
    base: str
    here: str


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column of numbers or words."""

    title: str
    unit: str
    number: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as text, cut to a length that fits a page; `left_out` rows are in the JSON and in CSV alone.

    `values` are all its rows as they were counted, `key` tells it from the other tables of its section.
    """

    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    left_out: int
    key: str = ""
    values: tuple[tuple[Any, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """A finding that opens the page, and anchor and title of the section that shows it ("" where there is none)."""

    finding: Finding
    section: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One question on the page; `findings` are those that do not stand among the headlines, `queries` SQL by name."""

    key: str
    title: str
    findings: tuple[Finding, ...]
    figures: tuple[Figure, ...]
    how_to_read: str
    method: str
    caution: str
    tables: tuple[Grid, ...]
    queries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a run: in words, as changes against `base` ("" if unknown), key by key; what was hardly meant."""

    levers: tuple[str, ...]
    base: str
    changes: tuple[Change, ...]
    effective: tuple[Fact, ...]
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy and its idea."""

    name: str
    idea: str
    source: str


@dataclass(frozen=True, slots=True)
class First:
    """What stands on the first screen: the sentences of an answer, and the picture made for it."""

    opening: Opening
    figure: Figure | None

    @property
    def mark(self) -> str:
        """The mark of how sure the answer is."""
        return SURE_MARKS[SURENESS[self.opening.verdict]]


@dataclass(frozen=True, slots=True)
class Part:
    """One run on the page; `key` starts every anchor of the part."""

    key: str
    title: str
    headlines: tuple[Headline, ...]
    sections: tuple[Section, ...]
    rules: Rules
    sources: tuple[Fact, ...]
    players: tuple[Player, ...]
    facts: tuple[Fact, ...]
    command: str


@dataclass(frozen=True, slots=True)
class Link:
    """An address beside the page, and what stands there."""

    address: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """The whole report; `labels` say what has to be said: whose cards were played with, which player is weak.

    `first` is there where one question is what the page is about; then its question is the title, and `name` tells the
    page from others about the same. `methods` and `cautions` are sentences that several sections share, `identity` is
    what lists of pages say of it, `ledgers` what each tweak changes, `steps` what to try next. A study has `digests` of
    its topics, what is `missing`, and `others`: pages about the same rules. A page for a playtest has a `kit`,
    one of planned evenings a `plan`.
    """

    title: str
    labels: tuple[str, ...]
    chips: tuple[Fact, ...]
    parts: tuple[Part, ...]
    verdicts: str
    limits: tuple[str, ...]
    lead: str = ""
    version: str = VERSION
    first: First | None = None
    name: str = ""
    identity: Identity | None = None
    methods: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    ledgers: tuple[Row, ...] = ()
    steps: tuple[Step, ...] = ()
    digests: tuple[Row, ...] = ()
    missing: tuple[Step, ...] = ()
    others: tuple[Row, ...] = ()
    kit: Row | None = None
    plan: Row | None = None

    @property
    def found(self) -> bool:
        """Whether it has findings that stand before all sections; else the first screen and the sections say all."""
        return any(part.headlines for part in self.parts)

    @property
    def citation(self) -> str:
        """What exports of the page cite: the version, the rules with their hash, what to type."""
        of = self.identity if self.identity and self.identity.rules else None
        rules = f"; rules {of.rules} ({of.rules_hash[:12]})" if of else ""
        typed = "; ".join(dict.fromkeys(" ".join(part.command.split()) for part in self.parts if part.command))
        typed = typed if len(typed) <= CITED else "what to type: see How it was run"
        cited = "; ".join(filter(None, (f"{self.name or self.title}; dhstats {self.version}{rules}", typed)))
        return " ".join(cited.split())  # one line, as it stands in comments of what is saved

    @property
    def labels_above(self) -> tuple[str, ...]:
        """Labels that are short enough to be read with the answer: whose cards were played with."""
        return tuple(each for each in self.labels if len(each) <= SHORT_LABEL) if self.first else ()

    @property
    def labels_below(self) -> tuple[str, ...]:
        """The other labels."""
        return tuple(each for each in self.labels if each not in self.labels_above)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All charts, in the order of the page."""
        first = (self.first.figure,) if self.first and self.first.figure else ()
        return (*first, *(figure for part in self.parts for section in part.sections for figure in section.figures))


def render(page: Page) -> str:
    """The page as one HTML file that loads nothing."""
    scripts = (bundle(), asset("save.js") + asset("page.js"))
    figure = page.first.figure if page.first else None
    looks = {mode: theme.chart_config(mode) for mode in theme.MODES} | {"narrow": theme.narrow_config()}
    # Each SQL text once, with its number on the page
    sections = [section for part in page.parts for section in part.sections]
    texts = dict.fromkeys(text for section in sections for _, text in section.queries)
    return from_template(
        "page.html.j2",
        scripts,
        page=page,
        marks=MARKS,
        notes=Footnotes(),
        first=FIRST,
        shown=SHOWN,
        still=Markup(still(figure.spec)) if figure else "",
        style=Markup(style() + (asset("kit.css") if page.kit or page.plan else "")),
        charts=pack({figure.key: figure.spec for figure in page.figures}),
        queries={text: at for at, text in enumerate(texts)},
        sheets=sheets(page),
        looks=Markup(embed_json(looks)),
        licences=Markup(asset("licences.html")),
        library=Markup(_library()),
        script=Markup(scripts[1]),
    )


def policy(scripts: tuple[str, ...]) -> str:
    """A content security policy: these scripts by their hash, nothing else, and no request at all."""
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    return f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:"


@cache
def bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script, as the installed vl-convert carries them."""
    return str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))


@cache
def _library() -> str:
    """The chart library as a page carries it: its script unpacks and runs it."""
    return compressed(bundle())


def style(sheet: str = "page.css", fonts: str = f"--font:{theme.FONT};--heading:{HEADING};") -> str:
    """The style sheet of a page, every page's if no other is named, with the colours of both modes."""
    light, dark = (theme.css_variables(mode) for mode in theme.MODES)
    return (
        f":root{{{fonts}{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}" + asset(sheet)
    )


def asset(name: str) -> str:
    """A style sheet or script of the templates' folder, as it stands in a page."""
    return files("dhstats.report").joinpath("templates", name).read_text("utf-8")


def seen(value: Any) -> Any:
    """A value as a page shows it: in words from outside, whatever is no visible letter is spelt out."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return "\n".join(map(plain, value.split("\n")))


def from_template(template: str, scripts: tuple[str, ...] = (), *, asks: bool = False, **values: Any) -> str:
    """A page from its template, which runs these scripts alone and `asks` its own server at most; all is escaped."""
    allowed = policy(scripts) + ("; connect-src 'self'" if asks else "")
    return _templates().get_template(template).render(policy=allowed, version=VERSION, **values) + "\n"


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("dhstats.report", "templates"), autoescape=True, undefined=StrictUndefined, finalize=seen
    )
    templates.filters |= {"prose": prose, "unhashed": unhashed}
    templates.filters["carried"] = lambda value: Markup(compressed(embed_json(value)))  # the page's script unpacks it
    return templates
