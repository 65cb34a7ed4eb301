"""Decks and packs as a command names them: settings of the rules, each name looked up in the pack first.

A deck belongs to a place, as everything does that chance gives to one player: the deck that is named first is that of
the first place. A player keeps their place while who begins is swapped (design seat), so it is their deck; where
players are swapped past the places (quartet, league), everybody plays every deck from every seat.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games.bundle import Constructed
from dhstats.games.dragon.files.rulesets import RULE_FILES
from dhstats.games.dragon.files.schema import PACK
from dhstats.games.dragon.packs import packs
from dhstats.games.dragon.packs.cards import STAYS, all_cards, special_types, upgrades_of, usable_types
from dhstats.games.dragon.packs.vocabulary import listed
from dhstats.games.dragon.table import SEATS, UPGRADE
from dhstats.games.keys import Values
from dhstats.quoting import quoted

DECKS_OPTION, PACK_OPTION = "--decks", "--pack"
BLANK = "blank"
MOST_COMBINATIONS = 216


def settings_of(rules: str | Path, settings: Sequence[str], decks: Sequence[str], pack: str) -> tuple[str, ...]:
    """The settings that give every place its deck, from a pack of its own if one is named."""
    if pack:
        packs.load(pack, Path(), PACK_OPTION)  # refused under the name of the option
    chosen = [f"{PACK}={json.dumps(pack, ensure_ascii=False)}"] if pack else []
    if not decks:
        return tuple(chosen)
    values = _values(rules, (*settings, *chosen))
    players, known = values["players"], values[PACK]["decks"]
    if len(decks) not in (1, players):
        raise BadInput(
            f"{DECKS_OPTION}: must be one deck for all or {players}, one for each player, not {len(decks)};"
            f" the pack has {', '.join(known)}"
        )
    for name in decks:
        if name not in known:
            raise BadInput(f"{DECKS_OPTION} {quoted(name)}: is not a deck of the pack, which has {', '.join(known)}")
    named = decks if len(decks) > 1 else [*decks] * players
    return (*chosen, *(f"decks.{seat}={json.dumps(name)}" for seat, name in zip(SEATS, named, strict=False)))


def all_decks(rules: str | Path, settings: Sequence[str], pack: str) -> tuple[str, ...]:
    """The names of all decks of the pack, in its order."""
    more = settings_of(rules, settings, (), pack)
    return tuple(_values(rules, (*settings, *more))[PACK]["decks"])


def _values(rules: str | Path, settings: Sequence[str]) -> Values:
    """All values of a rule file with settings, whether or not its decks are legal."""
    return RULE_FILES.stacked([*RULE_FILES.file_layers(rules), *RULE_FILES.settings_layers(settings)])


def combinations(effective: Mapping[str, Any], players: int, seed: int) -> list[tuple[str, ...]]:
    """The settings that give every place a deck of the pack, for each way to do so."""
    names = tuple(effective[PACK]["decks"])
    number = len(names) ** players
    lot = np.random.Generator(np.random.Philox(key=seed))
    chosen = range(number) if number <= MOST_COMBINATIONS else sorted(lot.choice(number, MOST_COMBINATIONS, False))
    places = range(players - 1, -1, -1)
    ways = [[names[way // len(names) ** place % len(names)] for place in places] for way in chosen]
    return [tuple(f'decks.{seat}="{name}"' for seat, name in zip(SEATS, way, strict=False)) for way in ways]


# ---- Changing a deck -------------------------------------------------------------------------------------------


def cards_of(effective: Mapping[str, Any], deck: str) -> dict[str, int]:
    """The cards of a deck with the number of copies of each, in the order of its list."""
    return dict(Counter(listed(effective[PACK]["decks"][deck]["cards"])))


def candidates(effective: Mapping[str, Any], deck: str) -> tuple[str, ...]:
    """The cards of the pack that the dragon of a deck can use, its own upgrades among them."""
    pack = effective[PACK]
    dragon = pack["decks"][deck]["dragon"]
    own, usable = upgrades_of(dragon), usable_types(pack, deck)
    return tuple(
        card.name
        for card in all_cards(pack)
        if (card.name in own if card.kind == UPGRADE else not special_types(pack, card) - usable)
    )


def swapped(effective: Mapping[str, Any], deck: str, out: str, into: str, number: int) -> tuple[str, ...]:
    """The settings under which copies of a card are replaced by another card, in their place of the list."""
    lines, left = [], number
    for line in effective[PACK]["decks"][deck]["cards"]:
        copies, name = int(line.split(" ")[0]), line.split(" ")[1]
        gone = min(left, copies) if name == out else 0
        left -= gone
        lines += [f"{count} {card}" for count, card in ((copies - gone, name), (gone, into)) if count]
    return (f"{PACK}.decks.{deck}.cards={json.dumps(lines)}",)


def blanked(effective: Mapping[str, Any], deck: str, card: str) -> tuple[str, ...]:
    """The settings under which all copies of a card are blanks: cards that can be discarded and nothing else.

    A blank is of a special type that the deck's dragon cannot use, changes nothing and tops nothing. BadInput where the
    dragon can use them all.
    """
    pack, name = effective[PACK], BLANK
    barred = [special for special in pack["special_types"] if special not in usable_types(pack, deck)]
    if not barred:
        raise BadInput(
            f"deck {quoted(deck)}: a blank card is of a special type that its dragon cannot use, and there is none; add"
            " another special type, with a dragon that can use it, to the pack"
        )
    while name in pack["actions"]:
        name += "_"
    facings = ", ".join(f'{{ dragon = "{change["dragon"]}", by = {change["by"]} }}' for change in STAYS)
    blank = f'{PACK}.actions.{name}={{ types = ["turn", "{barred[0]}"], facings = [{facings}] }}'
    return (blank, *swapped(effective, deck, card, name, cards_of(effective, deck)[card]))


CONSTRUCTED = Constructed(settings_of, all_decks, cards_of, candidates, swapped, blanked, combinations)
