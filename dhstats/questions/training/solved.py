"""What a solved game says: what it is worth to perfect players, and how far other players are from that."""

from collections.abc import Sequence
from typing import Any

from dhstats.players.solving.judging import Exploited
from dhstats.players.solving.solutions import EXACT, Solution
from dhstats.questions.shared import words
from dhstats.seats import SEATS

KNOWN = {
    "open": "all players know the same",
    "at once": "all players know the same, except choices made at once",
    "hidden": "players know different things",
}


def sentences(solution: Solution, title: str, *, together: bool) -> list[str]:
    """The question, its answer, how sure that is, and what was gone through."""
    seats, values = len(solution.values), solution.values
    if seats == 1 or together:
        question = f"How well can {title} be played?"
        alone = f"A perfect player scores {_number(values[0], solution)} points on average."
        answer = alone if solution.in_points else f"Perfect players win {_number(values[0], solution)} of 100 games."
    elif seats == 2:
        question, answer = f"Does it matter who goes first in {title}, between perfect players?", _of_two(solution)
    else:
        question = f"Does the seat matter in {title} between perfect players?"
        shares = [f"{_number(value, solution)} for the {seat}" for seat, value in zip(SEATS, values, strict=False)]
        counted = "points per game" if solution.in_points else "wins in 100 games"
        answer = f"Yes: {words.listed(shares)}, in {counted}." if _differ(solution) else "No: every seat gets as much."
    return [question, answer, _certainty(solution), _size(solution)]


def _of_two(solution: Solution) -> str:
    value = solution.values[0]
    if solution.in_points:
        if not _differ(solution):
            return "No: on average both get as many points."
        gained = "brings" if value > 0 else "costs"
        return f"Yes: going first {gained} {_number(abs(value), solution)} points per game."
    won = f"the first player wins {_number(value, solution)} of 100 games (a draw counts half)"
    return f"Yes: {won}." if _differ(solution) else f"No: {won}."


def _differ(solution: Solution) -> bool:
    return max(solution.values) - min(solution.values) > max(EXACT, 2.0 * solution.error)


def _number(value: float, solution: Solution) -> str:
    """A value with four digits that count, or a share as games in 100, with two decimals unless it is whole."""
    if not solution.in_points:
        return words.number(100.0 * value, 0 if abs(100.0 * value - round(100.0 * value)) < EXACT else 2)
    return words.number(value, 4 if abs(value) < 1 else 3)


def _certainty(solution: Solution) -> str:
    if not solution.certified:
        return (
            "Each player takes what is best for themselves, knowing that the others do. There may be other ways to play"
            " perfectly, with other results."
        )
    if solution.error <= EXACT:
        return "Exact: every position was counted, and no other way to play gains anything."
    error = 1.0 if solution.in_points else 100.0
    unit = "points per game" if solution.in_points else "games in 100"
    return f"Right to {error * solution.error:.2g} {unit}: that is what another way to play could gain at most."


def _size(solution: Solution) -> str:
    sets = f", {solution.sets:,} that a player can distinguish" if solution.information == "hidden" else ""
    limit = "" if solution.limited else " The limit of decisions is left out."
    return f"{solution.positions:,} positions{sets}; {KNOWN[solution.information]}.{limit}"


def table(solution: Solution, players: Sequence[Exploited]) -> tuple[list[str], list[list[Any]]]:
    """What players lose against the best answer, beside perfect play: a row each, the best first."""
    unit = "points per game" if solution.in_points else "games in 100"
    head = ["player", "as first", "as second", f"loses at most, in {unit}"]
    return head, [[each.name, *map(_loss, losses(solution, each)), _loss(loss(solution, each))]
                  for each in sorted(players, key=lambda each: loss(solution, each))]  # fmt: skip


def losses(solution: Solution, player: Exploited) -> list[float]:
    """What the best answer takes from a player in each seat, in points or games in 100."""
    factor = 1.0 if solution.in_points else 100.0
    return [factor * max(value - sure, 0.0) for value, sure in zip(solution.values, player.sure, strict=True)]


def loss(solution: Solution, player: Exploited) -> float:
    """The same for both seats together, on average."""
    both = losses(solution, player)
    return sum(both) / len(both)


def _loss(value: float) -> str:
    return words.number(value, 3 if value < 1 else 2)


def notes(players: Sequence[Exploited], draws: int) -> list[str]:
    """How players were asked."""
    if not players:
        return []
    counted = "Counted over the whole game: the best answer knows how the player plays, and sees no hidden cards."
    mixing = [each.name for each in players if each.mixes]
    if mixing:
        counted += f" Asked {draws} times at each decision, so that losses are estimates: {words.listed(mixing)}."
    return [counted]
