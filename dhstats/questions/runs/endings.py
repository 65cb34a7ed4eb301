"""Who wins, what does a player score alone, and how do games end? Results, what decided games, who ended them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from dhstats.documents import read_toml
from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.runs.spreads import MEANS, mean, mean_table
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import OF_100, OF_GAMES, RESULTS, Chart, bars, histogram, several
from dhstats.questions.shared.first_screen import GAMES, About, More, at_once, capital, game_name, spelt, who
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, each_for_themselves, everybody, groups
from dhstats.questions.shared.question import ALONE, OF_MORE, Followed, Own, Question, questions_in
from dhstats.questions.shared.sums import (
    FIELDS,
    RATIOS,
    SHARES,
    SUCH,
    Key,
    Kind,
    Row,
    block_sums,
    kinds,
    share,
    value_counts,
)
from dhstats.questions.shared.tables import by_matchup, measured, number, ranged, resting, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.seats import SEATS as NUMBERED
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.storage import Manifest

ANY, ANYBODY = "", -2  # as the queries name all reasons, or all players, together
SEATS = {**dict(enumerate(NUMBERED)), -1: "nobody", ANYBODY: "either"}
NAMES = {0: "first player wins", -1: "draw", 1: "second player wins", ANYBODY: "any"}
LONGER = {"longer_first": "games with one turn more for the first player"}

MARGIN = ", and by how many points they were ahead on average at the end"


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
    read = OUTCOMES.read.format(f": points, or {known.tie_breaker} after a tie" if known.tie else "")
    findings = [Finding(main.says(each)) for each in told]
    return OUTCOMES.told(counts, findings, tables, read=read)


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
    caution = ENDINGS.caution.format(vocabulary(counts.game).ending)
    read, used = ENDINGS.read.format(MARGIN if two else ""), ("endings", "means")[: 1 + two]
    findings = [Finding(group.says(sentence), headline=at == 0) for at, sentence in enumerate(told)]
    return ENDINGS.told(counts, findings, tables, queries=used, read=read, caution=caution)


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
OUTCOMES = Question(
    "outcomes", "Who wins?", ("blocks", "outcomes"), outcomes, 60, charts=(RESULTS_CHART,),
    read="Each bar is a matchup, divided into games that the first player won, draws, and games that the second player"
    " won. The table says what decided them{}.",
    method="Shares of all games. Because the games of a deal share both decks, the share within each deal is one"
    f" observation, 95 %: {SHARES}. In a run that may have stopped early, shares of wins and draws have the betting"
    " sequence instead, which holds however often one looks.",
    caution="Shares of the three results add up to 1, so their intervals are not independent of each other.",
)  # fmt: skip
ENDINGS = Question(
    "endings", "How do games end?", ("endings", "means"), endings, 90, OF_MORE, each_for_themselves, together=True,
    charts=(
        Chart("Who causes the end, and how", ("endings",), f"{RESULTS}.ending_shares", by_game=True),
        Chart("How often that player has won", ("endings",), f"{RESULTS}.ending_wins", by_game=True),
    ),
    read="Each line is a way to end and the player who caused it: how often it happened, and how often that player"
    " won{}.",
    method=f"Shares of all games, 95 %: {SHARES}. Rates, margins and turns within a kind of ending: {RATIOS}. {MEANS}",
    caution="Ending the game is associated with winning, but that does not show that ending it helps: a player who is"
    " ahead has good reason to end the game. {}",
)  # fmt: skip


LISTED = 10  # players who get a headline
SCORE = {"score_first": "the player's score"}
DECISION = "Ask what a change of the rules does on the same deals."


def scores_alone(counts: Counts) -> Answer:
    """What every player scores who plays alone."""
    samples = tuple(group for group in groups(counts) if not group.together)
    level, means = sidak_level(LEVEL, len(samples)), {}
    for group in samples:
        (row,) = counts.rows("means", matchup=group.number)
        means[group] = block_sums(group.deals, row, "score_first", group.games).estimate(level)
    sure, findings = JOINTLY if len(means) > 1 else "", []
    digits = words.places(max(each.se for each in means.values()))
    for at, (group, scored) in enumerate(means.items()):
        told = words.stated(scored, of="points on average", digits=digits, sure=sure)
        findings.append(Finding(f"{capital(who(group.label))} scores {told}.", headline=at < LISTED))
    for group in means:
        found = spreads.spread(counts, group, "score_first")
        assert found is not None  # every game has a score
        low, high = spreads.stated_quantile(found, 0.05), spreads.stated_quantile(found, 0.95, " points")
        ends = f"of one game a deal the least is {found.values[0]}, the most {found.values[-1]}"
        findings.append(
            Finding(f"{capital(who(group.label))} scores {low} to {high} in nine games out of ten; {ends}.")
        )
    score = measured("score", "Mean score", "points", lambda row: row)
    tables = (
        by_matchup("scores", "Mean score", score, {group: [mean] for group, mean in means.items()}),
        spreads.histogram_table(counts, samples, SCORE, "points"),
        spreads.quantile_table(counts, samples, SCORE, "points"),
    )
    first = _opening(counts.run.manifest, means)
    return ALONE_SCORES.told(counts, findings, tables, opening=first)


def endings_alone(counts: Counts) -> Answer:
    """How the games of every player end, the commonest way first, and what they score then."""
    found, findings, names = {}, [], vocabulary(counts.game).ends
    for group in (group for group in groups(counts) if not group.together):
        every = kinds(counts, "endings", group, ("end_reason", "ended_by"))
        ways = sorted((each for (_, seat), each in every.items() if seat == -2), key=lambda each: -each.games)
        shares = [
            (each.share(), f"{'' if at else 'of the games end '}by {names.get(each.key[0], words.spoken(each.key[0]))}")
            for at, each in enumerate(ways)
        ]
        if ways:
            sentence = f"{words.listed(words.series(shares, PERCENT))}."
            findings.append(Finding(group.says(sentence), headline=group.alone))
        found[group] = ways
    columns = (
        text("end_reason", "How the game ended", lambda kind: kind.key[0]), whole("games", "Games", "games"),
        *ranged("share", "Share of games", "share of games", lambda kind: kind.share()),
        *resting("score", "Mean score then", "points", SUCH, lambda kind: kind.mean("score")),
        *resting("turns", "Turns then", "turns", SUCH, lambda kind: kind.mean("turns")),
    )  # fmt: skip
    return ENDINGS_ALONE.told(counts, findings, (by_matchup("ways", "Endings", columns, found),))


def _opening(manifest: Manifest, means: dict[Group, Estimate]) -> Opening:
    title = game_name(manifest.game, manifest.rules)
    group, best = max(means.items(), key=lambda each: each[1].value)
    several_ = len(means) > 1
    rank = f", the {'better' if len(means) == 2 else 'best'} of {spelt(len(means))} strategies," if several_ else ""
    reach = words.reach(best.interval, words.digits_of(best))
    level = "95 %" if several_ else words.level(best.interval)  # of all together
    answer = f"The strategy “{who(group.label)}”{rank} scores about {words.value(best)} points per game."
    sure = f"{reach} points, {level} interval{at_once(len(means))}"
    about, question = About.of(manifest, GAMES), f"What does a player score in {title}?"
    return about.opening(question, answer, "fact", sure, DECISION, More(best.interval.n, "deals"))


SCORES_CHART = Chart("What the player scores", ("scores",), "report.charts.results.scores", wide=True)
NINE_IN_TEN = "Nine games in ten score {low} to {high}"
SPREAD = ("score_first", "What the player scores", "Score at the end", "points", "amount", NINE_IN_TEN)
ALONE_SCORES = Question(
    "alone", "What does a player score?", ("means", "histograms"), scores_alone, 70, ALONE, together=True,
    charts=(replace(SCORES_CHART, caption="Mean score", worth=several("matchup")), histogram(*SPREAD, wide=True)),
    first=(SCORES_CHART,),
    read="Each bar is a final score, its height the share of games that ended with it; dashed lines are the quantiles:"
    " half of all games lie between the lines at 25 % and 75 %.",
    method=f"{spreads.ONE_A_DEAL} {spreads.MEANS} The deal is the block: all players play each deal alone, with the"
    " same luck. With several players the intervals of their means are simultaneous (Šidák).",
    caution="A game for one has no winner: what counts as a success is up to the rules, and endings may have its name.",
)  # fmt: skip
SAID = "Bars: how often games end in each way."
WAYS = bars("How games end", "ways", "end_reason", ("share", OF_GAMES, OF_100), SAID, title="Ending")
ENDINGS_ALONE = Question(
    "endings", "How do games end?", ("endings",), endings_alone, 90, ALONE, together=True, charts=(WAYS,),
    read="Each line is a way to end: how often games end this way, their scores, and how long they took.",
    method=f"Shares of all games, 95 %: {SHARES}. Scores and turns within a kind of ending: {RATIOS}.",
    caution="How a game ends and what is scored go together; that does not show that one causes the other.",
)  # fmt: skip
