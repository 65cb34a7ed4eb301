"""What forks are made of: arms, and where a parent game was forked."""

from typing import Any

import numpy as np

from dhstats.engine.compiled import unbound

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


look = legal = to_move = begins = keep_kind = intervene = can_change = unbound


def possible(table: Any, options: Any, arms: Any) -> bool:
    """Whether the player to move has a move of every kind that the arms ask for, and all decrees can be made.

    None of them breaks into a turn, and each leaves a position that could be.
    """
    focal = to_move(table)
    view = look(table, focal)
    between_turns = begins(table)
    for arm in range(arms.shape[0]):
        if not between_turns and decreed(arms[arm]):
            return False
        for changes in (arms[arm].before, arms[arm].after):
            for i in range(MAX_CHANGES):
                if changes[i, 0] != 0 and not can_change(table, focal, changes[i, 0], changes[i, 1]):
                    return False
        if arms[arm].kind != ANY:
            count = legal(view, options.moves)
            if keep_kind(view, options.moves, count, arms[arm].kind) == 0:
                return False
    return True


def decreed(arm: Any) -> bool:
    """Whether an arm changes the table or the rules, rather than a move alone."""
    changed: bool = arm.rules != 0 or arm.before[0, 0] != 0 or arm.after[0, 0] != 0
    return changed


def decree(table: Any, place: Any, focal: int, changes: Any) -> None:
    """Applies interventions in their order; some change the rules."""
    for i in range(MAX_CHANGES):
        if changes[i, 0] != 0:
            intervene(table, focal, changes[i, 0], changes[i, 1])
            place.rules += 1
