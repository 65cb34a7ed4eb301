"""What questions that every game has call the things of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dhstats.games.catalogue import part

if TYPE_CHECKING:
    from dhstats.questions.shared.metrics import Metric


@dataclass(frozen=True, slots=True)
class Tally:
    """What a score is in a game: the words in which its questions speak of points.

    `asked` is the title of the question on scores, `race` of the one on their course. A player `scores` {} at the end,
    and has so many of `has` after a turn; `mean` names a mean of it, `means` those of both players, `after` a table of
    them. Who leads has `larger`: they `leads`, in `led`. `counted` says what a bar shows, `without` what is left out;
    that and `larger` may name what comes with the final count ({}). A game that ends `far` points apart is a blow-out.
    A mean `margin` of so many points counts as none; where a game does not say, nothing in points has a verdict.
    """

    asked: str = "How many points?"
    race: str = "How does the score race run?"
    scores: str = "scores {} points"
    has: str = "points in their pile"
    mean: str = "Mean score pile"
    means: str = "mean score piles"
    led: str = "score piles"
    leads: str = "leads"
    larger: str = "a larger score pile, without {}"
    without: str = "Score piles without {}."
    after: str = "Score piles after every turn"
    counted: str = "Each bar is a final score"
    far: int = 25
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game.

    `ends` says by what a game ends in a sentence, by `end_reason`; `late` are the points that come with the final count
    alone, and two sentences say that they are included. `tie` is what `decided_by` says of a tie that was broken,
    `tie_breaker` by what, `tie_winner` for whom. `lot` is what the seats of a deal have of their own, `steps` by what
    the lead is followed. `ending` says who has one more turn at the end, `turns_tell` what cannot be told without
    logged turns. `designs` say how a deal is played, by kind; `cause` and `cards` what a report does not show.
    `endings` and `measures` are what rule sets are compared by besides what every game has. A game without ties has no
    `tie`. `tally` says what scores are, and `unequal` what the places of a deal have by the rules, such as decks, where
    it is not equal: then what a seat is worth is known only if they go round the table. `weak` says of simple players
    what they do not do, by name, and `better` who plays better than they do.
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
    tally: Tally = Tally()
    unequal: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda _: ()  # places that differ by chance alone
    weak: Mapping[str, str] = field(default_factory=dict)
    better: str = "expert"


def vocabulary(game: str) -> Vocabulary:
    """The words of a game; BadInput if there is no such game."""
    words: Vocabulary = part(game, "vocabulary")
    return words
