"""Dragonheart: why cards cannot be played, as the referee has it; rulebook, Play Cards and Collect Cards."""

from collections.abc import Iterator

from dhstats.games.dragonheart.referee.chronicle import SEATS
from dhstats.games.dragonheart.referee.tabletop import Tabletop
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.dragonheart.words.notation import spoken
from dhstats.games.retelling import Reason, Tried, counted, tightest

ABSENT = Reason("No such card is in your hand.")
MIXED = Reason("Cards that are played together must show one picture.")
PASS = Reason("A player who has a playable card must play.")


def tried(table: Tabletop) -> Iterator[Tried]:
    """Every picture in every number of cards, every choice between arrows, several pictures at once, and to pass."""
    for picture in PICTURES:
        held = len(table.held(picture))
        if not held:
            yield Tried({"picture": picture}, spoken(picture), ABSENT)
        for cards in range(1, held + 1):
            yield from _cards(table, picture, cards)
    if len({picture for picture, _ in table.hands[table.mover]}) > 1:
        yield Tried({"pictures": 2}, "cards of several pictures", MIXED)
    if table.plays():
        yield Tried({"picture": None}, "to pass", PASS)


def _cards(table: Tabletop, picture: str, cards: int) -> Iterator[Tried]:
    """So many cards of a picture, and each of the arrows that its space has to choose from."""
    at, words = {"picture": picture, "cards": cards}, f"{spoken(picture)} ({counted(cards, 'card')})"
    limit, acts = tightest(table.limits(picture), cards), table.acts(picture, cards)
    reason = _no_room(table, picture) if limit == "space" else _first_turn(table) if limit else None
    yield Tried(at, words, reason, spoken(picture))
    takes, lie = table.rules["spaces"][picture]["takes"], len(table.spaces[picture]) + cards
    if reason or len(takes) < 2:
        return
    slots = counted(table.rules["spaces"][picture]["slots"], "card")
    says = f"The {spoken(picture)} space acts as soon as {slots} lie there; with this it has {lie}."
    late = None if acts else Reason(says, f"spaces.{picture}.slots")
    for target in takes:
        yield Tried(at | {"target": target}, f"{words} → {spoken(target)}", late, spoken(picture))
    if acts:
        one = Reason("Follow only one of several arrows.", f"spaces.{picture}.takes")
        yield Tried(at | {"targets": 2}, f"{words} → {' and '.join(map(spoken, takes))}", one)


def _no_room(table: Tabletop, picture: str) -> Reason:
    slots, lie = table.rules["spaces"][picture]["slots"], len(table.spaces[picture])
    there = "none lies there" if not lie else f"{lie} {'lies' if lie == 1 else 'lie'} there"
    says = f"The {spoken(picture)} space has room for {counted(slots, 'card')}; {there}."
    return Reason(says, f"spaces.{picture}.slots")


def _first_turn(table: Tabletop) -> Reason:
    seat = SEATS[table.mover]
    most = counted(table.rules["seats"][seat]["first_turn_max_cards"], "card")
    says = f"The {seat} player plays at most {most} in the first turn."
    return Reason(says, f"seats.{seat}.first_turn_max_cards")
