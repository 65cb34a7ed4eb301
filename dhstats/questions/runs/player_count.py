"""With how many players is a game best? Runs that differ in the number of players alone, side by side."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.objectives import sides
from dhstats.questions.objectives.success import DECISION, success
from dhstats.questions.runs.decisions import LOGGED
from dhstats.questions.seats import first_player, seats
from dhstats.questions.seats.worth import advantage, seating, seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, Chart
from dhstats.questions.shared.first_screen import GAMES, About, More, at_once, either, games_in_100, spelt, who
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.hundred import HUNDRED, told_apart
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.sums import (
    RATIOS,
    SHARES,
    Row,
    block_sums,
    rate,
    ratio_estimate,
    ratio_sums,
    share,
    value_counts,
)
from dhstats.questions.shared.tables import measured, number, ranged, table, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, PLAIN, SIGNED, Unit
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level
from dhstats.stats.sequential.verdicts import Verdict, kind_of, of_all
from dhstats.storage import Manifest
from dhstats.storage.manifest import SEATS

KEY, NOBODY = "player_count", -1
HOW_TO_READ = "Each line is a number of players: the dot is {}, the bar its interval."
OFF = "how far the {} that is farthest from an even share is from it"
METHOD = (
    "One run for each number of players. Intervals of a quantity are right for all numbers at once (Šidák, 95 %)."
    " Distances from an even share and their verdicts are those of the sections below at that level; the largest lies"
    " between the largest that all of them leave for certain and the largest that they leave possible. Turns and"
    f" scores: t over deals. Games that are won together, or by nobody alone: {SHARES}. Waits and decisions with one"
    f" option: {RATIOS}."
)
CAUTION = (
    "The same strategies play at every number, and may be better at one than at another. A rule that helps with one"
    " number changes the game with others too."
)


@dataclass(frozen=True, slots=True)
class Away:
    """How far a seat or a side is from an even share; `within` is the interval that may show it to be near."""

    name: str
    away: Estimate
    within: Interval
    kind: str

    @classmethod
    def judged(cls, name: str, found: Verdict) -> "Away":
        """A share with its verdict."""
        return cls(name, found.measured.minus(found.null), found.interval90.minus(found.null), found.kind)

    @property
    def halved(self) -> "Away":
        """Half of a lead: what one of two has beside the mean of both."""
        wide, narrow = (
            replace(each, low=each.low / 2.0, high=each.high / 2.0) for each in (self.away.interval, self.within)
        )
        return replace(self, away=Estimate(self.away.value / 2.0, self.away.se / 2.0, wide), within=narrow)


@dataclass(frozen=True, slots=True)
class Count:
    """What the games of one number of players say; None where they do not have it.

    `lead` is what the answer is about: the share of games won together, else the largest distance from an even share,
    that of `far`; `within` is where that may be as sure as a verdict that all are even, `reason` why nobody knows it.
    """

    players: int
    lead: Estimate | None
    kind: str
    far: Away | None
    within: Interval | None
    reason: str
    turns: Estimate
    own: Estimate
    outcome: Estimate | None
    score: Estimate | None
    waits: Estimate | None
    forced: Estimate | None

    @property
    def number(self) -> str:
        """How many play: "three"."""
        return spelt(self.players)

    @property
    def named(self) -> str:
        """The same with what they are: "three players"."""
        return f"{self.number} player{'s' * (self.players > 1)}"

    @property
    def away(self) -> Estimate | None:
        """What the seat or side farthest from an even share has beside it."""
        return self.far.away if self.far else None

    @property
    def farthest(self) -> str:
        """Which seat or side is farthest from an even share, and the verdict on all."""
        kind = "" if self.kind == "fact" else f", {'open' if self.kind == 'undecided' else self.kind}"
        return f" ({self.far.name}{kind})" if self.far else ""


def named(manifest: Manifest) -> str:
    """A run of several, by its number of players."""
    players = len(manifest.seats)
    return f"With {spelt(players)} player{'s' * (players > 1)}"


def alike(manifests: Sequence[Manifest]) -> bool:
    """Whether runs differ in the number of players alone, have the same strategies, and part these from seats."""
    first, numbers = manifests[0], [len(each.seats) for each in manifests]
    if len(numbers) < 2 or len(set(numbers)) < len(numbers) or any(each.until or each.log for each in manifests):
        return False
    return all(
        (each.game, _players(each)) == (first.game, _players(first))
        and (each.design.kind != "single" or all(len(set(names)) == 1 for names in each.matchups))
        and _hash_for(first, len(each.seats)) == each.rules_hash
        for each in manifests
    )


def _players(manifest: Manifest) -> set[str]:
    return {who(name) for names in manifest.matchups for name in names}


def _hash_for(manifest: Manifest, players: int) -> str:
    """The hash of a run's rules for another number of players; "" where they are not for so many."""
    try:
        files = catalogue.rules(manifest.game)
        return str(files.restore(manifest.rules, manifest.rules_name, (f"players={players}",)).hash)
    except BadInput:
        return ""


def measure(counts: Counts, several: int, *, logged: bool) -> Count:
    """What a run says of its number of players, one of several; of waits and options where turns are `logged`."""
    group, level, players = groups(counts)[0], sidak_level(LEVEL, several), len(counts.run.manifest.seats)
    objective, (row,) = catalogue.load(counts.game).objective, counts.rows("means", matchup=group.number)
    turns, own = (block_sums(group.deals, row, "turns", group.games * of).estimate(level) for of in (1, players))
    far, reason = ((), "") if objective.together or players == 1 else _away(counts, group, level)
    outcome = score = waits = forced = None
    if objective.together:
        outcome = success(counts, group, level)
    elif players == 1:
        score = block_sums(group.deals, row, "score_first", group.games).estimate(level)
    elif objective.sides:
        outcome = sides.sides_of(counts, group, level).sides[0].wins.measured
    elif players == 2:
        outcome = share(group, value_counts(counts.rows("blocks", matchup=group.number), _drawn), level)
    else:
        alone = counts.rows("outcomes", matchup=group.number, winner=NOBODY)
        if len({each["decided_by"] for each in alone}) < 2:  # else a deal may stand in several rows
            outcome = share(group, value_counts(alone, lambda each: int(each["games"])), level)
    if logged:
        (row,) = counts.rows("decisions", matchup=group.number)
        waits = ratio_estimate(ratio_sums(row, "gaps", "waits"), LOGGED, level) if players > 1 else None
        forced = rate(ratio_sums(row, "decisions", "forced"), LOGGED, level)
    return Count(
        players, outcome if objective.together else _largest(far), of_all(each.kind for each in far) if far else "fact",
        max(far, key=_distance, default=None), _reach([each.within for each in far]) if far else None, reason,
        turns, own, outcome, score, waits, forced,
    )  # fmt: skip


def _drawn(row: Row) -> int:
    return int(row["draws"])


def _away(counts: Counts, group: Group, level: float) -> tuple[Sequence[Away], str]:
    """How far all seats or sides are from an even share; none where that cannot be told, and why."""
    if catalogue.load(counts.game).objective.sides:
        return [Away.judged(sides.named(each), each.wins) for each in sides.sides_of(counts, group, level).sides], ""
    points, two = catalogue.load(counts.game).objective.in_points, len(counts.run.manifest.seats) == 2
    if apart := seats_apart(counts):
        return (), apart.strip()
    if two:
        first = first_player.judged_fairly(counts, advantage(counts, group, level))
        reason = first.reason
        every = [Away.judged("first seat", first.margins).halved if points else Away.judged("first seat", first.scores)]
    else:
        sitting = seats.judged_fairly(counts, seating(counts, group, level))
        reason, margin = sitting.reason, vocabulary(counts.game).tally.margin / 2.0
        every = [
            _in_points(f"{SEATS[each.number]} seat", each.above, margin)
            if points
            else Away.judged(f"{SEATS[each.number]} seat", each.wins)
            for each in sitting.seats
        ]
    return ((), f"{reason[0].upper()}{reason[1:]}.") if reason and not points else (every, "")


def _in_points(name: str, above: Estimate, margin: float) -> Away:
    """A seat's points beyond the mean of the table, which are described where the game names no margin."""
    return Away(name, above, above.interval, kind_of(above.interval, above.interval, 0.0, margin) if margin else "fact")


def _distance(found: Away) -> float:
    return abs(found.away.value)


def _largest(far: Sequence[Away]) -> Estimate | None:
    """The largest distance from an even share; None where there is none."""
    if not far:
        return None
    return Estimate(max(map(_distance, far)), max(far, key=_distance).away.se, _reach([f.away.interval for f in far]))


def _reach(every: Sequence[Interval]) -> Interval:
    """Where the largest of several distances may be, whose intervals are right at once."""
    low = max(max(0.0, each.low, -each.high) for each in every)
    return replace(every[0], low=low, high=max(max(-each.low, each.high) for each in every))


@dataclass(frozen=True, slots=True)
class Best:
    """The numbers of players that are best, as far as that is known, the others, and the verdict.

    `fair` are those of which each is shown to be even by itself.
    """

    kind: str
    first: tuple[Count, ...]
    rest: tuple[Count, ...] = ()
    fair: bool = False


def best(found: Sequence[Count], margin: float, *, together: bool = False) -> Best:
    """Even numbers of players come first; else those that nothing shows to be worse than the best one."""
    spans = {each.players: each.lead.taken_from(1.0) if together else each.lead for each in found if each.lead}
    ranked = sorted(found, key=lambda each: spans[each.players].value)
    if fair := tuple(each for each in ranked if each.kind == "balanced"):
        rest = tuple(each for each in ranked if each not in fair)
        decided = all(each.kind == "unbalanced" for each in rest)
        return Best("leaning" if not decided else "unbalanced" if rest else "balanced", fair, rest, fair=True)
    reach = spans[ranked[0].players].interval.high
    near = tuple(each for each in ranked if spans[each.players].interval.low <= reach)
    far = ranked[len(near) :] if near == tuple(ranked[: len(near)]) else [each for each in ranked if each not in near]
    if not far:
        ends = [end for each in spans.values() for end in (each.interval.low, each.interval.high)]
        return Best("balanced" if max(ends) - min(ends) <= margin else "undecided", near)
    certain = len(near) == 1 and min(spans[each.players].interval.low for each in far) - reach > margin
    return Best("unbalanced" if certain else "leaning", near, tuple(far))


def answer(found: Sequence[Count], manifests: Sequence[Manifest]) -> Answer:
    """What each number of players brings, and with which the game is best."""
    found, manifest = sorted(found, key=lambda each: each.players), manifests[0]
    objective = catalogue.load(manifest.game).objective
    margin = vocabulary(manifest.game).tally.margin / 2.0 if objective.in_points else SCORE_MARGIN
    led, side = [each for each in found if each.lead], "side" if objective.sides else "seat"
    ranked = best(led, margin, together=objective.together) if len(led) > 1 else None
    won = _series(found, lambda each: each.outcome, PERCENT, "of the games")
    unit, of = (SIGNED, "points") if objective.in_points else (PERCENTAGE_POINTS, "percentage points")
    far = _series(led, lambda each: each.away, unit, of, lambda each: each.farthest)
    outcome = "The side that wins most wins {}" if objective.sides else "Nobody wins alone in {}"
    told = [
        ("All win together in {}", won) if objective.together
        else (f"The largest distances of a {side} from an even share are {{}}", far),
        *([] if objective.together else [(outcome, won)]),
        ("A game takes {}", _series(found, lambda each: each.turns, of="turns")),
        ("One player has {}", _series(found, lambda each: each.own, of="of them")),
        ("A player scores {}", _series(found, lambda each: each.score, of="points")),
        ("Between two decisions of one player the others make {}", _series(found, lambda each: each.waits)),
        ("There is only one option at {}", _series(found, lambda each: each.forced, PERCENT, "of the decisions")),
    ]  # fmt: skip
    kinds = (ranked.kind if ranked else "fact", *["fact"] * (len(told) - 1))
    findings = [
        Finding(f"{text.format(said)}.", kind, True) for (text, said), kind in zip(told, kinds, strict=True) if said
    ]
    findings += [Finding(f"With {each.named}: {each.reason}", "refused", True) for each in found if each.reason]
    return Answer(
        KEY, QUESTION.title, tuple(findings), (_table(found, margin, manifest),),
        HOW_TO_READ.format("the share of games that all win together" if objective.together else OFF.format(side)),
        METHOD, CAUTION, (),
        _opening(ranked, margin, manifest) if ranked else _of_length(found, manifest),
    )  # fmt: skip


def _series(
    found: Sequence[Count], look: Callable[[Count], Estimate | None], unit: Unit = PLAIN, of: str = "",
    also: Callable[[Count], str] = lambda _: "",
) -> str:  # fmt: skip
    """A quantity at every number of players that has it: "30.2 turns (…) with two players, 44.1 (…) with three"."""
    parts, after = list[str](), None
    for each in found:
        if (seen := look(each)) is None:
            continue
        if 0.0 < seen.interval.half_width < math.inf:
            said = words.stated(seen, unit, "" if parts else of, after=after, sure=JOINTLY)
            after = after or seen.interval
        else:  # the same in all deals
            exact = words.number(unit.factor * seen.value, 0 if seen.value.is_integer() else 2, sign=unit.sign)
            said = f"{exact}{unit.mark} {'' if parts else of}".rstrip()
        parts.append(f"{said} with {each.number if parts else each.named}{also(each)}")
    some = any(seen and seen.value for seen in map(look, found))
    return words.listed(parts) if some else ""


def _opening(ranked: Best, margin: float, manifest: Manifest) -> Opening:
    """With which number of players the game is best, and how sure that is."""
    order, objective = (*ranked.first, *ranked.rest), catalogue.load(manifest.game).objective
    together, factor, top = objective.together, 1.0 if objective.in_points else HUNDRED, ranked.first[0]
    first, rest = (words.listed([each.number for each in some] or [""]) for some in (ranked.first, ranked.rest))
    edge, of = (f"{margin:g} points", "points") if objective.in_points else (
        games_in_100(HUNDRED * margin), "of 100 games" if together else "games in 100")  # fmt: skip
    one, worse = "side" if objective.sides else "seat", "fewer games are won" if together else "they are farther off"
    numbers = told_apart([each.lead for each in order if each.lead], factor)
    even = "the mean of the table" if objective.in_points else "an even share"
    start = {"balanced": "It makes no difference: ", "undecided": "Not known yet. In these games "}.get(
        ranked.kind, f"With {either([each.number for each in ranked.first])}: "
    )
    link, open_ = "by" if together else "with", ranked.kind == "undecided"
    what = "about {} of 100 games {} won" if together else f"{one}s {{1}} within about {{0}} {of} of {even}"
    said = what.format(numbers[0], "were" if open_ else "are")
    more = [f"{number} {link} {each.number}" for number, each in zip(numbers[1:], order[1:], strict=True)]
    unknown = words.listed([each.number for each in ranked.rest if each.kind != "unbalanced"] or [""])
    told = {
        "balanced": f"no two numbers of players differ by more than {edge}",
        "undecided": "it may be any of them" if together or {each.kind for each in order} != {"unbalanced"}
        else f"with each of them a {one} is more than {edge} from {even}, and which is best is not known",
        "unbalanced": f"with {rest} {worse}, by more than {edge}",
        "leaning": f"with {rest} {worse}, perhaps by less than {edge}" if len(ranked.first) == 1
        else f"with {rest} {worse}; which of {first} is best is not known",
    }[ranked.kind]  # fmt: skip
    if ranked.fair:
        near = f"no {one} is more than {edge} from {even}"
        told = {
            "balanced": near, "unbalanced": f"with {first} {near}, with {rest} one is",
            "leaning": f"with {first} {near}; with {unknown} that is not known",
        }[ranked.kind]  # fmt: skip
    assert top.lead is not None
    interval = top.within if ranked.fair and top.within else top.lead.interval
    digits = words.places(factor * interval.half_width / 2.0)
    level = "95 %" if interval is top.lead.interval else "90 %"
    reach = f"with {top.number} {words.reach(interval, digits, factor=factor)} {of}, {level} interval"
    about, games = replace(About.of(manifest), again=GAMES), More(manifest.games, "games", "--games")
    decision = games.advice
    if ranked.kind in ("balanced", "unbalanced"):
        decision = DECISION if together else f"Recommend {first}, and look below at what is uneven with {rest}."
        decision = decision if together or ranked.rest else "Recommend any of them: other things below may decide."
    adjective = "won most often" if together else "fairest"
    return about.opening(
        f"With how many players is {about.title} {adjective}?",
        f"{start}{words.listed([f'{said} {link} {top.named}', *more])}.",
        ranked.kind, f"{told}; {reach}{at_once(len(order))}", decision, games,
    )  # fmt: skip


def _of_length(found: Sequence[Count], manifest: Manifest) -> Opening:
    """How long games are, where fewer than two numbers of players tell anything else."""
    about, numbers = replace(About.of(manifest), again=GAMES), told_apart([each.turns for each in found], 1.0)
    said = words.listed([f"{number} turns with {each.named}" for number, each in zip(numbers, found, strict=True)])
    top = found[0]
    reach = words.reach(top.turns.interval, words.digits_of(top.turns))
    return about.opening(
        f"How does the number of players change {about.title}?", f"A game takes about {said}.", "fact",
        f"with {top.number} {reach} turns, 95 % interval{at_once(len(found))}",
        "See below what else changes.", More(manifest.games, "games", "--games"),
    )  # fmt: skip


def _table(found: Sequence[Count], margin: float, manifest: Manifest) -> Table:
    """Everything, a row for each number of players."""
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
        *ranged("away", f"That {side} beside an even share", unit),
        *([] if objective.together else ranged("outcome", outcome, "share of games")),
        *ranged("turns", "Turns", "turns"), *ranged("own", "Turns of one player", "turns"),
        *ranged("scored", "Score of one who plays alone", "points", "score"),
        *ranged("waits", "Decisions of others between two of one's own", "decisions"),
        *ranged("forced", "Decisions with one option", "share of decisions"),
    )  # fmt: skip
    return table(KEY, "Every number of players", fields, found)


CHART = Chart("By number of players", (KEY,), f"{OPENINGS}.player_counts", wide=True)
QUESTION = Question(
    KEY, "With how many players is it best?", players=ANY, together=True, charts=(CHART,), first=(CHART,)
)
