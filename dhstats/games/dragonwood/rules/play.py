"""The rules of Dragonwood in the order of the rulebook, a function a paragraph; the start is in `setup`.

Source: Dragonwood, Gamewright 2015; what it leaves open is decided by the project's rulings and, where tables differ,
by a switch.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below, next_turn
from dhstats.games.course import make_room
from dhstats.games.dragonwood.rules import hands
from dhstats.games.dragonwood.rules.attempts import dice_earned, in_force, needed
from dhstats.games.dragonwood.rules.setup import clear_attempt, lay
from dhstats.games.dragonwood.table import (
    A_REROLL,
    A_TURN,
    DISCARD,
    DRAGONS,
    LAST_CARD,
    N_CREATURES,
    N_TARGETS,
    NO_TURN,
    RELOAD,
    REROLL,
    SPELL,
)


@compiled()
def look(table: Any, seat: int) -> Any:
    """What a player may know: everything that lies open and their own hand, but no pile and no other hand."""
    seen = table.seen
    seen.seat = seat
    seen.hand = table.hands[seat]
    seen.laid = table.passed[seat]
    return seen


@compiled()
def to_move(table: Any) -> int:
    """Who has to decide: mostly the player whose turn it is, at times one who must discard or pass a card."""
    return table.seen.to_move


@compiled()
def over(table: Any) -> bool:
    """Whether the last turn has been played."""
    return table.seen.turns_left == 0


# ---- How to play: a turn is one decision or several ------------------------------------------------------------


@compiled(inline=False)
def play(table: Any, move: Any, event: Any) -> None:
    """One decision with everything that follows without another."""
    seen = table.seen
    hands.begin_row(seen, move.act, event)
    event.target, event.cards, event.used, event.die = move.target, move.cards, move.used, move.die
    if move.act <= SPELL:  # a turn begins; it is now the latest of its seat that a view holds
        make_room(seen.recent, seen.mover)
        seen.recent[seen.mover, 0] = NO_TURN[0]
        latest = seen.recent[seen.mover, 0]
        latest.turn, latest.left = seen.turns[seen.mover], seen.landscape
        latest.act, latest.target, latest.cards, latest.used = move.act, move.target, move.cards, move.used
    if move.act == RELOAD:
        hands.draw(table, seen.mover, seen.rules.reload_draws)
    elif move.act <= SPELL:
        attempt(table, move, event)
    elif move.act <= REROLL:
        after_roll(table, move, event)
    else:  # one card that a player owes
        seen.owes[seen.to_move] -= 1
        if move.act == DISCARD:
            hands.discard(table, seen.to_move, move.cards)
        else:
            hands.lay_down(table, seen.to_move, move.cards)
    if seen.phase != A_REROLL:
        go_on(table)
    hands.finish_row(table, event)


@compiled(inline=False)
def skip(table: Any, event: Any) -> None:
    """A turn that is let pass. No player is ever without an option, as to reload is always one."""
    hands.begin_row(table.seen, RELOAD, event)
    go_on(table)
    hands.finish_row(table, event)


# ---- Capturing cards -------------------------------------------------------------------------------------------


@compiled(inline=False)
def attempt(table: Any, move: Any, event: Any) -> None:
    """A player names what they attack, shows cards and rolls a die for each; then counts, or rolls one again."""
    seen = table.seen
    seen.act, seen.target, seen.cards, seen.used = move.act, move.target, move.cards, move.used
    # So many dice are rolled, from the address of this attempt of this player
    rules, stream = seen.rules, table.dice[hands.around(seen.mover + table.layout, seen.rules.players)]
    next_turn(stream)
    digits, rolled = below(stream, rules.rolls), 0
    earned = dice_earned(seen, seen.mover, move.act, move.target, move.cards, move.used)
    for i in range(min(earned, rules.max_dice)):
        rolled |= rules.faces[digits % rules.sides] << 4 * i
        digits //= rules.sides
    seen.rolled = rolled
    if in_force(seen, seen.mover, move.act, move.target, move.used) & rules.rerolls != 0:
        seen.phase = A_REROLL
        hands.note_roll(seen, event)
    else:
        count_dice(table, event)


@compiled(inline=False)
def after_roll(table: Any, move: Any, event: Any) -> None:
    """Lucky Mushroom: the dice are kept, or one of them is rolled again."""
    seen = table.seen
    if move.act == REROLL:
        rules = seen.rules
        place = 0
        while seen.rolled >> place & 15 != move.die:
            place += 4
        stream = table.dice[hands.around(seen.mover + table.layout, rules.players)]
        face = rules.faces[below(stream, rules.sides)]
        seen.rolled += face - move.die << place
    seen.phase = A_TURN
    count_dice(table, event)


@compiled(inline=False)
def count_dice(table: Any, event: Any) -> None:
    """The card is captured if the total reaches its number; otherwise the player takes a wound."""
    seen = table.seen
    hands.note_roll(seen, event)
    seen.recent[seen.mover, 0].total = event.total
    seen.owned[seen.mover] &= ~(seen.used & seen.rules.once)
    if event.total >= needed(seen.rules, seen.act, seen.target):
        hands.discard(table, seen.mover, seen.cards)
        capture(table, event)
    else:
        if seen.act == SPELL and seen.rules.spell_spends != 0:
            hands.discard(table, seen.mover, seen.cards)
        seen.owes[seen.mover] = min(seen.rules.wounds, seen.hand_sizes[seen.mover])
    clear_attempt(seen)


@compiled(inline=False)
def capture(table: Any, event: Any) -> None:
    """The card at stake goes to the player; both dragons captured end the game."""
    seen = table.seen
    seat, title = seen.mover, seen.target
    take_away(seen, title)
    event.captured = 1
    latest = seen.recent[seat, 0]
    latest.captured, latest.left = 1, seen.landscape
    give(table, seat, title)
    if title >= N_CREATURES:
        return
    event.points = seen.rules.points[title]
    latest.points = seen.rules.points[title]
    hands.note_lead(table)
    if seen.rules.dragons >> title & 1 != 0:
        table.dragons_left -= 1
        if table.dragons_left == 0 and seen.rules.end_dragons != 0:
            hands.end_the_game(table, DRAGONS)


@compiled()
def give(table: Any, seat: int, title: int) -> None:
    """A card comes to a player: a creature with its points to the victory pile, an enhancement before them."""
    seen = table.seen
    if title >= N_CREATURES:
        seen.owned[seat] |= 1 << title - N_CREATURES
        table.won[seat] |= 1 << title - N_CREATURES
        return
    seen.captured[seat, title] += 1
    seen.creatures[seat] += 1
    seen.points[seat] += seen.rules.points[title]
    if title == seen.rules.tie_title:
        table.dragon_holder = seat


@compiled()
def take_away(seen: Any, title: int) -> None:
    """A card leaves the landscape."""
    seen.lying[title] -= 1
    seen.open -= 1
    if seen.lying[title] == 0:
        seen.landscape ^= 1 << title


# ---- Events ----------------------------------------------------------------------------------------------------


@compiled(inline=False)
def happen(table: Any, event: int) -> None:
    """What an event does to all: they draw, then owe discards, later a card to pass; the landscape loses cards."""
    seen = table.seen
    rules = seen.rules
    for i in range(rules.players):
        seat = hands.around(seen.mover + i, rules.players)
        if rules.draws[event] > 0:
            hands.draw(table, seat, rules.draws[event])
        if rules.discards[event] > 0:
            owed = seen.owes[seat] + rules.discards[event]
            seen.owes[seat] = min(owed, seen.hand_sizes[seat])
    seen.to_pass = rules.passes[event]
    if rules.clears[event] != 0:
        for title in range(N_CREATURES, N_TARGETS):
            while seen.lying[title] > 0:
                take_away(seen, title)


# ---- Replenishing the landscape, end of a turn -----------------------------------------------------------------


@compiled(inline=False)
def go_on(table: Any) -> None:
    """Everything up to the next decision: discards and passes, the landscape filled up, events, the next turn."""
    seen = table.seen
    while seen.turns_left != 0:
        # Cards are seldom owed at all; there are as many terms as seats
        if seen.owes[0] | seen.owes[1] | seen.owes[2] | seen.owes[3] != 0 and hands.somebody_owes(table):
            return
        if seen.to_pass == hands.ALL_CHOOSE:
            hands.hand_on(table)
        elif seen.to_pass > 0:  # everybody owes their neighbour so many cards, or all that they have
            for seat in range(seen.rules.players):
                seen.owes[seat] = min(seen.to_pass, seen.hand_sizes[seat])
            seen.to_pass = hands.ALL_CHOOSE
        elif seen.begun == 0:
            seen.begun = 1
            seen.to_move, seen.phase = seen.mover, A_TURN
            return
        elif seen.open < seen.rules.landscape and seen.wood_left > 0:
            reveal(table)
        else:
            end_turn(seen)
            return


@compiled()
def reveal(table: Any) -> None:
    """The next Dragonwood card: into the landscape, or an event that happens at once and is removed."""
    seen = table.seen
    seen.wood_left -= 1
    title = table.wood_pile[seen.wood_left]
    seen.revealed[title] += 1
    if title < N_TARGETS:
        lay(seen, title)
    if seen.wood_left == 0 and seen.rules.end_last_card != 0:
        hands.end_the_game(table, LAST_CARD)
    if title >= N_TARGETS and seen.turns_left != 0:
        happen(table, title - N_TARGETS)


@compiled()
def end_turn(seen: Any) -> None:
    """The turn goes to the left; one turn less is left once the end was called."""
    seen.turns[seen.mover] += 1
    if seen.turns_left > 0:
        seen.turns_left -= 1
    seen.mover = hands.around(seen.mover + 1, seen.rules.players)
    seen.to_move, seen.phase = seen.mover, A_TURN
