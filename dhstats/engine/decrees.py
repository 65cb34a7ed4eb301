"""Decrees: what an arm of a fork changes, and whether all arms can be gone from where a game stands."""

from typing import Any

from dhstats.engine.arms import ANY, MAX_CHANGES
from dhstats.engine.compiled import unbound

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
