"""How far do players top each other? Chains of topping: how frequent, how long, and what tops what."""

from functools import partial
from operator import itemgetter

from dhstats.games.dragon.questions.plays import ALL, ANY_DECK, ANY_NUMBER, OF_CARDS, OF_PLAYS, OTHERS, CardList, plays
from dhstats.games.dragon.questions.plays import SUCH as PLAYED
from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import MEANS, ONE_A_DEAL, histogram_table, mean, mean_table, quantile_table, spread
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import PER_CENT, Chart, bars, histogram
from dhstats.questions.shared.extremes import PICKED, ranked
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted, rate_of, share_of
from dhstats.questions.shared.tables import by_matchup, named_rows, text, whole
from dhstats.questions.shared.words import PERCENT

DEEPEST = 6  # the depth that stands for all beyond, too
ASKED, SUCH = "with such decisions", "with such cards topped"  # the deals that shares rest on
LONGEST = {"longest_chain": "cards played to top in the longest chain of a game"}
RESULTS = ("takes effect", "is cancelled")  # by whether the number of cards played to top is odd
COUNTED = {"chains": "cards that were topped", "tops": "cards played to top", "cancelled": "cards that were cancelled"}

LENGTHS = (
    whole("tops", "Cards played to top", "cards", "row.tops"),
    text("result", "The card that was played", lambda each: RESULTS[each.row["tops"] % 2]),
    whole("plays", "Cards played", "cards", "row.plays"),
    *share_of("Share of the cards played", OF_CARDS, "plays", OF_PLAYS, OTHERS),
)
GRID = (
    text("under", "Topped card", "row.under"),
    text("over", "With", "row.over"),
    whole("tops", "Cards played to top", "cards", "row.topped"),
    *share_of("Share of the cards that topped such a card", OF_CARDS, "topped", "among_topped", SUCH),
)
Key = tuple[str, str, int]  # type of the card, type of the answer, depth


def answer(counts: Counts) -> Answer:
    """Chains by length, what could be topped and was, and what tops what."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    answers = {group: replies(counts, group) for group in samples}
    lengths = {
        group: [
            each
            for key, each in sorted(plays(counts, group).items(), key=itemgetter(0))
            if key[:2] == (ALL, ANY_DECK) and key[2] != ANY_NUMBER
        ]
        for group in samples
    }
    grid = [(under, over, 0) for under in cards.order for over in cards.order]
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], answers[samples[0]], cards),
        (
            by_matchup("lengths", "Chains by length", LENGTHS, lengths),
            by_matchup("grid", "What tops what", GRID, named_rows(answers, grid)),
            _replies(answers, cards),
            histogram_table(counts, samples, LONGEST, "cards"),
            quantile_table(counts, samples, LONGEST, "cards"),
            mean_table(counts, samples, LONGEST | COUNTED, "a game"),
        ),
    )


def replies(counts: Counts, group: Group) -> dict[Key, Counted]:
    """The decisions of a group whether to top, by type of the card, type of the answer, and depth."""
    rows = {(row["under"], row["over"], row["depth"]): row for row in counts.rows("toppings", matchup=group.number)}
    return {key: Counted(row, rows[key[0], "", 0]) for key, row in rows.items()}


def _findings(counts: Counts, group: Group, answers: dict[Key, Counted], cards: CardList) -> list[Finding]:
    by_kind = plays(counts, group)
    if (ALL, ANY_DECK, ANY_NUMBER) not in by_kind:
        return [Finding(group.says("No card was played in the logged turns."))]
    sentences = [_topped(by_kind[ALL, ANY_DECK, ANY_NUMBER])]
    longest, lengths = mean(counts, group, "longest_chain"), spread(counts, group, "longest_chain")
    most = f"; with one game per deal, the longest had {lengths.values[-1]}" if lengths else ""
    on_average = words.stated(longest, of="cards played to top on average")
    sentences += [*_replied(answers), f"The longest chain of a game has {on_average}{most}."]
    several = {
        cards.spoken(kind): partial(each.rate, "cancelled", "plays", PLAYED)
        for kind in cards.order
        if (each := by_kind.get((kind, ANY_DECK, ANY_NUMBER)))
    }
    says = "Cancelled most often are {most}, {much}, least often {least}, {little}."
    sentences += filter(None, (ranked(several, says, PERCENT, "of them"), _favourite(answers, cards)))
    return [Finding(group.says(sentence), headline=at == 0) for at, sentence in enumerate(sentences)]


def _topped(every: Counted) -> str:
    topped, cancelled = (every.rate(name, "plays", PLAYED) for name in ("topped", "cancelled"))
    saved = every.rate("cancelled", "topped", PLAYED)
    assert topped is not None  # there were plays
    assert cancelled is not None
    sentence = (
        f"{words.stated(topped, PERCENT, 'of the cards played are topped')} and"
        f" {words.stated(cancelled, PERCENT, 'cancelled in the end', after=topped.interval)}"
    )
    if saved is None:
        return f"{sentence}."
    kept = words.stated(saved.taken_from(1.0), PERCENT, "take effect after all", after=topped.interval)
    return f"{sentence}: of those that were topped, {kept}."


def _replied(answers: dict[Key, Counted]) -> list[str]:
    """How often players who could top did so."""
    first, later = answers.get((ALL, "", 1)), answers.get((ALL, "", 2))
    one, two = (each.rate("topped", "asked", ASKED) if each else None for each in (first, later))
    if one is None or two is None:
        return []
    return [
        f"Players who could top a card did so {words.stated(one, PERCENT, 'of the time')}; those who could then top"
        f" that did so {words.stated(two, PERCENT, after=one.interval)}."
    ]


def _favourite(answers: dict[Key, Counted], cards: CardList) -> str:
    """With what most cards were topped, for the kind that was topped most often in all."""
    kinds = {key[0]: each for key, each in answers.items() if key[0] and not key[1]}
    under = max(kinds, key=lambda kind: int(kinds[kind].row["topped"]), default="")
    if not under:
        return ""
    among = words.count(kinds[under].row["topped"], "cards")
    several = {
        cards.spoken(key[1]): partial(each.share, "topped", "among_topped", SUCH)
        for key, each in answers.items()
        if key[0] == under and key[1]
    }
    topped = f"{cards.spoken(under)}, the type that was topped most in these games"
    return ranked(several, f"Of the {among} that topped {topped}, most were {{most}}: {{much}}.", PERCENT)


def _replies(answers: dict[Group, dict[Key, Counted]], cards: CardList) -> Table:
    keys = {(kind, "", 0): cards.spoken(kind) for kind in cards.order}
    keys |= {(ALL, "", 1): "the card that was played"}
    keys |= {(ALL, "", depth): f"card {depth - 1} of a chain" for depth in range(2, DEEPEST)}
    keys |= {(ALL, "", DEEPEST): f"card {DEEPEST - 1} of a chain or a later one"}
    fields = (
        text("what", "What could be topped", lambda each: keys[each.row["under"], "", each.row["depth"]]),
        whole("asked", "Decisions", "decisions", "row.asked"),
        *rate_of("topped", "How often it was", "share of decisions", "asked", ASKED),
    )
    return by_matchup("replies", "How often players who could top did so", fields, named_rows(answers, keys))


QUESTION = Question(
    "topping", "How far do players top each other?", ("chains", "toppings", "histograms", "means", "race"), answer, 220,
    OF_MORE, of_turns=True,
    charts=(
        Chart("How many cards were played to top", ("lengths",), "games.dragon.pages.chain_lengths"),
        bars(
            "How often cards that could be topped were topped", "replies", "what",
            ("topped", "Decisions in which it was topped", PER_CENT),
            "Bars: how often players who could top did so, with intervals.", title="What could be topped",
        ),
        histogram(
            "longest_chain", "The longest chain of a game", "Cards played to top", "cards", "amount",
            "In nine games in ten the longest chain is {low} to {high} cards", wide=True,
        ),
        Chart("What tops what", ("grid",), "games.dragon.pages.what_tops", wide=True),
    ),
    read="A chain is a card and all cards played to top it, back and forth; the player of the last card prevails. The "
    "first chart shows how many cards were played to top a card: none, one (it is cancelled), two (it takes effect "
    "after all) and so on; the second how often a card was topped by a player who could. Below: how long the longest "
    "chain of a game was, and which types topped cards of each type; each row of the grid adds up to 100 %.",
    method=f"Logged games. A card counts when it is played as the first of a chain. Shares: {RATIOS}. {PICKED} "
    f"{ONE_A_DEAL} {MEANS}",
    caution="Whether a card is topped depends on the hands and on the players' patience as much as on the card: a "
    "player may keep cards for a greater danger. A card with several types counts under the first of them.",
)  # fmt: skip
