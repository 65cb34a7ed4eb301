"""Who wins, and how do games end? Wins, draws and losses, what decided games, and how whoever ended them fared."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from dhstats.documents import read_toml
from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import MEANS, mean, mean_table
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import OF_100, OF_GAMES, RESULTS, Chart, several
from dhstats.questions.shared.first_screen import capital
from dhstats.questions.shared.groups import Group, each_for_themselves, everybody, groups
from dhstats.questions.shared.question import OF_MORE, Followed, Own, Question, questions_in
from dhstats.questions.shared.sums import FIELDS, RATIOS, SHARES, SUCH, Key, Kind, Row, kinds, share, value_counts
from dhstats.questions.shared.tables import by_matchup, measured, number, resting, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.seats import SEATS as NUMBERED
from dhstats.stats.intervals.blocks import Estimate

ANY, ANYBODY = "", -2  # as the queries name all reasons, or all players, together
SEATS = {**dict(enumerate(NUMBERED)), -1: "nobody", ANYBODY: "either"}
NAMES = {0: "first player wins", -1: "draw", 1: "second player wins", ANYBODY: "any"}
LONGER = {"longer_first": "games with one turn more for the first player"}

READ_OUTCOMES = (
    "Each bar is a matchup, divided into games that the first player won, draws, and games that the"
    " second player won. The table says what decided them{}."
)
METHOD_OF_OUTCOMES = (
    "Shares of all games. Because the games of a deal share both decks, the share within each deal is"
    f" one observation, 95 %: {SHARES}. In a run that may have stopped early, shares of wins and draws"
    " have the betting sequence instead, which holds however often one looks."
)
CAUTION_OF_OUTCOMES = "Shares of the three results add up to 1, so their intervals are not independent of each other."
MARGIN = ", and by how many points they were ahead on average at the end"
READ_ENDINGS = (
    "Each line is a way to end and the player who caused it: how often it happened, and how often that player won{}."
)
METHOD_OF_ENDINGS = (
    f"Shares of all games, 95 %: {SHARES}. Rates, margins and turns within a kind of ending: {RATIOS}. {MEANS}"
)
CAUTION_OF_ENDINGS = (
    "Ending the game is associated with winning, but that does not show that ending it helps: a"
    " player who is ahead has good reason to end the game. {}"
)


def outcomes(counts: Counts) -> Answer:
    """The shares of wins, draws and losses, and what decided the games."""
    samples, known = groups(counts), vocabulary(counts.game)
    main, shares = samples[0], {group: _shares(counts, group) for group in samples}
    decided = {group: kinds(counts, "outcomes", group, ("winner", "decided_by")) for group in samples}
    first, draw, second = shares[main].values()
    won, lost = words.stated(first, PERCENT, "of the games"), words.stated(second, PERCENT, after=first.interval)
    drawn = words.stated(draw, PERCENT, "are drawn", after=first.interval)
    told = [f"The first player wins {won}, the second {lost}; {drawn}."]
    if known.tie:
        ties = decided[main].get((ANYBODY, known.tie))
        tied = ties.share() if ties else share(main, {})
        told.append(f"{words.stated(tied, PERCENT, f'of the games are tied in points and go to {known.tie_winner}')}.")
    results = (
        text("outcome", "Result", lambda result: result[0]),
        *measured("share", "Share of games", "share of games", lambda result: result[1]),
    )
    deciding = (
        text("outcome", "Result", lambda kind: NAMES[kind.key[0]]),
        text("decided_by", "Decided by", lambda kind: kind.key[1]),
        whole("games", "Games", "games"),
        *measured("share", "Share of games", "share of games", lambda kind: kind.share()),
    )
    tables = (
        by_matchup("shares", "Results by matchup", results, {group: of.items() for group, of in shares.items()}),
        by_matchup("decided", "What decided the games", deciding, decided),
    )
    read = READ_OUTCOMES.format(f": points, or {known.tie_breaker} after a tie" if known.tie else "")
    findings = [Finding(main.says(each)) for each in told]
    return OUTCOMES.told(counts, findings, tables, (read, METHOD_OF_OUTCOMES, CAUTION_OF_OUTCOMES))


def _shares(counts: Counts, group: Group) -> dict[str, Estimate]:
    rows = counts.rows("blocks", matchup=group.number)
    results: dict[int, Callable[[Row], int]] = {
        0: lambda row: int(row["wins"]),
        -1: lambda row: int(row["draws"]),
        1: lambda row: group.games - int(row["wins"]) - int(row["draws"]),
    }
    watched = group.watched is not None
    return {NAMES[who]: share(group, value_counts(rows, games), watched=watched) for who, games in results.items()}


def endings(counts: Counts) -> Answer:
    """Endings by reason and by player.

    With more than two players an even chance to win stands beside, and no margin, which is one between two.
    """
    samples, reasons, seats = groups(counts), vocabulary(counts.game).ends, len(counts.run.manifest.seats)
    every, group, two = {group: endings_of(counts, group) for group in samples}, samples[0], seats == 2
    found = every[group]
    ways = [(reasons.get(why, words.spoken(why)), kind) for (why, seat), kind in found.items() if seat == ANYBODY]
    by_reason = sorted((-kind.games, name, kind.share()) for name, kind in ways)
    shares = [(share, f"{'' if at else 'of the games end '}by {name}") for at, (_, name, share) in enumerate(by_reason)]
    told = [f"{words.listed(words.series(shares, PERCENT))}."]
    if len(shares) == 1:
        told = [f"All games end by {by_reason[0][1]}: {words.stated(shares[0][0], PERCENT, digits=1)}."]
    for seat in (seat for seat in range(seats) if (ANY, seat) in found):
        kind, wins = found[ANY, seat], found[ANY, seat].win_rate()
        won = f" and wins {words.stated(wins, PERCENT, 'of those games')}" if wins else ""
        told.append(f"The {SEATS[seat]} player causes {words.stated(kind.share(), PERCENT, 'of the endings')}{won}.")
    if two:
        longer = "of the games the first player has one turn more than the second"
        told.append(f"In {words.stated(mean(counts, group, 'longer_first'), PERCENT, longer)}.")
    columns = (
        text("end_reason", "How the game ended", lambda kind: kind.key[0] or "any"),
        text("ended_by", "Caused by", lambda kind: SEATS[kind.key[1]]),
        *(each for each in FIELDS if two or not each.name.startswith("margin")),
        *([] if two else [number("even", "Even share", "share of games", lambda _: 1.0 / seats)]),
        *resting("turns", f"Turns of {everybody(counts)}", "turns", SUCH, lambda kind: kind.mean("turns")),
    )
    tables = [by_matchup("endings", "Endings by reason and player", columns, every)]
    tables += [mean_table(counts, samples, LONGER, "share of games")] if two else []
    caution = CAUTION_OF_ENDINGS.format(vocabulary(counts.game).ending)
    texts = (READ_ENDINGS.format(MARGIN if two else ""), METHOD_OF_ENDINGS, caution)
    findings = [Finding(group.says(sentence), headline=at == 0) for at, sentence in enumerate(told)]
    return ENDINGS.told(counts, findings, tables, texts, queries=("endings", "means")[: 1 + two])


def endings_of(counts: Counts, group: Group) -> dict[Key, Kind]:
    """The endings of a group by reason and by who brought them about."""
    together = catalogue.load(counts.game).objective.together  # then nobody wins who ends it

    def concerns(reason: str, seat: int) -> bool:
        return not together and seat != -1 and reason != "turn_limit"

    return kinds(counts, "endings", group, ("end_reason", "ended_by"), concerns)


def share_of(counts: Counts, group: Group, reason: str) -> Estimate | None:
    """The share of games that end for a reason; nothing if none does."""
    found = endings_of(counts, group).get((reason, ANYBODY))
    return found.share() if found else None


Estimator = Callable[[Counts, Group], Estimate | None]


def own_beside(module: str, package: str, queries: tuple[str, ...] = (), **estimators: Estimator) -> Own:
    """What is asked of a game alone: the questions of its package, and what the `words.toml` beside a module lists.

    Followed up the skill ladder are shares of games by their end and means of columns, or what has an estimator.
    """
    listed = read_toml(Path(module).with_name("words.toml"))
    levers = {metric: tuple(keys) for metric, keys in listed["levers"].items()}

    def followed(what: str, usual: Callable[[str], Estimator]) -> Iterator[Followed]:
        for row in listed["followed"].get(what, ()):
            name, said = row["name"], row["what"]
            chart = tuple(row.get("chart", (f"{capital(said)}, by skill", OF_GAMES, OF_100)))
            yield Followed(name, said, row.get("unit", "share"), estimators.get(name) or usual(name), chart)

    endings = tuple(followed("endings", lambda reason: partial(share_of, reason=reason)))
    others = tuple(followed("others", lambda quantity: partial(mean, quantity=quantity)))
    return Own(questions_in(package), endings, others, levers, queries)


RESULTS_CHART = Chart(
    "Results of the first player", ("shares",), f"{RESULTS}.outcomes", wide=True, worth=several("matchup")
)
OUTCOMES = Question("outcomes", "Who wins?", ("blocks", "outcomes"), outcomes, 60, charts=(RESULTS_CHART,))
ENDINGS = Question(
    "endings", "How do games end?", ("endings", "means"), endings, 90, OF_MORE, each_for_themselves, together=True,
    charts=(
        Chart("Who causes the end, and how", ("endings",), f"{RESULTS}.ending_shares", by_game=True),
        Chart("How often that player has won", ("endings",), f"{RESULTS}.ending_wins", by_game=True),
    ),
)  # fmt: skip
