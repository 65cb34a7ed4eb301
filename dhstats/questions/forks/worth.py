"""What is an item worth, in sentences and tables."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from typing import Any

from dhstats.games.catalogue import load
from dhstats.players.positions.forks import UNIFORM
from dhstats.questions.forks.value import WANTED_SWING, Taken, Value, Worth
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, Chart, differences
from dhstats.questions.shared.first_screen import About, More, apart
from dhstats.questions.shared.hundred import in_hundred, no_matter, of_effect, to_know
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, basis_of, limits, measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED
from dhstats.questions.verdicts.lopsided import Lopsided
from dhstats.stats.estimates.clusters import Group
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import if_enough
from dhstats.stats.positions.prices import Price
from dhstats.stats.positions.twins import Effect

READ_NAIVE = " The naive number compares players who end up with the item with players who do not."
METHOD_OF_NAIVE = " Naive: players who have or had the item at the end compared with others, an association."
METHOD_OF_PARTS = (
    " Soft: the item may change hands again; locked: it stays. Anatomy: all components on or off on the same forks,"
    " Shapley shares exact in every fork. Price: stored final positions scored again with payments, inverted t test."
)
CAUTION_OF_NAIVE = (
    "The naive difference is not an effect: players who are ahead get the item more often, and"
    " players who have it at the end often got it late."
)
SHARE = "share of a win"
FOLLOWS = {
    "unbalanced": "Quote this number, not how often its owner wins: players who are ahead get it more often.",
    "balanced": "Leave it out, or make it stronger: it does not change who wins.",
}
START = {"unbalanced": "A", "balanced": "Nothing that matters: a", "undecided": "Not known yet. In these games a"}


def answer(value: Value, uneven: Lopsided | None, about: About) -> Answer:
    """Everything that forks tell about an item, which is `about` a game; what they do not tell has no table.

    In a match as `uneven` as that, what the item is worth in wins has no verdict.
    """
    main = next((worth for worth in value.worths if worth.moment == UNIFORM), None)
    told, when = _of_random_turns(value, main), {name: said for _, name, said in value.item.moments}
    for each in value.worths:
        if each.moment != UNIFORM:
            claimed = value.item.parts and each.moment == value.item.parts.claim
            what = "as played, against the same turn without it" if claimed else "instead of the opponent"
            score, points = (_of_moment(each, effect) for effect in (each.soft.score, each.soft.points))
            reach = f"{words.number(100 * each.forks / each.games, 1)} % of the games reach it"
            worths = f"{_percent(score)}, {words.brief(points, SIGNED, 'points')}"
            told.append(f"{when.get(each.moment, each.moment)} ({reach}), {what}: {worths}.")
    told += [
        f"{when.get(moment, moment)}: no result, because only {came:,} of {games:,} games reached it."
        for moment, came, games in value.silent
    ]
    told += _price_sentences(value.taken) if value.taken else []
    findings = [Finding(uneven.sentence, "refused", headline=True)] if uneven else []
    findings += [Finding(sentence, headline=at < 3) for at, sentence in enumerate(told)]
    title = f"What is {value.item.named} worth?"
    meaning = f" {value.item.meaning}" if value.item.meaning else ""
    method = QUESTION.method + ("" if meaning else METHOD_OF_NAIVE) + (METHOD_OF_PARTS if value.item.parts else "")
    caution = QUESTION.caution if meaning else f"{CAUTION_OF_NAIVE} {QUESTION.caution}"
    first = worth(value.item.named, main.soft, about) if main and not uneven else None
    shown = tuple(each for each in _tables(value, main) if each.frame.height)
    read = QUESTION.read + (meaning or READ_NAIVE)
    return QUESTION.answered(findings, shown, first, title=title, read=read, method=method, caution=caution)


def _percent(estimate: Estimate) -> str:
    return words.stated(estimate, PERCENTAGE_POINTS, "games in 100")


def _of_random_turns(value: Value, main: Worth | None) -> list[str]:
    """What forks at turns drawn by lot say, and what is only known with them."""
    sentences, name = [], value.item.named
    if main:
        sentences.append(
            f"Having {name} instead of the opponent, from a random turn on, is worth {_percent(main.soft.score)}"
            f" and {words.brief(main.soft.points, SIGNED, 'points')} of the final lead."
        )
        sentences += [possible(main.forks, main.games)] if value.item.meaning and main.forks < main.games else []
    if value.naive:
        certain = value.meter is not None and value.meter.ate.interval.low > 0.0  # else a ratio would say nothing
        exaggeration = value.meter.exaggeration if value.meter and certain else None
        times = f"; that gap is {words.stated(exaggeration, of='times its worth')}" if exaggeration else ""
        sentences.append(
            f"Players who end up with it win {_percent(value.naive.difference.estimate())} more often than those who do"
            f" not{times}. The gap is no measure of its worth: players who are ahead get it more often."
        )
    if value.taken:
        anatomy = value.taken.anatomy
        parts = [f"{part} {words.brief(share, PERCENTAGE_POINTS)}" for part, share in anatomy.shares.items()]
        reaction = words.brief(anatomy.reaction, PERCENTAGE_POINTS)
        sentences.append(f"Where these games in 100 come from: {words.listed([*parts, f'reaction {reaction}'])}.")
    if main and main.score:
        flips = main.soft.flips
        sentences += [
            f"Of this, having it is worth {_percent(main.score.gain)} (gain), and the opponent not having it"
            f" {_percent(main.score.denial)} (denial).",
            f"Handing it over turns {words.value(flips.to_win, PERCENT)} of the games into a win and"
            f" {words.value(flips.to_loss, PERCENT)} into a loss.",
        ]
    if main and main.hard:
        sentences.append(f"If it never changed hands again, it would be worth {_percent(main.hard.score)}.")
    return sentences


def possible(forks: int, games: int) -> str:
    """In how many games all that is asked for could be handed over."""
    return f"The change was possible in {forks:,} of {games:,} games at the random turn; the results hold for these."


def _of_moment(worth: Worth, estimate: Estimate) -> Estimate:
    """An estimate without interval where its moment, which not every game comes to, came in too few deals."""
    return estimate if worth.moment == UNIFORM else replace(estimate, interval=if_enough(estimate.interval))


def _price_sentences(found: Taken) -> list[str]:
    sentences = []
    (price, rate), seat, wanted = (found.price.price, found.price.rate), found.seat, found.wanted
    if price.value is not None and price.interval is not None:
        sentences.append(
            f"It is worth as much as {words.number(price.value, 1)} points at the end"
            f" ({words.span(price.interval, 1)}). One point is"
            f" worth {words.number(100.0 * rate.value, 2)} games in 100."
        )
    if seat.value is not None and seat.interval is not None:
        shown, handed = seat.interval, words.given(seat.value, 1, "points")
        if handed.startswith("took"):
            shown = replace(shown, low=-shown.high, high=-shown.low)
        sentences.append(
            f"Going first would be even if the first player {handed} at the end ({words.span(shown, 1)}) and everybody"
            " moved as before."
        )
    if wanted.value is not None and wanted.interval is not None:
        sentences.append(
            f"A bonus of {words.number(wanted.value, 1)} points would give it a swing of {100 * WANTED_SWING:g}"
            f" games in 100 ({words.span(wanted.interval, 1)})."
        )
    return sentences


def _compared(worth: Worth) -> list[dict[str, Any]]:
    """What handing the item over at a moment changes, altogether and in parts: of what kind, what is compared."""
    soft, hard, score, points = worth.soft, worth.hard, worth.score, worth.points
    rows = [("soft", "mover against opponent", soft.score, soft.points)]
    if score is None or points is None:
        rows = [("as played", "claimed against not", soft.score, soft.points)]
    else:
        rows += [("soft", "gain", score.gain, points.gain), ("soft", "denial", score.denial, points.denial)]
        rows += [("locked", "mover against opponent", hard.score, hard.points)] if hard else []
    return [
        {"worth": worth, "kind": kind, "what": what, "score": _of_moment(worth, one), "points": _of_moment(worth, two)}
        for kind, what, one, two in rows
    ]


def _tables(value: Value, main: Worth | None) -> list[Table]:
    edges = [0, *value.bands.turns]
    turns = [f"turns {a} to {b - 1}" for a, b in pairwise(edges)] + [f"turn {edges[-1]} and later"]
    edges = list(value.bands.leads)
    inner = [f"{a} to {b - 1} points" for a, b in pairwise(edges)]
    leads = [f"less than {edges[0]} points", *inner, f"{edges[-1]} points or more"]
    effects = (
        text("effect", "Effect", lambda row: f"{row['worth'].moment}, {row['kind']}: {row['what']}"),
        text("moment", "Moment", "worth.moment"), text("kind", "Kind"), text("what", "Comparison"),
        number("score", "Effect on the score", SHARE, "score.value"), number("se", "Standard error", SHARE, "score.se"),
        *limits(SHARE, "score.interval"), number("points", "Effect on the final lead", "points", "points.value"),
        number("points_low", "Low end", "points", "points.interval.low"),
        number("points_high", "High end", "points", "points.interval.high"),
        whole("forks", "Forks", "forks", "worth.forks"), *basis_of("score.interval"),
    )  # fmt: skip
    price = (
        text("price", "Price"), number("value", "Points", "points"), *limits("points", "interval"),
        *basis_of("interval"),
    )  # fmt: skip
    rows = [row for worth in value.worths for row in _compared(worth)]
    meter_rows: list[tuple[str, Estimate]] = []
    if value.naive:
        meter_rows = [("naive: holders at the end against others", value.naive.difference.estimate())]
    if value.meter:
        meter_rows += [
            ("effect if the mover has it", value.meter.att),
            ("effect at a random turn", value.meter.ate),
            ("bias: naive less effect", value.meter.bias),
        ]
    return [
        table("effects", "What handing it over changes", effects, rows),
        table("turns", "Effect by turn of the fork", _band(turns), value.by_turn),
        table("leads", "Effect by lead of the player to move", _band(leads), value.by_lead),
        _anatomy(value.taken),
        table("meter", "Association and effect", numbered("Difference in the score"), meter_rows),
        table("prices", "Fair prices", price, _prices(value.taken, main)),
    ]


def _band(names: Sequence[str]) -> tuple[Field, ...]:
    def name(group: Group) -> str:
        return names[int(str(group.label))]

    effect = measured("score", "Effect on the score", SHARE, "effect")
    return (text("band", "Forks", name), *effect, whole("forks", "Forks", "forks", "n"))


def _anatomy(taken: Taken | None) -> Table:
    rows: list[tuple[str, Estimate, Estimate]] = []
    if taken:
        scores, points = taken.anatomy, taken.anatomy_points
        rows = [(name, scores.shares[name], points.shares[name]) for name in scores.components]
        rows += [("reaction", scores.reaction, points.reaction), ("all together", scores.total, points.total)]
    fields = (
        text("component", "Component", itemgetter(0)), *measured("score", "Share of the effect", SHARE, itemgetter(1)),
        number("points", "Share in points", "points", lambda row: row[2].value),
        number("points_se", "Standard error", "points", lambda row: row[2].se),
    )  # fmt: skip
    return table("anatomy", "Where its worth comes from (Shapley shares)", fields, rows)


def numbered(title: str) -> tuple[Field, ...]:
    """The columns of numbers with their names."""
    return (text("number", "Number", itemgetter(0)), *measured("score", title, SHARE, itemgetter(1)))


def _prices(taken: Taken | None, main: Worth | None) -> list[dict[str, object]]:
    prices: list[tuple[str, Estimate | Price]] = []
    if taken:
        prices = [("mean-equivalent points (gain)", main.points.gain)] if main and main.points else []
        prices += [
            ("win-equivalent price", taken.price.price),
            ("points for going first", taken.seat),
            (f"bonus for a swing of {WANTED_SWING:.0%}", taken.wanted),
        ]
    return [{"price": name, "value": each.value, "interval": each.interval} for name, each in prices if each.interval]


def ahead(points: Estimate) -> str:
    """What having a thing is worth where points count."""
    way = "ahead" if points.value >= 0.0 else "behind"
    far = words.number(abs(points.value), words.digits_of(points))
    return f"ends about {far} points further {way} than if the opponent had it"


def in_points(points: Estimate) -> str:
    """From where to where what it is worth goes in points."""
    return f"{words.reach(points.interval, words.digits_of(points), sign=True)} points"


def worth(name: str, effect: Effect, about: About) -> Opening:
    """The one number to quote: what having a thing instead of the opponent is worth, from a random turn on."""
    score, question = effect.score, f"What is {name} worth in {about.title}?"
    if load(about.game).objective.in_points:
        points, more = effect.points, More(about.deals or effect.points.interval.n)
        kind = "undecided" if points.interval.contains(0.0) else "unbalanced"
        answer = f"{START[kind]} player who has it {ahead(points)}, {about.between}."
        known = f"{in_points(points)} ({words.level(points.interval)} interval)"
        return about.opening(question, answer, kind, known, FOLLOWS.get(kind, more.advice), more)
    kind, digits = of_effect(score.interval), apart(score.interval, words.places(100.0 * score.se), 0.0)
    wins = in_hundred(score, "if the opponent had it")
    reach = words.reach(score.interval, digits, factor=100.0, sign=True)
    follows = to_know(score.value, score.interval, played=about.deals) if kind == "undecided" else FOLLOWS[kind]
    helps = "it helps" if score.value > 0.0 else "it hurts"
    known = {"undecided": "it may help or hurt", "balanced": f"it changes {no_matter()}"}.get(kind, helps)
    answer = f"{START[kind]} player who has it {'won' if kind == 'undecided' else 'wins'} {wins}, {about.between}."
    sure = f"{known}, {reach} games in 100 ({words.level(score.interval)} interval)"
    return about.opening(question, answer, kind, sure, follows, More(about.deals or score.interval.n))


QUESTION = Question(
    "value",
    charts=(
        differences("Association and effect", "meter"),
        differences("Where its worth comes from", "anatomy"),
        Chart("From random play to the expert", ("skill",), "report.charts.comebacks.worth_by_skill", wide=True),
        differences("Among other players", "players"),
        differences("Under rules without one of its parts", "ablations"),
        differences("By turn of the fork", "turns", wide=False),
        differences("By lead of the player to move", "leads", wide=False),
        differences("At every moment", "effects"),
    ),
    first=(
        Chart("Games won by having it", ("meter",), f"{OPENINGS}.worth", wide=True, picked=True),
        # of an item for which there is no misleading comparison
        Chart("Games won by having it", ("effects",), f"{OPENINGS}.sides", wide=True, picked=True),
    ),
    read="Games are copied at a moment; in one copy the item goes to the player to move, in another to their opponent,"
    " in a third to nobody, and all are played on with the same cards to come. The difference at the end is what the"
    " item is worth.",
    method="Twin forks with common random numbers; one difference per fork, intervals clustered by deal (t over"
    " deals). By turn and lead: simultaneous intervals (max-T), positions taken from before the fork.",
    caution="An effect here is the effect of handing it over at such a moment, among these players.",
)
