"""What is asked of Dragon! alone."""

from dhstats.questions.runs.endings import own_beside

OWN = own_beside(__file__, "dhstats.games.dragon.questions")
