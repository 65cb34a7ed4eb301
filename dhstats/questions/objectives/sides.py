"""Which side wins? Partners, one against all, hidden roles: the share of the wins of each side."""

from dataclasses import dataclass

from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import OPENINGS, Chart
from dhstats.questions.shared.first_screen import GAMES, About, More, capital, game_name, games_in_100
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, of_each
from dhstats.questions.shared.hundred import HUNDRED, Share
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import value_counts
from dhstats.questions.shared.tables import by_matchup, judged_columns, measured, number, text
from dhstats.questions.shared.words import PERCENT
from dhstats.questions.verdicts.evidence import judged
from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.stats.sequential.verdicts import Verdict, of_all

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


def answer(counts: Counts) -> Answer:
    """What the sides win, by matchup and together."""
    found = of_each(counts, sides_of)
    columns = (
        text("side", "Side", lambda side: words.spoken(side.name)),
        *measured("share", "Share of the wins", "share of a win", "wins.measured"),
        number("even", "Even share", "share of a win", "wins.null"),
        *judged_columns("share of a win", "wins"),
    )
    wins = by_matchup("sides", "What each side wins", columns, {each.group: each.sides for each in found})
    method = QUESTION.method.format(margin=found[0].group.margin)
    findings = [_finding(each) for each in found[:LISTED]]
    return QUESTION.told(counts, findings, (wins,), opening=_opening(found[0], counts), method=method)


def named(side: Side) -> str:
    """A side as a sentence names it, so that it is read as a name: “wolves”."""
    return f"“{words.spoken(side.name)}”"


def _finding(found: Sides) -> Finding:
    first, *others = found.sides
    won = words.stated(first.wins.measured, PERCENT, "of the games", sure=JOINTLY)
    told = [f"{named(first)} wins {won}"]
    for each in others:
        won = words.stated(each.wins.measured, PERCENT, after=first.wins.interval95, sure=JOINTLY)
        told.append(f"{named(each)} {won}")
    alike = f"; in {HUNDRED * found.shared:.3g} % two sides are first alike" if found.shared else ""
    size = max(side.wins.size for side in found.sides)
    return Finding(found.group.says(f"Of the sides {words.listed(told)}{alike}."), found.kind, found.group.main, size)


def _opening(found: Sides, counts: Counts) -> Opening:
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


SIDES = Chart("What each side wins", ("sides",), f"{OPENINGS}.seats", {"column": "side"}, wide=True)
QUESTION = Question(
    "sides", "Is one side stronger?", ("sides",), answer, -2, OF_MORE, charts=(SIDES,), first=(SIDES,),
    fits=lambda counts: bool(catalogue.load(counts.game).objective.sides),
    read="Each line is a side: the dot is its share of the wins, the bar its interval. The dashed line is an even"
    " share, the shaded strip what was declared balanced beforehand.",
    method="A game counts for the side that wins it; where two sides are first alike, each has half of it; of more"
    " sides that are alike none has it. The deal is the block: what a side won of its games is one observation."
    " Interval: estimate ± t · standard error over deals, simultaneous 95 % for all sides and matchups (Šidák)."
    " Verdict against ±{margin:g} of a win around an even share: balanced if the 90 % interval lies inside, unbalanced"
    " if the simultaneous one lies outside.",
    caution="This is what the sides win with these players; others may be better at playing for one of them.",
)  # fmt: skip
