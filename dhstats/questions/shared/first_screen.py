"""The words that all openings share: one scale of sureness, numbers out of a hundred games, names of games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage import Manifest

# How sure an answer is, by the kind of verdict; pages use these words and no others.
SURENESS = {
    "balanced": "Certain",
    "unbalanced": "Certain",
    "leaning": "Partly certain",
    "undecided": "Open",
    "refused": "Cannot be answered",
    "fact": "Estimate",
}
# The mark of each, which tells decided answers from open ones without colour.
MARKS = {"Certain": "✓", "Partly certain": "◐", "Open": "?", "Cannot be answered": "–", "Estimate": "•"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLANNED = 0.5  # half-widths of its interval that a number has to be for a plan to rest on it
FINEST = 2  # digits after the point of an interval at first sight
# How large an edge is called that is at least so many games in 100; the greatest that fits.
SIZES = ((0.0, "small"), (3.0, "clear"), (6.0, "large"))


# How the words of the scale stand out in a terminal.
STYLES = {"Certain": "green", "Partly certain": "yellow", "Open": "blue", "Cannot be answered": "blue", "Estimate": ""}


def terminal_lines(opening: Opening) -> list[tuple[str, str]]:
    """An opening line by line, each with a style: question, answer, why, what to know, how sure it is, what follows.

    A style is one of those that a terminal may show.
    """
    written = f" ({opening.written})" if opening.written else ""
    besides = [(each, "") for each in (opening.why, opening.caution) if each]
    typed = [(f"  {opening.command}", "")] if opening.command else []
    sure = (opening.sureness, STYLES[SURENESS[opening.verdict]])
    return [
        (f"{opening.question}{written}", "dim"),
        (opening.answer, "bold"),
        *besides,
        sure,
        (opening.decision, ""),
        *typed,
    ]


def game_name(game: str, rules: Mapping[str, Any]) -> str:
    """What a game is called in a title: as its rules say, which an old run may not hold."""
    return str(rules.get("source", {}).get("title") or game.capitalize())


def size(points: float) -> str:
    """What an edge of so many games in 100 is called."""
    return next(name for least, name in reversed(SIZES) if abs(points) >= least)


def apart(interval: Interval, digits: int, away: float | tuple[float, ...], factor: float = 100.0) -> int:
    """As many digits as tell the ends of an interval from numbers that it leaves out; `FINEST` of them at most."""
    others = away if isinstance(away, tuple) else (away,)
    left_out = [words.number(factor * each, digits) for each in others if not interval.contains(each)]
    ends = [words.number(factor * end, digits) for end in (interval.low, interval.high)]
    if digits >= FINEST or not set(left_out) & set(ends):
        return digits
    return apart(interval, digits + 1, away, factor)


def play_on(value: float, interval: Interval, unit: str = "deals", option: str = "--deals", played: int = 0) -> str:
    """To play so many that the interval should leave out 0, if the value is what it seems to be.

    Where that is too uncertain to plan with, as the value is less than half as large as what is known of it, it is ten
    times as many, which promises nothing. The option has the number of all that are played then;
    `played` were before, where not each of them came to what the interval is of.
    """
    number = planned(value, interval, played)
    if not number:
        return More(played or interval.n, unit, option).advice
    return f"Play {number:,} {unit}, which should settle it: `{option} {number}`."


def planned(value: float, interval: Interval, played: int = 0) -> int:
    """How many deals in all should leave out 0, if the value is what it seems to be; 0 where nobody can plan."""
    width = interval.half_width
    if not math.isfinite(width) or abs(value) < PLANNED * width:
        return 0
    return two_digits((played or interval.n) * max(2.0, (width / value) ** 2))


def to_part(best: Estimate, other: Estimate, unit: str = "deals", option: str = "--deals", played: int = 0) -> str:
    """To play on until intervals of the two should not meet, if both are what they seem to be."""
    half = best.interval.half_width + other.interval.half_width
    apart_ = replace(best.interval, low=-half, high=half)
    return play_on(best.value - other.value, apart_, unit, option, played)


NARROWER = "for an interval a third as wide"  # what ten times as many independent units bring


@dataclass(frozen=True, slots=True)
class More:
    """How many were played, of what, with the option that says how many are; at `least` so many are needed."""

    n: int
    unit: str = "deals"
    option: str = "--deals"
    least: int = 0

    @property
    def ten_times(self) -> int:
        """Ten times as many, in two digits."""
        return two_digits(10.0 * self.n)

    @property
    def advice(self) -> str:
        """To play ten times as many, or as many as are needed, with the option."""
        return f"Play {self.many()}: `{self.option} {self.number}`."

    @property
    def number(self) -> int:
        """How many to play: ten times as many, or as many as are needed."""
        return max(self.ten_times, self.least)

    def many(self, how: str = "") -> str:
        """That number in words, and what it is good for; `how` they are to be played stands between."""
        if self.least > self.ten_times:
            return f"{self.least:,} {self.unit}{how}, the least that can decide"
        return f"ten times as many {self.unit}{how}, {NARROWER}"


def two_digits(number: float) -> int:
    """A number of games that is easy to type: up to the next with two digits that are not 0."""
    whole = math.ceil(number)
    step: int = 10 ** max(0, len(str(whole)) - 2)
    return int(-(-whole // step) * step)


def to_settle(value: float, margin: float, interval: Interval) -> str:
    """To play on until the interval should leave out an edge of the margin, if the value is what it seems to be."""
    return play_on(abs(margin - abs(value)), interval)


def change(interval: Interval, *, of: int = 1, sign: bool = True) -> str:
    """The interval of such a difference with its level: "+1.2 to +4.8 games in 100, 95 % interval".

    One of several that are right together, `of` so many, says that, and has the level of all of them.
    """
    if not words.known(interval):
        return words.span(interval, 0)
    digits = apart(interval, words.places(100.0 * interval.half_width / 2.0), 0.0)
    level = "95 %" if of > 1 else words.level(interval)
    return f"{words.reach(interval, digits, factor=100.0, sign=sign)} games in 100, {level} interval{at_once(of)}"


def at_once(number: int) -> str:
    """What an interval is that is right together with others: "; wide enough for all five to be right at once"."""
    every = "both" if number == 2 else f"all {spelt(number)}"
    return f"; wide enough for {every} to be right at once" if number > 1 else ""


def either(names: Sequence[str]) -> str:
    """Names of which one is meant, and nobody knows which: "the knight or the huntress"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def games_in_100(games: float) -> str:
    """An amount of games: "half a game in 100", "2 games in 100"."""
    return "half a game in 100" if games == 0.5 else f"{games:g} game{'' if games == 1.0 else 's'} in 100"


def spelt(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"


def who(name: str) -> str:
    """A player as a sentence names them: without underscores, and without the rules that taught them."""
    name = name.partition("@")[0]
    return name if ".py" in name or "/" in name else words.spoken(name)


def deck_name(name: str) -> str:
    """A deck as a sentence names it, so that it is read as a name: "the Mixed deck"."""
    return f"the {capital(who(name))} deck"


def capital(text: str) -> str:
    """A sentence that begins with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def lowered(text: str) -> str:
    """A sentence as the rest of another one."""
    return f"{text[:1].lower()}{text[1:]}"


SPOKEN = {"solved": "perfect"}  # players who are better known by what they are
COMMAND, GAMES = "the same command", "the same `dhstats simulate`"


@dataclass(frozen=True, slots=True)
class About:
    """What a question is about: the game's name for titles and for the command line, and who played it."""

    title: str
    game: str
    players: tuple[str, ...]
    seats: int = 2
    again: str = COMMAND  # what asks the same of other players
    deals: int = 0  # that were played; 0 where an interval alone says it

    @classmethod
    def of(cls, manifest: Manifest, again: str = COMMAND) -> About:
        """What a run is about."""
        names = tuple(dict.fromkeys(name for each in manifest.matchups for name in each))
        title, seats = game_name(manifest.game, manifest.rules), len(manifest.seats)
        return cls(title, manifest.game, names, seats, again, manifest.design.deals)

    @property
    def between(self) -> str:
        """Who played, to begin or end a sentence with: "between two greedy players", "between expert and greedy"."""
        if self.seats == 1:
            return f"played by {words.listed([who(name) for name in self.players[:NAMED]])}"
        among = "between" if self.seats == 2 and len(self.players) < 3 else "among"
        if len(self.players) == 1:
            kind = SPOKEN.get(self.players[0]) or who(self.players[0])
            return f"{among} {spelt(self.seats)} {kind} players"
        if len(self.players) > NAMED:
            return f"among {spelt(len(self.players))} players"
        return f"{among} {words.listed([who(name) for name in self.players])}"

    @property
    def caution(self) -> str:
        """That the players are weak ones; "" where a good one plays."""
        known = vocabulary(self.game)
        if not self.players or any(who(name) not in known.weak for name in self.players):
            return ""
        parts = [f"{who(name)} {known.weak[who(name)]}" for name in self.players[:NAMED]]
        return f"Weak play: {words.listed(parts)}."

    def next(self, decision: str, verdict: str = "fact", more: More | None = None) -> str:
        """The one next step that fits: what follows from the answer; of weak players first to ask better ones.

        Where their answer is open as well, that is one step: `more` says how many were played and with what option.
        """
        if not self.caution:
            return decision
        better = vocabulary(self.game).better
        if verdict not in UNSURE:
            weak = words.listed([who(name) for name in self.players]) if len(self.players) <= NAMED else "such"
            text = f"Use {better} players before you quote it, because this is about {weak} players"
            return f"{text}: {self._with(f'--strategies {better}')}."
        if more is None:
            return f"Use {better} players: {self._with(f'--strategies {better}')}."
        if self.again == GAMES and more.option != "--games":  # of games that are stored: others would be other games
            return more.advice
        played = f"{more.option} {more.number} --strategies {better}"
        return f"Play {more.many(f', with {better} players')}: {self._with(played)}."

    def opening(
        self, question: str, answer: str, verdict: str, sure: str, decision: str, more: More | None = None, *,
        written: str = "",
    ) -> Opening:  # fmt: skip
        """The first screen: what is asked, the answer, what is sure of it by its verdict, and the next step."""
        told = self.next(decision, verdict, more)
        return Opening(question, answer, f"{SURENESS[verdict]}: {sure}.", told, verdict, written, self.caution)

    def _with(self, options: str) -> str:
        """The options of a command, and which one, where it is not that of this page."""
        return f"{self.again} with `{options}`" if self.again == GAMES else f"`{options}`"


UNSURE = ("undecided", "leaning", "refused")  # verdicts on which weak players leave a doubt
NAMED = 3  # players whom a sentence names, rather than counts


def dearest(most: Estimate, rest: Sequence[Estimate]) -> str:
    """The verdict that one is the dearest of all, from intervals that are right together."""
    if most.interval.low <= 0.0:
        return "undecided"
    return "leaning" if any(each.interval.high >= most.interval.low for each in rest) else "unbalanced"
