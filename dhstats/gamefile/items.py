"""What of a game file can be asked for its worth: things, cards in hand, one more of a number."""

from functools import cache
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.gamefile.declarations import spoken
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import handing, records
from dhstats.gamefile.playing.forking import AT, kinds, things
from dhstats.gamefile.telling.failures import reason
from dhstats.gamefile.telling.lying import cells_in, kinds_in
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.bundle import Item

TRIED = 16  # deals that are laid out to see which cards there are under a rule set
CARDS_MEANING = (
    "Having a card means: one of its copies, chosen at random from all hands and hidden places, is in the player's"
    " hand. A card chosen at random from that hand takes its place. For nobody the copy is with neither of the two"
    " players. Everything else stays the same, also the moves before the fork. Positions in which such an exchange is"
    " impossible are left out."
)
MORE_MEANING = (
    "Having one more means: the player's number is one higher, and everything else stays the same. Positions in which"
    " the number is already at its maximum, or in which the game would be over, are left out."
)


def items(file: GameFile, rules: Any) -> tuple[Item, ...]:
    """What can be asked for its worth under a rule record: everything that a seat can have."""
    return _there(file, np.asarray(rules).tobytes())


@cache
def _there(file: GameFile, rules: bytes) -> tuple[Item, ...]:
    moments = tuple((f"{AT}{word}", f"{AT}{word}", f"When somebody first plays {word}") for word in kinds(file))
    found = [Item(name, spoken(name), "things", name, True, moments) for name in things(file)]
    if cards := handing.cards(file):
        dealt = dealt_cards(file, np.frombuffer(rules, records.rules(file)).view(np.recarray)[0])
        found += [
            Item(change, handing.named(file, *where), "cards", change, False, moments, meaning=CARDS_MEANING)
            for change, where in cards.items()
            if change in dealt
        ]
    for change, name in handing.counters(file).items():
        told = f"extra one of {spoken(name)}"
        found.append(Item(change, told, "numbers", change, False, moments, meaning=MORE_MEANING))
    return tuple(found)


def dealt_cards(file: GameFile, rules: Any) -> frozenset[str]:
    """Which of the cards there are under a rule record: those that setup lays out in one deal or another."""
    found = set[str]()
    for deal in range(TRIED):
        try:
            state = Tabletop(file, rules, 0, deal, 0).state
        except Exception as error:  # whatever a file may raise
            raise BadInput(f"game file {file.shown}: {reason(file, error)}, in setup") from None
        for name, hand in handing.hands(file).items():
            cells = [
                (each, cell) for other, each in file.pool(hand.deck).items() for cell in cells_in(each, state[other])
            ]
            lying = {kind for each, cell in cells for kind in kinds_in(each, cell)}
            found |= {f"{name}.{word}" for kind, word in enumerate(hand.card_names) if kind in lying}
    return frozenset(found)
