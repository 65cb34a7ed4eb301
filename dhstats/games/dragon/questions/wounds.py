"""What inflicts the wounds? Cards by type and deck: how many are played, what becomes of them, what they inflict."""

from dhstats.games.dragon.questions.plays import ALL, ANY_DECK, ANY_NUMBER, FIELDS, SUCH, CardList, Key, plays
from dhstats.games.dragon.table import ATTACK_TYPES
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import PER_CENT, Chart, bars, most
from dhstats.questions.shared.groups import groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted
from dhstats.questions.shared.tables import by_matchup, named_rows, text

BY_TYPE = (
    text("type", "Type", "row.kind"),
    text("attack", "Attack card", lambda each: "yes" if each.row["kind"] in ATTACK_TYPES else "no"),
    *FIELDS,
)
OF_DECK = (text("type", "Type", lambda each: each.row["kind"] or "all"), *FIELDS)


def answer(counts: Counts) -> Answer:
    """Cards played by type, and by type and deck."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: plays(counts, group) for group in samples}
    deck = text("deck", "Deck", lambda each: cards.decks[each.row["place"]])
    kinds = [(kind, ANY_DECK, ANY_NUMBER) for kind in cards.order]
    every = [(kind, place, ANY_NUMBER) for place in range(len(cards.decks)) for kind in (ALL, *cards.order)]
    return QUESTION.told(
        counts,
        (Finding(samples[0].says(text)) for text in _sentences(by_group[samples[0]], cards)),
        (
            by_matchup("types", "Cards played, by type", BY_TYPE, named_rows(by_group, kinds)),
            by_matchup("decks", "Cards played, by deck and type", (deck, *OF_DECK), named_rows(by_group, every)),
        ),
    )


def _sentences(by_kind: dict[Key, Counted], cards: CardList) -> list[str]:
    every = by_kind.get((ALL, ANY_DECK, ANY_NUMBER))
    if every is None:
        return ["No card was played in the logged turns."]
    played = every.a_game("plays")
    toll = words.stated(every.a_game("wounds"), of="wounds inflicted on rivals", after=played.interval)
    said = f"A game has {words.stated(played, of='cards played')} and {toll}."
    return [said, *_attacks(by_kind, cards), *_by_deck(by_kind, cards)]


def _attacks(by_kind: dict[Key, Counted], cards: CardList) -> list[str]:
    known = [
        (each.a_game("wounds"), wounds, kind)
        for kind in cards.order
        if kind in ATTACK_TYPES
        and (each := by_kind.get((kind, ANY_DECK, ANY_NUMBER)))
        and (wounds := each.mean("wounds", "plays", SUCH))
    ]
    known.sort(key=lambda each: -each[0].value)
    return [
        f"{cards.spoken(kind).capitalize()} inflict {words.stated(toll, of='wounds per game')},"
        f" {words.stated(a_card, of='a card', after=toll.interval)}."
        for toll, a_card, kind in known
    ]


def _by_deck(by_kind: dict[Key, Counted], cards: CardList) -> list[str]:
    tolls = {
        deck: toll
        for place, deck in enumerate(cards.decks)
        if (each := by_kind.get((ALL, place, ANY_NUMBER))) and (toll := each.a_game("wounds"))
    }
    if not tolls:
        return []
    shown = words.series((toll, "") for toll in tolls.values())
    parts = [f"{deck} {toll}" for deck, toll in zip(tolls, shown, strict=True)]
    return [f"By deck, wounds inflicted per game: {words.listed(parts)}."]


QUESTION = Question(
    "wounds", "What inflicts the wounds?", ("chains", "race"), answer, 230, OF_MORE, of_turns=True,
    charts=(
        Chart(
            "Wounds by type of attack", ("types",), "games.dragon.pages.wounds",
            says=most("type", "toll", "Most wounds come from: {what} ({value} per game)", captions.points),
        ),
        Chart("Wounds by deck", ("decks",), "games.dragon.pages.deck_wounds"),
        bars(
            "How many cards are played", "types", "type", ("game", "Cards played per game", ".2f"),
            "Bars: how many cards of each type are played in a game, with intervals.",
            most("type", "game", "Played most: {what} ({value} per game)", captions.points),
        ),
        bars(
            "How many of them are cancelled", "types", "type", ("cancelled", "Cancelled of those played", PER_CENT),
            "Bars: how many cards of each type were cancelled, with intervals.",
            most("type", "cancelled", "Cancelled most often: {what} ({value} of those played)"),
        ),
    ),
    read="Each bar is a type of card: the wounds that such cards inflict on the rival's dragon in a game; the grid "
    "shows them deck by deck. Below: how many cards of each type are played in a game, and how many of those are "
    "cancelled in the end.",
    method="Logged games. Numbers per game: estimate ± t · standard error over deals, 95 %. Shares and wounds per "
    f"card: {RATIOS}. A card with several types counts under the first of them; wounds that a player's own card costs "
    "them are left out, and so are attacks on ground cards.",
    caution="A type that inflicts more wounds is not necessarily worth more: attacks also destroy ground cards, turn "
    "dragons and top, and players choose which of them they play.",
)  # fmt: skip
