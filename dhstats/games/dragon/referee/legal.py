"""What a player may do on an ordinary table, written from the rulebook and the rulings."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from dhstats.games.dragon.referee.cardbook import ATTACKS, Paper
from dhstats.games.dragon.referee.chronicle import NOBODY, Choice, Declared
from dhstats.games.dragon.referee.fight import Dragon, Fight
from dhstats.games.dragon.table import FACINGS

TURNED: dict[int, dict[str, tuple[str, ...]]] = {
    0: {facing: (facing,) for facing in FACINGS},
    1: {"front": ("side",), "side": ("front", "tail"), "tail": ("side",)},
    2: {"front": ("tail",), "side": ("side",), "tail": ("front",)},
}


def plays(table: Fight, mine: Dragon, section: str) -> list[Choice]:
    """All ways to play a card of the hand in the step of ground cards (section "grounds"), or in the one after it."""
    choices = []
    for name in dict.fromkeys(mine.hand):
        card = table.book[name]
        if (card.section == "grounds") == (section == "grounds") and _allowed(table, mine, card):
            choices += list(_ways(table, mine, card))
    return choices


def _allowed(table: Fight, mine: Dragon, card: Paper) -> bool:
    """Whether limits and costs let a dragon play a card, whatever the rivals are like."""
    if not mine.can_use(card, table.rules["pack"]["special_types"]):
        return False
    if card.number("discards") > len(mine.hand) - 1:
        return False
    if mine.facing not in (card.text.get("own_facing") or FACINGS):
        return False
    if card.section == "upgrades":
        return card.name == f"{mine.name}_{mine.level + 1}"
    return not card.is_attack or _attack_allowed(table, mine, card)


def _attack_allowed(table: Fight, mine: Dragon, card: Paper) -> bool:
    """First turn limitation; facing; mix of attacks."""
    limits = table.rules["attacks"]
    if table.rules["first_turn"]["limit"] != "none" and in_first_turn(table, mine):
        return False
    if len(mine.attacks) >= limits[mine.facing] + mine.power("attacks"):
        return False
    for name in ATTACKS:
        made = sum(name in attack.types for attack in mine.attacks)
        if name in card.types and made >= limits[name] + mine.power(f"more_{name}"):
            return False
    return True


def in_first_turn(table: Fight, dragon: Dragon) -> bool:
    """Whether the first player plays their first turn."""
    return dragon.seat == 0 and table.mover == 0 and dragon.turns == 0


def _ways(table: Fight, mine: Dragon, card: Paper) -> Iterator[Choice]:
    """All that can be named with a card: the rival, what it is aimed at, how dragons are to turn."""
    if not card.needs_rival:
        yield from (
            Choice("play", card.name, declared=turned) for turned in declarations(table, card, mine.seat, NOBODY)
        )
        return
    for rival in table.seats:
        if not rival.alive or table.same_team(rival.seat, mine.seat):
            continue
        if rival.facing not in (card.text.get("rival_facing") or FACINGS):
            continue
        for at in _aims(card, rival):
            wounds_alone = at and not card.destroys and table.rules["ground"]["text"] == "wounds"
            for turned in [()] if wounds_alone else declarations(table, card, mine.seat, rival.seat):
                yield Choice("play", card.name, rival.seat, at, turned)


def _aims(card: Paper, rival: Dragon) -> list[str | None]:
    """A rival's dragon, or one of their cards in play."""
    grounds, attached = ({name for name, _ in own} for own in (rival.grounds, rival.attached))
    if card.destroys:
        return [*sorted(grounds if card.destroys == "grounds" else attached)]
    return [None, *sorted(grounds)] if card.number("wounds") else [None]


def declarations(table: Fight, card: Paper, seat: int, rival: int) -> list[Declared]:
    """All ways to declare how dragons are to turn; the second change goes on from the first."""
    ways: list[Declared] = [()]
    for change in card.text.get("facings", ()):
        whose = {"own": [seat], "rival": [rival]}.get(change["dragon"], [own.seat for own in table.seats if own.alive])
        ways = [
            (*before, (turned, facing))
            for before, turned in product(ways, whose)
            for facing in _facings(change, dict(before).get(turned, table.seats[turned].facing))
        ]
    return ways


def _facings(change: Mapping[str, Any], now: str) -> list[str]:
    """How a dragon that faces so can face after a change."""
    if "to" in change:
        return [change["to"]]
    return list(dict.fromkeys(facing for steps in change["by"] for facing in TURNED[steps][now]))


def toppers(table: Fight, dragon: Dragon, last: Paper) -> list[str]:
    """The cards of a hand that can top a card."""
    lists = {name: table.book[name].text.get("tops") or () for name in dragon.hand}
    cards = [name for name, tops in lists.items() if set(last.types) & set(tops)]
    if table.rules["topping"]["special"] == "needed":
        specials = table.rules["pack"]["special_types"]
        cards = [name for name in cards if dragon.can_use(table.book[name], specials)]
    if table.rules["first_turn"]["limit"] == "all" and in_first_turn(table, dragon):
        cards = [name for name in cards if not table.book[name].is_attack]
    return cards
