"""Skill or luck: what part of the results goes to strategies, to the deal, and to how the two meet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dhstats.games.catalogue import load
from dhstats.queries.counts import Counts
from dhstats.questions.leagues.league import League, Pairing, league, student
from dhstats.questions.leagues.standings import estimate_of
from dhstats.questions.seats.worth import seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.first_screen import SURENESS, About, More, games_in_100
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, measured, number, table, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, SIGNED
from dhstats.stats.estimates.ratios import share_of_means
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, within
from dhstats.stats.leagues import luck, ratings
from dhstats.stats.leagues.equilibrium import upper_cells

PARTS = (
    ("the deal", "the order of both decks, the same for every pairing"),
    ("strategies", "which strategies meet, and which of them goes first"),
    ("deal and strategies together", "how a deal suits one pairing better than another"),
    ("draws of strategies", "what changes if the same strategies play the same deal again with other random choices"),
)
MIXED = (PARTS[2][0], f"{PARTS[2][1]}, and the random choices of strategies")  # one game a cell cannot tell them apart
SEAT = (
    "the seat",
    "the advantage of going first: the square of the first player's mean lead, which belongs to no deal and no pairing",
)
LUCK = ("all luck", "everything except which strategies meet, and which of them goes first")
ONCE = (
    " One game per cell: experts and parametric characters make no random choices; those of other"
    " strategies (random, greedy, noisy rungs, searchers) are part of the interaction of deal and"
    " strategies. `dhstats luck` plays every cell twice and separates them."
)
AGAIN = " Every cell is played {} times with different random choices of the strategies, which separates their noise."


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the variance of the final lead: what it is called, what it is, and its share."""

    name: str
    means: str
    share: Estimate


def luck_exists(counts: Counts) -> bool:
    """The run is a complete round robin in which every pair played the decks as they lie, from both seats.

    Games that all end with the same lead have no variance to share out.
    """
    found = league(counts)
    return found is not None and len(found.margins) > 2 and bool(np.ptp(found.margins))


def answer(counts: Counts) -> Answer:
    """The variance budget of a complete round robin, and how many games tell who is better."""
    found = league(counts)
    assert found is not None  # asked by the catalogue
    deals, size, _, replicates = found.margins.shape
    budget = luck.budget(found.margins.reshape(deals, size * size, replicates))
    parts_of = PARTS if budget.replicates > 1 else (*PARTS[:2], MIXED)
    each = zip(parts_of, budget.shares, budget.share_errors, budget.intervals(), strict=False)
    known = [Part(*named, Estimate(share, error, interval)) for named, share, error, interval in each]
    seat = Part(*SEAT, seat_share(found))
    every = Part(*LUCK, known[1].share.taken_from(1.0))  # what does not follow from who plays: the rest of the whole
    share = measured("share", "Share of the variance", "share")
    columns = (text("part", "Part", "name"), *share, text("means", "What it is"))
    again, first = ONCE, None
    apart = _points_apart(found) if load(counts.game).objective.in_points else None  # there who wins more may lose more
    if budget.replicates > 1:  # games were played for this question: every cell twice
        again, shares = AGAIN.format(budget.replicates), [part.share for part in known]
        follows = apart[1] if apart else series(ahead(two_best(found)[0]))
        first = opening(shares, every.share, follows, About.of(counts.run.manifest))
    tables = (
        table("parts", "Sources of the variance of the final lead", columns, (*known, seat)),
        table("luck", "All luck together", columns, [every]),
        *([] if apart else [_games(found)]),
    )
    method, caution = (
        QUESTION.method.format(vocabulary(counts.game).lot) + again,
        seats_apart(counts) + QUESTION.caution,
    )
    return QUESTION.told(
        counts,
        _findings(found, known, apart[0] if apart else ""),
        tables,
        opening=first,
        method=method,
        caution=caution,
    )


def seat_share(found: League) -> Estimate:
    """How large the square of the first player's mean lead is beside the variance of the final lead."""
    leads = found.margins.astype(np.float64)
    moments = np.stack([leads.mean(axis=(1, 2, 3)), (leads**2).mean(axis=(1, 2, 3))], axis=1)
    return share_of_means(lambda mean, _: float(mean[0] ** 2 / mean[1]), moments)


def _findings(found: League, known: Sequence[Part], in_points: str) -> list[Finding]:
    """The parts in sentences, and how far the two best are apart: `in_points` where these count, else in wins."""
    kind = known[0].share.interval
    shares = [words.stated(each.share, PERCENT, f"comes from {each.name}", digits=1, after=kind) for each in known]
    deals = found.margins.mean(axis=(1, 2, 3), dtype=np.float64)
    mean, se = float(deals.mean()), float(deals.std(ddof=1) / np.sqrt(len(deals)))
    lead = student(mean, se, len(deals), UNBOUNDED, "t")
    among = f"among these {len(found.names)} strategies: {words.listed(shares)}{words.naming(kind)}"
    square = words.stated(seat_share(found), PERCENT, "of the variance", digits=3)
    leads = f"The first player leads by {words.stated(lead, SIGNED, 'points')}"
    sentences = [f"The variance of the final lead {among}.", f"{leads}. The square of that is {square}."]
    if not in_points:
        skill = luck.win_share(found.payoffs.blocks, int(found.games.min()))
        noise = "; variance of winning, without sampling noise"
        decides = words.stated(skill, PERCENT, "of who wins", digits=1, more=noise)
        sentences.append(f"Choosing strategies and seats decides {decides}.")
    return [Finding(each) for each in (*sentences, in_points or _two_best(found))]


def _pairings(found: League) -> list[Pairing]:
    """Every pair, with intervals that end where scores do."""
    return [replace(pair, interval=within(pair.interval, (0.0, 1.0))) for pair in found.pairings()]


def two_best(found: League) -> tuple[Pairing, float]:
    """The highest rated against the next, and how many Elo points are between them."""
    games = found.games * found.payoffs.deals
    rated = ratings.fit(found.payoffs.first * games, games)
    best, second = map(int, np.argsort(-rated.beta, kind="stable")[:2])
    both = (found.names[best], found.names[second])
    pair = next(pair for each in _pairings(found) for pair in (each, each.turned) if (pair.one, pair.other) == both)
    return pair, rated.difference(best, second)[0]


def ahead(pair: Pairing) -> Pairing:
    """A pair from the side of who wins more of their games, which need not be who is rated higher."""
    return pair if pair.score >= 0.5 else pair.turned


def _two_best(found: League) -> str:
    """How far the highest rated is from the next, and in how many games it shows who of them is better."""
    pair, apart = two_best(found)
    score, won = Estimate(pair.score, 0.0, pair.interval), ahead(pair)
    but = "but" if pair.interval.high < 0.5 else "and"
    rated = f"{pair.one} is rated {words.number(apart, 0)} Elo points above {pair.other}, the next, {but}"
    scores = words.stated(score, PERCENT, "against it", digits=1, sure=JOINTLY)
    if pair.interval.contains(0.5):
        return f"{rated} scores {scores}; which of the two wins more games against the other is not known yet."
    takes = f"it takes {_needed(won.score)} until {won.one} leads with 95 % certainty"
    ends = f"{_needed(won.interval.high)} to {_needed(won.interval.low)} within that interval"
    return f"{rated} scores {scores}; {takes} ({ends})."


def _points_apart(found: League) -> tuple[str, str]:
    """How far who leads the others by most is ahead of the next, in points, and in how many games that shows."""
    games = found.margins.astype(np.float64)
    leads = (games - games.transpose(0, 2, 1, 3)).mean(axis=3) / 2.0  # of the row, over both seats
    best, second = map(int, np.argsort(-leads.mean(axis=(0, 2)), kind="stable")[:2])
    if leads[:, best, second].mean() < 0.0:
        best, second = second, best
    lead = estimate_of(leads[:, best, second], len(upper_cells(len(found.names))), UNBOUNDED)
    spread = float(np.concatenate([games[:, best, second], -games[:, second, best]]).std(ddof=1))
    needed = luck.games_to_lead(lead.value, spread)
    apart = words.stated(lead, SIGNED, "points per game", sure=JOINTLY)
    sentence = f"{found.names[best]} and {found.names[second]} are the two best: the first leads the second by {apart}"
    if lead.interval.contains(0.0):
        return f"{sentence}; which of them is better is not known yet.", More(lead.interval.n).advice
    return f"{sentence}; it takes {_counted(needed)} until they have more points with 95 % certainty.", _tell(needed)


def _needed(score: float) -> str:
    return _counted(luck.games_to_tell(score))


def _counted(needed: int | None) -> str:
    return words.count(needed, "game" if needed == 1 else "games") if needed else "more than a billion games"


def _games(found: League) -> Table:
    needed, most = "Games until they lead with 95 % certainty", "The same at the low end; empty above a billion"
    columns = (
        text("better", "Better player", "one"), text("other", "Against"),
        number("score", "Their score over both seats", "share"), *limits("share", "interval"), *basis_of("interval"),
        whole("games", needed, "games", lambda pair: luck.games_to_tell(pair.score)),
        whole("fewest", "The same at the high end", "games", lambda pair: luck.games_to_tell(pair.interval.high)),
        whole("most", most, "games", lambda pair: luck.games_to_tell(pair.interval.low)),
    )  # fmt: skip
    return table("games", "How many games show who is better", columns, map(ahead, _pairings(found)))


def opening(parts: Sequence[Estimate], every: Estimate, follows: str, about: About) -> Opening:
    """What part of the final lead does not follow from who plays, and what `follows`: games that tell players apart.

    `parts` are shares of the variance of the final lead: of the deal, the players, both together, the players' chance.
    `every` is the share of all luck together.
    """
    fine = words.places(100.0 * every.se)
    low, high = (round(100.0 * end, fine) for end in (every.interval.low, every.interval.high))
    for digits in range(fine + 1):
        counted = hundred_parts([each.value for each in parts], 100 * 10**digits)
        without = 100.0 - counted[1] / 10**digits
        if low <= round(without, digits) <= high:
            break
    cards, players, suit, choices = (words.number(each / 10**digits, digits) for each in counted)
    reach = words.reach(every.interval, fine, factor=100.0)
    lots = "cards and dice" if "dice" in vocabulary(about.game).lot else "the cards"
    decides = f"luck decides {reach} % of the lead at the end ({words.level(every.interval)} interval)"
    return Opening(
        f"How much of a game of {about.title} is luck?",
        f"About {words.number(without, digits)} %, {about.between}. Who plays decides the other {players} %. Luck is"
        f" {lots} ({cards} %), how they suit who plays ({suit} %), and chance in the players' choices ({choices} %).",
        f"{SURENESS['fact']}: {decides}.",
        follows,
    )


def series(best: Pairing) -> str:
    """In how many games it shows who of the two best players is better, where it is known who that is."""
    games = luck.games_to_tell(best.score)
    if best.interval.inside(0.5 - SCORE_MARGIN, 0.5 + SCORE_MARGIN):
        margin = games_in_100(100.0 * SCORE_MARGIN)
        return f"Treat the two best players as equally good: neither wins more than {margin} beyond an even share."
    if best.interval.contains(0.5) or games is None:
        return More(best.interval.n).advice
    return _tell(games)


def _tell(games: int | None) -> str:
    if games is None:
        return "Treat the two best players as equally good: even a billion games would not show who is better."
    play = "One game is enough" if games == 1 else f"Play about {games:,} games"
    return f"{play} to find out which of the two best players is better."


def hundred_parts(shares: Sequence[float], whole: int = 100) -> list[int]:
    """Shares as whole parts that add up to 100, or to another number: the largest remainders are rounded up."""
    parts = [int(whole * share) for share in shares]
    order = sorted(range(len(shares)), key=lambda at: parts[at] - whole * shares[at])
    for at in order[: whole - sum(parts)]:
        parts[at] += 1
    return parts


HUNDRED = "report.first_screens.hundred"
SOURCES = Chart("Sources of the variance of the final lead", ("parts",), "report.charts.league.budget", wide=True)
DECIDES = "What decides the lead at the end, in percent"
QUESTION = Question(
    "luck", "Skill or luck?", ("league",), answer, 40, fits=luck_exists, charts=(SOURCES,),
    first=(Chart(DECIDES, ("parts",), f"{HUNDRED}.parts", wide=True, says=f"{HUNDRED}.split"),),
    read="Each bar is a part of the variance of the first player's final lead. All pairings play the same deals, so"
    " the part that a deal has in every pairing is luck of the cards, and the part that a pairing has in every deal is"
    " skill and seat.",
    method="Every ordered pair of strategies plays every deal, each time with the first {} at the first seat: a"
    " crossed design of deals and pairings. Components by balanced analysis of variance. Shares: 95 %, jackknife over"
    " deals with Student's t, on the logit scale if that stays inside 0 to 100 %. Scores or leads of pairs: t over"
    " deals, simultaneous for all pairs (Šidák), because the same deals select the best and the next. Strategies are a"
    " fixed set, not a sample.",
    caution="The part of strategies depends on the set: with a weak player among them, the game looks like one of"
    " skill. The interaction of deal and pairing is neither luck nor skill alone; the first sentence counts it as"
    " luck, because nobody chooses the cards.",
)  # fmt: skip
