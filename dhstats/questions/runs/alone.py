"""What does one player score, and how do their games end? Games for one have no winner, no lead and no seats."""

from dataclasses import replace

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import OF_100, OF_GAMES, Chart, bars, histogram, several
from dhstats.questions.shared.first_screen import GAMES, About, More, at_once, capital, game_name, spelt, who
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.question import ALONE, Question
from dhstats.questions.shared.sums import RATIOS, SHARES, SUCH, block_sums, kinds
from dhstats.questions.shared.tables import by_matchup, measured, ranged, resting, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.storage import Manifest

KEY, LISTED = "alone", 10  # players who get a headline
SCORE = {"score_first": "the player's score"}
OF_ENDINGS = (
    "Each line is a way to end: how often games end so, what was scored then, and how long they took.",
    f"Shares of all games, 95 %: {SHARES}. Scores and turns within a kind of ending: {RATIOS}.",
    "How a game ends and what is scored go together; that does not show that one brings the other about.",
)
DECISION = "Ask what a change of the rules brings on the same deals."


def answer(counts: Counts) -> Answer:
    """What every player scores who plays alone."""
    samples = tuple(group for group in groups(counts) if not group.together)
    level, means = sidak_level(LEVEL, len(samples)), {}
    for group in samples:
        (row,) = counts.rows("means", matchup=group.number)
        means[group] = block_sums(group.deals, row, "score_first", group.games).estimate(level)
    sure, said = JOINTLY if len(means) > 1 else "", []
    digits = words.places(max(each.se for each in means.values()))
    for at, (group, mean) in enumerate(means.items()):
        told = words.stated(mean, of="points on average", digits=digits, sure=sure)
        said.append(Finding(f"{capital(who(group.label))} scores {told}.", headline=at < LISTED))
    for group in means:
        found = spreads.spread(counts, group, "score_first")
        assert found is not None  # every game has a score
        low, high = spreads.stated_quantile(found, 0.05), spreads.stated_quantile(found, 0.95, " points")
        ends = f"of one game a deal the least is {found.values[0]}, the most {found.values[-1]}"
        said.append(Finding(f"{capital(who(group.label))} scores {low} to {high} in nine games of ten; {ends}."))
    score = measured("score", "Mean score", "points", lambda row: row)
    tables = (
        by_matchup("scores", "Mean score", score, {group: [mean] for group, mean in means.items()}),
        spreads.histogram_table(counts, samples, SCORE, "points"),
        spreads.quantile_table(counts, samples, SCORE, "points"),
    )
    first = _opening(counts.run.manifest, means)
    return ALONE_SCORES.told(counts, said, tables, opening=first)


def endings(counts: Counts) -> Answer:
    """How the games of every player end, the commonest way first, and what they score then."""
    found, told, names = {}, [], vocabulary(counts.game).ends
    for group in (group for group in groups(counts) if not group.together):
        every = kinds(counts, "endings", group, ("end_reason", "ended_by"))
        ways = sorted((each for (_, seat), each in every.items() if seat == -2), key=lambda each: -each.games)
        shares = [
            (each.share(), f"{'' if at else 'of the games end '}by {names.get(each.key[0], words.spoken(each.key[0]))}")
            for at, each in enumerate(ways)
        ]
        if ways:
            sentence = f"{words.listed(words.series(shares, PERCENT))}."
            told.append(Finding(group.says(sentence), headline=group.alone))
        found[group] = ways
    columns = (
        text("end_reason", "How the game ended", lambda kind: kind.key[0]), whole("games", "Games", "games"),
        *ranged("share", "Share of games", "share of games", lambda kind: kind.share()),
        *resting("score", "Mean score then", "points", SUCH, lambda kind: kind.mean("score")),
        *resting("turns", "Turns then", "turns", SUCH, lambda kind: kind.mean("turns")),
    )  # fmt: skip
    return ENDINGS.told(counts, told, (by_matchup("ways", "Endings", columns, found),), OF_ENDINGS)


def _opening(manifest: Manifest, means: dict[Group, Estimate]) -> Opening:
    title = game_name(manifest.game, manifest.rules)
    group, best = max(means.items(), key=lambda each: each[1].value)
    several_ = len(means) > 1
    rank = f", the {'better' if len(means) == 2 else 'best'} of {spelt(len(means))} strategies," if several_ else ""
    reach = words.reach(best.interval, words.digits_of(best))
    level = "95 %" if several_ else words.level(best.interval)  # of all together
    told = f"The strategy “{who(group.label)}”{rank} scores about {words.value(best)} points a game."
    sure = f"{reach} points, {level} interval{at_once(len(means))}"
    about, question = About.of(manifest, GAMES), f"What does a player score in {title}?"
    return about.opening(question, told, "fact", sure, DECISION, More(best.interval.n, "deals"))


SCORES_CHART = Chart("What the player scores", ("scores",), "report.charts.results.scores", wide=True)
NINE_IN_TEN = "Nine games in ten bring {low} to {high}"
SPREAD = ("score_first", "What the player scores", "Score at the end", "points", "amount", NINE_IN_TEN)
ALONE_SCORES = Question(
    "alone", "What does a player score?", ("means", "histograms"), answer, 70, ALONE, together=True,
    charts=(replace(SCORES_CHART, caption="Mean score", worth=several("matchup")), histogram(*SPREAD, wide=True)),
    first=(SCORES_CHART,),
    read="Each bar is a final score, its height the share of games that ended with it; dashed lines are the quantiles:"
    " half of all games lie between the lines at 25 % and 75 %.",
    method=f"{spreads.ONE_A_DEAL} {spreads.MEANS} The deal is the block: all players play each deal alone, with the"
    " same luck. With several players the intervals of their means are simultaneous ones, Šidák's for all of them.",
    caution="A game for one has no winner: what counts as a success is up to the rules, and endings may have its name.",
)  # fmt: skip
SAID = "Bars: how often games end in each way."
WAYS = bars("How games end", "ways", "end_reason", ("share", OF_GAMES, OF_100), SAID, title="Ending")
ENDINGS = Question("endings", "How do games end?", ("endings",), endings, 90, ALONE, together=True, charts=(WAYS,))
