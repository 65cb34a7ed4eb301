"""Skill or luck: what part of the results goes to strategies, to the deal, and to how the two meet."""

from dataclasses import replace

import numpy as np

from dhstats.queries.counts import Counts
from dhstats.questions.leagues.league import League, league
from dhstats.questions.leagues.skill_opening import luck as opening
from dhstats.questions.seats.unequal_places import seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.groups import JOINTLY, LEVEL
from dhstats.questions.shared.tables import BASIS, Line, basis, estimated, measured, number, table, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.estimates.jackknife import share_of_means
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.critical_values import student_critical
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.leagues import luck, ratings
from dhstats.stats.leagues.payoffs import joint_intervals, upper_cells

PARTS = (
    ("the deal", "the order of both decks, the same for every pairing"),
    ("strategies", "which strategies meet, and which of them begins"),
    ("deal and strategies together", "that a deal suits one pairing better than another"),
    ("draws of strategies", "what changes when the same strategies play the same deal again with other draws"),
)
MIXED = (PARTS[2][0], f"{PARTS[2][1]}, and the draws of strategies")  # one game a cell cannot tell them apart
SEAT = ("the seat", "that somebody begins: the square of their mean lead, which belongs to no deal and no pairing")
LUCK = ("all luck", "all that does not follow from which strategies meet, and which of them begins")
HOW_TO_READ = (
    "A bar is a part of the variance of the first player's lead at the end. All pairings play the same deals, so what"
    " follows the deal through every pairing is luck of the cards, and what follows the pairing is skill and seat."
)
METHOD = (
    "Every deal is played by every ordered pair of strategies, each time with the first {} at the first seat: a"
    " crossed design of deals and pairings. Components by balanced analysis of variance. Shares: 95 %, jackknife over"
    " deals with Student's t, on the logit scale where that stays inside 0 to 100 %. Scores of pairs: t over deals,"
    " simultaneous for all pairs (Šidák), as the best and the next are picked by the same deals. Strategies are a fixed"
    " set and never drawn again."
)
ONCE = (
    " One game a cell: experts and parametric characters draw no lots; what others draw (random, greedy, noisy rungs,"
    " searchers) is in the part of deal and strategies together. `dhstats luck` plays every cell twice and tells them"
    " apart."
)
AGAIN = " Every cell is played {} times with other draws of the strategies, which tells their noise apart."
CAUTION = (
    "The part of strategies depends on the set: a weak player among them makes the game look like one of skill. A part"
    " that belongs to a deal and a pairing together is neither luck nor skill alone; the first sentence counts it as"
    " luck, as nobody chooses how the cards fall."
)


def luck_exists(counts: Counts) -> bool:
    """The run is a complete round robin in which every pair played the decks as they lie, from both seats."""
    found = league(counts)
    return found is not None and len(found.margins) > 2


def answer(counts: Counts) -> Answer:
    """The variance budget of a complete round robin, and how many games tell who is better."""
    found = league(counts)
    assert found is not None  # asked by the catalogue
    budget = _budget(found)
    parts_of = PARTS if budget.replicates > 1 else (*PARTS[:2], MIXED)
    each = zip(parts_of, budget.shares, budget.share_errors, budget.intervals(), strict=False)
    known = [(name, means, Estimate(share, error, interval)) for (name, means), share, error, interval in each]
    lines: list[Line] = [
        {"part": name, **estimated("share", share), "means": means}
        for name, means, share in (*known, (*SEAT, seat_share(found)))
    ]
    fields = (text("part", "Part"), *measured("share", "Share of the variance", "share"), text("means", "What it is"))
    parts = table("parts", "Where the variance of the final lead comes from", fields, lines)
    every = _all_luck(known[1][2])
    together = table(
        "luck", "All luck together", fields, [{"part": LUCK[0], **estimated("share", every), "means": LUCK[1]}]
    )
    told = _findings(found, [(name, share) for name, _, share in known])
    method = METHOD.format(vocabulary(counts.game).lot)
    method += AGAIN.format(budget.replicates) if budget.replicates > 1 else ONCE
    return Answer(
        "luck", "Skill or luck?", tuple(told), (parts, together, _games(found)), HOW_TO_READ, method,
        seats_apart(counts) + CAUTION, (("league", counts.text("league")),), _opening(found, known, counts),
    )  # fmt: skip


def _opening(found: League, known: list[tuple[str, str, Estimate]], counts: Counts) -> Opening | None:
    """The first sentences, where games were played for this question: every cell twice."""
    if len(known) < len(PARTS):
        return None
    _, _, score, _ = two_best(found)
    return opening(
        [share for _, _, share in known],
        _all_luck(known[1][2]),
        luck.games_to_tell(score),
        About.of(counts.run.manifest),
    )


def _all_luck(players: Estimate) -> Estimate:
    """What does not follow from who plays: the rest of the whole."""
    interval = replace(players.interval, low=1.0 - players.interval.high, high=1.0 - players.interval.low)
    return Estimate(1.0 - players.value, players.se, interval)


def _budget(found: League) -> luck.Budget:
    deals, size, _, replicates = found.margins.shape
    return luck.budget(found.margins.reshape(deals, size * size, replicates))


def seat_share(found: League) -> Estimate:
    """How large the square of the first player's mean lead is beside the variance of the final lead."""
    leads = found.margins.astype(np.float64)
    moments = np.stack([leads.mean(axis=(1, 2, 3)), (leads**2).mean(axis=(1, 2, 3))], axis=1)
    return share_of_means(lambda mean, _: float(mean[0] ** 2 / mean[1]), moments)


def _seat_sentence(found: League) -> str:
    """What beginning is worth in points, and beside the variance."""
    deals = found.margins.mean(axis=(1, 2, 3), dtype=np.float64)
    mean, se = float(deals.mean()), float(deals.std(ddof=1) / np.sqrt(len(deals)))
    reach, digits = student_critical(0.95, len(deals) - 1) * se, words.places(se)
    shown = words.span(Interval(mean - reach, mean + reach, 0.95, "t", len(deals), "deals"), digits, sign=True)
    share = seat_share(found)
    return (
        f"Whoever begins leads by {words.number(mean, digits, sign=True)} points ({shown}). The square of that is"
        f" {words.number(100.0 * share.value, 3)} % of the variance"
        f" ({words.span(share.interval, 3, factor=100.0)})."
    )


def _findings(found: League, shares: list[tuple[str, Estimate]]) -> list[Finding]:
    told = words.listed(
        [f"{_shown(share)} goes to {name} ({words.reach(share.interval, 1, factor=100.0)})" for name, share in shares]
    )
    skill = luck.win_share(found.payoffs.blocks, int(found.games.min()))
    return [
        Finding(
            f"Of the variance of the final lead among these {len(found.names)} strategies, {told}"
            f"{words.naming(shares[0][1].interval)}."
        ),
        Finding(_seat_sentence(found)),
        Finding(
            f"Choosing strategies and seats decides {_shown(skill)} of who wins"
            f" ({words.span(skill.interval, 1, factor=100.0)}; variance of winning, less the noise of sampling)."
        ),
        Finding(_two_best(found)),
    ]


def _shown(share: Estimate) -> str:
    return f"{words.number(100.0 * share.value, 1)} %"


def two_best(found: League) -> tuple[str, str, float, float]:
    """The highest rated and the next, the score of the one against the other, and how many Elo points are between."""
    games = found.games * found.payoffs.deals
    rated = ratings.fit(found.payoffs.first * games, games, seat=True)
    best, second = map(int, np.argsort(-rated.beta, kind="stable")[:2])
    score, _ = pair_scores(found)[best, second]
    return found.names[best], found.names[second], score, rated.difference(best, second)[0]


def _two_best(found: League) -> str:
    """How far the highest rated is from the next, and in how many games that shows."""
    best, second, score, apart = two_best(found)
    interval = pair_scores(found)[found.names.index(best), found.names.index(second)][1]
    return (
        f"{best} is rated {words.number(apart, 0)} Elo points above {second}, the next, and"
        f" scores {100.0 * score:.1f} % against it ({words.span(interval, 1, factor=100.0, sure=JOINTLY)}); it takes"
        f" {_games_told(score)} until the better one leads with 95 % certainty ({_games_told(interval.high)} to"
        f" {_games_told(interval.low)} within that interval)."
    )


def _games_told(score: float) -> str:
    needed = luck.games_to_tell(score)
    return words.count(needed, "game" if needed == 1 else "games") if needed else "more than a billion games"


def pair_scores(found: League) -> dict[tuple[int, int], tuple[float, Interval]]:
    """The score of each strategy against each other over both seats, with intervals that are right for all at once."""
    cells, told = upper_cells(len(found.names)), {}
    for (i, j), interval in zip(cells, joint_intervals(found.payoffs.strength_blocks, cells, LEVEL), strict=True):
        score = float(found.payoffs.strength[i, j])
        low, high = max(0.0, interval.low), min(1.0, interval.high)
        told[i, j] = score, replace(interval, low=low, high=high)
        told[j, i] = 1.0 - score, replace(interval, low=1.0 - high, high=1.0 - low)
    return told


def _games(found: League) -> Table:
    lines: list[Line] = []
    known = pair_scores(found)
    for i, j in upper_cells(len(found.names)):
        better, other = (i, j) if known[i, j][0] >= 0.5 else (j, i)
        score, interval = known[better, other]
        lines.append(
            {
                "better": found.names[better], "other": found.names[other], "score": score,
                "low": interval.low, "high": interval.high, **basis(interval),
                "games": luck.games_to_tell(score), "fewest": luck.games_to_tell(interval.high),
                "most": luck.games_to_tell(interval.low),
            }
        )  # fmt: skip
    fields = (
        text("better", "Better player"),
        text("other", "Against"),
        number("score", "Their score over both seats", "share"),
        number("low", "Low end of the interval", "share"),
        number("high", "High end of the interval", "share"),
        *BASIS,
        whole("games", "Games until they lead with 95 % certainty", "games"),
        whole("fewest", "The same at the high end", "games"),
        whole("most", "The same at the low end; empty beyond a billion", "games"),
    )
    return table("games", "How many games tell who is better", fields, lines)
