"""What questions that every game has call the things of one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dhstats.games.catalogue import room

if TYPE_CHECKING:
    from dhstats.questions.metrics import Metric


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game.

    `ends` says by what a game ends in a sentence, by `end_reason`; `late` are the points that come with the final count
    alone, and two sentences say that they are included. `tie` is what `decided_by` says of a tie that was broken,
    `tie_breaker` by what, `tie_winner` for whom. `lot` is what the seats of a deal have of their own, `steps` by what
    the lead is followed. `ending` says who has one more turn at the end, `turns_tell` what cannot be told without
    logged turns. `designs` say how a deal is played, by kind; `cause` and `cards` what a report does not show.
    `endings` and `measures` are what rule sets are compared by besides what every game has.
    """

    ends: Mapping[str, str]
    late: str
    points_include: str
    scores_include: str
    tie: str
    tie_breaker: str
    tie_winner: str
    lot: str
    steps: str
    ending: str
    turns_tell: str
    designs: Mapping[str, str]
    cause: str
    cards: str
    endings: tuple[Metric, ...]
    measures: tuple[Metric, ...]


def vocabulary(game: str) -> Vocabulary:
    """The words of a game; BadInput if there is no such game."""
    words: Vocabulary = room("questions", game, "words").WORDS
    return words
