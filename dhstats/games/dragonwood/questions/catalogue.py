"""What is asked of Dragonwood alone."""

from functools import partial

from dhstats.questions.runs.endings import share_of
from dhstats.questions.runs.spreads import mean
from dhstats.questions.shared.charts import OF_100, OF_GAMES
from dhstats.questions.shared.question import Followed, Own, questions_in

OWN = Own(
    questions=questions_in("dhstats.games.dragonwood.questions"),
    endings=(
        Followed(
            "dragons", "games that end by dragons", "share", partial(share_of, reason="dragons"),
            ("Games that end by dragons, by skill", OF_GAMES, OF_100),
        ),
    ),
    others=(
        Followed(
            "unequal_turns", "games in which some player has more turns", "share",
            partial(mean, quantity="unequal_turns"),
            ("Games in which some player has more turns, by skill", OF_GAMES, OF_100),
        ),
    ),
    levers={
        **dict.fromkeys(("score", "margin"), ("seats.second.points", "seats.second.hand_size", "end.full_rounds")),
        "turns": ("setup.removed.two", "landscape.size", "hand.size"),
        "dragons": ("setup.removed.two", "landscape.size"),
        "decks": ("end.decks", "setup.removed.two"),
        "creatures": ("landscape.size", "hand.size"),
        "enhancements": ("landscape.size", "hand.size"),
        "unequal_turns": ("end.full_rounds",),
    },
)  # fmt: skip
