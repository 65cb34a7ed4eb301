"""Which games of a run are worth a look: the most extreme ones in every respect, and how rare such games are."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import catalogue, stacks
from dhstats.queries.counts import Progress, counting
from dhstats.questions.playtests.extremes import Extreme, Games, Measure, games_of
from dhstats.questions.playtests.kit import bound, rare
from dhstats.storage import Run

LISTED = 5  # games in each respect
MOST_GAMES = 2_000_000
COMEBACK = (
    "The largest deficit of the winner at the end of any turn, by the points on the table then; drawn"
    " games count as none."
)
LEADS = "How often the lead went over to another player; ties do not change it."
CHOICES = "How often a player had more than one legal move."
POINTS = "points"
GAP = "From the best result to the second best."
Respected = tuple[Measure, str]  # a respect, and what is counted


@dataclass(frozen=True)
class Found:
    """A game in one respect: its number, what it had, how rare that is, and how it ended."""

    game: int
    has: str
    rare: str
    ended: str


@dataclass(frozen=True)
class Respect:
    """A respect in which games are extreme, what is counted, how many games were, and the most extreme ones."""

    name: str
    note: str
    games: int
    found: tuple[Found, ...]


def respects(run: Run, progress: Progress | None = None) -> tuple[Respect, ...]:
    """The games of a run that are worth a look; BadInput for a run that keeps totals alone, or too many games."""
    if run.manifest.games > MOST_GAMES:
        raise BadInput(f"{run.folder}: has {run.manifest.games:,} games; the search is limited to {MOST_GAMES:,}")
    games, score, alone = games_of(run), _score(run.manifest.game), len(run.manifest.seats) == 1
    turns = "Turns of the player." if alone else "Turns of all players together."
    lengths = [
        (games.measure("The longest games", "turns", games.turns, most=True), turns),
        (games.measure("The shortest games", "turns", games.turns, most=False), turns),
    ]
    logged = tuple(_logged(run, score, progress)) if run.has_moves else ()
    told = _alone(games, score, logged) if alone else _at_a_table(games, score, logged)
    return tuple(_respect(measure, note, games, score) for measure, note in [*lengths, *told])


def _alone(games: Games, score: str, logged: tuple[Respected, ...]) -> list[Respected]:
    """What is looked for where one plays alone, whom nobody is ahead of."""
    told = [("The best results", True), ("The worst results", False)]
    ends = [(games.measure(name, score, games.best, most=most), f"The {score} of the player.") for name, most in told]
    return [*ends, *logged]


def _at_a_table(games: Games, score: str, logged: tuple[Respected, ...]) -> list[Respected]:
    """What is looked for where several play."""
    told = [
        (games.measure("The clearest wins", score, games.gap, most=True), GAP),
        (games.measure("The nearest finishes", score, games.gap, most=False), GAP),
        (games.measure("Most changes of the lead", "changes", games.lead_changes, most=True), LEADS),
        (games.measure("The best results", score, games.best, most=True), f"The highest {score}."),
    ]
    return [*told[:2], *logged, *told[2:]]


def _score(game: str) -> str:
    """What the numbers of a result are; of a game that does not say, points."""
    return stacks.load(game).score if catalogue.brings(game, "stacks") else POINTS


def _logged(run: Run, score: str, progress: Progress | None) -> Iterator[tuple[Measure, str]]:
    """What only games tell whose turns were logged: comebacks where two play, and how much there was to choose."""
    asked = (
        [("The greatest comebacks", score, True, "deficits", "behind", COMEBACK)]
        if len(run.manifest.seats) == 2
        else []
    )
    asked += [("The fewest choices", "choices", False, "choices", "choices", CHOICES)]
    with counting(run, progress=progress) as counts:
        for name, unit, most, query, column, note in asked:
            rows = counts.frame(query)
            if not rows.is_empty():
                deals, arms, values = (rows[each].to_numpy().astype(np.int64) for each in ("deal_id", "arm", column))
                games = deals * len(run.manifest.design.arms) + arms
                yield Measure(name, unit, most, values, deals, games), note


def _respect(measure: Measure, note: str, games: Games, score: str) -> Respect:
    found = tuple(
        Found(each.game, f"{each.value:,} {each.unit}", _rare(each), _ended(each.game, games, score))
        for each in measure.foremost(LISTED)
    )
    return Respect(measure.name, note, len(measure.values), found)


def _ended(game: int, games: Games, score: str) -> str:
    """What everybody had at the end, by seat: "61 : 42 points after 64 turns"."""
    scores = " : ".join(str(each) for each in games.scores[:, game])
    return f"{scores} {score} after {int(games.turns[game])} turns"


def _rare(each: Extreme) -> str:
    """How rare games at least as extreme are: "78 turns or more: one game in 210 (150 to 310)"."""
    return f"{bound(each)}: {rare(each)}"
