"""Dragon! with everything that is not compiled."""

from collections.abc import Mapping
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games import uniform
from dhstats.games.bundle import Bands, GameBundle, Item, Rescoring, of_folder
from dhstats.games.characters import Troupe
from dhstats.games.dragon.files import decks
from dhstats.games.dragon.files.rulesets import RULE_FILES, label
from dhstats.games.dragon.files.schema import PACK
from dhstats.games.dragon.game import GAME
from dhstats.games.dragon.packs.cards import all_cards
from dhstats.games.dragon.players import evaluation, greedy
from dhstats.games.dragon.table import ACTS, FACINGS, FIXED_TYPES, ROWS

COLUMNS = ("score_first", "score_second", "winner")
CARDED = ("drawn", "lost")  # changes whose value is a card
# Of a key: words without a card, what a card alone stands for, and what words with a card begin with.
WORDS = {
    "play": ((*ACTS, *FIXED_TYPES), "card-", ("top-",)),
    "at": (("uniform-turn", "first", "tail"), "played-", ("played-", "topped-")),
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
            raise BadInput(f"{key}={word}: is not a card of the pack; {nearest(word, codes)}")
        return str(codes[word] + 1)
    plain, alone, prefixes = WORDS[key]
    names = {name: f"{alone}{code}" for name, code in codes.items()}
    names |= {f"{prefix}{name}": f"{prefix}{code}" for prefix in prefixes for name, code in codes.items()}
    names |= {name: name for name in plain}
    if word not in names:
        hint = nearest(word, sorted(names))
        if not hint.startswith("did you mean"):
            hint = f"allowed: {', '.join(plain)}, a card, {', '.join(f'{prefix}CARD' for prefix in prefixes)}"
        raise BadInput(f"{key} {word!r}: not known; {hint}")
    return names[word]


TROUPE = Troupe({"random": uniform, "greedy": greedy}, evaluation)


BEHIND = Item(
    "behind", "place behind the rival's tail", "facings", "behind", main=True,
    moments=(("tail", "tail", "When a dragon faces tail for the first time"),),
)  # fmt: skip


BUNDLE = GameBundle(
    **of_folder(GAME, RULE_FILES, TROUPE, ROWS, ("controller",)),
    yardsticks=("greedy", "banisher", "controller", "exhauster", "killer"),
    rescoring=Rescoring({}, COLUMNS, lambda _, __, games: {name: games[name] for name in COLUMNS}),  # none changes it
    bands=Bands(turns=(10, 25, 40), leads=(-6, -1, 2, 7)),  # turns of a fork are actions
    items=lambda _: (BEHIND,),  # cards are told apart by `dhstats cards`, as everybody has their own
    label=label,
    spell=spell,
    constructed=decks.CONSTRUCTED,
)
