"""Which attempts the rules of Dragonwood allow, asked of sets of cards one by one: for the referee."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any

from dhstats.games.dragonwood.referee.chronicle import Adventurer, Choice
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, TARGETS, WAYS

Rules = Mapping[str, Any]


def fits(rules: Rules, way: str, cards: Sequence[Adventurer], *, wild: bool) -> bool:
    """Whether these cards, with a wild one if there is any, make a strike, a stomp, a scream or a spell.

    A wild one may also be a second copy of a card, where that helps: with all cards of a number or of a suit.
    """
    if wild:
        own = rules["adventurers"]
        others = product(range(own["suits"]), range(1, own["numbers"] + 1))
        return any(fits(rules, way, [*cards, other], wild=False) for other in others if other not in cards) or (
            way in ("stomp", "scream") and fits(rules, way, cards, wild=False)
        )
    suits, numbers = {suit for suit, _ in cards}, sorted(number for _, number in cards)
    in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else False
    if way == "strike":
        return in_a_row
    if way == "stomp":
        return len(set(numbers)) == 1
    if way == "scream":
        return len(suits) == 1
    return in_a_row and len(suits) == 1 and len(cards) == rules["spell"]["cards"]


def may_help(rules: Rules, way: str, target: str) -> bool:
    """Whether enhancements count in an attempt: at creatures, and in a spell where the rules let them."""
    return target in CREATURES and (way != "spell" or bool(rules["spell"]["enhanced"]))


def helping(rules: Rules, way: str, target: str, owned: Sequence[str], used: Sequence[str]) -> list[str]:
    """The enhancements that count in an attempt: lasting ones by themselves, others if they are used."""
    if not may_help(rules, way, target):
        return []
    own = rules["enhancements"]
    return [name for name in owned if name in used or not (own[name]["once"] or own[name]["wild"])]


def earned(rules: Rules, way: str, target: str, cards: int, owned: Sequence[str], used: Sequence[str]) -> int:
    """How many dice an attempt earns."""
    own = rules["enhancements"]
    dice = rules["spell"]["dice"] if way == "spell" else cards + sum(own[name]["wild"] for name in used)
    return int(dice + sum(own[name]["dice"] for name in helping(rules, way, target, owned, used)))


def objection(rules: Rules, choice: Choice, landscape: Sequence[str], owned: Sequence[str]) -> tuple[str, str]:
    """Why an attempt with cards in hand is against the rules: the column that says it, and what it should be."""
    if choice.target is None or choice.target not in landscape:
        return "target", f"one of {', '.join(landscape)}"
    if barred(rules, choice.act, choice.target, len(choice.cards), owned, choice.used):
        return "used", "what may be used in this attempt"
    wild = any(rules["enhancements"][name]["wild"] for name in choice.used)
    fitting = fits(rules, choice.act, choice.cards, wild=wild)
    return ("", "") if fitting else ("cards", f"cards that make a {choice.act}")


def number(rules: Rules, way: str, target: str) -> int:
    """What an attempt has to reach."""
    if way == "spell":
        return int(rules["spell"]["number"])
    return int(rules["creatures" if target in CREATURES else "enhancements"][target][way])


def barred(rules: Rules, way: str, target: str, cards: int, owned: Sequence[str], used: Sequence[str]) -> str:
    """A word for what forbids an attempt with so many cards, whatever they are; "" where nothing does."""
    own, most = rules["enhancements"], rules["dice"]["max"]
    wild = [name for name in used if own[name]["wild"]]
    spent = [name for name in used if not own[name]["wild"]]
    if way == "spell" and not rules["spell"]["allowed"]:
        return "no_spells"
    if way == "spell" and not (target in CREATURES and bool(rules["creatures"][target]["dragon"])):
        return "no_dragon"
    if not set(used) <= set(owned):
        return "not_owned"
    if not all(own[name]["once"] for name in spent):
        return "lasting"
    if used and not may_help(rules, way, target):
        return "no_help"
    if len(wild) > 1:
        return "wild_twice"
    if not 1 <= cards + len(wild) <= most:
        return "dice"
    brings = any(own[name]["dice"] for name in spent)
    return "dice_in_vain" if brings and earned(rules, way, target, cards, owned, used) > most else ""


def attempts(rules: Rules, hand: Sequence[Adventurer], landscape: Sequence[str], owned: Sequence[str]) -> list[Choice]:
    """All attempts of a player: by way, cards, what is used, and target."""
    own, targets = rules["enhancements"], sorted(set(landscape), key=TARGETS.index)
    optional = [name for name in ENHANCEMENTS if name in owned and (own[name]["once"] or own[name]["wild"])]
    choices = list(_subsets(optional, len(optional)))
    open_to = {
        (way, size, used): [target for target in targets if not barred(rules, way, target, size, owned, used)]
        for way, size, used in product(WAYS, range(min(rules["dice"]["max"], len(hand)) + 1), choices)
    }
    found: list[Choice] = []
    for way in WAYS:
        for cards in _together(way, sorted(hand), rules["dice"]["max"]):
            fitting = {wild: fits(rules, way, cards, wild=wild) for wild in {_wild(rules, used) for used in choices}}
            for used in choices:
                if fitting[_wild(rules, used)]:
                    found += [Choice(way, target, cards, used) for target in open_to[way, len(cards), used]]
    return found


def sizes(rules: Rules, way: str, hand: Sequence[Adventurer], *, wild: bool) -> set[int]:
    """With how many cards of a hand, beside a wild one if there is any, an attempt can be made."""
    most = rules["dice"]["max"] - wild
    sets = [cards for cards in _together(way, sorted(hand), most) if wild or cards]
    found = set[int]()
    for cards in sets:
        if len(cards) not in found and fits(rules, way, cards, wild=wild):
            found.add(len(cards))
    return found


def _together(way: str, hand: Sequence[Adventurer], most: int) -> Iterator[tuple[Adventurer, ...]]:
    """No card, and all cards that can be tried together: those of a number or of a suit, in a strike any."""
    kinds = [{"strike": 0, "stomp": number}.get(way, suit) for suit, number in hand]
    yield ()
    for kind in sorted(set(kinds)):
        alike = [card for card, own in zip(hand, kinds, strict=True) if own == kind]
        yield from (chosen for chosen in _subsets(alike, most) if chosen)


def _wild(rules: Rules, used: Sequence[str]) -> bool:
    return any(rules["enhancements"][name]["wild"] for name in used)


def _subsets(things: Sequence[Any], most: int) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(min(most, len(things)) + 1))
