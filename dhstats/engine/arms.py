"""What forks are made of: arms, and where a parent game was forked."""

import numpy as np

MAX_CHANGES = 4  # interventions of an arm
MAX_THINGS = 32  # things of a game that can be handed over by decree

# Who gets a thing, as the value of the intervention that hands it over: the player who decides at the fork, or the next
# one after them; the ones after that follow in their order.
TO_NOBODY, TO_MOVER, TO_OPPONENT = 0, 1, 2

# An arm: the move that is played first, FREE, PARENT or its index; the kind that it has to be of (0: any); the rules
# from here on (0: as they are, else the row of `tables` beyond AS_THEY_ARE that has them, counted from 1); then
# interventions (what, value) that come before that decision, and interventions that come right after it. `what` 0 is
# none.
ARM = np.dtype(
    [
        ("move", "i8"), ("kind", "i8"), ("rules", "i8"), ("before", "i8", (MAX_CHANGES, 2)),
        ("after", "i8", (MAX_CHANGES, 2)),
    ],
    align=True,
)  # fmt: skip
FREE = -1  # a decision of a player who knows what was changed
PARENT = -2  # the decision of the parent game, which is forced
ANY = 0  # kind of a move
AS_THEY_ARE = 2  # the row of `tables` with the rules of the parent games

# Where a parent game was forked: decisions made before it (NEVER: the moment did not come) and in all, turns that had
# begun before it, who decides there, what the game says of the position, who has each thing there, and who has it at
# the end of the parent game, told from the first seat.
FORK = np.dtype(
    [
        ("deal", "i8"), ("member", "i8"), ("turn", "i8"), ("length", "i8"), ("begun", "i8"), ("seat", "i8"),
        ("lead", "i8"), ("left", "i8"), ("holders", "i1", MAX_THINGS), ("last_holders", "i1", MAX_THINGS),
    ],
    align=True,
)  # fmt: skip
NEVER = -1
