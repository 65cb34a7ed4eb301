"""Dragonwood in words: cards, decisions, the table and results as lines of text, and whole games told from their rows.

Formatting alone: what a row means on the table, the referee says.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.referee.chronicle import (
    NOBODY,
    Adventurer,
    Choice,
    Position,
    dice_of,
    helpers,
    packed_dice,
    unpacked,
)
from dhstats.games.dragonwood.referee.tabletop import Tabletop, problems, set_up
from dhstats.games.dragonwood.table import (
    ACTS,
    CREATURES,
    ENHANCEMENTS,
    N_TARGETS,
    NO_TURN,
    NUMBERS,
    SEATS,
    SUITS,
    TARGETS,
    TITLES,
    VIEW,
)
from dhstats.games.positions import Bits, Code, Converted, Each, Kind, Named, Notation, Turns, face_down, whole_list
from dhstats.games.retelling import AtTable, Line, Retelling, Row, Step, by_player, counted, verdict

SUIT_LETTERS = "ABCDE"  # the rulebook names no colours
DEED_WIDTH = 84  # of the part of a line that says what was done; longer ones push the rest to the right
ENDS = {
    "dragons": "the capture of all dragons",
    "decks": "the last adventurer deck",
    "last_card": "the last Dragonwood card",
    "turn_limit": "the limit of decisions",
}


def cards_text(cards: Iterable[Adventurer]) -> str:
    """Adventurer cards by suit and number, as in "A3 A4"; a dash for none."""
    return " ".join(f"{SUIT_LETTERS[suit]}{number}" for suit, number in cards) or "–"


def move_text(move: Any) -> str:
    """A move of the engine in words."""
    target = int(move["target"])
    cards, used = unpacked(int(move["cards"])), helpers(int(move["used"]))
    return choice_text(
        Choice(ACTS[int(move["act"])], TITLES[target] if target >= 0 else None, cards, used, int(move["die"]))
    )


def choice_text(choice: Choice) -> str:
    """What a player decides."""
    if choice.act in ("reload", "keep"):
        return "reload" if choice.act == "reload" else "keep the dice"
    if choice.act == "reroll":
        return f"roll a {choice.die} again"
    if choice.act in ("discard", "pass"):
        return f"{choice.act} {cards_text(choice.cards)}"
    cards = [cards_text(choice.cards)] if choice.cards else []
    return f"{choice.act} at {spoken(choice.target or '')} with {' + '.join([*cards, *map(spoken, choice.used)])}"


def deed(turn: Row) -> str:
    """What was decided, and what the dice said."""
    told = choice_text(Choice.of(turn))
    if not turn["rolled"]:
        return told
    worth = f" ({counted(turn['points'], 'point')})" if turn["points"] else ""
    end = f", captured{worth}" if turn["captured"] else ""
    return f"{told} → {' '.join(map(str, dice_of(turn['rolled'])))}, total {turn['total']}{end}"


def deal_lines(players: Sequence[str], table: Tabletop) -> list[str]:
    """Who plays, and the opening hands as only the reader may see them."""
    return by_player(players, (f"hand: {cards_text(hand)}" for hand in table.position().hands))


def board_lines(position: Position) -> list[str]:
    """Everything on the table."""
    lying = ", ".join(spoken(name) for name in position.landscape) or "–"
    pile = f"{position.adventurers} in the pile of deck {position.decks_begun}, {position.discards} discarded"
    lines = [f"  landscape     {lying}; {counted(position.wood, 'card')} to come", f"  adventurers   {pile}"]
    for seat, hand in enumerate(position.hands):
        mark = "> " if position.asked == seat else "  "
        caught = ", ".join(tally([*position.captured[seat], *position.owned[seat]])) or "nothing captured"
        lines.append(f"{mark}{SEATS[seat]:<6} {counted(position.scores[seat], 'point'):>9}, {caught}")
        lines.append(f"         hand: {cards_text(hand)}")
    return lines


def tally(names: Sequence[str]) -> tuple[str, ...]:
    """Captured cards, those of a title together."""
    return tuple(spoken(name) + (f" ×{n}" if n > 1 else "") for name, n in Counter(names).items())


def result_lines(players: Sequence[str], row: Row) -> list[str]:
    """The final scores, who won by what, how the game ended, the dragons and the lead."""
    sums = []
    for seat in SEATS[: len(players)]:
        points, score = row[f"points_{seat}"], row[f"score_{seat}"]
        extra = f" and {score - points} for most creatures: {score}" if score != points else ""
        sums.append(f"{counted(points, 'point')}{extra}")
    how = "most points" if row["decided_by"] == "points" else "the tie, by the dragon"
    by = f" by the {SEATS[row['ended_by']]} player" if row["ended_by"] != NOBODY else ""
    end = f"Ended by {ENDS[row['end_reason']]}{by}, after {counted(row['turns'], 'decision')}."
    lead = f"{counted(row['dragons'], 'dragon')} captured; the lead went over {counted(row['lead_changes'], 'time')}"
    if row["winner"] != NOBODY and row["lead_since"] != row["turns"]:
        lead += f"; the winner led for good from decision {row['lead_since'] + 1} on"
    return [*by_player(players, sums), f"{verdict(players, row, how)} {end}", f"{lead}."]


def _step(table: Tabletop, turn: Row) -> Step:
    """A decision in one line: what was done and rolled, everybody's points, what the player has left."""
    table.play(Choice.of(turn))
    after, who, told = table.position(), SEATS[turn["seat"]], deed(turn)
    score = ":".join(f"{turn[f'score_{seat}_after']:>2}" for seat in SEATS[: table.players])
    choices = counted(turn["legal_moves"], "choice")
    left = f"hand {turn['hand_after']}, adventurers {turn['adventurers_after']}, {choices}"
    line = f"{turn['turn'] + 1:3d} {who:<6}  {told:<{DEED_WIDTH}} {score}  {left}"
    return Step(turn["seat"], line, f"{who}: {told}", tuple(board_lines(after)), after)


RETELLING = Retelling(problems, set_up, deal_lines, _step, result_lines, lambda move, _: move_text(move))

TURNS = {"reroll": "roll a die again", "keep": "keep the dice"}


def _noticed(step: Step, row: Row, seat: int, _: Mapping[str, Any]) -> tuple[Line, ...]:
    if row["act"] == "pass" and step.seat != seat:
        return ((step.seat, f"{SEATS[step.seat]}: passes {counted(len(unpacked(row['cards'])), 'card')} on"),)
    return ((step.seat, step.deed),)


def _kind(move: Any, _: Any, __: Mapping[str, Any]) -> str:
    act, target = ACTS[int(move["act"])], int(move["target"])
    return f"{act} at {spoken(TITLES[target])}" if target >= 0 else TURNS.get(act, act)


AT_TABLE = AtTable(_noticed, _kind)

TO_DECIDE = {
    "turn": "what to do", "reroll": "whether to roll a die again", "discard": "what to discard",
    "pass": "what to pass to the neighbour",
}  # fmt: skip
PHASES = tuple(TO_DECIDE)
_ADVENTURERS = tuple(f"{SUIT_LETTERS[suit]}{number}" for suit in range(SUITS) for number in range(1, NUMBERS + 1))
_CARDS, _HELP = Bits(_ADVENTURERS), Bits(ENHANCEMENTS)
DICE = Converted(  # in the order in which they were rolled
    lambda value, _: dice_of(int(value)), lambda told, place, _: packed_dice(whole_list(told, place, 1, 9))
)
_ATTEMPT: Mapping[str, Kind] = {"act": Code(ACTS), "target": Code(TITLES), "cards": _CARDS, "used": _HELP}
KINDS: Mapping[str, Kind] = {
    **_ATTEMPT, "phase": Code(PHASES), "hand": _CARDS, "laid": _CARDS, "discarded": _CARDS, "lying": Named(TARGETS),
    "captured": Each(Named(CREATURES)), "owned": Each(_HELP), "revealed": Named(TITLES), "rolled": DICE,
    "recent": Turns({**_ATTEMPT, "discarded": _CARDS, "left": Bits(TITLES)}, NO_TURN),
}  # fmt: skip
EMPTY = np.zeros(1, VIEW)
EMPTY["recent"], EMPTY["turns_left"] = NO_TURN[0], -1


def _complete(view: Any, _: Mapping[str, Any]) -> None:
    """Says which titles lie in the landscape, and counts its cards."""
    view["landscape"] = sum(1 << title for title in range(N_TARGETS) if view["lying"][title])
    view["open"] = view["lying"].sum()


def _position(view: Any, _: Mapping[str, Any], __: Mapping[str, Any]) -> Position:
    players, seat = int(view["rules"]["players"]), int(view["seat"])
    return Position(
        _counted(view["lying"], TARGETS), int(view["wood_left"]), int(view["adventurers_left"]),
        int(view["discarded"]).bit_count() + int(view["discarded_ladybugs"]), int(view["decks_begun"]),
        tuple(unpacked(int(view["hand"])) if each == seat else () for each in range(players)),
        tuple(_counted(view["captured"][each], CREATURES) for each in range(players)),
        tuple(helpers(int(view["owned"][each])) for each in range(players)),
        tuple(int(view["points"][each]) for each in range(players)), seat,
    )  # fmt: skip


def _counted(numbers: Any, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name, number in zip(names, numbers, strict=False) for _ in range(int(number)))


NOTATION = Notation(
    KINDS, EMPTY, frozenset({"landscape", "open"}), {}, _complete, _position,
    lambda position, view, _: face_down(board_lines(position), view),
    lambda view, _: TO_DECIDE[PHASES[int(view["phase"])]], lambda record, _, __: move_text(record),
)  # fmt: skip
