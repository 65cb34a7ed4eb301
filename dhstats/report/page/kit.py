"""A kit for the table as a page shows it: what to do, what is rare, deals to stack, what to watch, the score sheet."""

from typing import Any

from dhstats.games.stacks import Stack
from dhstats.questions.playtests import kit as words_of
from dhstats.questions.playtests.aids import ParDeal, winners
from dhstats.questions.playtests.extremes import bound, rare
from dhstats.questions.playtests.kit import Playtest
from dhstats.questions.shared import words
from dhstats.seats import SEATS

ROW = 10  # cards in a row of a list
Record = dict[str, Any]


def kit_of(told: Playtest) -> Record:
    """All blocks of a kit in words; `seats` are the seats by name, `lines` what is typed in after the evening."""
    stacking = told.stacking
    place = f"{stacking.place.capitalize()} 1 begins at both"
    teams = "one team has the first seat at A, the other at B" if told.seats == 2 else "everybody sits one seat on at B"
    steps = (  # in the order of an evening
        "Print the lists of the par deals and the score sheet.",
        f"Stack deal 1 twice, for tables A and B. {place}; {teams}.",
        "Play, and write each game into its row of the sheet. Do not show the lists or par to anyone before.",
        "Compare both tables with par, then type the rows in: `dhstats import` counts them.",
    )
    extremes = [
        (each.name, f"{each.value:,} {each.unit}", bound(each), rare(each), f"{100.0 * each.met:.0f} of 100")
        for each in told.extremes
    ]
    left = "Nothing else is left to chance, so par is one game between experts."
    if stacking.chance:
        left = (
            f"Left to chance: {stacking.chance}. So par is a mean over many games with the same cards; its 95"
            " % interval follows the lead."
        )
    moments = [
        (str(row["turn"]), _percent(row["score"]), f"{_percent(row['score_low'])} to {_percent(row['score_high'])}")
        for row in told.moments
    ]
    return {
        "steps": steps, "expected": words_of.expectations(told), "extremes": extremes, "games": told.games,
        "setup": (*stacking.setup, left), "range": words_of.par_range(told),
        "deals": [_deal(told, deal) for deal in told.par], "course": told.course, "moments": moments,
        "rung": told.rung.rung, "missed": words_of.missed(told), "rulings": told.rulings,
        "shows": words_of.shows(told), "sheet": told.sheet, "lines": "\n".join(each.line for each in told.sheet),
        "seats": SEATS[: told.seats], "score": stacking.score, "winners": winners(told.seats),
    }  # fmt: skip


def _deal(told: Playtest, deal: ParDeal) -> Record:
    """A deal to stack: its number, par for each who may begin, its lists."""
    par = [(f"{told.stacking.place} {game.first} begins", words_of.par_words(told, game)) for game in deal.games]
    return {"number": deal.number, "par": par, "lists": [_list(stack) for stack in deal.stacks]}


def _list(stack: Stack) -> Record:
    """A stack as it is printed: rows of cards, each with the number of its first card; `note` says how it lies."""
    note = "open on the table" if stack.open else "in any order" if stack.away else "top card first"
    cards = stack.cards
    rows = [(at + 1, cards[at : at + ROW]) for at in range(0, len(cards), ROW)]
    return {"name": stack.name, "note": f"{words.count(len(cards), 'cards')}, {note}", "rows": rows}


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f}"
