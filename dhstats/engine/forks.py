"""Forks: a game is copied at a chosen moment, changed by decree, and played on in several ways with the same draws.

A parent game is played to its end first, so that moments can depend on how long it is and on what was chosen. Then it
is played again up to the moment, copied, and every arm goes on from the copy.

A turn may take several decisions. Decrees come between turns: nothing is changed in the middle of one.
"""

from typing import Any

from dhstats.engine.arms import ANY, AS_THEY_ARE, FREE, MAX_CHANGES, NEVER, PARENT
from dhstats.engine.loop import BAD_INDEX
from dhstats.engine.stream import PLAYER, address, below, next_turn

UNIFORM = 0  # moment: a turn of the parent game, each equally likely
CHOSEN = 1 << 20  # channel, + member: which turn that is
UNSEEN = 1 << 21  # channel, + member and replicate: how the unseen cards lie in a continuation
NOISE = 1 << 22  # channel, + player, member and replicate: the draws of a player in a continuation
PASS = -2  # in place of an index: there is no move to choose


def _unbound(*_: Any) -> Any:
    """Stands for a game's function until `forking.fork_loop` binds the loop to a game."""


shuffle = deal = look = legal = play = skip = to_move = over = score = _unbound
begins = has_come = describe_position = holders = intervene = rearrange = count_cards = is_of_kind = switch = _unbound


def keep_kind(view: Any, moves: Any, count: int, kind: int) -> int:
    """Leaves only the moves of a kind in a list of moves; returns how many they are."""
    kept = 0
    for i in range(count):
        if is_of_kind(view, moves[i], kind):
            moves[kept] = moves[i]
            kept += 1
    return kept


def decide(
    table: Any, options: Any, strategies: Any, players: Any, at_seat: Any, place: Any, kind: int, forced: int
) -> int:
    """The index of the move that the seat to move chooses, PASS if it has none; BAD_INDEX for one that is not there.

    With a kind they have the choice among moves of that kind; with `forced`, not below 0, it is that move.
    """
    seat = to_move(table)
    player = at_seat[seat]
    view = look(table, seat)
    count = legal(view, options.moves)
    if kind != ANY:
        count = keep_kind(view, options.moves, count, kind)
    mind = players[player]
    mind.mark = place.rules
    next_turn(mind.noise)
    if count == 0:
        return PASS
    place.player = player
    choice = strategies[player](view, options, count, mind)  # asked even if it is forced: it may remember
    if forced >= 0:
        choice = forced
    if choice < 0 or choice >= count:
        place.choice = choice
        place.options = count
        return BAD_INDEX
    return choice


def act(table: Any, options: Any, choice: int, event: Any) -> None:
    """Plays the chosen move, or passes."""
    if choice == PASS:
        skip(table, event)
    else:
        play(table, options.moves[choice], event)


def set_out(table: Any, players: Any, plan: Any, member: int, seed: Any, number: int) -> None:
    """A game from its beginning: decks shuffled and laid out, the players' draws at their addresses."""
    shuffle(table, seed, number)
    for player in range(players.shape[0]):
        address(players[player].noise, seed, number, PLAYER + plan[member, 1] * players.shape[0] + player)
    deal(table, plan[member, 0])


def parent_game(
    table: Any, options: Any, strategies: Any, players: Any, at_seat: Any, place: Any, event: Any, moment: int,
    fork: Any,
) -> int:  # fmt: skip
    """Plays a parent game; notes its length, how it ended and the first decision at which the moment has come.

    Returns how many turns began, or BAD_INDEX.
    """
    turn, begun = 0, 0
    while not over(table):
        if begins(table):
            begun += 1
        choice = decide(table, options, strategies, players, at_seat, place, ANY, FREE)
        if choice == BAD_INDEX:
            return BAD_INDEX
        if moment > UNIFORM and fork.turn == NEVER and choice >= 0:
            seat = to_move(table)
            if has_come(look(table, seat), options.moves[choice], moment):
                fork.turn = turn
        act(table, options, choice, event)
        turn += 1
    fork.length = turn
    holders(table, 0, fork.last_holders)
    return begun


def settle_turn(fork: Any, moment: int, begun: int, draw: Any, seed: Any) -> None:
    """Where to fork, if the choices of the parent game do not say: at a turn by lot, or where it is asked for.

    A turn by lot is noted by its number among all that began, a decision that is asked for by its own.
    """
    if moment == UNIFORM:
        address(draw, seed, fork.deal, CHOSEN + fork.member)
        next_turn(draw)
        fork.turn = below(draw, begun)
    elif moment < UNIFORM and -1 - moment < fork.length:
        fork.turn = -1 - moment


def possible(table: Any, options: Any, arms: Any) -> bool:
    """Whether the player to move has a move of every kind that the arms ask for, and no decree breaks into a turn."""
    view = look(table, to_move(table))
    between_turns = begins(table)
    for arm in range(arms.shape[0]):
        if not between_turns and decreed(arms[arm]):
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


def rewind(
    tables: Any, options: Any, strategies: Any, players: Any, kept: Any, at_seat: Any, place: Any, event: Any,
    moment: int, fork: Any,
) -> None:  # fmt: skip
    """Plays a game that was set out up to its fork, and keeps a copy of everything.

    Until then the fork's turn is the number of its decision, or at a turn by lot the number of that turn.
    """
    left = fork.turn
    fork.turn = 0
    fork.begun = 0
    while left > 0 or (moment == UNIFORM and not begins(tables[0])):
        first = begins(tables[0])
        if first:
            fork.begun += 1
        if first or moment != UNIFORM:
            left -= 1
        act(tables[0], options, decide(tables[0], options, strategies, players, at_seat, place, ANY, FREE), event)
        fork.turn += 1
    fork.seat = to_move(tables[0])
    describe_position(tables[0], fork.seat, fork)
    holders(tables[0], fork.seat, fork.holders)
    tables[1] = tables[0]
    for player in range(players.shape[0]):
        kept[player] = players[player]


def restore(
    tables: Any, players: Any, kept: Any, fork: Any, members: int, replicate: int, draw: Any, seed: Any
) -> None:
    """Everything as it was at the fork; in replicates beyond the first what nobody knows is laid out anew by lot."""
    tables[0] = tables[1]
    for player in range(players.shape[0]):
        players[player] = kept[player]
    if replicate == 0:
        return
    address(draw, seed, fork.deal, UNSEEN + replicate * members + fork.member)
    rearrange(tables[0], draw)
    for player in range(players.shape[0]):
        channel = NOISE + (replicate * members + fork.member) * players.shape[0] + player
        address(players[player].noise, seed, fork.deal, channel)


def play_forks(
    tables: Any, options: Any, strategies: Any, players: Any, kept: Any, plan: Any, seed: Any, first_deal: int,
    deals: int, moment: int, arms: Any, replicates: int, place: Any, event: Any, draw: Any, parents: Any, results: Any,
    forks: Any,
) -> int:  # fmt: skip
    """Forks every game of a row of deals; returns 0, or BAD_INDEX.

    `tables` holds the table in play, its copy, one with the rules as they are, and one for every rule set that an arm
    switches to; `kept` copies of the players' minds. A `moment` below 0 is the turn -1 - moment of every game.
    Fork f = deal * members + member has its row in `forks`, its parent's result in row f of `parents`, and arm a of
    replicate r in row (f * arms + a) * replicates + r of `results`. Where the moment never came, or came without a move
    of the kinds that the arms ask for, rows of results stay empty.
    """
    for row in range(deals * plan.shape[0]):
        fork = forks[row]
        fork.deal = first_deal + row // plan.shape[0]
        fork.member = row % plan.shape[0]
        fork.turn = NEVER
        place.deal = fork.deal
        end = fork_game(
            tables, options, strategies, players, kept, plan, seed, moment, arms, replicates, place, event[0], draw[0],
            parents[row], results, row * arms.shape[0] * replicates, fork,
        )  # fmt: skip
        if end == BAD_INDEX:
            return BAD_INDEX
    return 0


def fork_game(
    tables: Any, options: Any, strategies: Any, players: Any, kept: Any, plan: Any, seed: Any, moment: int, arms: Any,
    replicates: int, place: Any, event: Any, draw: Any, parent: Any, results: Any, row: int, fork: Any,
) -> int:  # fmt: skip
    """One parent game, and every continuation of its fork; BAD_INDEX for a bad move."""
    at_seat = plan[fork.member, 2:]
    tables[0] = tables[AS_THEY_ARE]  # a decree may have changed the rules
    set_out(tables[0], players, plan, fork.member, seed, fork.deal)
    begun = parent_game(tables[0], options, strategies, players, at_seat, place, event, moment, fork)
    if begun == BAD_INDEX:
        return BAD_INDEX
    score(tables[0], parent)
    settle_turn(fork, moment, begun, draw, seed)
    if fork.turn == NEVER:
        return 0
    set_out(tables[0], players, plan, fork.member, seed, fork.deal)
    rewind(tables, options, strategies, players, kept, at_seat, place, event, moment, fork)
    if not possible(tables[0], options, arms):
        fork.turn = NEVER
        return 0
    return play_arms(
        tables, options, strategies, players, kept, at_seat, plan.shape[0], seed, arms, replicates, place, event, draw,
        results, row, fork,
    )  # fmt: skip


def play_arms(
    tables: Any, options: Any, strategies: Any, players: Any, kept: Any, at_seat: Any, members: int, seed: Any,
    arms: Any, replicates: int, place: Any, event: Any, draw: Any, results: Any, row: int, fork: Any,
) -> int:  # fmt: skip
    """Every continuation of a game that stands at its fork; BAD_INDEX for a bad move."""
    chosen = decide(tables[0], options, strategies, players, at_seat, place, ANY, FREE)
    for arm in range(arms.shape[0]):
        changes = decreed(arms[arm])
        for replicate in range(replicates):
            restore(tables, players, kept, fork, members, replicate, draw, seed)
            if arms[arm].rules != 0:
                switch(tables[0], tables[AS_THEY_ARE + arms[arm].rules])
                place.rules += 1
            end = play_on(tables[0], options, strategies, players, at_seat, place, event, arms[arm], fork.seat, chosen)
            if end == BAD_INDEX:
                return BAD_INDEX
            score(tables[0], results[row + arm * replicates + replicate])
            place.rules += changes  # whatever is played next is played by the rules as they were
    return 0


def play_on(
    table: Any, options: Any, strategies: Any, players: Any, at_seat: Any, place: Any, event: Any, arm: Any, focal: int,
    chosen: int,
) -> int:  # fmt: skip
    """Changes a copied game as an arm says and plays it to its end; BAD_INDEX for a bad move.

    `chosen` is the parent's decision. A decision that is left to the player comes after the changes before it; changes
    after it come when the turn is over.
    """
    if arm.move == FREE:
        decree(table, place, focal, arm.before)
    if arm.move != FREE or arm.kind != ANY:
        forced = chosen if arm.move == PARENT else arm.move
        choice = decide(table, options, strategies, players, at_seat, place, arm.kind, forced)
        if choice == BAD_INDEX:
            return BAD_INDEX
        if arm.move != FREE:
            decree(table, place, focal, arm.before)
        act(table, options, choice, event)
        if (
            arm.after[0, 0] != 0
            and go_on(table, options, strategies, players, at_seat, place, event, True) == BAD_INDEX
        ):
            return BAD_INDEX
    decree(table, place, focal, arm.after)
    return go_on(table, options, strategies, players, at_seat, place, event, False)


def go_on(
    table: Any, options: Any, strategies: Any, players: Any, at_seat: Any, place: Any, event: Any, this_turn: bool
) -> int:
    """Plays a game on to its end, or to that of this turn; 0, or BAD_INDEX for a bad move."""
    while not over(table) and not (this_turn and begins(table)):
        choice = decide(table, options, strategies, players, at_seat, place, ANY, FREE)
        if choice == BAD_INDEX:
            return BAD_INDEX
        act(table, options, choice, event)
    return 0


def decree(table: Any, place: Any, focal: int, changes: Any) -> None:
    """Applies interventions in their order; some change the rules."""
    for i in range(MAX_CHANGES):
        if changes[i, 0] != 0:
            intervene(table, focal, changes[i, 0], changes[i, 1])
            place.rules += 1
