"""What is asked of Dragon! alone."""

from functools import partial

from dhstats.games.dragon.questions import cards, decks, facing, grounds, topping, wounds
from dhstats.questions.runs.endings import share_of
from dhstats.questions.runs.spreads import mean
from dhstats.questions.shared.question import Followed, Own, Question

CHAIN = "cards played to top in the longest chain"
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
        Followed("kill", "games that end by a dragon's death", "share", partial(share_of, reason="kill")),
        Followed("banish", "games that end by a banishment", "share", partial(share_of, reason="banish")),
    ),
    others=(Followed("longest_chain", CHAIN, "a game", partial(mean, quantity="longest_chain")),),
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
