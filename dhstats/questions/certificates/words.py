"""A certificate in sentences and tables."""

import math
from dataclasses import replace

from dhstats.queries.counts import counting
from dhstats.questions.certificates.certificate import OF_ALL_SEATS, OF_THE_FIRST, Certificate
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, RESULTS, Chart
from dhstats.questions.shared.first_screen import GAMES, About, More, at_once, capital, games_in_100, play_on, spelt
from dhstats.questions.shared.groups import stored_rule
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.questions.verdicts.endings import adjusted_in
from dhstats.questions.verdicts.evidence import Evidence, conclusion
from dhstats.seats import SEATS
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.stopping import Sample
from dhstats.storage import Run

THE_FILE = (
    "The file next to this page holds the same numbers, the rules, the players' hashes, and how often each {} of a "
    "deal occurred; dhstats verify plays its deals again and checks it."
)
BESIDES = {
    True: (
        " For comparison, valid for large numbers of deals: the run ended when its stopping rule was met, so "
        "intervals are asymptotic confidence sequences; inside the margin at level 1 − 2α they would say balanced, "
        "outside it at level 1 − α unbalanced. The raw estimate of a run with a stopping rule is biased. The adjusted "
        "estimate is the mean for which such runs would give the observed estimate on average (Whitehead 1986); "
        "simulations of the rule find it, repeated until almost no bias is left."
    ),
    False: (
        " For comparison, valid for large numbers of deals fixed beforehand: intervals are estimate ± t · standard"
        " error over deals; inside the margin at level 1 − 2α (two one-sided tests) they would say balanced, outside it"
        " at level 1 − α unbalanced."
    ),
}
UNIT = "share of a win"
PUBLISH = "Publish the certificate: anyone can check it with `dhstats verify`."
CHANGE_THEM = "Change the rules: `dhstats sweep` finds out by how much."


def answer(run: Run, certificate: Certificate) -> Answer:
    """The certificate as a section of a page."""
    verdict = Finding(
        f"{certificate.claim}. {conclusion(certificate.verdict, certificate.by_interval)}",
        certificate.verdict,
        headline=True,
    )
    tables, first = (_claim(certificate), _deals(certificate)), opening(certificate, About.of(run.manifest))
    if certificate.kind == OF_THE_FIRST:
        findings, method = (verdict, *_score(run, certificate)), QUESTION.method + BESIDES[certificate.watched]
        return QUESTION.answered(findings, tables, first, queries=(deals_query(run),), method=method)
    with counting(run) as counts:
        query = ("shares", counts.text("shares"))
    guards, intervals = (
        words.listed([_share(at, seat, interval(seat)) for at, seat in enumerate(certificate.seats)])
        for interval in (certificate.guard, certificate.interval)
    )
    shares = (
        Finding(f"{capital(guards)}; α {certificate.alpha:g}."),
        Finding(f"For large numbers of deals: {intervals}."),
    )
    return SEAT_CERTIFICATE.answered((verdict, *shares), tables, first, queries=(query,))


def _score(run: Run, certificate: Certificate) -> tuple[Finding, Finding]:
    (seat,) = certificate.seats
    below, above = (words.number(value, 2) for value in (seat.log_e_lower, seat.log_e_upper))
    low, high = (50.0 + sign * 100.0 * certificate.margin for sign in (-1, 1))
    betting = Finding(
        f"Score {100 * seat.estimate:.2f} % ({words.span(certificate.guard(seat), 2, factor=100.0)};"
        f" α {certificate.alpha:g})."
        f" Evidence so far (ln e): {below} against a score at or below {low:g} %, {above} against one at or above"
        f" {high:g} %; {-math.log(certificate.alpha):.2f} on both sides proves balance."
    )
    large = words.span(certificate.interval(seat), 2, factor=100.0)
    sentence = f"For large numbers of deals: {large}."
    if (rule := stored_rule(run.manifest)) is not None:
        beside = adjusted_in(run.manifest, rule, Sample.of_shares(seat.scores))
        runs = f"(Whitehead, {beside.runs:,} simulated runs, seed {beside.seed})"
        sentence += f" Without the bias of stopping the score is {100 * beside.value:.2f} % {runs}."
    return betting, Finding(sentence)


def _share(at: int, seat: Evidence, interval: Interval) -> str:
    sure, say = f"simultaneous {100 * interval.level:g} %", words.reach if at else words.span
    return f"{SEATS[at]} seat {100 * seat.estimate:.2f} % ({say(interval, 2, factor=100.0, sure=sure)})"


def _claim(certificate: Certificate) -> Table:
    several, even = certificate.kind == OF_ALL_SEATS, certificate.even
    rows = [
        {"at": at, "seat": seat, "interval": certificate.interval(seat)} for at, seat in enumerate(certificate.seats)
    ]
    shares = [number("score", "First player's score", UNIT, "seat.estimate")]
    if several:
        seat = text("seat", "Seat", lambda row: SEATS[row["at"]])
        shares = [seat, number("share", "Share of the wins", UNIT, "seat.estimate")]
    fields = (
        text("matchup", "Matchup", lambda _: certificate.claim.partition(":")[0]), *shares,
        number("se", "Standard error", UNIT, "seat.se"), *limits(UNIT, "seat"),
        number("inner_low", "Low end at level 1 − 2α", UNIT, "seat.inner_low"),
        number("inner_high", "High end at level 1 − 2α", UNIT, "seat.inner_high"),
        number("guard_low", "Guard: low end", UNIT, "seat.guard_low"),
        number("guard_high", "Guard: high end", UNIT, "seat.guard_high"),
        number("log_e_lower", "ln e, lower edge", "", "seat.log_e_lower"),
        number("log_e_upper", "ln e, upper edge", "", "seat.log_e_upper"),
        *([number("even", "Even share", UNIT, lambda _: even)] if several else []),
        number("band_low", "Balanced from", UNIT, lambda _: even - certificate.margin),
        number("band_high", "Balanced to", UNIT, lambda _: even + certificate.margin),
        text("verdict", "Verdict", "seat.verdict"), *basis_of("interval"),
    )  # fmt: skip
    return table("seats" if several else "scores", "The claim and its evidence", fields, rows)


def _deals(certificate: Certificate) -> Table:
    several, counts = certificate.kind == OF_ALL_SEATS, whole("deals", "Deals", "deals")
    rows = [
        {"seat": SEATS[at], "share": step / (len(seat.scores) - 1), "deals": deals}
        for at, seat in enumerate(certificate.seats)
        for step, deals in enumerate(seat.scores)
        if deals or not several
    ]
    if several:
        fields = (text("seat", "Seat"), number("share", "Mean share of the wins in the deal", UNIT), counts)
        return table("deals", "Deals by the share of each seat", fields, rows)
    score = number("score", "First player's mean score in the deal", UNIT, "share")
    return table("deals", "Deals by the first player's mean score", (score, counts), rows)


def opening(certificate: Certificate, about: About) -> Opening:
    """Whether the seats are proved to be even; of more than two the one farthest from an even share is named."""
    number, even, about = len(certificate.seats), certificate.even, replace(about, again=GAMES)

    def outlying(at: int) -> tuple[bool, float]:  # seats whose own verdict is that of all of them come first
        return certificate.seats[at].verdict == certificate.verdict, abs(certificate.seats[at].estimate - even)

    at = max(range(number), key=outlying)
    seat, two = certificate.seats[at], number == 1
    interval, games = _shown(certificate, seat), More(certificate.games, "games", "--games")
    share = Share(seat.estimate, interval, even, certificate.margin)
    together = at_once(number) if interval.level >= 1.0 - certificate.alpha else ""
    off, level = games_in_100(100.0 * certificate.margin), f"an even share of {100.0 * even:.3g} of 100"
    level = "even" if even == 0.5 else level
    what = f"going first is worth less than {off}" if two else f"all {spelt(number)} seats are even"
    one = "the first player" if two else f"the {SEATS[at]} seat"
    proved, known, follows = {
        "balanced": ("Yes, proved", f"less than {off} from {level}", PUBLISH),
        "unbalanced": ("No, the opposite is proved", f"more than {off} from {level}", CHANGE_THEM),
        "leaning": ("Not proved", f"not {level}, but perhaps less than {off} from it", ""),
        "undecided": ("Not proved", f"it may be {level}, or more than {off} from it", ""),
    }[certificate.verdict]
    if not follows and two:
        within = f"{100.0 * certificate.margin:g}pp"
        follows = f'Play until it is proved: `dhstats simulate --until "proved balanced within {within}"`.'
    elif not follows:
        still = certificate.margin - abs(seat.estimate - even)
        follows = play_on(still, replace(interval, n=certificate.games), "games", "--games")
    whose = one if two else f"{one}, farthest from an even share,"
    sentence = f"{proved}: {about.between} {whose} wins about {share.count} games."
    sure = f"{known} ({one} wins {share.reach}{together})"
    question = f"Is it proved that {what} in {about.title}?"
    return about.opening(question, sentence, certificate.verdict, sure, follows, games)


def _shown(certificate: Certificate, seat: Evidence) -> Interval:
    """The betting sequence of a share; of one that is proved to be even, and whose sequence is wider, the range proved.

    Bets against each edge have earned 1/α or more, so that range has the level 1 − 2α.
    """
    interval, even = certificate.guard(seat), certificate.even
    low, high = even - certificate.margin, even + certificate.margin
    if certificate.verdict != "balanced" or interval.inside(low, high):
        return interval
    return replace(interval, low=low, high=high, level=1.0 - 2.0 * certificate.alpha)


QUESTION = Question(
    "certificate",
    "Is the first player's score balanced?",
    charts=(Chart("The claim, and what the deals say", ("scores",), f"{RESULTS}.first_player_score", wide=True),),
    first=(Chart("What is proved", ("scores",), f"{OPENINGS}.claim", wide=True),),
    read="The dot is the first player's mean score, the bar its interval, and the shaded strip the range declared"
    f" balanced. {THE_FILE.format('score')}",
    method="The verdict comes from the guard: bets on the counts of deals by score. It needs no large numbers and"
    " holds however often one looks, so also for a run that stopped early. e-values are what one-sided bets against a"
    " score at or beyond either edge of the margin have earned; both at 1/α or more prove balance. Unbalanced: the"
    " betting sequence of level 1 − α lies outside the margin.",
    caution="The claim is about these players, these rules and this deck, and about the expected score over deals. The"
    " game may be different for other players.",
)

SEATS_PROVED = Chart(
    "What is proved", ("seats",), f"{OPENINGS}.claim", {"column": "seat", "measure": "share"}, wide=True
)
SEAT_CERTIFICATE = Question(
    "seat_certificate",
    "Are the seats balanced?",
    charts=(Chart("The claim, and what the deals say", ("seats",), f"{RESULTS}.seat_shares", wide=True),),
    first=(SEATS_PROVED,),
    read="Each dot is a seat's share of the wins, the bar its interval, the dashed line an even share, and the shaded"
    f" strip the range declared balanced. {THE_FILE.format('share')}",
    method="The verdict comes from the guard: bets on the counts of deals by share, seat by seat. It needs no large"
    " numbers. e-values are what one-sided bets against a share at or beyond either edge of the margin have earned; a"
    " seat with both at 1/α or more is balanced, one whose betting sequence lies outside the margin is unbalanced"
    " (level 1 − α for all seats at once, Šidák). The table is balanced if all seats are (intersection-union test),"
    " unbalanced if one is. For comparison, valid for large numbers of deals fixed beforehand: estimate ± t · standard"
    " error over deals, which would say balanced inside the margin at level 1 − 2α (two one-sided tests), unbalanced"
    " outside it at level 1 − α (Šidák).",
    caution="The claim is about these players and these rules, and about expected shares over deals. The game may be"
    " different for other players.",
)
