"""An atlas in sentences: what each key decides and how surely, which keys act together, what lies on the map."""

from dhstats.questions.atlases import tables
from dhstats.questions.atlases.atlas import Atlas, Spot
from dhstats.questions.atlases.effects import LEVEL, MOST_LUCK, Effect
from dhstats.questions.atlases.opening import opening
from dhstats.questions.atlases.playing import APART
from dhstats.questions.atlases.tables import SURE, Couple
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.first_screen import About, spelt
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage import Run

HOW_TO_READ = (
    "A share says how much of the differences between rule sets one key explains: 100 % would mean that nothing else "
    "matters. The shares in a column and the interactions of keys add up to 100 %. Each cell of the map is a kind of"
    " game. Its numbers say how many goals its rule set certainly meets and how many it may meet, on new deals. Grey"
    " cells have seats certainly less even than the goals ask; blank cells have no rule set that was played."
)
METHOD = (
    "{which}. Each is played on the same {deals:,} deals, by {players}. The mean of a quantity is regressed on "
    "orthonormal columns of the keys: every level has its own effect; a numeric key with more than"
    " four levels has a cubic curve. A share is the sum of a key's squared coefficients, corrected"
    " for the variance from interactions and from finite deals, divided by the variance between rule"
    " sets (Sobol 1993; corrected as ω²,"
    " Hays 1963). Pairs of keys: products of their columns (for numeric keys the first two columns). Shares: "
    "simultaneous {level:g}"
    " % intervals over all keys and quantities, by the jackknife over rule sets on the scale of square roots, with a"
    " critical value by max-T; a lower end above zero also needs an F test at the same level. Intervals of pairs"
    " hold for all pairs of a quantity (Šidák), those of levels for all levels of a quantity. A quantity is left out "
    "if luck makes up more than {luck:g} % of the differences. The map: {more} further rule sets differ in a key or"
    " two from those on it; the effects of the keys predict that they fill an empty cell or come nearer to the goals"
    " (MAP-Elites: Mouret, Clune 2015). A cell shows the rule set with the smallest distance: the sum of its "
    "deviations from the goals' ranges, in usual differences between rule sets. Each mean is shrunk"
    " towards the sum of its keys' effects, by the share that luck has in the difference. Because"
    " these rule sets are selected by their results, each is played again on {again:,} deals"
    " that are not among the others; all statements about it use only those. All cells play the same new deals,"
    " so luck raises or lowers them together. Goals are judged there as by `dhstats"
    " goals check`, at level α / {judged}, so the chance of any wrong verdict on the map is at most {alpha:g} %. "
    "All games have the seed {seed}; the new deals are those from {fresh:,} on."
)
DRAWN = (
    "{drawn:,} rule sets are drawn at random from {every:,}, with all levels of a key about equally frequent and "
    "balanced over the levels of other keys"
)
WHOLE = "All {drawn:,} rule sets of the space are played"
CAUTION = (
    "All of this holds {between}, for the levels of the goals file. A share depends on the levels of all keys: a key "
    "with a wider range of levels explains more. The map shows what was tried: empty cells may also"
    " have games. The first deals place a rule set on the map, so its numbers on new deals may lie"
    " just outside its cell."
)
SAID_KEYS, SAID_COUPLES = 3, 3
WORTH_SAYING = 0.01  # of what differs


def answer(found: Atlas, run: Run) -> Answer:
    """What every key decides, and the map; `run` are games of the rules as they are."""
    about = About.of(run.manifest)
    return Answer(
        "atlas", f"Which rules decide what kind of game {about.title} is?", tuple(findings(found)),
        (tables.shares(found), *tables.pictured(found), tables.map_of(found), tables.map_goals(found),
         tables.together(found), tables.quantities(found), tables.levels(found), tables.rule_sets(found)),
        HOW_TO_READ, _method(found), CAUTION.format(between=about.between), (deals_query(run),), opening(found, about),
    )  # fmt: skip


def _method(found: Atlas) -> str:
    every = found.levers.space.combinations
    return METHOD.format(
        which=(WHOLE if found.whole else DRAWN).format(drawn=found.drawn, every=every), deals=found.extent.deals,
        players=found.players, alpha=100.0 * found.terms.alpha,
        level=100.0 * LEVEL, luck=100.0 * MOST_LUCK, more=len(found.every) - found.drawn, again=found.extent.again,
        judged=len(found.spots) * len(found.goals.goals), seed=found.terms.seed, fresh=APART,
    )  # fmt: skip


def findings(found: Atlas) -> list[Finding]:
    """Quantity by quantity what decides it; keys that act together; what cannot be told; the map."""
    told = [Finding(_effect(found, each), headline=at == 0) for at, each in enumerate(found.ranked)]
    sure = [each for each in tables.couples(found) if each.pair.chance < SURE and each.pair.share.value >= WORTH_SAYING]
    told += [Finding(_couple(each)) for each in sure[:SAID_COUPLES]]
    if found.effects.unknown:
        names = words.listed([goal.quantity.what for goal, _ in found.effects.unknown])
        told.append(Finding(f"Luck of the deals hides nearly all differences between rule sets in {names}."))
    return [*told, Finding(_map(found)), Finding(_best(found, found.best))]


def _effect(found: Atlas, effect: Effect) -> str:
    """Which keys decide a quantity, the first with its levels."""
    start = f"{effect.goal.quantity.sentence}:"
    keys = effect.certain[:SAID_KEYS]
    if not keys:
        return (
            f"{start} no key certainly explains any of the differences between rule sets; draw more rule sets,"
            " or play more deals."
        )
    first = effect.shares[keys[0]]
    told = [
        f"{found.factors[key].name} {_share(effect.shares[key], first if at else None)}" for at, key in enumerate(keys)
    ]
    joint = effect.together
    rest = f"; interactions of keys {_share(joint, first)}" if joint.interval.low >= WORTH_SAYING else ""
    return f"{start} {words.listed(told)} of the differences{rest}. {_direction(found, effect, keys[0])}"


def _share(share: Estimate, after: Estimate | None) -> str:
    """A share with its interval; `after` is the one that the sentence named before."""
    said = words.stated(share, words.PERCENT, digits=0, after=after.interval if after else None)
    return said if after else f"makes {said}"


def _direction(found: Atlas, effect: Effect, key: int) -> str:
    """Where a quantity goes along a key: from its least mean to its greatest."""
    rows = tables.at_levels(found, effect, key)
    low, high = min(rows, key=lambda row: row.mean.value), max(rows, key=lambda row: row.mean.value)
    scale = effect.goal.quantity.scale.shown
    ends = [
        f"{words.stated(low.mean, scale)} at {low.key} {low.level}",
        f"{words.stated(high.mean, scale, after=low.mean.interval)} at {high.level}",
    ]
    return f"The mean goes from {ends[0]} to {ends[1]}."


def _couple(each: Couple) -> str:
    share = words.stated(each.pair.share, words.PERCENT, digits=0)
    return f"{each.one} and {each.other} interact in {each.what}: the interaction explains {share} of the differences."


def _map(found: Atlas) -> str:
    """How many kinds of games the map holds, and how many of them meet the goals."""
    across, up = found.ground.axes
    many, goals = len(found.spots), len(found.goals.goals)
    met, may = (sum(spot.standing == standing for spot in found.spots) for standing in ("met", "open"))
    start = f"The map has {many} kinds of games, by {across.goal.quantity.what} and {up.goal.quantity.what}"
    certain = f"{spelt(met) if met else 'none'} certainly {'meet' if met > 1 else 'meets'} {_all(goals)}"
    return f"{start}: {certain}{f', {spelt(may)} may' if may else ''}. All play the same new deals."


def _best(found: Atlas, spot: Spot) -> str:
    goals = len(found.goals.goals)
    change = spot.holder.played.text if spot.holder.played.change.parts else "the rules as they are"
    which = _all(goals) if spot.met == goals else f"{spelt(spot.met)} of {spelt(goals)} goals"
    beside = ((spot.having("open"), "Not known", tables.unknown), (spot.having("missed"), "Missed", tables.missed))
    rest = "".join(f" {what}: {say(spot)}." for some, what, say in beside if some)
    start = f"Among those that certainly meet most goals, the smallest change is {change}"
    return f"{start}: it meets {which} on new deals.{rest}"


def _all(goals: int) -> str:
    return "both goals" if goals == 2 else f"all {spelt(goals)} goals"
