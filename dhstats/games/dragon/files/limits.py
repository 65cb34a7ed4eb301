"""What the keys of a rule set must satisfy together: legal decks above all; and what a designer should be warned of."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from dhstats.errors import nearest
from dhstats.games.dragon.files import packfile
from dhstats.games.dragon.files.schema import PACK
from dhstats.games.dragon.packs.cards import Card, Table, all_cards, special_types, upgrades_of, usable_types
from dhstats.games.dragon.packs.encoding import needs_rival
from dhstats.games.dragon.packs.kinds import listed
from dhstats.games.dragon.table import ACTION, ATTACHMENT, GROUND, MAX_DECK, MAX_MOVES, SEATS
from dhstats.games.keys import Values
from dhstats.games.rulefile import Conflict
from dhstats.quoting import quoted


def conflicts(values: Values) -> Iterator[Conflict]:
    """Where values do not fit each other; nothing is said of the moves of decks that are none."""
    if values["teams"] == "pairs" and values["players"] != 4:
        said = f'teams = "pairs": must be "none" for {values["players"]} players: pairs are for four'
        yield Conflict(("teams", "players"), said)
    decks = [conflict for seat in seats(values) for conflict in _of_deck(values, seat)]
    yield from decks
    if decks:
        return
    most = max(moves_of(values, seat) for seat in seats(values))
    if most > MAX_MOVES:
        yield Conflict(
            (PACK, "players", *(f"decks.{seat}" for seat in seats(values))),
            f"decks: a hand could have {most} moves, must be at most {MAX_MOVES}; use fewer different ground cards or"
            " cards that change facings",
        )


def seats(values: Values) -> tuple[str, ...]:
    """The names of the seats where somebody plays."""
    return SEATS[: values["players"]]


def deck_at(values: Values, seat: str) -> Table:
    """The deck that a seat plays, as the pack lists it."""
    deck: Table = values["pack"]["decks"][values[f"decks.{seat}"]]
    return deck


def _of_deck(values: Values, seat: str) -> Iterator[Conflict]:
    """A deck that the pack has, with exactly so many cards, and not too many copies of any of them."""
    name, decks = values[f"decks.{seat}"], values["pack"]["decks"]
    if name not in decks:
        said = f"decks.{seat} = {quoted(name)}: is not a deck of the pack; {nearest(name, decks)}"
        yield Conflict((PACK, f"decks.{seat}"), said)
        return
    cards = listed(decks[name]["cards"])
    names = (PACK, f"decks.{seat}", "construction.size", "construction.copies")
    size, copies = values["construction.size"], values["construction.copies"]
    if len(cards) != size:
        said = f"pack.decks.{name}: has {len(cards)} cards, must be exactly {size} (construction.size)"
        yield Conflict(names, said)
    for card, number in Counter(cards).items():
        if number > copies:
            most = f"must be at most {copies} (construction.copies)"
            yield Conflict(names, f"pack.decks.{name}: has {number} copies of {card}, {most}")
    dealt = values["hand.size"] + values[f"start.cards.{seat}"]
    if dealt > size:
        said = f"hand.size: opening hands of {dealt} cards, must be at most the {size} of a deck"
        yield Conflict(("hand.size", f"start.cards.{seat}", "construction.size"), said)


def moves_of(values: Values, seat: str) -> int:
    """More moves than the player of a seat can have at once: all their cards in hand, all of the rivals' in play."""
    cards = {card.name: card for card in all_cards(values["pack"])}
    rivals = [listed(deck_at(values, other)["cards"]) for other in seats(values) if other != seat]
    aims = {
        kind: sum(len({name for name in own if cards[name].kind == kind}) for own in rivals)
        for kind in (GROUND, ATTACHMENT)
    }
    hand = {cards[name] for name in listed(deck_at(values, seat)["cards"])}
    return 1 + sum(_ways(card, aims, len(rivals)) for card in hand)


def _ways(card: Card, aims: Mapping[int, int], rivals: int) -> int:
    """More moves than there can be with one card."""
    ways = rivals if needs_rival(card.values) else 1
    if card.values.get("wounds"):
        ways += aims[GROUND]
    if card.values.get("destroys", "nothing") != "nothing":
        ways = max(aims.values())
    for entry in card.values.get("facings", ()):
        ways *= (rivals + 1 if entry["dragon"] == "any" else 1) * (1 if "to" in entry else 3)
    return max(1, ways)


def turn_limit(values: Values) -> int:
    """More decisions than a game can have.

    Every turn draws a card at least, so a player has at most as many turns as cards, and a turn has a few decisions
    without cards. Every other decision is about a card that leaves a hand, but for those to hold back.
    """
    players, cards = values["players"], MAX_DECK
    return int(players * cards * (players + 1) + players * (cards + 1) * 5)


def warnings(values: Values) -> Iterator[str]:
    """Sentences about rules that can be played but were hardly meant."""
    pack, cards = values["pack"], {card.name: card for card in all_cards(values["pack"])}
    for name in dict.fromkeys(values[f"decks.{seat}"] for seat in seats(values)):
        own = listed(pack["decks"][name]["cards"])
        dragon = pack["decks"][name]["dragon"]
        usable = usable_types(pack, name)
        for card in dict.fromkeys(own):
            for special in special_types(pack, cards[card]) - usable:
                yield f"Deck {name}: {card} is of type {special}, which its dragon cannot use."
        second, third = upgrades_of(dragon)
        if third in own and second not in own:
            yield f"Deck {name}: has {third} without {second}, so it can never be played."
    if not any(card.kind == ACTION for card in cards.values()):
        yield "The pack has no action cards."


def label(values: Mapping[str, Any]) -> str:
    """What every output says of the pack: whose cards these are, its title, and the hash of all that is on them."""
    pack = values["pack"]
    return f"{pack['label'].rstrip('.')} (pack {quoted(pack['title'])}, {packfile.fingerprint(pack)[:12]})"
