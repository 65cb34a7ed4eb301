"""Rule sets and cards of Dragon! for people: sentences for a report, the text of a card."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dhstats.games.dragon.files.limits import label, seats
from dhstats.games.dragon.files.schema import LEVERS, PACK
from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.packs.kinds import listed
from dhstats.games.dragon.packs.packs import Card, all_cards, complete, types_of
from dhstats.games.dragon.packs.vocabulary import Effect
from dhstats.games.dragon.table import KINDS
from dhstats.games.keys import Values

TURNED = {1: "a quarter turn", 2: "a half turn", 0: "no turn"}
WHOSE = {"own": "own dragon", "rival": "rival", "any": "any dragon"}


def sentences(values: Values) -> list[str]:
    """What the rules say: the pack and its label, the decks, then lever by lever."""
    pack = values[PACK]
    playing = seats(values)
    others = [name for name in values if name != PACK and not name.startswith("source.")]
    others = [name for name in others if not name.startswith("decks.") or name.removeprefix("decks.") in playing]
    return [
        f"Cards: {pack['title'].rstrip('.')}.",
        f"{label(values)}.",
        *(text for name in others if (text := LEVERS[name].sentence(values[name]))),
        *(deck_text(values, name) for name in dict.fromkeys(values[f"decks.{seat}"] for seat in playing)),
    ]


def deck_text(values: Values, name: str) -> str:
    """A deck in a sentence: its dragon and cards."""
    deck = values[PACK]["decks"][name]
    titles = {card.name: card.title for card in all_cards(values[PACK])}
    cards = ", ".join(f"{count} {titles[card]}" for card, count in Counter(listed(deck["cards"])).items())
    return f"Deck {name}: {values[PACK]['dragons'][deck['dragon']]['title'] or deck['dragon']} with {cards}."


def card_text(card: Card, specials: Sequence[str]) -> str:
    """A card in a line: types, costs and effects, what it tops."""
    if KINDS[card.kind] == "upgrades":
        effects: Sequence[Effect] = vocabulary.levels(specials)
    else:
        effects = getattr(vocabulary, KINDS[card.kind])(specials)
    tops = ", ".join(card.values["tops"])
    said = [*_said(effects, card.values), *([f"tops {tops}"] if tops else [])]
    return f"{card.title} ({', '.join(types_of(card))}): {'; '.join(said) or 'no effect'}"


def level_text(level: Mapping[str, Any], specials: Sequence[str]) -> str:
    """A level of a dragon in a line."""
    effects = vocabulary.levels(specials)
    return "; ".join(_said(effects, complete(effects, level)))


def _said(effects: Sequence[Effect], values: Mapping[str, Any]) -> Iterator[str]:
    for effect in effects:
        value = values[effect.name]
        if effect.says and value != effect.default and effect.name != "tops":
            yield effect.says.format(n=_spoken(value), s="" if value == 1 else "s")


def _spoken(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"+{number} {name}" for name, number in value.items())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "; ".join(map(_change, value))
    return " or ".join(value) if isinstance(value, list) else str(value)


def _change(entry: Mapping[str, Any]) -> str:
    """A change of facing in words."""
    if "to" in entry:
        return f"{WHOSE[entry['dragon']]} faces {entry['to']}"
    return f"{' or '.join(TURNED[steps] for steps in entry['by'])} of {WHOSE[entry['dragon']]}"
