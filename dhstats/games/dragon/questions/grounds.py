"""Who besieges whom? Lair attack that comes into play and goes again, and what attacks on ground cards achieve."""

from dhstats.games.dragon.questions.plays import ANY_DECK, ANY_NUMBER, SUCH, CardList, plays
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import bars
from dhstats.questions.shared.groups import Group, groups, logged_deals
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted, a_game_of, rate_of
from dhstats.questions.shared.tables import by_matchup, text, whole

ATTACKS = "with such attacks"  # the deals that the share of them rests on


def answer(counts: Counts) -> Answer:
    """The sieges of all lairs."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: sieges(counts, group) for group in samples}
    sieges_told = [_siege(siege, cards) for siege in by_group[samples[0]].values() if siege.row["came"]]
    sentences = [_played(counts, samples[0]), *sieges_told]
    return QUESTION.told(counts, (Finding(samples[0].says(text)) for text in sentences), (_sieges(by_group, cards),))


def sieges(counts: Counts, group: Group) -> dict[int, Counted]:
    """What happened to each lair of a group, by place."""
    deals = logged_deals(counts, group)
    return {row["place"]: Counted(row, {}, deals, group.games) for row in counts.rows("grounds", matchup=group.number)}


def _played(counts: Counts, group: Group) -> str:
    cards = plays(counts, group).get(("ground", ANY_DECK, ANY_NUMBER))
    if cards is None:
        return "No ground card was played in the logged turns."
    played, cancelled = cards.a_game("plays"), cards.rate("cancelled", "plays", SUCH)
    assert cancelled is not None  # there were plays
    return (
        f"A game has {words.stated(played, of='ground cards played')};"
        f" {words.stated(cancelled, words.PERCENT, 'of them are cancelled', after=played.interval)}."
    )


def _siege(siege: Counted, cards: CardList) -> str:
    place = siege.row["place"]
    came, gone, most = (siege.a_game(name) for name in ("came", "gone", "most"))
    digits = words.places(max(came.se, gone.se, most.se))
    sentence = (
        f"Against the lair of {cards.decks[place]} ({cards.lairs[place]} points at level 1) come"
        f" {words.stated(came, of='points of lair attack per game', digits=digits)}, of which"
        f" {words.stated(gone, of='are removed', digits=digits, after=came.interval)}; at most"
        f" {words.stated(most, of='are in play at once on average', digits=digits, after=came.interval)}"
    )
    if (felled := siege.rate("felled", "attacks", ATTACKS)) is None:
        return f"{sentence}."
    attacks = words.stated(felled, words.PERCENT, "of its attacks on ground cards destroy one", after=came.interval)
    return f"{sentence}. {attacks}."


def _sieges(by_group: dict[Group, dict[int, Counted]], cards: CardList) -> Table:
    fields = (
        text("deck", "Deck whose lair it is", lambda siege: cards.decks[siege.row["place"]]),
        whole("lair", "Its lair at level 1", "points", lambda siege: cards.lairs[siege.row["place"]]),
        *a_game_of("came", "Lair attack that came into play", "points per game"),
        *a_game_of("gone", "Lair attack removed", "points per game"),
        *a_game_of("most", "Most lair attack at once", "points"),
        *a_game_of("attacks", "Its attacks on ground cards", "cards per game"),
        *rate_of("felled", "Attacks that destroyed one", "share of these attacks", "attacks", ATTACKS),
    )
    return by_matchup("sieges", "Lairs under attack", fields, by_group)


LAIR = "Deck whose lair it is"
QUESTION = Question(
    "grounds", "What do ground cards bring?", ("grounds", "chains", "race"), answer, 240, OF_MORE, of_turns=True,
    charts=(
        bars(
            "Lair attack that comes into play against a deck", "sieges", "deck",
            ("came", "Points that come into play per game", ".2f"),
            "Bars: lair attack that comes into play per game, with intervals.", title=LAIR,
        ),
        bars(
            "Lair attack that the deck removes", "sieges", "deck", ("gone", "Points removed per game", ".2f"),
            "Bars: lair attack removed per game, with intervals.", title=LAIR,
        ),
    ),
    read="Each bar is a deck whose lair is attacked: the points of lair attack that come into play against it in a "
    "game, and how many of them leave because it destroys ground cards. A lair falls when the points in play reach its "
    "size.",
    method="Logged games. Points and attacks per game: estimate ± t · standard error over deals, 95 %. Shares of cards "
    f"and of attacks: {RATIOS}.",
    caution="Points that come into play late and together can decide a game, and a player who defends a lair has fewer "
    "attacks for the rival's dragon: means show neither. Lairs are those of level 1; upgrades make them larger.",
)  # fmt: skip
