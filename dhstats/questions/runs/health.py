"""Does the game run as it should? Checks of what was played that a sound game passes, or that name what to look at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dhstats.games import catalogue
from dhstats.queries.catalogue import dialect
from dhstats.queries.counts import Counts
from dhstats.questions.objectives.sides import sides_of
from dhstats.questions.objectives.success import success
from dhstats.questions.runs.course import ANY_LEAD
from dhstats.questions.runs.decisions import decisions_of, options_of, unused
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.captions import percent
from dhstats.questions.shared.first_screen import either
from dhstats.questions.shared.groups import Group, each_for_themselves, groups
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.sums import between_0_and_1, kinds, value_counts
from dhstats.questions.shared.tables import table, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.verdicts.lopsided import lopsided
from dhstats.seats import SEATS

KEY = "health"
LIMITS = ("limit", "turn_limit")  # the endings of games that did not come to an end
STOPPED, SHARED, FORCED, ALWAYS = 0.01, 0.25, 0.5, 0.95  # shares from which a check names what it sees
NEARLY_ALL = 0.99  # of the choices: one option is as good as always taken
PASSED, NAMED = "passed", "look at this"


@dataclass(frozen=True, slots=True)
class Check:
    """Something that holds in a sound game: what it is, what was seen instead ("" where it holds), and what to do."""

    holds: str
    seen: str
    advice: str

    @property
    def result(self) -> str:
        """Passed, or what is to be looked at."""
        return NAMED if self.seen else PASSED


Checks = Iterator[Check]


def answer(counts: Counts) -> Answer:
    """All checks that the run allows: what to look at first, then what passed."""
    found, logged = checks(counts), _logged(counts)
    used = (*QUESTION.queries, *["outcomes"] * (counts.plan.seats > 1), *["decisions", "chosen"] * logged)
    amiss = [each for each in found if each.seen]
    passed = f"{len(found) - len(amiss)} of {len(found)} checks passed."
    findings = [Finding(f"{each.seen[:1].upper()}{each.seen[1:]}. {each.advice}", headline=True) for each in amiss]
    columns = (
        text("check", "What should hold", "holds"), text("result", "Result", "result"),
        text("seen", "What was seen", "seen"),
        text("advice", "What to do", lambda each: each.advice.replace("`", "") if each.seen else ""),
    )  # fmt: skip
    shown = table("checks", "Checks", columns, sorted(found, key=lambda each: not each.seen))
    return QUESTION.told(counts, [*findings, Finding(passed)], (shown,), queries=used)


def _logged(counts: Counts) -> bool:
    return counts.run.has_moves and any(shard.moves_rows for shard in counts.run.manifest.shards)


def checks(counts: Counts) -> list[Check]:
    """Every check that can be made of a run, in the order of the list."""
    group, seats = groups(counts)[0], counts.plan.seats
    rows: list[Callable[[Counts, Group], Checks]] = [_ends]
    if catalogue.load(counts.game).objective.together:
        rows.append(_success)
    elif seats > 1:
        rows += [_exchanged, _wins, _players]
    else:
        rows.append(_wins)
    if _logged(counts):
        rows += [_decisions, *([_leads] if seats > 1 else [])]
    return [check for each in rows for check in each(counts, group)]


def _ends(counts: Counts, group: Group) -> Checks:
    """Whether games begin, come to an end, and do so by every way that the rules have."""
    every = kinds(counts, "endings", group, ("end_reason", "ended_by"))
    ends = {reason: each.share().value for (reason, seat), each in every.items() if seat == -2}
    stopped = sum(share for reason, share in ends.items() if reason in LIMITS)
    yield Check(
        "Games end before the limit of decisions",
        f"{percent(stopped)} of the games stop at the limit of decisions" if stopped > STOPPED else "",
        "Let the rules bring every game to an end, or raise the limit: `dhstats replay` shows such a game.",
    )
    turns = {row["value"]: row["games"] for row in counts.rows("histograms", matchup=group.number, quantity="turns")}
    idle = turns.get(0, 0) / sum(turns.values())
    yield Check(
        "Every game has a decision",
        f"{percent(idle)} of the games are over before anybody decides" if idle > STOPPED else "",
        "Let the setup leave every game open.",
    )
    known = dialect(counts.game, counts.run.manifest.rules).endings.values()
    never = [vocabulary(counts.game).ends.get(each, words.spoken(each)) for each in known if each not in ends]
    yield Check(
        "Every way to end occurs",
        f"no game ends by {either(never)}" if never else "",
        "Check whether good players could reach this ending; if not, drop the rule.",
    )


def _success(counts: Counts, group: Group) -> Checks:
    won = success(counts, group).value
    always = "won" if won > ALWAYS else "lost" if won < 1.0 - ALWAYS else ""
    yield Check(
        "The players neither always win nor always lose",
        f"{percent(max(won, 1.0 - won))} of the games are {always}" if always else "",
        "Change how hard the game is: `dhstats sweep` tries the levels of a rule.",
    )


def _exchanged(counts: Counts, group: Group) -> Checks:
    """Whether every player has sat at every seat equally often, which tells seats and players apart."""
    if all(counts.plan.mirror(number) for number in range(len(counts.plan.matchups))):
        return
    sat: dict[tuple[int, int, int], int] = {}
    for arm in counts.plan.arms:
        for seat, player in enumerate(arm.players):
            sat[arm.matchup, player, seat] = sat.get((arm.matchup, player, seat), 0) + 1
    seats = counts.plan.seats
    even = len(sat) == len(counts.plan.matchups) * seats * seats and len(set(sat.values())) == 1
    yield Check(
        "Players change seats equally often",
        "" if even else "players do not sit at each seat equally often",
        "Let the players change seats: `dhstats simulate --design strength`.",
    )


def _wins(counts: Counts, group: Group) -> Checks:
    """Whether results vary, whether wins are shared often, and whether one side or seat always wins."""
    names = ("score_first", "score_second", "margin")
    scores = [row["quantity"] for row in counts.rows("histograms", matchup=group.number) if row["quantity"] in names]
    fixed = len(scores) == len(set(scores))
    yield Check(
        "Final scores vary",
        "every game ends with the same scores" if fixed else "",
        "Look at a few games (`dhstats replay`): what players do does not change the result.",
    )
    if counts.plan.seats > 1 and not fixed:
        if catalogue.load(counts.game).objective.sides:
            sides = sides_of(counts, group)
            yield _shared(sides.shared)
            first = sides.sides[0]
            always = first.wins.estimate > ALWAYS
            yield Check(
                "Every side can win",
                f"“{words.spoken(first.name)}” wins {percent(first.wins.estimate)} of the games" if always else "",
                "Make it harder for that side: `dhstats sweep` tries the levels of a rule.",
            )
        elif each_for_themselves(counts):
            yield from _of_seats(counts, group)


def _of_seats(counts: Counts, group: Group) -> Checks:
    rows = counts.rows("outcomes", matchup=group.number)
    won = {seat: sum(row["games"] * row["deals"] for row in rows if row["winner"] == seat) for seat in range(-2, 10)}
    games = won.pop(-2)
    yield _shared(won.pop(-1) / games)
    best = max(won, key=lambda seat: won[seat])
    share = won[best] / games
    if group.mirror:
        yield Check(
            "Every seat can win",
            f"the {SEATS[best]} seat wins {percent(share)} of the games" if share > ALWAYS else "",
            "Give the other seats something in return: a start with more cards or points, or another order of turns.",
        )


def _shared(share: float) -> Check:
    return Check(
        "Most games have one winner",
        f"{percent(share)} of the games end without a single winner" if share > SHARED else "",
        "Add a rule that breaks ties, or make points finer.",
    )


def _players(counts: Counts, group: Group) -> Checks:
    """Whether a match is close enough to show anything, and whether the best player is not beaten by a simple one."""
    if group.mirror:
        return
    uneven, better = lopsided(counts), vocabulary(counts.game).better
    yield Check(
        "No player nearly always wins",
        f"{uneven.stronger} wins {percent(uneven.share)} of the games against {words.listed(list(uneven.others))}"
        if uneven else "",
        "Let players of about the same strength meet.",
    )  # fmt: skip
    beaten = [who for at, pair in enumerate(counts.plan.matchups) if (who := _beats(counts, at, pair, better))]
    yield Check(
        f"No simple player beats {better}",
        f"{words.listed(beaten)} beat{'s' if len(beaten) == 1 else ''} {better}" if beaten else "",
        "Train a stronger player before you quote what this one shows: `dhstats train`.",
    )


def _beats(counts: Counts, number: int, pair: tuple[str, ...], better: str) -> str:
    """Who beats the best player of a game in a matchup of two, as sure as the deals tell; "" if nobody does."""
    bare = [name.partition("@")[0] for name in pair]
    if len(pair) != 2 or bare.count(better) != 1:
        return ""
    halves = value_counts(counts.rows("blocks", matchup=number), lambda row: 2 * row["a_wins"] + row["draws"])
    score = between_0_and_1(halves, 2 * counts.plan.games(number)).interval
    at = bare.index(better)
    lost = score.high < 0.5 if at == 0 else score.low > 0.5
    return pair[1 - at] if lost else ""


def _decisions(counts: Counts, group: Group) -> Checks:
    """Whether there is something to choose, whether choices vary, and whether every option is of use."""
    forced = decisions_of(counts, group).forced.value
    yield Check(
        "Most decisions are a choice",
        f"{percent(forced)} of the decisions have one option" if forced > FORCED else "",
        "Skip decisions with one option in the rules, or give players more to choose from.",
    )
    chosen = options_of(counts, group)
    if not chosen:
        return
    same = [each for each in chosen if each.taken.value > NEARLY_ALL]
    yield Check(
        "Players do not always choose the same",
        f"{percent(same[0].taken.value)} of the choices are {same[0].spoken}" if same else "",
        "See what the other options are worth: `dhstats plays`.",
    )
    never = [] if same else unused(chosen)
    yield Check(
        "Every option is taken by somebody",
        f"nobody takes {either([each.spoken for each in never])}" if never else "",
        "If better players do not take it either, remove it or make it worth more.",
    )


def _leads(counts: Counts, group: Group) -> Checks:
    """Whether who leads after a quarter of the game has already won."""
    if catalogue.load(counts.game).objective.sides or not each_for_themselves(counts):
        return
    rows = counts.rows("comebacks" if counts.plan.seats == 2 else "leads", matchup=group.number)
    logged = int(counts.rows("race", matchup=group.number)[0]["games"])
    (mean,) = counts.rows("means", matchup=group.number)
    quarter = int(mean["turns"]) / (4 * group.games * group.deals)
    early = [row for row in rows if row["lead"] == ANY_LEAD and row["turn"] >= quarter]
    row = min(early, key=lambda row: row["turn"], default=None)
    if row is None or row["turn"] > 2 * quarter or 2 * row["stakes"] < logged:
        return
    won = int(row["won"]) / int(row["stakes"])
    yield Check(
        "An early lead can be lost",
        f"the player who leads after {row['turn']} turns wins {percent(won)} of the games" if won > ALWAYS else "",
        "Let players who are behind catch up, or end the game sooner.",
    )


QUESTION = Question(
    KEY, "Does the game run as it should?", ("endings", "histograms"), answer, 65, ANY, together=True,
    read="Each line is a check: what should hold, and whether it does in these games.",
    method="Shares of all games, or of all decisions, of this run, without intervals. A check names what happens in"
    f" more than {100 * STOPPED:g} % (games that stop at the limit, or begin with their end), {100 * SHARED:g} %"
    f" (shared wins), {100 * FORCED:g} % (decisions with one option), {100 * ALWAYS:g} % (one seat, side or leader"
    f" wins) or {100 * NEARLY_ALL:g} % (one option is taken).",
    caution="A check that passes means that these players met no such fault. Games do not show what hidden cards "
    "give away: `dhstats games check` looks for it in a game file.",
)  # fmt: skip
