"""What is asked of Dragonwood alone."""

from dhstats.questions.runs.endings import own_beside

OWN = own_beside(__file__, "dhstats.games.dragonwood.questions")
