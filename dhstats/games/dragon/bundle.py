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


TROUPE = Troupe(
    scripts={"random": uniform, "greedy": greedy},
    evaluation=evaluation,
    identities={
        "random": ("8cb7fb5bade67c03e19ecd8127315c312c22492d1456acaa35e39c847df6226a",),
        "greedy": ("5e8a63b47b86b7c527ceba3361f1b79ea23f2c4005f0789bcc92419f2e8d7c16",),
        "evaluation": (
            "6614998ab780d9e7d25473c28df7042d15fe6bfc602b4fe121d4c8fa49fbf7b4",
            "dab00c4c97b837ef2621d236fe5f5fd96406ec47489fa29619dca289b5a939cb",
        ),
    },
)


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
