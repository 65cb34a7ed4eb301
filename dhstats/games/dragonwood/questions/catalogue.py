"""What is asked of Dragonwood alone."""

from functools import partial

from dhstats.games.dragonwood.questions import creatures, enhancements, extra_turns, ways
from dhstats.questions.runs import sources
from dhstats.questions.runs.endings import share_of
from dhstats.questions.runs.spreads import mean
from dhstats.questions.shared.question import Followed, Own, Question

UNEQUAL = "games in which some player has more turns"
OWN = Own(
    questions=(
        Question(extra_turns.answer),
        Question(sources.answer, of_turns=(sources.KEY, sources.TITLE)),
        Question(creatures.answer, of_turns=(creatures.KEY, creatures.TITLE)),
        Question(ways.answer, of_turns=(ways.KEY, ways.TITLE)),
        Question(enhancements.answer, of_turns=(enhancements.KEY, enhancements.TITLE)),
    ),
    endings=(Followed("dragons", "games that end by dragons", "share", partial(share_of, reason="dragons")),),
    others=(Followed("unequal_turns", UNEQUAL, "share", partial(mean, quantity="unequal_turns")),),
    levers={
        **dict.fromkeys(("score", "margin"), ("seats.second.points", "seats.second.hand_size", "end.full_rounds")),
        "turns": ("setup.removed.two", "landscape.size", "hand.size"),
        "dragons": ("setup.removed.two", "landscape.size"),
        "decks": ("end.decks", "setup.removed.two"),
        "creatures": ("landscape.size", "hand.size"),
        "enhancements": ("landscape.size", "hand.size"),
        "unequal_turns": ("end.full_rounds",),
    },
)
