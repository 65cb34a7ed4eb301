"""Dragonheart in words: cards, turns, boards and results as lines of text, and whole games told from their rows.

Formatting alone: what a row means on the table, the referee says.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from dhstats.games.dragonheart.referee import chronicle
from dhstats.games.dragonheart.referee.chronicle import NOBODY, SEATS, Card, Position, choice_of, unpacked
from dhstats.games.dragonheart.referee.tabletop import Tabletop, problems, set_up
from dhstats.games.dragonheart.table import BELOW_SHIP, N_PICTURES, NO_TURN, PICTURES, PLACES, VIEW
from dhstats.games.positions import Code, Converted, Each, Kind, Named, Notation, Turns, face_down, whole_list
from dhstats.games.retelling import AtTable, Line, Retelling, Row, Step, by_player, counted, verdict

FIGURE, _FIGURE = "the Great Dragon", "The Great Dragon"
MARKS = {True: "> ", False: "  "}  # before places that the last turn touched, and others
DEED_WIDTH = 66  # of the part of a line that says what was done; longer ones push the rest to the right
ENDS = {"ships": "ships", "deck": "an empty deck", "turn_limit": "the limit of turns"}


def turn_line(turn: Row, *, reached: str = "", put_back: Sequence[Card] = ()) -> str:
    """A turn in one line: what was done and taken, the score piles, what the mover has left, what else happened.

    `reached` names the place that the cards came from where the row does not say it, `put_back` the cards that were
    lost with the figure.
    """
    who = f"{turn['turn'] + 1:3d} {SEATS[turn['seat']]:<6}"
    score = f"{turn['score_first_after']:>3}:{turn['score_second_after']:<3}"
    left = f"hand {turn['hand_after']}, deck {turn['deck_after']}, {counted(turn['legal_moves'], 'choice')}"
    return f"{who}  {deed(turn, reached):<{DEED_WIDTH}} {score}  {left}{_aside(turn, put_back)}"


def deed_line(turn: Row, *, reached: str = "", put_back: Sequence[Card] = ()) -> str:
    """Who did what, without the numbers."""
    return f"{SEATS[turn['seat']]} {deed(turn, reached)}{_aside(turn, put_back)}"


def deed(turn: Row, reached: str = "") -> str:
    """What was played and taken."""
    if turn["picture"] is None:
        return "passes: no card can be played"
    played, place = f"plays {cards_of(turn['picture'], unpacked(turn['values']))}", turn["target"] or reached
    if not turn["taken_cards"]:
        return f"{played} → chooses {spoken(place)}: it is empty" if turn["target"] else played
    haul = f"{counted(turn['taken_cards'], 'card')}, {counted(turn['taken_points'], 'point')}"
    return f"{played} → takes {spoken(place)}: {haul}" if place else f"{played} → takes {haul}"


def _aside(turn: Row, put_back: Sequence[Card]) -> str:
    """What happens seldom: the figure moves, and its keeper loses cards."""
    text = f" · claims {FIGURE}" if turn["claimed_figure"] else ""
    return text + (f" · {hand_text(put_back)} back on the other deck" if put_back else "")


def move_text(move: Any) -> str:
    """A move of the engine: the cards, and the place that was chosen where there was a choice."""
    target = int(move["target"])
    chosen = f" → {spoken(PLACES[target])}" if target >= 0 else ""
    return f"{cards_of(PICTURES[int(move['picture'])], unpacked(int(move['values'])))}{chosen}"


def values_text(values: Sequence[int]) -> str:
    """Values in order; cards without a value are counted, one of them needs no word."""
    if any(values):
        return " ".join(map(str, values))
    return f"×{len(values)}" if len(values) > 1 else ""


def cards_of(picture: str, values: Sequence[int]) -> str:
    """Cards of one picture, as in "knight 1 2" or "ship ×3"."""
    return f"{spoken(picture)} {values_text(values)}".rstrip()


def hand_text(cards: Sequence[Card]) -> str:
    """Cards of several pictures that are in order; a dash for none."""
    groups = groupby(cards, key=lambda card: card[0])
    return ", ".join(cards_of(picture, [value for _, value in group]) for picture, group in groups) or "–"


def deal_lines(players: Sequence[str], table: Tabletop) -> list[str]:
    """Who plays, and the opening hands as only the reader may see them."""
    opening = table.position()
    holder = "nobody" if opening.figure == NOBODY else f"the {SEATS[opening.figure]} player"
    hands = (_points_and_hand(opening, seat) for seat in range(2))
    return [*by_player(players, hands), f"{_FIGURE} is with {holder}."]


def _points_and_hand(position: Position, seat: int) -> str:
    hand, deck = position.hands[seat], position.decks[seat]
    points = counted(position.scores[seat], "point")
    return f"{points:>9}, {counted(deck, 'card')} in the deck, hand: {hand_text(hand)}"


def board_lines(position: Position) -> list[str]:
    """Everything on the table, a line a place; a mark where the last cards were played and taken."""
    touched, lines = (position.played, position.reached), []
    for space in position.spaces:
        filled = f"{len(space.values)}/{space.slots}" if space.slots else ""
        cards = values_text(space.values) or ("×1" if space.values else "–")
        name = f"{MARKS[space.picture in touched]}{spoken(space.picture):<17}"
        lines.append(f"{name}{filled:<5}{sum(space.values):>3}  {cards}")
    below = sum(value for _, value in position.below_ship)
    mark = MARKS["below_ship" in touched]
    lines.append(f"{mark}{'below the ship':<22}{below:>3}  {hand_text(position.below_ship)}")
    lines.append(f"  {'ship stacks':<22}{position.stacks:>3}  of {position.stacks_wanted}")
    for seat, name in enumerate(SEATS):
        keeps = f", keeps {FIGURE}" if position.figure == seat else ""
        lines.append(f"  {name:<6} {_points_and_hand(position, seat)}{keeps}")
    return [line.rstrip() for line in lines]


def result_lines(players: Sequence[str], row: Row) -> list[str]:
    """The final scores, who won by what, how the game ended, and the story of figure and lead."""
    sums = []
    for seat, name in enumerate(SEATS):
        points, total = row[f"points_{name}"], row[f"score_{name}"]
        extra = f" and {total - points} for {FIGURE}: {total}" if row["figure"] == seat else ""
        sums.append(f"{counted(points, 'point')}{extra}")
    how = "more points" if row["decided_by"] == "points" else f"the tie, by {FIGURE}"
    by = f", called by the {SEATS[row['ended_by']]} player" if row["ended_by"] != NOBODY else ""
    end = f"Ended by {ENDS[row['end_reason']]}{by}, after {counted(row['turns'], 'turn')}."
    first = f", first in turn {row['first_claim_turn'] + 1}" if row["figure_changes"] else ""
    figure = f"{_FIGURE} {often('moved', row['figure_changes'])}{first}."
    return [*by_player(players, sums), f"{verdict(players, row, how)} {end}", f"{figure} {_lead(row)}"]


def _lead(row: Row) -> str:
    """Since when the winner led; a winner who did not lead at the end won by the figure."""
    changes = f"The lead {often('changed sides', row['lead_changes'])}"
    if row["winner"] == NOBODY:
        return f"{changes}."
    if row["lead_since"] == row["turns"]:
        return f"{changes}; without {FIGURE} the winner was not ahead at the end."
    return f"{changes}; the winner led for good from turn {row['lead_since'] + 1} on."


def often(deed: str, number: int) -> str:
    """What was done how often."""
    if not number:
        return f"never {deed}"
    return f"{deed} once" if number == 1 else f"{deed} {number} times"


def spoken(name: str) -> str:
    """The name of a picture or place as people say it."""
    return "the pile below the ship" if name == "below_ship" else name.replace("_", " ")


def _step(table: Tabletop, turn: Row) -> Step:
    table.play(choice_of(turn))
    after = table.position()
    line, deed = (words(turn, reached=after.reached, put_back=after.put_back) for words in (turn_line, deed_line))
    return Step(turn["seat"], line, deed, tuple(board_lines(after)), after)


RETELLING = Retelling(problems, set_up, deal_lines, _step, result_lines, lambda move, _: move_text(move))


def _noticed(step: Step, row: Row, seat: int, _: Mapping[str, Any]) -> tuple[Line, ...]:
    """Everything but the cards that went back to the deck unseen, from the hand of whoever did not move."""
    lost = step.after.put_back if step.seat != seat else ()
    return ((step.seat, deed_line(row, reached=step.after.reached, put_back=lost)),)


AT_TABLE = AtTable(_noticed, lambda move, _, __: spoken(PICTURES[int(move["picture"])]))


PILE = Converted(  # cards of one picture: their values in order
    lambda value, _: unpacked(int(value)), lambda told, place, _: chronicle.packed(whole_list(told, place, 0, 9))
)
VALUES = Converted(lambda value, _: list(value), lambda told, place, _: whole_list(told, place, 0, 9))  # not packed
_TURN: Mapping[str, Kind] = {
    "values": PILE, "picture": Code(PICTURES), "target": Code(PLACES), "left_cards": Named(PLACES),
    "left_points": Named(PLACES), "left_figure": Code(SEATS, "nobody"),
}  # fmt: skip
KINDS: Mapping[str, Kind] = {
    "hand": Named(PICTURES, PILE), "played": Each(Named(PICTURES, PILE)), "figure": Code(SEATS, "nobody"),
    "recent": Turns(_TURN, NO_TURN),
}  # fmt: skip


EMPTY = np.zeros(1, VIEW)
EMPTY["recent"], EMPTY["turns_left"], EMPTY["emptied"], EMPTY["figure"] = NO_TURN[0], -1, -1, NOBODY


def _board(position: Position) -> list[Sequence[int]]:
    return [*(space.values for space in position.spaces), [value for _, value in position.below_ship]]


def _complete(view: Any, told: Mapping[str, Any]) -> None:
    """Counts what lies on each place, and says which pictures are in hand."""
    for place, values in enumerate(told["board"]):
        cards = values or []
        view["cards"][place], view["points"][place] = len(cards), sum(cards)
    view["pictures"] = sum(1 << picture for picture in range(N_PICTURES) if view["hand"][picture])


def _position(view: Any, told: Mapping[str, Any], effective: Mapping[str, Any]) -> Position:
    spaces, seat = effective["spaces"], int(view["seat"])
    hands: list[tuple[Card, ...]] = [(), ()]
    own = [(picture, value) for at, picture in enumerate(PICTURES) for value in unpacked(int(view["hand"][at]))]
    hands[seat] = tuple(own)
    last = view["recent"][1 - seat, 0]
    played, reached = int(last["picture"]), int(last["target"])
    return Position(
        tuple(
            chronicle.Space(name, spaces[name]["slots"], tuple(spaces[name]["takes"]), tuple(told["board"][at] or ()))
            for at, name in enumerate(PICTURES)
        ),
        tuple(("cards", value) for value in told["board"][PLACES.index(BELOW_SHIP)] or ()),
        int(view["stacks"]), effective["end"]["ship_stacks"], int(view["figure"]),
        (int(view["scores"][0]), int(view["scores"][1])), (hands[0], hands[1]),
        (int(view["deck_sizes"][0]), int(view["deck_sizes"][1])),
        PICTURES[played] if played >= 0 else "", PLACES[reached] if reached >= 0 and last["taken_cards"] else "", (),
    )  # fmt: skip


NOTATION = Notation(
    KINDS, EMPTY, frozenset({"pictures", "cards", "points"}), {"board": (_board, Named(PLACES, VALUES))},
    _complete, _position, lambda position, view, _: face_down(board_lines(position), view),
    lambda _, __: "what to play", lambda record, _, __: move_text(record),
)  # fmt: skip
