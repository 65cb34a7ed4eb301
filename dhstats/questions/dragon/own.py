"""What is asked of Dragon! alone."""

from dhstats.queries.counts import Counts
from dhstats.questions.dragon import cards, decks, facing, grounds, topping, wounds
from dhstats.questions.runs.endings import share_of
from dhstats.questions.runs.spreads import mean
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.question import Followed, Own, Question
from dhstats.stats.intervals.blocks import Estimate


def by_kill(counts: Counts, group: Group) -> Estimate | None:
    """The share of games that end by a dragon's death."""
    return share_of(counts, group, "kill")


def by_banish(counts: Counts, group: Group) -> Estimate | None:
    """The share of games that end by a banishment."""
    return share_of(counts, group, "banish")


def longest_chain(counts: Counts, group: Group) -> Estimate | None:
    """How many cards are played to top in the longest chain of a game."""
    return mean(counts, group, "longest_chain")


OWN = Own(
    questions=(
        Question(decks.answer),
        Question(facing.answer, facing.for_two, of_turns=(facing.KEY, facing.TITLE)),
        Question(topping.answer, of_turns=(topping.KEY, topping.TITLE)),
        Question(wounds.answer, of_turns=(wounds.KEY, wounds.TITLE)),
        Question(grounds.answer, of_turns=(grounds.KEY, grounds.TITLE)),
        Question(cards.answer, of_turns=(cards.KEY, cards.TITLE)),
    ),
    endings=(
        Followed("kill", "games that end by a dragon's death", "share", by_kill),
        Followed("banish", "games that end by a banishment", "share", by_banish),
    ),
    others=(Followed("longest_chain", "cards played to top in the longest chain", "a game", longest_chain),),
    levers={
        **dict.fromkeys(
            ("score", "margin", "kill", "banish", "exhaust"), ("start.cards.second", "hand.size", "turn.draws")
        ),
        "turns": ("hand.size", "turn.draws", "construction.size"),
        "longest_chain": ("hand.size", "turn.draws"),
        "chains": ("hand.size", "turn.draws"),
        "tops": ("hand.size", "turn.draws"),
    },
)
