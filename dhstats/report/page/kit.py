"""A kit for the table as a page shows it: what to do, what is rare, deals to stack, what to watch, the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from dhstats.games.stacks import Stack
from dhstats.questions.playtests import kit as words_of
from dhstats.questions.playtests.aids import ParDeal, Ruling, SheetRow, winners
from dhstats.questions.playtests.extremes import bound, rare
from dhstats.questions.playtests.kit import Playtest
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Finding
from dhstats.seats import SEATS

ROW = 10  # cards in a row of a list


@dataclass(frozen=True, slots=True)
class CardList:
    """A stack as it is printed: rows of cards, each with the number of its first card; `note` says how it lies."""

    name: str
    note: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class KitDeal:
    """A deal to stack: its number, par for each who may begin, its lists."""

    number: int
    par: tuple[tuple[str, str], ...]
    lists: tuple[CardList, ...]


@dataclass(frozen=True, slots=True)
class Kit:
    """All blocks of a kit in words; `seats` are the seats by name, `lines` what is typed in after it."""

    steps: tuple[str, ...]
    expected: tuple[Finding, ...]
    extremes: tuple[tuple[str, str, str, str, str], ...]
    games: int
    setup: tuple[str, ...]
    place: str
    range: Finding
    deals: tuple[KitDeal, ...]
    course: tuple[Finding, ...]
    moments: tuple[tuple[str, str, str], ...]
    rung: str
    missed: tuple[Finding, ...]
    rulings: tuple[Ruling, ...]
    shows: tuple[Finding, ...]
    sheet: tuple[SheetRow, ...]
    seats: tuple[str, ...]
    score: str
    winners: str

    @property
    def lines(self) -> str:
        """The lines of the sheet, to be filled in."""
        return "\n".join(each.line for each in self.sheet)


def kit_of(told: Playtest) -> Kit:
    """The kit of a playtest."""
    # What to do with the page, in the order of an evening
    place = f"{told.stacking.place.capitalize()} 1 begins at both"
    teams = "one team has the first seat at A, the other at B" if told.seats == 2 else "everybody sits one seat on at B"
    return Kit(
        steps=(
            "Print the lists of the par deals and the score sheet.",
            f"Stack deal 1 twice, for tables A and B. {place}; {teams}.",
            "Play, and write each game into its row of the sheet. Do not show the lists or par to anyone before.",
            "Compare both tables with par, then type the rows in: `dhstats import` counts them.",
        ),
        expected=tuple(words_of.expectations(told)),
        extremes=tuple(
            (each.name, f"{each.value:,} {each.unit}", bound(each), rare(each), f"{100.0 * each.met:.0f} of 100")
            for each in told.extremes
        ),
        games=told.games,
        setup=_setup(told),
        place=told.stacking.place,
        range=words_of.par_range(told),
        deals=tuple(_deal(told, deal) for deal in told.par),
        course=told.course,
        moments=tuple(
            (str(row["turn"]), _percent(row["score"]), f"{_percent(row['score_low'])} to {_percent(row['score_high'])}")
            for row in told.moments
        ),
        rung=str(told.rung.rung),
        missed=tuple(words_of.missed(told)),
        rulings=told.rulings,
        shows=tuple(words_of.shows(told)),
        sheet=told.sheet,
        seats=SEATS[: told.seats],
        score=told.stacking.score,
        winners=winners(told.seats),
    )


def _setup(told: Playtest) -> tuple[str, ...]:
    stacking = told.stacking
    left = (
        f"Left to chance: {stacking.chance}. So par is a mean over many games with the same cards; its 95"
        " % interval follows the lead."
        if stacking.chance
        else "Nothing else is left to chance, so par is one game between experts."
    )
    return (*stacking.setup, left)


def _deal(told: Playtest, deal: ParDeal) -> KitDeal:
    begins = tuple(
        (f"{told.stacking.place} {game.first} begins", words_of.par_words(told, game)) for game in deal.games
    )
    return KitDeal(deal.number, begins, tuple(map(_list, deal.stacks)))


def _list(stack: Stack) -> CardList:
    note = "open on the table" if stack.open else "in any order" if stack.away else "top card first"
    cards = stack.cards
    rows = tuple((at + 1, cards[at : at + ROW]) for at in range(0, len(cards), ROW))
    return CardList(stack.name, f"{words.count(len(cards), 'cards')}, {note}", rows)


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f}"
