"""With how many players is a game best? Numbers of players side by side, and which is best for sure."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dhstats.games import catalogue
from dhstats.questions.objectives.success import DECISION
from dhstats.questions.runs.player_count import Count
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, Chart
from dhstats.questions.shared.first_screen import GAMES, About, More, at_once, either, games_in_100
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.hundred import HUNDRED, told_apart
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.sums import RATIOS, SHARES
from dhstats.questions.shared.tables import measured, number, ranged, table, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, PLAIN, SIGNED, Unit
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage import Manifest

KEY = "player_count"
OFF = "how far the {} that is farthest from an even share is from it"


@dataclass(frozen=True, slots=True)
class Best:
    """The numbers of players that are best, as far as that is known, the others, and the verdict.

    `fair` are those of which each is shown to be even by itself.
    """

    kind: str
    first: tuple[Count, ...]
    rest: tuple[Count, ...] = ()
    fair: bool = False


def best(counts: Sequence[Count], margin: float, *, together: bool = False) -> Best:
    """Even numbers of players come first; else those that nothing shows to be worse than the best one."""
    spans = {each.players: each.lead.taken_from(1.0) if together else each.lead for each in counts if each.lead}
    ranked = sorted(counts, key=lambda each: spans[each.players].value)
    if fair := tuple(each for each in ranked if each.kind == "balanced"):
        rest = tuple(each for each in ranked if each not in fair)
        decided = all(each.kind == "unbalanced" for each in rest)
        return Best("leaning" if not decided else "unbalanced" if rest else "balanced", fair, rest, fair=True)
    reach = spans[ranked[0].players].interval.high
    near = tuple(each for each in ranked if spans[each.players].interval.low <= reach)
    far = ranked[len(near) :] if near == tuple(ranked[: len(near)]) else [each for each in ranked if each not in near]
    if not far:
        ends = [end for each in spans.values() for end in (each.interval.low, each.interval.high)]
        same = "balanced" if together else "fact"  # as uneven as each other
        return Best(same if max(ends) - min(ends) <= margin else "undecided", near)
    certain = len(near) == 1 and min(spans[each.players].interval.low for each in far) - reach > margin
    return Best("unbalanced" if certain else "leaning", near, tuple(far))


def answer(counts: Sequence[Count], manifests: Sequence[Manifest]) -> Answer:
    """What each number of players brings, and with which the game is best."""
    counts, manifest = sorted(counts, key=lambda each: each.players), manifests[0]
    objective = catalogue.load(manifest.game).objective
    margin = vocabulary(manifest.game).tally.margin / 2.0 if objective.in_points else SCORE_MARGIN
    led, side = [each for each in counts if each.lead], "side" if objective.sides else "seat"
    ranked = best(led, margin, together=objective.together) if len(led) > 1 else None
    won = _series(counts, lambda each: each.outcome, PERCENT, "of the games")
    unit, of = (SIGNED, "points") if objective.in_points else (PERCENTAGE_POINTS, "games in 100")
    far = _series(led, lambda each: each.away, unit, of, lambda each: each.farthest)
    outcome = "The side that wins most wins {}" if objective.sides else "Nobody wins alone in {}"
    told = [
        ("All win together in {}", won) if objective.together
        else (f"The largest distances of a {side} from an even share are {{}}", far),
        *([] if objective.together else [(outcome, won)]),
        ("A game takes {}", _series(counts, lambda each: each.turns, of="turns")),
        ("One player has {}", _series(counts, lambda each: each.own, of="of them")),
        ("A player scores {}", _series(counts, lambda each: each.score, of="points")),
        ("Between two decisions of one player the others make {}", _series(counts, lambda each: each.waits)),
        ("There is only one option at {}", _series(counts, lambda each: each.forced, PERCENT, "of the decisions")),
    ]  # fmt: skip
    kinds = (of_all(each.kind for each in led) if led else "fact", *["fact"] * (len(told) - 1))
    every = zip(told, kinds, strict=True)
    findings = [Finding(f"{text.format(said)}.", kind, True) for (text, said), kind in every if said]
    findings += [Finding(f"With {each.named}: {each.reason}", "refused", True) for each in counts if each.reason]
    first = _opening(ranked, margin, manifest) if ranked else None
    dot = "the share of games that all win together" if objective.together else OFF.format(side)
    return QUESTION.answered(findings, [_table(counts, margin, manifest)], first, read=QUESTION.read.format(dot))


def _series(
    counts: Sequence[Count], look: Callable[[Count], Estimate | None], unit: Unit = PLAIN, of: str = "",
    also: Callable[[Count], str] = lambda _: "",
) -> str:  # fmt: skip
    """A quantity at every number of players that has it: "30.2 turns (…) with two players, 44.1 (…) with three"."""
    parts, after = list[str](), None
    for each in counts:
        if (seen := look(each)) is None:
            continue
        if 0.0 < seen.interval.half_width < math.inf:
            said = words.stated(seen, unit, "" if parts else of, after=after, sure=JOINTLY)
            after = after or seen.interval
        else:  # the same in all deals
            exact = words.number(unit.factor * seen.value, 0 if seen.value.is_integer() else 2, sign=unit.sign)
            said = f"{exact}{unit.mark} {'' if parts else of}".rstrip()
        parts.append(f"{said} with {each.number if parts else each.named}{also(each)}")
    some = any(seen and seen.value for seen in map(look, counts))
    return words.listed(parts) if some else ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What leads in a game, in words: what is even, how far from it counts as even, what is worse, and the unit."""

    together: bool
    one: str
    even: str
    edge: str
    of: str
    factor: float
    worse: str

    @classmethod
    def of_game(cls, game: str, margin: float) -> "Terms":
        """Those of a game, with what counts as even."""
        objective = catalogue.load(game).objective
        one, worse, edge = "side" if objective.sides else "seat", "they are farther off", games_in_100(HUNDRED * margin)
        if objective.together:
            return cls(True, one, "", edge, "of 100 games", HUNDRED, "fewer games are won")
        if objective.in_points:
            return cls(False, one, "the mean of the table", f"{margin:g} points", "points", 1.0, worse)
        return cls(False, one, "an even share", edge, "games in 100", HUNDRED, worse)


def _opening(ranked: Best, margin: float, manifest: Manifest) -> Opening:
    terms, first = Terms.of_game(manifest.game, margin), words.listed([each.number for each in ranked.first])
    about, games = About.of(manifest, GAMES), More(manifest.games, "games", "--games")
    decision = games.advice
    if known := ranked.kind not in ("leaning", "undecided"):
        rest = f"Recommend {first}, and look below at what is uneven with {_numbers(ranked.rest)}."
        decision = rest if ranked.rest else "Recommend any of them: other things below may decide."
    return about.opening(
        f"With how many players is {about.title} {'won most often' if terms.together else 'fairest'}?",
        _said(ranked, terms), ranked.kind, f"{_known(ranked, terms)}; {_measured(ranked, terms)}",
        DECISION if terms.together and known else decision, games,
    )  # fmt: skip


def _numbers(some: Sequence[Count]) -> str:
    return words.listed([each.number for each in some]) if some else ""


def _uneven(ranked: Best) -> bool:
    """Whether each number of players is shown to be uneven by itself."""
    return {each.kind for each in (*ranked.first, *ranked.rest)} == {"unbalanced"}


def _said(ranked: Best, terms: Terms) -> str:
    order, open_ = (*ranked.first, *ranked.rest), ranked.kind == "undecided"
    numbers, link = told_apart([each.lead for each in order if each.lead], terms.factor), "with"
    what = f"{terms.one}s {'were' if open_ else 'are'} up to about {numbers[0]} {terms.of} from {terms.even}"
    if terms.together:
        what, link = f"about {numbers[0]} of 100 games {'were' if open_ else 'are'} won", "by"
    none = ", but none is even" if _uneven(ranked) else ""
    same, with_best = "It makes no difference: ", f"With {either([each.number for each in ranked.first])}: "
    starts = {"balanced": same, "fact": same, "undecided": f"Not known yet{none}. In these games "}
    more = [f"{number} {link} {each.number}" for number, each in zip(numbers[1:], order[1:], strict=True)]
    return f"{starts.get(ranked.kind, with_best)}{words.listed([f'{what} {link} {order[0].named}', *more])}."


def _known(ranked: Best, terms: Terms) -> str:
    first, rest, near = _numbers(ranked.first), _numbers(ranked.rest), f"from {terms.even}"
    if ranked.fair:
        fair = f"no {terms.one} is more than {terms.edge} {near}"
        unknown = _numbers([each for each in ranked.rest if each.kind != "unbalanced"])
        return {
            "balanced": fair, "unbalanced": f"with {first} {fair}, with {rest} one is",
            "leaning": f"with {first} {fair}; with {unknown} that is not known",
        }[ranked.kind]  # fmt: skip
    each_off = f"with each of them a {terms.one} is more than {terms.edge} {near}, and which is best is not known"
    several = f"; which of {first} is best is not known"
    doubt = several if len(ranked.first) > 1 else f", perhaps by less than {terms.edge}"
    same = f"no two numbers of players differ by more than {terms.edge}"
    return {
        "balanced": same,
        "fact": same,
        "undecided": each_off if _uneven(ranked) else "it may be any of them",
        "unbalanced": f"with {rest} {terms.worse}, by more than {terms.edge}",
        "leaning": f"with {rest} {terms.worse}{doubt}",
    }[ranked.kind]


def _measured(ranked: Best, terms: Terms) -> str:
    """The interval behind it: of an even number of players that of its verdict."""
    top = ranked.first[0]
    assert top.lead is not None
    interval = top.within if ranked.fair and top.within else top.lead.interval
    level = "90 %" if interval.level < top.lead.interval.level else "95 %"
    reach = words.reach(interval, words.places(terms.factor * interval.half_width / 2.0), factor=terms.factor)
    every = at_once(len(ranked.first) + len(ranked.rest))
    return f"with {top.number} {reach} {terms.of}, {level} interval{every}"


def _table(counts: Sequence[Count], margin: float, manifest: Manifest) -> Table:
    objective = catalogue.load(manifest.game).objective
    unit = "points" if objective.in_points else "share of games" if objective.together else "share of a win"
    side = "side" if objective.sides else "seat"
    lead = "Games won together" if objective.together else f"Distance from an even share of the farthest {side}"
    outcome = "Games won by the side that wins most" if objective.sides else "Games that nobody wins alone"
    fields = (
        text("players", "Players", "named"), whole("count", "Number of players", "players", "players"),
        *measured("score", lead, unit, "lead"),
        number("band_high", "Counts as even up to", unit, lambda each: None if objective.together else margin or None),
        text("farthest", f"Farthest {side}", lambda each: each.far and each.far.name),
        text("verdict", "Verdict", "kind"),
        number("within_low", "Its 90 % interval: low end", unit, lambda each: each.within and each.within.low),
        number("within_high", "Its 90 % interval: high end", unit, lambda each: each.within and each.within.high),
        *ranged("away", f"That {side} compared with an even share", unit),
        *([] if objective.together else ranged("outcome", outcome, "share of games")),
        *ranged("turns", "Turns", "turns"), *ranged("own", "Turns of one player", "turns"),
        *ranged("scored", "Score of a player who plays alone", "points", "score"),
        *ranged("waits", "Decisions of others between two of a player", "decisions"),
        *ranged("forced", "Decisions with one option", "share of decisions"),
    )  # fmt: skip
    return table(KEY, "Every number of players", fields, counts)


CHART = Chart("By number of players", (KEY,), f"{OPENINGS}.player_counts", wide=True)
TITLE = "With how many players is it best?"
QUESTION = Question(
    KEY, TITLE, players=ANY, together=True, charts=(CHART,), first=(CHART,),
    read="Each line is a number of players: the dot is {}, the bar its interval.",
    method="One run for each number of players. Intervals of a quantity are right for all numbers at once (Šidák, 95"
    " %). Distances from an even share and their verdicts are those of the sections below at that level; the largest "
    "distance lies between the largest that is certain and the largest that is possible. Turns and"
    f" scores: t over deals. Games that are won together, or by nobody alone: {SHARES}. Waits and decisions with one"
    f" option: {RATIOS}.",
    caution="The same strategies play at every number, and may be better at one than at another. A rule that helps"
    " with one number changes the game with others too.",
)  # fmt: skip
