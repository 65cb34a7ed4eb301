"""What is asked of Dragon! alone."""

from functools import partial

from dhstats.questions.runs.endings import share_of
from dhstats.questions.runs.spreads import mean
from dhstats.questions.shared.charts import OF_100, OF_GAMES
from dhstats.questions.shared.question import Followed, Own, questions_in

OWN = Own(
    questions=questions_in("dhstats.games.dragon.questions"),
    endings=(
        Followed(
            "kill", "games that end by a dragon's death", "share", partial(share_of, reason="kill"),
            ("Games that end by a dragon's death, by skill", OF_GAMES, OF_100),
        ),
        Followed(
            "banish", "games that end by a banishment", "share", partial(share_of, reason="banish"),
            ("Games that end by a banishment, by skill", OF_GAMES, OF_100),
        ),
    ),
    others=(
        Followed(
            "longest_chain", "cards played to top in the longest chain", "a game",
            partial(mean, quantity="longest_chain"),
            ("The longest chain of topping, by skill", "Cards played to top", ".1f"),
        ),
    ),
    levers={
        **dict.fromkeys(
            ("score", "margin", "kill", "banish", "exhaust"), ("start.cards.second", "hand.size", "turn.draws")
        ),
        "turns": ("hand.size", "turn.draws", "construction.size"),
        "longest_chain": ("hand.size", "turn.draws"),
        "chains": ("hand.size", "turn.draws"),
        "tops": ("hand.size", "turn.draws"),
    },
)  # fmt: skip
