"""What a player may do on an ordinary table, written from the rulebook and the rulings."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from dhstats.games.dragon.referee.chronicle import ATTACKS, NOBODY, Choice, Declared, Paper
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
        if (card.section == "grounds") == (section == "grounds") and not barred(table, mine, card):
            choices += list(_ways(table, mine, card))
    return choices


def barred(table: Fight, mine: Dragon, card: Paper) -> str:
    """A word for the limit or cost that forbids a dragon a card, whatever rivals are like; "" where nothing does."""
    if not mine.can_use(card, table.rules["pack"]["special_types"]):
        return "special"
    if card.number("discards") > len(mine.hand) - 1:
        return "cost"
    if mine.facing not in (card.text.get("own_facing") or FACINGS):
        return "facing"
    if card.section == "upgrades" and card.name != f"{mine.name}_{mine.level + 1}":
        return "upgrade"
    return _attack_barred(table, mine, card) if card.is_attack else ""


def _attack_barred(table: Fight, mine: Dragon, card: Paper) -> str:
    """First turn limitation; facing; mix of attacks: "first_turn", "attacks", or the type of which there are enough."""
    if table.rules["first_turn"]["limit"] != "none" and in_first_turn(table, mine):
        return "first_turn"
    if len(mine.attacks) >= attacks_allowed(table, mine):
        return "attacks"
    enough = (name for name in card.types if name in ATTACKS and made(mine, name) >= made_at_most(table, mine, name))
    return next(enough, "")


def attacks_allowed(table: Fight, mine: Dragon) -> int:
    """Attack cards that a dragon may play in a turn as it faces now."""
    return int(table.rules["attacks"][mine.facing]) + mine.power("attacks")


def made_at_most(table: Fight, mine: Dragon, name: str) -> int:
    """Attack cards of a type that a dragon may play in a turn."""
    return int(table.rules["attacks"][name]) + mine.power(f"more_{name}")


def made(mine: Dragon, name: str) -> int:
    """Attack cards of a type that a dragon played in this turn."""
    return sum(name in attack.types for attack in mine.attacks)


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
        if barred_at(table, mine, card, rival):
            continue
        for at in _aims(card, rival):
            wounds_alone = at and not card.destroys and table.rules["ground"]["text"] == "wounds"
            for turned in [()] if wounds_alone else declarations(table, card, mine.seat, rival.seat):
                yield Choice("play", card.name, rival.seat, at, turned)


def barred_at(table: Fight, mine: Dragon, card: Paper, rival: Dragon) -> str:
    """A word for what forbids to name a rival with a card; "" where nothing does."""
    if not rival.alive:
        return "out"
    if table.same_team(rival.seat, mine.seat):
        return "team"
    if rival.facing not in (card.text.get("rival_facing") or FACINGS):
        return "rival_facing"
    return "" if _aims(card, rival) else card.destroys


def _aims(card: Paper, rival: Dragon) -> list[str | None]:
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
    return [name for name in dict.fromkeys(dragon.hand) if not barred_top(table, dragon, table.book[name], last)]


def barred_top(table: Fight, dragon: Dragon, card: Paper, last: Paper) -> str:
    """A word for what forbids a dragon to top a card with another; "" where nothing does."""
    if not set(last.types) & set(card.text.get("tops") or ()):
        return "tops"
    if table.rules["topping"]["special"] == "needed" and not dragon.can_use(card, table.rules["pack"]["special_types"]):
        return "special"
    if table.rules["first_turn"]["limit"] == "all" and in_first_turn(table, dragon) and card.is_attack:
        return "first_turn"
    return ""
