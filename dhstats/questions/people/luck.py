"""Results with luck taken off, of cards and dice: what players scored, and what they would have with even luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.games.retelling import SEATS
from dhstats.players.positions.luck import LuckJudge, can_weigh, taken_off
from dhstats.questions.people.records import Record, Records
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Finding, Table
from dhstats.questions.shared.first_screen import capital
from dhstats.questions.shared.tables import measured, number, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.simulate.tables.wins import win_parts
from dhstats.stats.estimates.controls import Adjusted, adjust
from dhstats.storage.wins import parts_of_win, win_columns

FEWEST = 10  # games of which every card is known
TWO = 2
FIRST_SEAT = f"the {SEATS[0]} player"  # whose score it is where several pairs met
METHOD = (
    "Luck of a game: how much better its opening hands were, and what chance did after each decision,"
    " compared with random redeals, as expert {expert} values the table at the player's next turn."
    " The expert was fixed before the games. Luck has mean zero for any players and is subtracted"
    " from the result as it is, with no fitted coefficient. Only games count of which every card is"
    " known."
)


@dataclass(frozen=True)
class Fortune:
    """What somebody scored in games of which every card is known, with luck and without."""

    who: str
    games: int
    found: Adjusted


def fortune(records: Records, expert: Strategy) -> Fortune | None:
    """The score of one of two players who always met, else of the first seat; None where too little is known of cards.

    Games of a deal that was played more than once are not independent: then nothing is said.
    """
    if not can_weigh(records.bundle) or len(set(records.blocks.tolist())) < len(records.games):
        return None
    known = [(at, game) for at, game in enumerate(records.games) if bool(game.known.all())]
    if len(known) < FEWEST:
        return None
    who, seats = _whose([game for _, game in known])
    judge = LuckJudge(records.bundle, records.rules, expert)
    scores, luck = [], []
    for (number_, game), seat in zip(known, seats, strict=True):
        scores.append(_share(game, seat))
        luck.append(taken_off(judge.weigh(number_, game.chance, game.turns), seat))
    return Fortune(who, len(known), adjust(np.array(scores), np.array(luck)))


def _share(game: Record, seat: int) -> float:
    """What a seat has of the win of a game."""
    seats = len(game.players)
    columns = {name: np.array(game.row[name]) for name in win_columns(seats)}
    return float(win_parts(columns, seats)[seat]) / parts_of_win(seats)


def _whose(games: Sequence[Record]) -> tuple[str, list[int]]:
    """Of whom the score is, and where they sat in each game."""
    pairs = {frozenset(game.players) for game in games}
    if len(pairs) == 1 and len(next(iter(pairs))) == TWO:
        name = min(next(iter(pairs)))
        return name, [game.players.index(name) for game in games]
    return FIRST_SEAT, [0] * len(games)


def findings(found: Fortune) -> list[Finding]:
    """What luck did, in sentences."""
    one = found.found
    raw, adjusted = words.stated(one.raw, PERCENT), words.stated(one.adjusted, PERCENT, after=one.raw.interval)
    who = capital(FIRST_SEAT) if found.who == FIRST_SEAT else found.who  # names stay as they are written
    luck = words.number(100.0 * one.luck.value, 1, sign=True)
    even = "as expected by chance alone" if one.p >= LEVEL else "more than expected by chance alone, so check the deals"
    return [
        Finding(f"{who} scored {raw}; without luck {adjusted}."),
        Finding(
            f"Luck was worth {luck} points of win rate per game to them, {even} (p = {words.number(one.p, 2)});"
            f" one game adjusted for luck tells as much as {words.number(one.factor, 1)} unadjusted games."
        ),
    ]


LEVEL = 0.05


def luck_table(found: Fortune) -> Table:
    """The score as it was and with luck taken off."""
    columns = (
        text("who", "Whose score"),
        *measured("adjusted", "Score without luck", "share of a win", "found.adjusted"),
        *ranged("raw", "Actual score", "share of a win", "found.raw"),
        *ranged("luck", "Luck, whose true mean is zero", "share of a win", "found.luck"),
        number("p", "Chance that luck is as far from zero", "share", "found.p"),
        number("factor", "Unadjusted games that tell as much as one adjusted game", "games", "found.factor"),
        whole("games", "Games of which every card is known", "games"),
    )
    return table("luck", "Scores without luck", columns, [found])
