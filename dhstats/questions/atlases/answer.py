"""An atlas in sentences: what each key decides and how surely, which keys act together, what lies on the map."""

from dataclasses import replace

from dhstats.questions.atlases import tables
from dhstats.questions.atlases.atlas import Atlas
from dhstats.questions.atlases.rule_sets import APART, LEVEL, MOST_LUCK, Effect
from dhstats.questions.atlases.tables import SURE
from dhstats.questions.goals.answers import every_goal
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.first_screen import SURENESS, About, at_once, either, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage import Run

DRAWN = (
    "{drawn:,} rule sets are drawn at random from {every:,}, with all levels of a key about equally frequent and "
    "balanced over the levels of other keys"
)
WHOLE = "All {drawn:,} rule sets of the space are played"
SAID_KEYS, SAID_COUPLES = 3, 3
WORTH_SAYING = 0.01  # of what differs


def answer(atlas: Atlas, run: Run) -> Answer:
    """What every key decides, and the map; `run` are games of the rules as they are."""
    about, every = About.of(run.manifest), atlas.levers.space.combinations
    method = QUESTION.method.format(
        which=(WHOLE if atlas.whole else DRAWN).format(drawn=atlas.drawn, every=every), deals=atlas.extent.deals,
        players=atlas.players, alpha=100.0 * atlas.terms.alpha,
        level=100.0 * LEVEL, luck=100.0 * MOST_LUCK, more=len(atlas.every) - atlas.drawn, again=atlas.extent.again,
        judged=len(atlas.spots) * len(atlas.goals.goals), seed=atlas.terms.seed, fresh=APART,
    )  # fmt: skip
    return QUESTION.answered(
        findings(atlas),
        (tables.shares(atlas), *tables.pictured(atlas), tables.map_of(atlas), tables.map_goals(atlas),
         tables.together(atlas), tables.quantities(atlas), tables.levels(atlas), tables.rule_sets(atlas)),
        opening(atlas, about), title=f"Which rules decide what kind of game {about.title} is?",
        queries=(deals_query(run),), method=method, caution=QUESTION.caution.format(between=about.between),
    )  # fmt: skip


def findings(atlas: Atlas) -> list[Finding]:
    """Quantity by quantity what decides it; keys that act together; what cannot be told; the map."""
    told = [Finding(_effect(atlas, each), headline=at == 0) for at, each in enumerate(atlas.ranked)]
    couples = tables.couples(atlas)
    sure = [(what, pair) for what, pair in couples if pair.chance < SURE and pair.share.value >= WORTH_SAYING]
    for what, pair in sure[:SAID_COUPLES]:
        share = words.stated(pair.share, words.PERCENT, digits=0)
        who = f"{atlas.factors[pair.one].name} and {atlas.factors[pair.other].name}"
        told.append(Finding(f"{who} interact in {what}: the interaction explains {share} of the differences."))
    if atlas.effects.unknown:
        names = words.listed([goal.quantity.what for goal, _ in atlas.effects.unknown])
        told.append(Finding(f"Luck of the deals hides nearly all differences between rule sets in {names}."))
    across, up = atlas.ground.axes
    certain, _, may = _certain(atlas)
    start = f"The map has {len(atlas.spots)} kinds of games, by {across.goal.quantity.what} and {up.goal.quantity.what}"
    on_map = f"{start}: {certain}{f', {spelt(may)} may' if may else ''}. All play the same new deals."
    spot, goals = atlas.best, len(atlas.goals.goals)
    change = spot.holder.played.text if spot.holder.played.change.parts else "the rules as they are"
    which = every_goal(goals) if spot.met == goals else f"{spelt(spot.met)} of {spelt(goals)} goals"
    rest = f" Not known: {tables.standing(spot, 'open')}." if spot.having("open") else ""
    rest += f" Missed: {tables.standing(spot, 'missed')}." if spot.having("missed") else ""
    start = f"Among those that certainly meet most goals, the smallest change is {change}"
    return [*told, Finding(on_map), Finding(f"{start}: it meets {which} on new deals.{rest}")]


def _effect(atlas: Atlas, effect: Effect) -> str:
    start, keys = f"{effect.goal.quantity.sentence}:", effect.certain[:SAID_KEYS]
    if not keys:
        none = "no key certainly explains any of the differences between rule sets"
        return f"{start} {none}; draw more rule sets, or play more deals."
    first, joint = effect.shares[keys[0]], effect.together
    parts = [f"{atlas.factors[keys[0]].name} makes {words.stated(first, words.PERCENT, digits=0)}"]
    parts += [f"{atlas.factors[key].name} {_share(effect.shares[key], first)}" for key in keys[1:]]
    rest = f"; interactions of keys {_share(joint, first)}" if joint.interval.low >= WORTH_SAYING else ""
    rows, scale = tables.at_levels(atlas, effect, keys[0]), effect.goal.quantity.scale.shown
    low, high = min(rows, key=lambda row: row.mean.value), max(rows, key=lambda row: row.mean.value)
    start_of = f"{words.stated(low.mean, scale)} at {low.key} {low.level}"
    end = f"{words.stated(high.mean, scale, after=low.mean.interval)} at {high.level}"
    return f"{start} {words.listed(parts)} of the differences{rest}. The mean goes from {start_of} to {end}."


def _share(share: Estimate, after: Estimate) -> str:
    return words.stated(share, words.PERCENT, digits=0, after=after.interval)


def _certain(atlas: Atlas) -> tuple[str, int, int]:
    """How many rule sets of the map certainly meet all goals, in words and as a number; how many more may."""
    met, may = (sum(spot.standing == standing for spot in atlas.spots) for standing in ("met", "open"))
    every = every_goal(len(atlas.goals.goals))
    return f"{spelt(met) if met else 'none'} certainly {'meet' if met > 1 else 'meets'} {every}", met, may


MOST_NAMED = 3  # keys of which any may be the one that decides most


def opening(atlas: Atlas, about: About) -> Opening:
    """What decides how rule sets differ, told of the quantity along the map's first side where a key decides that."""
    told = next(iter(atlas.ranked), None)  # of the sides of the map, else of any, the first of which a key decides some
    kind, (certain, met, may) = _kind(told), _certain(atlas)
    more = f"; {spelt(may)} {'more ' if met else ''}may" if may else ""
    sure = "the luck of the deals hides all differences between rule sets"
    if told is not None:
        share, many = told.shares[told.leaders[0]], sum(len(each.shares) for each in atlas.effects.known)
        which = "" if kind == "balanced" else f"{atlas.factors[told.leaders[0]].name} makes "
        reach = f"{words.reach(share.interval, 0, factor=100.0)} %"
        sure = f"{which}{reach}, {words.level(share.interval)} interval{at_once(many)}"
    decision = "Choose the nearest game on the map below and set its numbers as goals, or allow more keys and levels."
    if kind == "undecided":
        decision = f"Play more rule sets: `--rule-sets {2 * atlas.extent.rule_sets}`."
    elif any(spot.standing != "missed" for spot in atlas.spots):
        chosen = "`dhstats design` finds and proves the cheapest change that meets its goals"
        decision = f"Choose a game on the map below; {chosen}."
    question = f"Which rules decide what kind of game {about.title} is?"
    answer = f"{_opening_answer(atlas, told)} Of {len(atlas.spots)} kinds of games on the map {certain}{more}."
    return Opening(question, answer, f"{SURENESS[kind]}: {sure}.", decision, kind, caution=about.caution)


def _kind(effect: Effect | None) -> str:
    if effect is None or effect.leaders[0] not in effect.certain:
        return "undecided"
    return "balanced" if len(effect.leaders) == 1 else "leaning"


def _opening_answer(atlas: Atlas, effect: Effect | None) -> str:
    if effect is None or _kind(effect) == "undecided":
        return "Not known yet: no key certainly explains any of the differences."
    what, first = effect.goal.quantity.what, effect.leaders[0]
    share = words.number(100.0 * effect.shares[first].value, 0)
    if len(effect.leaders) == 1:
        name = atlas.factors[first].name
        return f"One key, {name}, explains most of the differences between rule sets in {what}: {share} %."
    names = [atlas.factors[key].name for key in effect.leaders]
    if len(names) > MOST_NAMED:
        first_ = f"perhaps first {names[0]}: {share} %"
        return f"Several keys explain the differences between rule sets in {what}, {first_}."
    parts = words.listed([words.number(100.0 * effect.shares[key].value, 0) for key in effect.leaders])
    return f"The differences between rule sets in {what} come mostly from {either(names)}: {parts} %."


PICTURES = "report.first_screens.atlases"
MAP = Chart("The map of games", ("map",), f"{PICTURES}.game_map", wide=True, says=f"{PICTURES}.map_said")
LEVELS = Chart("What each level of a key does", (), f"{PICTURES}.at_levels", says=f"{PICTURES}.levels_said")
DECIDES = Chart("What decides what", ("shares",), f"{PICTURES}.shares", wide=True)
QUESTION = Question(
    "atlas",
    charts=(MAP, *(replace(LEVELS, tables=(name,)) for name in tables.PICTURED), DECIDES),
    first=(replace(DECIDES, draw=f"{PICTURES}.first_shares", picked=True),),
    read="A share says how much of the differences between rule sets one key explains: 100 % would mean that nothing"
    " else matters. The shares in a column and the interactions of keys add up to 100 %. Each cell of the map is a"
    " kind of game. Its numbers say how many goals its rule set certainly meets and how many it may meet, on new"
    " deals. Grey cells have seats certainly less even than the goals ask; blank cells have no rule set that was"
    " played.",
    method="{which}. Each is played on the same {deals:,} deals, by {players}. The mean of a quantity is regressed on"
    " orthonormal columns of the keys: every level has its own effect; a numeric key with more than four levels has a"
    " cubic curve. A share is the sum of a key's squared coefficients, corrected for the variance from interactions"
    " and from finite deals, divided by the variance between rule sets (Sobol 1993; corrected as ω², Hays 1963). Pairs"
    " of keys: products of their columns (for numeric keys the first two columns). Shares: simultaneous {level:g} %"
    " intervals over all keys and quantities, by the jackknife over rule sets on the scale of square roots, with a"
    " critical value by max-T; a lower end above zero also needs an F test at the same level. Intervals of pairs hold"
    " for all pairs of a quantity (Šidák), those of levels for all levels of a quantity. A quantity is left out if"
    " luck makes up more than {luck:g} % of the differences. The map: {more} further rule sets differ in a key or two"
    " from those on it; the effects of the keys predict that they fill an empty cell or come nearer to the goals"
    " (MAP-Elites: Mouret, Clune 2015). A cell shows the rule set with the smallest distance: the sum of its"
    " deviations from the goals' ranges, in usual differences between rule sets. Each mean is shrunk towards the sum"
    " of its keys' effects, by the share that luck has in the difference. Because these rule sets are selected by"
    " their results, each is played again on {again:,} deals that are not among the others; all statements about it"
    " use only those. All cells play the same new deals, so luck raises or lowers them together. Goals are judged"
    " there as by `dhstats goals check`, at level α / {judged}, so the chance of any wrong verdict on the map is at"
    " most {alpha:g} %. All games have the seed {seed}; the new deals are those from {fresh:,} on.",
    caution="All of this holds {between}, for the levels of the goals file. A share depends on the levels of all keys:"
    " a key with a wider range of levels explains more. The map shows what was tried: empty cells may also have games."
    " The first deals place a rule set on the map, so its numbers on new deals may lie just outside its cell.",
)
