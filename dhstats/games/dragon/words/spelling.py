"""Words about forks with cards in them: what people write, as the names that forks of any pack have."""

from collections.abc import Mapping
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games.dragon.files.schema import PACK
from dhstats.games.dragon.packs.cards import all_cards
from dhstats.games.dragon.table import ACTS, FACINGS, FIXED_TYPES

CARDED = ("drawn", "lost")  # changes whose value is a card
UNIFORM = "uniform-turn"
# Of a key: words without a card, what a card alone stands for, and what words with a card begin with.
WORDS = {
    "play": ((*ACTS, *FIXED_TYPES), "card-", ("top-",)),
    "at": ((UNIFORM, "first", "tail"), "played-", ("played-", "topped-")),
}


def spell(effective: Mapping[str, Any], key: str, word: str) -> str:
    """What people write with cards and facings in it, as the engine calls it; other words as they are.

    `key` is a change, `play` for kinds of moves or `at` for moments: play=claw_attack, play=top-claw_attack,
    drawn=claw_attack, facing=tail, at played-claw_attack. BadInput for a card that the pack has not, and for a kind or
    moment that there is not.
    """
    if key == "facing" and word in FACINGS:
        return str(FACINGS.index(word))
    if key not in (*CARDED, *WORDS):
        return word
    codes = {card.name: code for code, card in enumerate(all_cards(effective[PACK]))}
    if key in CARDED:
        if word not in codes:
            raise BadInput(f"{key}={word}: is no card of the pack; {nearest(word, codes)}")
        return str(codes[word] + 1)
    return word if word in WORDS[key][0] else _with_card(key, word, codes)


def _with_card(key: str, word: str, codes: Mapping[str, int]) -> str:
    """The name of a kind or a moment that is about a card."""
    plain, alone, prefixes = WORDS[key]
    for prefix in prefixes:
        if word.startswith(prefix) and word.removeprefix(prefix) in codes:
            return f"{prefix}{codes[word.removeprefix(prefix)]}"
    if word in codes:
        return f"{alone}{codes[word]}"
    known = {*plain, *codes, *(f"{prefix}{name}" for prefix in prefixes for name in codes)}
    raise BadInput(f"{key} {word!r}: not known; {_hint(word, known, plain, prefixes)}")


def _hint(word: str, known: set[str], plain: tuple[str, ...], prefixes: tuple[str, ...]) -> str:
    """The nearest word, or what there is in short."""
    near = nearest(word, sorted(known))
    if near.startswith("did you mean"):
        return near
    return f"allowed: {', '.join(plain)}, a card, {', '.join(f'{prefix}CARD' for prefix in prefixes)}"
