"""Rule sets of Dragon! for people: sentences for a report."""

from collections import Counter

from dhstats.games.dragon.files.limits import label, seats
from dhstats.games.dragon.files.schema import LEVERS, PACK
from dhstats.games.dragon.packs.cards import all_cards
from dhstats.games.dragon.packs.kinds import listed
from dhstats.games.keys import Values


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
