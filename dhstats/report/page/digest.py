"""A topic of a study in short: question, answer, how sure, one picture that needs no script, and its own page."""

from dataclasses import dataclass

from markupsafe import Markup

from dhstats.questions.shared.answer import Opening


@dataclass(frozen=True, slots=True)
class Link:
    """An address beside the page, and what stands there."""

    address: str
    text: str


@dataclass(frozen=True, slots=True)
class Digest:
    """One topic: its sentences, its picture with words that stand in for it, its own page, or what to type for that.

    `picture` is empty where there is none; what is `opened` stands on the page's first screen and is not told again.
    `legend` says what the marks of the picture mean.
    """

    key: str
    opening: Opening
    picture: Markup
    alternative: str
    page: Link | None
    command: str
    also: tuple[Link, ...] = ()
    opened: bool = False
    legend: str = ""
