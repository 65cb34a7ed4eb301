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
from dataclasses import dataclass
from typing import Any

from dhstats.games.dragon.packs.kinds import by_type, changes, facings, words
from dhstats.games.dragon.table import ACTION, ATTACHMENT, ATTACK_TYPES, FIXED_TYPES, GROUND, MAX_COST, N_FIXED
from dhstats.games.kinds import Kind, line, whole, word

MOST_WOUNDS = 30
MOST_HEALTH = 99
MOST_LAIR = 40
MOST_AGILITY = 9
DESTROYS = {"nothing": ACTION, "ground": GROUND, "attachment": ATTACHMENT}
PLAIN_TYPES = FIXED_TYPES[:4]  # those that action cards may have besides special types


@dataclass(frozen=True, slots=True)
class Effect:
    """A key of a card; `default` stands where a card leaves it out (None: it must not).

    `since` is the number of the schema in which it came: what came later than the first has a default, under which a
    card is as it was, and which never changes, as packs leave out what equals it.

    `says` is the text of the card: {n} is the value, {s} makes plurals. `field` is where the engine's record holds it
    ("": not in one field).
    """

    name: str
    kind: Kind
    meaning: str
    default: Any = None
    says: str = ""
    field: str = ""
    since: int = 1


def _number(name: str, most: int, meaning: str, says: str) -> Effect:
    return Effect(name, whole(1, most), meaning, 0, says, name)


def titles() -> Effect:
    """The name of a card as people read it."""
    return Effect("title", line(), "Its name for people; not used for play.", "")


def costs() -> tuple[Effect, ...]:
    """What stands on a card in red."""
    return (
        Effect("own_facing", facings(), "Facings that the own dragon must have for it.", [],
               "own dragon must face {n}", "own_facing"),
        _number("discards", MAX_COST, "Other cards of the hand that have to be discarded for it.",
                "discard {n} card{s}"),
        _number("suffers", MOST_WOUNDS, "Wounds that the own dragon takes for it.", "suffer {n} wound{s}"),
    )  # fmt: skip


def rival_facing() -> Effect:
    """The limit that a card sets to the rival's facing."""
    return Effect("rival_facing", facings(), "Facings that the rival's dragon must have for it.", [],
                  "rival must face {n}", "rival_facing")  # fmt: skip


def actions(specials: Sequence[str]) -> tuple[Effect, ...]:
    """The vocabulary of action cards."""
    return (
        titles(),
        Effect("types", words((*PLAIN_TYPES, *specials), 1), "Its types.", None, "", "types"),
        _tops(specials),
        *costs(),
        rival_facing(),
        _number("wounds", MOST_WOUNDS, "Wounds that it inflicts.", "{n} wound{s}"),
        _number("tail_wounds", MOST_WOUNDS, "Wounds besides, if the rival's dragon faces tail.",
                "{n} more if the rival faces tail"),
        Effect("destroys", word(DESTROYS), "A card in play of the rival that it discards; there must be one.",
               "nothing", "discard a rival {n}", "destroys"),
        _number("heals", MOST_WOUNDS, "Wounds that the own dragon loses.", "heal {n} wound{s}"),
        Effect("facings", changes(), "Changes of facing, declared when it is played.", [], "{n}"),
        _number("rival_mills", 9, "Cards that the rival discards from the top of their deck, as far as there are any.",
                "rival discards {n} card{s} from the deck"),
        _number("rival_draws", 9, "Cards that the rival must draw.", "rival draws {n} card{s}"),
        _number("draws", 9, "Cards that the player must draw.", "draw {n} card{s}"),
        _number("rival_discards", 9, "Cards that the rival must discard from their hand, as far as they have them.",
                "rival discards {n} card{s} from the hand"),
    )  # fmt: skip


def grounds(specials: Sequence[str]) -> tuple[Effect, ...]:
    """The vocabulary of ground cards."""
    return (
        titles(),
        _special_types(specials),
        _tops(specials),
        *costs(),
        rival_facing(),
        Effect("lair_attack", whole(1, MOST_LAIR), "Points against the rival's lair; wounds that destroy it.", None,
               "lair attack {n}", "lair_attack"),
    )  # fmt: skip


def attachments(specials: Sequence[str]) -> tuple[Effect, ...]:
    """The vocabulary of attachments."""
    return (
        titles(),
        _special_types(specials),
        _tops(specials),
        *costs(),
        _number(
            "lasts", 40, "Own turns that it stays, the one of its play included; without it: all.", "for {n} turn{s}"
        ),
        Effect("health", whole(1, MOST_HEALTH), "More health.", 0, "+{n} health", "health"),
        Effect("agility", whole(1, MOST_AGILITY), "More cards drawn by agility.", 0, "+{n} agility", "agility"),
        Effect("lair", whole(1, MOST_LAIR), "More lair.", 0, "+{n} lair", "lair"),
        Effect("uses", words(specials), "Special types that the dragon may use besides its own.", [], "uses {n}"),
        *modifiers(specials),
    )


def levels(specials: Sequence[str]) -> tuple[Effect, ...]:
    """The vocabulary of a dragon's levels; `discards` and `tops` belong to the upgrades, levels 2 and 3."""
    return (
        Effect("health", whole(1, MOST_HEALTH), "Wounds that kill it.", None, "health {n}", "health"),
        Effect("agility", whole(1, MOST_AGILITY), "Cards that it draws at the start of a turn.", None, "agility {n}",
               "agility"),
        Effect("lair", whole(1, MOST_LAIR), "Lair attack points that banish it.", None, "lair {n}", "lair"),
        _tops(specials),
        _number("discards", MAX_COST, "Cards of the hand that have to be discarded for the upgrade.",
                "discard {n} card{s}"),
        *modifiers(specials),
    )  # fmt: skip


def modifiers(specials: Sequence[str]) -> tuple[Effect, ...]:
    """What levels and attachments change."""
    return (
        Effect("attacks", whole(1, 9), "More attack cards a turn than the facing allows.", 0, "+{n} attack{s} a turn",
               "attacks"),
        *(Effect(f"more_{name}", whole(1, 9), f"More {name} cards a turn.", 0, f"+{{n}} {name} card{{s}} a turn")
          for name in ATTACK_TYPES),
        Effect("draws", whole(1, 9), "More cards in the draw step.", 0, "+{n} card{s} in the draw step", "draws"),
        Effect("hand", whole(1, 9), "A larger hand in the draw step.", 0, "+{n} hand size", "hand"),
        Effect("adds", by_type((*ATTACK_TYPES, *specials), 9), "Wounds that its cards of a type inflict besides.",
               {}, "{n} wounds"),
        Effect("armour", by_type((*ATTACK_TYPES, *specials), 9), "Wounds less from cards of a type.", {},
               "armour {n}"),
    )  # fmt: skip


# What has effects of its own, by the name that files call it; each of special types that a pack names.
KINDS: Mapping[str, Callable[[Sequence[str]], tuple[Effect, ...]]] = {
    "actions": actions, "grounds": grounds, "attachments": attachments, "levels": levels,
}  # fmt: skip


def _special_types(specials: Sequence[str]) -> Effect:
    return Effect("types", words(specials), "Special types, besides the type of its kind.", [], "", "types")


def _tops(specials: Sequence[str]) -> Effect:
    return Effect("tops", words((*FIXED_TYPES, *specials)), "Types of cards that it can top.", [], "tops {n}", "tops")


def type_number(name: str, specials: Sequence[str]) -> int:
    """The number of a type in the engine's bits."""
    return FIXED_TYPES.index(name) if name in FIXED_TYPES else N_FIXED + specials.index(name)
