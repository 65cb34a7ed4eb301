"""Does going first help? The first player's score and margin, judged against declared margins of balance."""

import math
from dataclasses import replace

from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.seats import why
from dhstats.questions.seats.opening import going_first
from dhstats.questions.seats.worth import Advantage, advantage, seat_lots, seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.groups import JOINTLY, Group, of_each
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import RATIOS, SHARES
from dhstats.questions.shared.tables import by_matchup, judged_columns, measured, number, ranged, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED
from dhstats.questions.verdicts.endings import ending, goal_table, sentence
from dhstats.questions.verdicts.lopsided import lopsided, nobody_won
from dhstats.stats.intervals.blocks import Estimate, elo, elo_interval
from dhstats.stats.sequential.verdicts import Verdict, refused

LISTED = 11  # matchups that get a sentence, all of them together included; the table has the others

WATCHED = (
    "The block is the deal: the mean of the first player's score over the games that share both decks is one "
    "observation. This run had a stopping rule, so intervals of score and lead are asymptotic confidence sequences, "
    "which hold however often one looks. Verdicts use them: balanced against {margins} if the 90 % sequence lies "
    "inside; unbalanced if the 95 % sequence lies outside; leaning if the 95 % sequence excludes 0 but straddles the "
    "margin; otherwise undecided. The adjusted estimate is the mean for which runs with the same stopping rule would "
    "give the observed estimate on average (Whitehead 1986). The adjustment is repeated until almost no bias is left. "
    "It comes from simulations of the rule on deals whose scores vary like those of this run, with the run's seed. In "
    "reconstructed runs with a known score its bias was at most a tenth of the raw estimate's. All other intervals on "
    "this page assume a number of deals fixed beforehand, which this run did not have, and are marked."
)
LIKELIHOOD = " The empirical-likelihood interval comes from the counts of block scores."
BESIDES = f" {{}} Shares of decided games: {RATIOS}. Drawn games, 95 %: {SHARES}."
SEVERAL = (
    " With several matchups the verdicts use simultaneous intervals (Šidák), which are all right at once 95 times in "
    "100; all matchups together have equal weights, and a deal is one block in them too."
)
MIXED = (
    "In this run player A goes first in every game, so the worth of the seat cannot be separated from"
    " that of the strategy. A design with exchanged seats separates them. "
)


def answer(counts: Counts) -> Answer:
    """The first player's score and margin, by matchup and together."""
    found = [judged_fairly(counts, each) for each in of_each(counts, advantage)]
    single = counts.plan.kind == "single" and not all(each.group.mirror for each in found)
    lots = seat_lots(counts)
    mixed = "Player A, who goes first in every game" if single else ""
    if lots and not single:
        mixed = f"The first player, who has the {vocabulary(counts.game).lot} {lots[0]} in every game"
    apart = (MIXED if single else "") + seats_apart(counts)
    ended, watched, findings = ending(counts), bool(counts.run.manifest.until), []
    if ended:
        kinds = {"balanced": "balanced", "unbalanced": "unbalanced", "open": "undecided"}
        kind = "refused" if ended.refused else kinds.get(ended.outcome, "fact")
        findings = [Finding(sentence(ended), kind, headline=True)]
    least = found[0].margins.margin  # only where the game names how many points are none
    held = f"±{found[0].group.margin:g} of a win" + (f" and ±{least:g} points" if least else "; points are described")
    method = (WATCHED if watched else QUESTION.method).format(margins=held)
    besides = ("" if watched else LIKELIHOOD) + BESIDES.format(vocabulary(counts.game).points_include)
    points = catalogue.load(counts.game).objective.in_points
    findings += [finding for each in found[:LISTED] for finding in _findings(each, mixed=mixed, points=points)]
    tables = (*_tables(found, points=points), *([goal_table(ended)] if ended else []))
    method += (SEVERAL if len(found) > 1 else "") + besides
    first = going_first(found[0], counts.run.manifest, mixed=bool(mixed))
    logged = counts.run.has_moves and any(each.moves_rows for each in counts.run.manifest.shards)
    if logged and why.asked(counts) and not watched:  # parts have intervals for a number of deals fixed beforehand
        verdict = found[0].margins if points else found[0].scores
        first = replace(first, why=why.why(why.reasons(counts, found[0].group), verdict, why.Shown.of(counts)))
    return QUESTION.told(counts, findings, tables, opening=first, method=method, caution=apart + QUESTION.caution)


def judged_fairly(counts: Counts, found: Advantage) -> Advantage:
    """The same without a verdict on the score where one player wins nearly all games, or nobody wins any."""
    if uneven := lopsided(counts, found.group.number):
        return replace(found, scores=refused(found.scores), reason=uneven.reason)
    if found.drawn.value == 1.0 and found.scores.kind == "undecided":
        reason = nobody_won(found.group.games * found.group.deals)
        return replace(found, scores=refused(found.scores), reason=reason)
    return found


def _findings(found: Advantage, *, mixed: str, points: bool) -> list[Finding]:
    """Score, margin and details of the main group; of every other its score, as the tables hold the rest.

    Where `points` count the margin comes first.
    """
    group = found.group
    told = [(_score_sentence(found, mixed=mixed), found.scores), (_margin_sentence(found, mixed=mixed), found.margins)]
    judged = [
        Finding(group.says(sentence), "fact" if mixed else verdict.kind, group.main and not at, verdict.size)
        for at, (sentence, verdict) in enumerate(told[::-1] if points else told)
    ]
    return [*judged, *(Finding(group.says(each)) for each in _details(found))] if group.main else judged[:1]


def _score_sentence(found: Advantage, *, mixed: str) -> str:
    verdict, sure = found.scores, _sure(found.group)
    if mixed:
        return f"{mixed}, scores {words.stated(verdict.measured, PERCENT, sure=sure)}."
    worth = words.stated(verdict.measured.minus(verdict.null), PERCENTAGE_POINTS, "games in 100", sure=sure)
    within = f"±{words.amount(100.0 * verdict.margin, 'games in 100')}"
    judged = found.reason if verdict.kind == "refused" else judgement(verdict, within)
    return f"Going first is worth {worth}: {judged}."


def _margin_sentence(found: Advantage, *, mixed: str) -> str:
    lead, sure = found.margins.measured, _sure(found.group)
    if mixed:
        ahead = words.stated(lead, SIGNED, "points ahead on average", sure=sure)
        return f"{mixed.partition(',')[0]} finishes {ahead}."
    worth = words.stated(lead, SIGNED, "points of the final margin", sure=sure)
    if not found.margins.margin:
        size = abs(lead.value) / found.deviation if found.deviation else 0.0
        return f"Going first is worth {worth}" + (f", {size:.2g} standard deviations of a game." if size else ".")
    return f"Going first is worth {worth}: {judgement(found.margins, f'±{found.margins.margin:g} points')}."


def _sure(group: Group) -> str:
    return "" if group.main else JOINTLY


def judgement(verdict: Verdict, margin: str) -> str:
    """What a verdict on the first player says, within a margin in words."""
    side = "first" if verdict.effect > 0.0 else "second"
    more = words.more_deals(verdict.blocks_needed)
    if verdict.kind == "balanced":
        tiny = f"; the {side} player's edge is certain, but smaller than that" if verdict.tiny else ""
        return f"balanced within {margin}{tiny}"
    if verdict.kind == "unbalanced":
        return f"unbalanced, in favour of the {side} player by more than {margin.lstrip('±')}"
    if verdict.kind == "leaning":
        return f"the {side} player has an edge, but it may be less than {margin.lstrip('±')}; {more}"
    return f"undecided; {more} whether it is balanced within {margin}"


def _details(found: Advantage) -> list[str]:
    sentences = []
    if found.decisive is not None:
        won = words.stated(found.decisive, PERCENT, "of the decided games")
        drawn = words.value(found.drawn, PERCENT)
        sentences.append(f"The first player won {won}; {drawn} of all games were drawn.")
    if found.rho is not None and found.effective_games is not None:
        so = "that their sum never varied"
        if math.isfinite(found.effective_games):
            so = f"for this question one game is worth {words.number(found.effective_games, 2)} independent ones"
        sentences.append(f"The scores of a deal's two games correlate by {words.number(found.rho, 2)}, so {so}.")
    return sentences


def _tables(advantages: list[Advantage], *, points: bool) -> tuple[Table, ...]:
    win, each_alone = "share of a win", {each.group: (each,) for each in advantages}

    def in_elo(found: Advantage) -> Estimate:  # the error is not told there, as the scale is not even
        return Estimate(elo(found.scores.estimate), math.nan, elo_interval(found.scores.interval95))

    scores = (
        *measured("score", "First player's score", win, "scores.measured"), *judged_columns(win, "scores"),
        number("el_low", "Empirical likelihood: low end", win, lambda each: each.likelihood and each.likelihood.low),
        number("el_high", "Empirical likelihood: high end", win, lambda each: each.likelihood and each.likelihood.high),
        *ranged("elo", "The same in Elo points", "Elo points", in_elo),
        number("rho", "Correlation of a deal's two games", ""),
        number("effective_games", "Independent games that one game is worth", "games"),
    )  # fmt: skip
    lead = measured("margin", "First player's points minus second's", "points", "margins.measured")
    margins = (*lead, *judged_columns("points", "margins"))
    decided = ranged("decisive", "First player's share of decided games", "share of decided games")
    shares = (*decided, *ranged("drawn", "Drawn games", "share of games"))
    blocks = (
        number("score", "First player's mean score in the deal", win, lambda block: block[0]),
        whole("deals", "Deals", "deals", lambda block: block[1]),
        number("share", "Share of deals", "share of deals", lambda block: block[2]),
    )
    deals = {}
    for each in advantages:
        by_score, halves = sorted(each.block_scores.items()), 2 * each.group.games
        deals[each.group] = [(step / halves, many, many / each.group.deals) for step, many in by_score]
    decisive = by_matchup("shares", "Decided and drawn games by matchup", shares, each_alone)
    return (
        by_matchup("scores", "First player's score by matchup", scores, each_alone),
        by_matchup("margins", "First player's margin by matchup", margins, each_alone),
        *(() if points else (decisive,)),
        by_matchup("block_scores", "Deals by the first player's mean score", blocks, deals),
    )


QUESTION = Question(
    "first_player", "Does going first help?", ("blocks",), answer, 10,
    charts=(Chart("The first player's score", ("scores",), f"{RESULTS}.first_player_score"),
            Chart("The first player's lead at the end", ("margins",), f"{RESULTS}.first_player_margin")),
    first=(Chart("Of 100 games", ("scores", "shares"), "report.first_screens.hundred.hundred", wide=True),
           Chart("What going first brings", ("margins",), f"{RESULTS}.first_player_points", wide=True, picked=True)),
    read="Each line is a matchup: the dot is the first player's mean score (a win counts 1, a draw ½), the bar its"
    " interval. The shaded strip is the range declared balanced beforehand. A bar inside the strip means balanced, a"
    " bar outside it unbalanced.",
    method="The block is the deal: the mean of the first player's score over the games that share both decks is one"
    " observation. Interval: estimate ± t · standard error over deals, 95 %. Verdict against {margins}: balanced if"
    " the 90 % interval lies inside (two one-sided t tests), unbalanced if the 95 % interval lies outside, leaning if"
    " it excludes 0 but straddles the margin, otherwise undecided.",
    caution="This is what the first seat is worth to these strategies; for better players the sign may change, so look"
    " at several.",
)  # fmt: skip
