"""Which side wins, and which power is too strong? Partners, one against all, hidden roles; factions, characters."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, Chart
from dhstats.questions.shared.first_screen import GAMES, About, More, capital, game_name, games_in_100, spelt
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, of_each
from dhstats.questions.shared.hundred import HUNDRED, Share
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, ratio_sums, value_counts
from dhstats.questions.shared.tables import by_matchup, judged_columns, measured, number, ranged, text, whole
from dhstats.questions.shared.words import HUNDREDTHS, PERCENT
from dhstats.questions.verdicts.evidence import judged
from dhstats.seats import SEATS
from dhstats.stats.estimates.ratios import RatioSums
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.stats.sequential.verdicts import Verdict, kind_of, of_all
from dhstats.storage.run import parts_of_win

LISTED = 10  # matchups that get a sentence


@dataclass(frozen=True, slots=True)
class Side:
    """A side by its name: its share of the wins against an even one."""

    name: str
    wins: Verdict


@dataclass(frozen=True, slots=True)
class Sides:
    """All sides of a game in one group, the one that wins most first."""

    group: Group
    sides: tuple[Side, ...]
    shared: float  # share of games in which several sides were first alike

    @property
    def kind(self) -> str:
        """The verdict on all sides together."""
        return of_all(side.wins.kind for side in self.sides)


def sides_of(counts: Counts, group: Group, level: float = LEVEL) -> Sides:
    """What every side wins in a group."""
    names = catalogue.load(counts.game).objective.sides
    several, even = sidak_level(level, len(names)), 1.0 / len(names)
    found, shared = list[Side](), 0
    for name in names:
        rows = counts.rows("sides", matchup=group.number, side=name)
        sums = BlockSums.from_counts(value_counts(rows, lambda row: int(row["halves"])), 2 * group.games)
        found.append(Side(name, judged(sums, even, group.margin, 1.0 - level, 1.0 - several, group.watched)))
        shared = sum(int(row["shared"]) for row in rows)
    ranked = sorted(found, key=lambda side: -side.wins.estimate)
    return Sides(group, tuple(ranked), shared / (group.games * group.deals))


def sides(counts: Counts) -> Answer:
    """What the sides win, by matchup and together."""
    found = of_each(counts, sides_of)
    columns = (
        text("side", "Side", lambda side: words.spoken(side.name)),
        *measured("share", "Share of the wins", "share of a win", "wins.measured"),
        number("even", "Even share", "share of a win", "wins.null"),
        *judged_columns("share of a win", "wins"),
    )
    wins = by_matchup("sides", "What each side wins", columns, {each.group: each.sides for each in found})
    method = SIDES.method.format(margin=found[0].group.margin)
    findings = [_of_sides(each) for each in found[:LISTED]]
    return SIDES.told(counts, findings, (wins,), opening=_stronger_side(found[0], counts), method=method)


def named(side: Side) -> str:
    """A side as a sentence names it, so that it is read as a name: “wolves”."""
    return f"“{words.spoken(side.name)}”"


def _of_sides(found: Sides) -> Finding:
    first, *others = found.sides
    won = words.stated(first.wins.measured, PERCENT, "of the games", sure=JOINTLY)
    told = [f"{named(first)} wins {won}"]
    for each in others:
        won = words.stated(each.wins.measured, PERCENT, after=first.wins.interval95, sure=JOINTLY)
        told.append(f"{named(each)} {won}")
    alike = f"; in {HUNDRED * found.shared:.3g} % two sides share first place" if found.shared else ""
    size = max(side.wins.size for side in found.sides)
    return Finding(found.group.says(f"{words.listed(told)}{alike}."), found.kind, found.group.main, size)


def _stronger_side(found: Sides, counts: Counts) -> Opening:
    manifest, best, even = counts.run.manifest, found.sides[0], 1.0 / len(found.sides)
    about = About.of(manifest, GAMES)
    name, share = named(best), Share.judged(best.wins)
    edge = games_in_100(HUNDRED * best.wins.margin)
    more = More(best.wins.n * len(manifest.design.arms), "games", "--games")
    none = f"{'Neither' if len(found.sides) == 2 else 'None'}, as far as it matters"
    yes = {"balanced": none, "undecided": "Not known yet"}.get(found.kind, f"Yes, {name}")
    told = {
        "balanced": f"no side is more than {edge} from an even share",
        "unbalanced": f"at least one side is more than {edge} from an even share of {HUNDRED * even:.3g} of 100",
        "leaning": f"the sides differ, perhaps by less than {edge}",
        "undecided": "no side is known to have an edge",
    }[found.kind]
    decision = {
        "balanced": "Leave the sides as they are.",
        "unbalanced": f"Make it harder for {name}: `dhstats sweep` tries the levels of a rule.",
    }.get(found.kind, more.advice)
    sure = f"{told}; {name} wins {share.reach_of(len(found.sides))}"
    question = f"Is one side stronger in {game_name(manifest.game, manifest.rules)}?"
    wins = f"{yes}. {capital(about.between)} {name} wins about {share.count} games."
    return about.opening(question, wins, found.kind, sure, decision, more)


SIDES_CHART = Chart("What each side wins", ("sides",), f"{OPENINGS}.seats", {"column": "side"}, wide=True)
SIDES = Question(
    "sides", "Is one side stronger?", ("sides",), sides, -2, OF_MORE, charts=(SIDES_CHART,), first=(SIDES_CHART,),
    fits=lambda counts: bool(catalogue.load(counts.game).objective.sides),
    read="Each line is a side: the dot is its share of the wins, the bar its interval. The dashed line is an even"
    " share, the shaded strip what was declared balanced beforehand.",
    method="A game counts for the side that wins it; if two sides share first place, each has half of it; if more do, "
    "none has it. The deal is the block: what a side won of its games is one observation."
    " Interval: estimate ± t · standard error over deals, simultaneous 95 % for all sides and matchups (Šidák)."
    " Verdict against ±{margin:g} of a win around an even share: balanced if the 90 % interval lies inside, unbalanced"
    " if the simultaneous one lies outside.",
    caution="This is what the sides win with these players; others may be better at playing for one of them.",
)  # fmt: skip


NAMED = 6  # powers that a sentence names
ANY_SEAT = -1
CHANGED = ("gained", "lost")


@dataclass(frozen=True, slots=True)
class Power:
    """A power by its name: its share of the wins against an even one, where it was in play.

    `gained` is what one point more at the end would add to it if everybody played as they did, `lost` what one point
    less would take away.
    """

    field: str
    name: str
    seats: int
    wins: Verdict
    gained: Estimate
    lost: Estimate


@dataclass(frozen=True, slots=True)
class Powers:
    """All powers in one group, the strongest first; pairs of powers, and powers by seat."""

    group: Group
    powers: tuple[Power, ...]
    pairs: Mapping[tuple[str, str, str], Estimate]
    seats: Mapping[tuple[str, str, int], Estimate]

    @property
    def kind(self) -> str:
        """The verdict on all powers together."""
        return of_all(each.wins.kind for each in self.powers)


def powers_of(counts: Counts, group: Group, level: float = LEVEL) -> Powers:
    """What players with each power win in a group."""
    rows = counts.rows("powers", matchup=group.number)
    seats, win = len(counts.run.manifest.seats), parts_of_win(len(counts.run.manifest.seats))
    alone = [row for row in rows if not row["rival"] and row["seat"] == ANY_SEAT]
    several = sidak_level(level, max(1, len(alone)))
    found, pairs, by_seat = list[Power](), {}, {}
    for row in rows:
        sums = _in_wins(ratio_sums(row, "seats", "won"), win)
        key = (str(row["field"]), str(row["power"]))
        if row["rival"]:
            pairs[*key, str(row["rival"])] = sums.rate(level, "deals with both")
        elif row["seat"] != ANY_SEAT:
            by_seat[*key, int(row["seat"])] = sums.rate(level, "deals with it there")
        else:
            point = (_in_wins(ratio_sums(row, "seats", name), win).rate(level, "deals with it") for name in CHANGED)
            found.append(
                Power(*key, int(row["seats"]), _judged(sums, 1.0 / seats, group.margin, level, several), *point)
            )
    ranked = sorted(found, key=lambda each: -each.wins.estimate)
    return Powers(group, tuple(ranked), pairs, by_seat)


def _in_wins(sums: RatioSums, win: int) -> RatioSums:
    """The same sums for whole wins instead of parts of one."""
    return replace(sums, sum_x=sums.sum_x * win, sum_xx=sums.sum_xx * win * win, sum_xy=sums.sum_xy * win)


def _judged(sums: RatioSums, even: float, margin: float, level: float, several: float) -> Verdict:
    """A power's share against an even one: no difference at its own level, a difference at that of all powers."""
    joint, own = (sums.rate(each, "deals with it") for each in (several, 2.0 * level - 1.0))
    kind = kind_of(joint.interval, own.interval, even, margin)
    tiny, wide = kind == "balanced" and not joint.interval.contains(even), joint.interval
    return Verdict(kind, tiny, joint.value, joint.se, wide.n, wide, own.interval, even, margin, blocks_needed=0)


def powers(counts: Counts) -> Answer:
    """What every power wins, by matchup and together."""
    found = of_each(counts, powers_of)
    findings, tables = [finding for each in found for finding in _of_powers(each)], _tables(found)
    method = POWERS.method.format(margin=found[0].group.margin)
    return POWERS.told(counts, findings, tables, opening=_strong_power(found[0], counts), method=method)


def _of_powers(found: Powers) -> list[Finding]:
    first = found.powers[0].wins
    told = [
        f"{words.spoken(each.name)} {words.stated(each.wins.measured, PERCENT, sure=JOINTLY, after=first.interval95)}"
        for each in (*found.powers[:NAMED], *found.powers[NAMED:][-1:])
    ]
    size = max(each.wins.size for each in found.powers)
    told_of = f"A player wins with {words.listed(told)}; an even share is {HUNDRED * first.null:.3g} %."
    won = Finding(found.group.says(told_of), found.kind, found.group.main, size)
    if not any(each.gained.value or each.lost.value for each in found.powers):  # sides: points of one are no measure
        return [won]
    far = _farthest(found)
    less = far.wins.effect >= 0.0
    point = words.stated(far.lost if less else far.gained, HUNDREDTHS, "games in 100")
    change = f"one point {'less' if less else 'more'} at the end would {'take' if less else 'add'} {point}"
    point = found.group.says(f"With {words.spoken(far.name)} {change}, if everybody played the same way.")
    return [won, Finding(point, headline=found.group.main)]


def _farthest(found: Powers) -> Power:
    """The power that is farthest from even, of those by which all are judged."""
    decisive = [each for each in found.powers if each.wins.kind == found.kind] or found.powers
    return max(decisive, key=lambda each: (round(abs(each.wins.effect), 6), each.wins.effect))


def _strong_power(found: Powers, counts: Counts) -> Opening:
    manifest = counts.run.manifest
    about = About.of(manifest, GAMES)
    far = _farthest(found)
    name, share, strong = words.spoken(far.name), Share.judged(far.wins), far.wins.effect >= 0.0
    edge, amount = games_in_100(HUNDRED * far.wins.margin), "strong" if strong else "weak"
    many, more = spelt(len(found.powers)), More(manifest.design.deals * len(manifest.design.arms), "games", "--games")
    yes = {"balanced": "None", "undecided": "Not known yet"}.get(found.kind, f"{capital(name)} is too {amount}")
    told = {
        "balanced": f"no power is more than {edge} from an even share",
        "unbalanced": f"that is more than {edge} from an even share of {HUNDRED * far.wins.null:.3g} of 100",
        "leaning": f"{name} is not even, perhaps by less than {edge}",
        "undecided": "no power is known to be better or worse than the others",
    }[found.kind]
    decision = {
        "balanced": "Leave the powers as they are.",
        "unbalanced": f"Make {name} {'weaker' if strong else 'stronger'}: `dhstats sweep` tries the levels of a rule.",
    }.get(found.kind, more.advice)
    question = f"Which power is too strong in {game_name(manifest.game, manifest.rules)}?"
    wins, sure = f"{yes}. Of {many} powers {name} wins about {share.count} games.", share.reach_of(len(found.powers))
    return about.opening(question, wins, found.kind, f"{told}; {name} wins {sure}", decision, more)


def _tables(found: list[Powers]) -> tuple[Table, ...]:
    """What each power wins, with another one at the table, and from each seat."""
    columns = (
        text("field", "What differs", lambda each: words.spoken(each.field)),
        text("power", "Power", lambda each: words.spoken(each.name)),
        whole("seats", "Times that a player had it", "games"),
        *measured("share", "Share of the wins", "share of a win", "wins.measured"),
        number("even", "Even share", "share of a win", "wins.null"),
        *ranged("gained", "One point more at the end would add", "share of a win"),
        *ranged("lost", "One point less would take", "share of a win"),
        *judged_columns("share of a win", "wins")[:-1],  # how many more deals would decide is not foretold
    )
    power = text("power", "Power", lambda each: words.spoken(each[0][1]))
    against = text("against", "With this power at the table", lambda each: words.spoken(each[0][2]))
    seat = text("seat", "Seat", lambda each: SEATS[each[0][2]])
    share = ranged("share", "Share of the wins", "share of a win", lambda each: each[1])
    pairs = {each.group: sorted(each.pairs.items()) for each in found}
    seats = {each.group: sorted(each.seats.items()) for each in found}
    return (
        by_matchup("powers", "What each power wins", columns, {each.group: each.powers for each in found}),
        by_matchup("pairs", "Power against power", (power, against, *share), pairs),
        by_matchup("power_seats", "Power by seat", (power, seat, *share), seats),
    )


POWERS_CHART = Chart("What each power wins", ("powers",), f"{OPENINGS}.seats", {"column": "power"}, wide=True)
POWERS = Question(
    "powers", "Which power is too strong?", ("powers",), powers, -1, OF_MORE, charts=(POWERS_CHART,),
    first=(POWERS_CHART,),
    fits=lambda counts: bool(catalogue.load(counts.game).objective.powers),
    read="Each line is a power: the dot is what a player with it wins, the bar its interval. The dashed line is an"
    " even share, the shaded strip what counts as even.",
    method="The block is the deal: powers are dealt, and go round the table with everything else that is dealt, so "
    "every seat plays each power of a deal."
    f" Shares of the wins per seat that had the power: {RATIOS}."
    " Intervals of all powers are right at once (Šidák, 95 %); those of pairs and of seats each hold on their own."
    " Verdict against ±{margin:g} of a win around an even share: balanced if the power's own 90 % interval lies"
    " inside, unbalanced if the simultaneous one lies outside, leaning if that excludes an even share but straddles"
    " the margin. What a point would do: final scores counted again, with one point more or less for the power alone.",
    caution="This is what powers are worth to these players: a power that is hard to play well is worth more to better"
    " ones. Whether one power helps against another may depend on who else is at the table.",
)  # fmt: skip
