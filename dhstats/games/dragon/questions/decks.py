"""How does each deck win? The share of the games that every deck wins, and by killing, banishing or exhausting."""

from dhstats.games.dragon.questions.plays import CardList
from dhstats.queries.counts import Counts
from dhstats.questions.seats.worth import players_apart, seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.captions import ENDS as OF_INTERVAL
from dhstats.questions.shared.charts import Chart, most
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, SHARES, SUCH, Kind, kinds
from dhstats.questions.shared.tables import by_matchup, measured, named_rows, number, resting, text, whole
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level

ANY, WON, LOST = "", 1, -1
ENDS = ("kill", "banish", "exhaust")
VERBS = {"kill": "by killing", "banish": "by banishing", "exhaust": "by exhausting"}

Key = tuple[int, str, int]  # place of a deck, how games ended, whether it won them


def answer(counts: Counts) -> Answer:
    """What every deck wins, and how."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: decks(counts, group, cards) for group in samples}
    apart = seats_apart(counts) + "".join(
        dict.fromkeys(players_apart(counts, at) for at in range(len(counts.plan.matchups)))
    )
    group = samples[0]
    played = by_group[group]
    wins = [played[place, ANY, WON].share(sidak_level(LEVEL, len(cards.decks))) for place in range(len(cards.decks))]
    shares = [_share(cards, place, own, wins[0]) for place, own in enumerate(wins)]
    even = f"an even share is {100.0 * cards.even:.3g} %"
    if cards.even * len(cards.decks) > 1.0:
        even += ", as partners win together"
    findings = [Finding(group.says(f"{words.listed(shares)}; {even}."), headline=True)]
    won = [place for place in range(len(wins)) if played[place, ANY, WON].games]
    return QUESTION.told(
        counts,
        findings + [Finding(group.says(_plan(played, place, cards))) for place in won],
        (_wins(by_group, cards), _ways(by_group, cards)),
        caution=apart + QUESTION.caution,
    )


def decks(counts: Counts, group: Group, cards: CardList) -> dict[Key, Kind]:
    """The games that each deck of a group won and lost, by each end and by any."""
    found = kinds(counts, "decks", group, ("place", "end_reason", "won"))
    places = range(len(cards.decks))
    keys = [(place, end, won) for place in places for won in (WON, LOST) for end in (ANY, *ENDS)]
    return {key: found.get(key, Kind(group, key, (), concerns=True)) for key in keys}


def _share(cards: CardList, place: int, wins: Estimate, first: Estimate) -> str:
    deck = f"{cards.decks[place]} ({cards.dragons[place]})"
    if place == 0:
        return f"The deck {deck} wins {words.stated(wins, words.PERCENT, 'of the games', sure='simultaneous 95 %')}"
    return f"{deck} {words.stated(wins, words.PERCENT, after=first.interval)}"


def _plan(played: dict[Key, Kind], place: int, cards: CardList) -> str:
    ways = sorted(((played[place, end, WON].share(), end) for end in ENDS), key=lambda each: -each[0].value)
    parts = [
        words.stated(won, words.PERCENT, VERBS[end], after=before)
        for (won, end), before in zip(ways, (won.interval for won, _ in (ways[0], *ways)), strict=False)
    ]
    turns = played[place, ANY, WON].mean("turns")
    length = f"; its wins take {words.value(turns)} turns" if turns else ""
    kind = words.naming(ways[0][0].interval)
    return f"{cards.decks[place]}: of all games it wins {words.listed(parts)}{kind}{length}."


def _wins(by_group: dict[Group, dict[Key, Kind]], cards: CardList) -> Table:
    level = sidak_level(LEVEL, len(cards.decks))
    fields = (
        text("deck", "Deck", lambda won: cards.decks[won.key[0]]),
        text("dragon", "Dragon", lambda won: cards.dragons[won.key[0]]),
        *measured("share", "Share of the wins", "share of games", lambda won: won.share(level)),
        number("even", "An even share", "share of games", lambda _: cards.even),
        *resting("turns", "Turns of its wins, all players", "turns", SUCH, lambda won: won.mean("turns")),
    )
    keys = [(place, ANY, WON) for place in range(len(cards.decks))]
    return by_matchup("wins", "Each deck's share of the wins", fields, named_rows(by_group, keys))


def _ways(by_group: dict[Group, dict[Key, Kind]], cards: CardList) -> Table:
    fields = (
        text("deck", "Deck", lambda way: cards.decks[way.key[0]]),
        text("result", "Result", lambda way: "wins" if way.key[2] == WON else "loses"),
        text("end_reason", "How the game ended", lambda way: way.key[1]),
        whole("games", "Games", "games"),
        *measured("share", "Share of all games", "share of games", lambda way: way.share()),
        *resting("turns", "Turns of these games, all players", "turns", SUCH, lambda way: way.mean("turns")),
    )
    keys = [(place, end, won) for place in range(len(cards.decks)) for won in (WON, LOST) for end in ENDS]
    return by_matchup("ways", "How each deck wins and loses", fields, named_rows(by_group, keys))


QUESTION = Question(
    "winning", "How does each deck win?", ("decks",), answer, 200, OF_MORE,
    charts=(
        Chart(
            "Each deck's share of the wins", ("wins",), "games.dragon.pages.deck_wins",
            says=most("deck", "share", "{what} wins most: {value}", ends=OF_INTERVAL),
        ),
        Chart("How each deck wins and loses", ("ways",), "games.dragon.pages.deck_ways"),
    ),
    read="The first chart shows each deck's share of the wins; the dashed line is an even share. Each row of the grid "
    "is a way to win or to lose: the share of all games in which a deck kills the rival's dragon, banishes it, or wins "
    "because the rival has to draw and cannot, and the share in which that happens to the deck itself.",
    method="Shares of all games; a deal, whose games share the order of all decks, is one observation, 95 %: "
    f"{SHARES}. What decks win: simultaneous 95 % for all of them (Šidák); ways to win and lose: 95 % each. Turns of "
    f"these games: {RATIOS}.",
    caution="A deck's results depend on its player and its opponents: these are the decks of this run, not all of the "
    "pack. A player who plays a deck badly makes it look weak.",
)  # fmt: skip
