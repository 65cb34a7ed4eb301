"""Everything that can stand on a card, once: what it may hold, what it means, and where the engine finds it.

The vocabulary is closed: a pack with any other key is refused. A pack is a table of

- `title`, `label` (shown wherever results of it are), `special_types` (names of types that only some dragons may use);
- `dragons.<name>`: `title`, `special` (the special type that it may use), `levels` (three tables, LEVEL below);
- `actions.<name>`, `grounds.<name>`, `attachments.<name>`: `title` and the effects that their kind may have;
- `decks.<name>`: `title`, `dragon`, `cards` (lines such as "3 claw_attack").

Upgrades need no tables of their own: <dragon>_2 and <dragon>_3 are the cards that lead to these levels.

What a card does when it takes effect, in this order: `wounds` (with `tail_wounds`) to the rival's dragon or to one of
their ground cards; `destroys`; `heals`; `facings`; `rival_mills`; `rival_draws`; `draws`; `rival_discards`. In red,
hence met when it is played: `own_facing`, `rival_facing`, `discards`, `suffers`.
"""

from collections.abc import Callable, Mapping, Sequence

from dhstats.games.dragon.packs.kinds import by_type, changes, facings, words
from dhstats.games.dragon.table import ACTION, ATTACHMENT, ATTACK_TYPES, FIXED_TYPES, GROUND, MAX_COST, N_FIXED
from dhstats.games.keys import Key
from dhstats.games.kinds import line, whole, word

MOST_WOUNDS = 30
MOST_HEALTH = 99
MOST_LAIR = 40
MOST_AGILITY = 9
DESTROYS = {"nothing": ACTION, "ground": GROUND, "attachment": ATTACHMENT}
PLAIN_TYPES = FIXED_TYPES[:4]  # those that action cards may have besides special types

# An effect is a key whose `default` stands where a card leaves it out (None: it must not), whatever its `since`, as
# packs leave out what equals it. `field` is where the engine's record of a card holds it ("": not in one field of it).
Effects = tuple[Key, ...]


def _number(name: str, most: int, meaning: str) -> Key:
    return Key(name, whole(1, most), meaning, field=name, default=0)


def _modifier(name: str, most: int, meaning: str) -> Key:
    return Key(name, whole(1, most), meaning, default=0)


def titles() -> Key:
    """The name of a card as people read it."""
    return Key("title", line(), "Its name for people; not used for play.", default="")


def costs() -> Effects:
    """What stands on a card in red."""
    return (
        Key("own_facing", facings(), "Facings that the own dragon must have for it.", field="own_facing", default=[]),
        _number("discards", MAX_COST, "Other cards of the hand that have to be discarded for it."),
        _number("suffers", MOST_WOUNDS, "Wounds that the own dragon takes for it."),
    )


def rival_facing() -> Key:
    """The limit that a card sets to the rival's facing."""
    meaning = "Facings that the rival's dragon must have for it."
    return Key("rival_facing", facings(), meaning, field="rival_facing", default=[])


def actions(specials: Sequence[str]) -> Effects:
    """The vocabulary of action cards."""
    destroys = "A card in play of the rival that it discards; there must be one."
    return (
        titles(),
        Key("types", words((*PLAIN_TYPES, *specials), 1), "Its types."),
        _tops(specials),
        *costs(),
        rival_facing(),
        _number("wounds", MOST_WOUNDS, "Wounds that it inflicts."),
        _number("tail_wounds", MOST_WOUNDS, "Wounds besides, if the rival's dragon faces tail."),
        Key("destroys", word(DESTROYS), destroys, field="destroys", default="nothing"),
        _number("heals", MOST_WOUNDS, "Wounds that the own dragon loses."),
        Key("facings", changes(), "Changes of facing, declared when it is played.", default=[]),
        _number("rival_mills", 9, "Cards that the rival discards from the top of their deck, as far as there are any."),
        _number("rival_draws", 9, "Cards that the rival must draw."),
        _number("draws", 9, "Cards that the player must draw."),
        _number("rival_discards", 9, "Cards that the rival must discard from their hand, as far as they have them."),
    )


def grounds(specials: Sequence[str]) -> Effects:
    """The vocabulary of ground cards."""
    lair_attack = "Points against the rival's lair; wounds that destroy it."
    return (
        titles(),
        _special_types(specials),
        _tops(specials),
        *costs(),
        rival_facing(),
        Key("lair_attack", whole(1, MOST_LAIR), lair_attack, field="lair_attack"),
    )


def attachments(specials: Sequence[str]) -> Effects:
    """The vocabulary of attachments."""
    return (
        titles(),
        _special_types(specials),
        _tops(specials),
        *costs(),
        _number("lasts", 40, "Own turns that it stays, the one of its play included; without it: all."),
        _modifier("health", MOST_HEALTH, "More health."),
        _modifier("agility", MOST_AGILITY, "More cards drawn by agility."),
        _modifier("lair", MOST_LAIR, "More lair."),
        Key("uses", words(specials), "Special types that the dragon may use besides its own.", default=[]),
        *modifiers(specials),
    )


def levels(specials: Sequence[str]) -> Effects:
    """The vocabulary of a dragon's levels; `discards` and `tops` belong to the upgrades, levels 2 and 3."""
    return (
        Key("health", whole(1, MOST_HEALTH), "Wounds that kill it."),
        Key("agility", whole(1, MOST_AGILITY), "Cards that it draws at the start of a turn."),
        Key("lair", whole(1, MOST_LAIR), "Lair attack points that banish it."),
        _tops(specials),
        _number("discards", MAX_COST, "Cards of the hand that have to be discarded for the upgrade."),
        *modifiers(specials),
    )


def modifiers(specials: Sequence[str]) -> Effects:
    """What levels and attachments change."""
    types = (*ATTACK_TYPES, *specials)
    return (
        _modifier("attacks", 9, "More attack cards per turn than the facing allows."),
        *(_modifier(f"more_{name}", 9, f"More {name} cards per turn.") for name in ATTACK_TYPES),
        _modifier("draws", 9, "More cards in the draw step."),
        _modifier("hand", 9, "A larger hand in the draw step."),
        Key("adds", by_type(types, 9), "Wounds that its cards of a type inflict besides.", default={}),
        Key("armour", by_type(types, 9), "Wounds less from cards of a type.", default={}),
    )


# What has effects of its own, by the name that files call it; each of special types that a pack names.
KINDS: Mapping[str, Callable[[Sequence[str]], Effects]] = {
    "actions": actions,
    "grounds": grounds,
    "attachments": attachments,
    "levels": levels,
}


def _special_types(specials: Sequence[str]) -> Key:
    return Key("types", words(specials), "Special types, besides the type of its kind.", default=[])


def _tops(specials: Sequence[str]) -> Key:
    return Key("tops", words((*FIXED_TYPES, *specials)), "Types of cards that it can top.", field="tops", default=[])


def type_number(name: str, specials: Sequence[str]) -> int:
    """The number of a type in the engine's bits."""
    return FIXED_TYPES.index(name) if name in FIXED_TYPES else N_FIXED + specials.index(name)
