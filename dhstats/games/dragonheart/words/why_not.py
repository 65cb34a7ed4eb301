"""Dragonheart: why cards cannot be played, as the referee has it; rulebook, Play Cards and Collect Cards."""

from collections.abc import Iterator

from dhstats.games.dragonheart.referee.chronicle import SEATS
from dhstats.games.dragonheart.referee.tabletop import Tabletop
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.dragonheart.words.notation import spoken
from dhstats.games.retelling import Reason, Tried, counted, tightest

ABSENT = Reason("No such card is in your hand.")
MIXED = Reason("Cards that are played together are of one picture.")
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
    limit = tightest(table.limits(picture), cards)
    reason = _space(table, picture) if limit == "space" else _first_turn(table) if limit else None
    yield Tried(at, words, reason, spoken(picture))
    takes = table.rules["spaces"][picture]["takes"]
    if reason or len(takes) < 2:
        return
    acts = table.acts(picture, cards)
    for target in takes:
        late = None if acts else _not_full(table, picture, cards)
        yield Tried(at | {"target": target}, f"{words} → {spoken(target)}", late, spoken(picture))
    if acts:
        yield Tried(at | {"targets": 2}, f"{words} → {' and '.join(map(spoken, takes))}", _one_arrow(picture))


def _space(table: Tabletop, picture: str) -> Reason:
    slots, lie = table.rules["spaces"][picture]["slots"], len(table.spaces[picture])
    there = "none lies there" if not lie else f"{lie} {'lies' if lie == 1 else 'lie'} there"
    return Reason(
        f"The {spoken(picture)} space has room for {counted(slots, 'card')}; {there}.", f"spaces.{picture}.slots"
    )


def _first_turn(table: Tabletop) -> Reason:
    seat = SEATS[table.mover]
    key = f"seats.{seat}.first_turn_max_cards"
    most = counted(table.rules["seats"][seat]["first_turn_max_cards"], "card")
    return Reason(f"The {seat} player plays at most {most} in the first turn.", key)


def _not_full(table: Tabletop, picture: str, cards: int) -> Reason:
    slots, lie = table.rules["spaces"][picture]["slots"], len(table.spaces[picture]) + cards
    says = f"The {spoken(picture)} space acts once {counted(slots, 'card')} lie there; with this it has {lie}."
    return Reason(says, f"spaces.{picture}.slots")


def _one_arrow(picture: str) -> Reason:
    return Reason("Of several arrows one is followed, not both.", f"spaces.{picture}.takes")
