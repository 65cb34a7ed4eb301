"""What is a play worth? Every legal move of sampled states played on; where hands are dealt, what opening cards say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import opening_hands
from dhstats.queries.catalogue import dialect
from dhstats.queries.counts import game_columns
from dhstats.questions.forks.stakes import METHOD as OF_STAKES
from dhstats.questions.forks.stakes import findings, opening, stakes, stakes_table, values_of
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import About, More, capital, change, dearest, either, spelt, to_part
from dhstats.questions.shared.groups import JOINTLY, LEVEL
from dhstats.questions.shared.hundred import in_hundred, more_games, no_matter, of_effect, to_know
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENTAGE_POINTS, SIGNED
from dhstats.questions.tweaks.tweaks import games_a_deal
from dhstats.simulate.plans.experiment import Experiment, checked
from dhstats.simulate.positions.forks import Looked
from dhstats.stats.estimates.clusters import Group, by_group
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, UNBOUNDED, sidak_level
from dhstats.stats.positions.turning import advantages, card_values
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
MANY = 4  # cards from which on a play counts as one of many
BOUNDS = (-1.0, 1.0)
METHOD_OF_ANY = (
    "About one decision with a choice per game; every legal move is played on. What the player to move does not see is"
    " a new guess in every continuation, the same for all moves. A move's advantage is its mean result minus the mean"
    " of all legal moves of that decision. Means over decisions, simultaneous intervals (max-T), clustered by deal."
)
CAUTION_OF_ANY = "A kind of play is measured in the states in which it is possible, and among these players."
# What is said of the first and of the last of several, by how sure it is; intervals of all hold together.
ENDS = {
    "unbalanced": "{name} {verb} {most}",
    "leaning": "{name} {verb} {more} than average and may {base} {most}",
    "undecided": "{name} may {base} {most}, but is not known to {base} {more} than average",
}
PLAYED = ({"verb": "is", "base": "be"}, ("best", "better"), ("worst", "worse"))
HELD = ({"verb": "is worth", "base": "be worth"}, ("most", "more"), ("least", "less"))
Phrases = tuple[Mapping[str, str], tuple[str, str], tuple[str, str]]
Named = tuple[str, Estimate]
MOST_OPTIONS = 40  # kinds of moves that have a row of their own
MOST_NAMED = 3  # cards that may be the best to play, by name


def games(plan: Experiment, deals: int, states: int) -> Experiment:
    """The games of one player against itself whose opening hands are looked at; BadInput for several players.

    Where no cards of one kind are played, nobody asks for hands, and as many games as states will do.
    """
    if "," in (player := ",".join(plan.strategies)):
        raise BadInput(f"--strategies: one, against itself, not {player!r}")
    name = f"plays-{catalogue.short(plan.game)}-{Path(plan.rules).stem}"
    several = replace(plan, name=name, games=2 * deals)
    if catalogue.load(plan.game).plays is None:
        several = replace(several, games=games_a_deal(replace(plan, design="seat")) * states)
    return checked(several, "plays").with_seed()


def values_of_cards(lineup: Lineup, run: Run) -> dict[str, Estimate]:
    """What a picture in the opening hand is worth in points, from a run of seat pairs; nothing without pictures."""
    bundle, sorts = lineup.bundle, lineup.bundle.plays
    if sorts is None:
        return {}
    deals = run.manifest.design.deals
    hands = opening_hands(lineup, run.manifest.seed, deals)
    columns = game_columns(run, ("score_first", "score_second"))
    lead = (columns["score_first"].astype(np.int64) - columns["score_second"]).reshape(deals, -1)
    # the first deck is with the first player in the first game of a pair and with the second in the other
    outcome = (lead[:, 0] - lead[:, 1]) / 2.0
    copies = dict(zip(_pictures_of(bundle), map(int, lineup.rules[sorts.dealt]), strict=False))
    return card_values(hands[:, 0] - hands[:, 1], outcome, copies, level=sidak_level(LEVEL, len(copies)))


def _pictures_of(bundle: GameBundle) -> tuple[str, ...]:
    assert bundle.plays is not None
    return bundle.words[bundle.plays.kind]


def advantages_of(looked: Looked, outcomes: Array) -> Array:
    """The advantage of every move over the average legal move of its state."""
    _, starts = np.unique(looked.states, return_index=True)
    parts = np.split(outcomes, starts[1:])
    return np.concatenate([advantages(part).advantages for part in parts])


def answer(bundle: GameBundle, looked: Looked, cards: dict[str, Estimate], run: Run) -> Answer:
    """Kinds of plays, and single cards of the opening hands of a run; of other games what decisions are about."""
    if bundle.plays is None:
        return _of_any(bundle, looked, run)
    scores, points = advantages_of(looked, looked.scores), advantages_of(looked, looked.margins)
    names = _names(bundle, looked)
    kinds = by_group(scores, names, looked.deals, bounds=BOUNDS)
    in_points = {str(each.label): each for each in by_group(points, names, looked.deals)}
    pictures = [_pictures_of(bundle)[int(picture)] for picture in looked.moves[bundle.plays.kind]]
    by_picture = by_group(scores, pictures, looked.deals, bounds=BOUNDS)
    # those of which enough is known, the best first; all where that is none
    enough = [each for each in by_picture if each.deals >= LEAST_DEALS] or list(by_picture)
    known = tuple(sorted(enough, key=lambda each: -each.effect.value))
    states = len(np.unique(looked.states))
    best, worst = _ends([(words.spoken(str(each.label)), each.effect) for each in known], PLAYED)
    most, least = _ends([(words.spoken(name), worth) for name, worth in cards.items()], HELD)
    high, low = (words.stated(each, PERCENTAGE_POINTS, "games in 100", sure=JOINTLY) for _, each in (best, worst))
    more, less = (words.stated(each, SIGNED, "points", sure=JOINTLY) for _, each in (most, least))
    when = f"When it is possible, playing {best[0]}: {high} against the average legal move; playing {worst[0]}: {low}"
    held = f"In the opening hand {most[0]}: {more} against an average card; {least[0]}: {less}."
    told = (Finding(f"{when} ({words.count(states, 'states')}).", headline=True), Finding(held, headline=True))
    first = plays(known, states, About.of(run.manifest))
    of_cards = (
        text("picture", "Picture", lambda pair: words.spoken(pair[0])),
        *measured("score", "Worth in the opening hand", "points", itemgetter(1)),
        whole("deals", "Deals", "deals", lambda _: run.manifest.design.deals),
    )
    caption = "One more of this card in the opening hand, instead of an average card"
    tables = _tables(known, kinds, in_points, Counter(np.array(names)[looked.chosen].tolist()))
    tables += (table("cards", caption, of_cards, sorted(cards.items(), key=lambda pair: -pair[1].value)),)
    return QUESTION.answered(told, tables, first)


def decisions_a_game(run: Run) -> int:
    """How many decisions a game of a run has on average, to the nearest whole number."""
    return max(1, round(float(game_columns(run, ("turns",))["turns"].mean())))


def _of_any(bundle: GameBundle, looked: Looked, run: Run) -> Answer:
    """The same of a game whose plays are not cards of one kind: options by the words that its moves have for them."""
    found = stakes(bundle, looked)
    if found is None:
        raise BadInput("plays: no state had a choice; play more (--states)")
    values, in_points = values_of(bundle, looked)
    advantage, names = advantages_of(looked, values), np.array(_options(run, looked))
    groups = by_group(advantage, names, looked.deals, bounds=UNBOUNDED if in_points else BOUNDS)
    unit, played = "points" if in_points else "share of a win", Counter(names[looked.chosen].tolist())
    fields = (
        text("play", "Play", lambda group: str(group.label)),
        *measured("score", "Advantage over the average legal move", unit, "effect"),
        whole("possible", "States in which it was possible", "moves", "n"),
        number("share", "How often it was played there", "share", lambda group: played[str(group.label)] / group.n),
    )
    ranked = sorted(groups, key=lambda each: -each.effect.value)
    first = opening(found, About.of(run.manifest), looked.results.shape[1])
    tables = table("plays", "Kinds of plays", fields, ranked), stakes_table(found)
    return QUESTION.answered(findings(found), tables, first, method=METHOD_OF_ANY + OF_STAKES, caution=CAUTION_OF_ANY)


def _options(run: Run, looked: Looked) -> list[str]:
    """Every move by the words for its parts; moves that are seldom possible are counted together."""
    chosen = dialect(run.manifest.game, run.manifest.rules).chosen
    parts = {name: options for name, options in chosen.items() if name in (looked.moves.dtype.names or ())}
    least = {name: int(options[0]) if options[0].lstrip("-").isdecimal() else 0 for name, options in parts.items()}
    told = [
        ", ".join(_word(name, options, int(move[name]) - least[name]) for name, options in parts.items()) or "any move"
        for move in looked.moves
    ]
    common = {name for name, _ in Counter(told).most_common(MOST_OPTIONS)}
    names = np.array([each if each in common else "seldom possible" for each in told])
    for name in np.unique(names):
        if len(np.unique(looked.deals[names == name])) < LEAST_DEALS:
            names[names == name] = "seldom possible"
    return [str(name) for name in names]


def _word(part: str, options: Sequence[str], at: int) -> str:
    if not 0 <= at < len(options):
        return "nothing"
    word = words.spoken(options[at])
    return f"{words.spoken(part)} {word}" if word.lstrip("-").isdecimal() else word


def _names(bundle: GameBundle, looked: Looked) -> list[str]:
    """The kind of every move; numbers of cards that are hardly ever possible are counted together by picture."""
    sentences, pictures, sorts = [], _pictures_of(bundle), bundle.plays
    assert sorts is not None  # only such games are asked for pictures
    for picture, cards in zip(looked.moves[sorts.kind], looked.moves[sorts.number], strict=True):
        many = f"{MANY} or more cards" if cards >= MANY else f"{int(cards)} card{'s' if cards > 1 else ''}"
        sentences.append(f"{words.spoken(pictures[int(picture)])}, {many}")
    names = np.array(sentences)
    for name in np.unique(names):
        if len(np.unique(looked.deals[names == name])) < LEAST_DEALS:
            names[names == name] = f"{name.partition(',')[0]}, seldom"
    return [str(name) for name in names]


def _tables(
    known: Sequence[Group], kinds: Sequence[Group], points: Mapping[str, Group], played: Mapping[str, int]
) -> tuple[Table, ...]:
    advantage = measured("score", "Advantage over the average legal move", "share of a win", "effect")
    possible = whole("possible", "States in which it was possible", "moves", "n")
    pictures = (text("picture", "Picture", lambda group: words.spoken(str(group.label))), *advantage, possible)
    fields = (
        text("play", "Play", lambda group: str(group.label)), *advantage,
        number("points", "Advantage in points", "points", lambda group: points[str(group.label)].effect.value),
        possible,
        number("share", "How often it was played there", "share", lambda group: played[str(group.label)] / group.n),
    )  # fmt: skip
    return (
        table("pictures", "Pictures, when they can be played", pictures, known),
        table("plays", "Kinds of plays", fields, sorted(kinds, key=lambda each: -each.effect.value)),
    )


def _ends(several: Sequence[Named], says: Phrases) -> tuple[Named, Named]:
    """The greatest and the least of several estimates, each with what is certain of it."""
    ranked = sorted(several, key=lambda each: -each[1].value)
    turned = [(name, each.taken_from(0.0)) for name, each in reversed(ranked)]
    verbs, *degrees = says
    first, last = (
        ENDS[dearest(order[0][1], [each for _, each in order[1:]])].format(
            name=order[0][0], most=most, more=more, **verbs
        )
        for order, (most, more) in zip((ranked, turned), degrees, strict=True)
    )
    return (first, ranked[0][1]), (last, ranked[-1][1])


def plays(by_picture: Sequence[Group], states: int, about: About) -> Opening:
    """Which card it is best to play where it can be played; groups hold all at once, those seen too seldom left out."""
    ranked = sorted(by_picture, key=lambda each: -each.effect.value)
    best, rest = ranked[0], ranked[1:]
    interval, name = best.effect.interval, _card(best)
    near = [each for each in rest if each.effect.interval.high >= interval.low]
    verdict = dearest(best.effect, [each.effect for each in rest])
    question = f"Which card is it best to play in {about.title}?"
    if all(of_effect(each.effect.interval) == "balanced" for each in ranked):
        none = f"None: playing any of them is worth an average move, or differs by {no_matter()}, {about.between}."
        follows = "Make the cards differ more if this should be a choice."
        return about.opening(question, none, "balanced", f"{name} has {change(interval, of=len(ranked))}", follows)
    good = [best, *(each for each in near if each.effect.interval.low > 0.0)]
    start = {"undecided": "Not known yet. So far ", "leaning": "Perhaps ", "unbalanced": ""}[verdict]
    played = ("positions", "--states", states)
    decision = f"Check that {name} costs something: a play that is always right is not a choice."
    if near:
        decision = to_part(best.effect, near[0].effect, *played)
    elif verdict != "unbalanced":
        decision = to_know(best.effect.value, interval, *played)
    which, known = _best(good, near, verdict, len(ranked))
    answer, more = f"{capital(f'{start}{which}')}, {about.between}.", More(states, "positions", "--states")
    return about.opening(question, answer, verdict, known, decision, more)


def _card(group: Group) -> str:
    return f"the {words.spoken(str(group.label))}"


def _best(good: Sequence[Group], near: Sequence[Group], verdict: str, of: int) -> tuple[str, str]:
    """Which of so many cards is best, what it wins, and what is certain of that; `good` ones beat an average move."""
    names, best = [_card(each) for each in good], good[0].effect
    name, game, reach = names[0], in_hundred(best, "an average move"), change(best.interval, of=of)
    if verdict == "undecided":
        return f"{name}: playing it won {game}", f"{name} may win more than an average move or less, {reach}"
    known = f"{name} beats an average move by {reach}; it also beats every other card"
    if near:
        other = either(list(map(_card, near))) if len(near) < MOST_NAMED else f"{spelt(len(near))} others"
        known = f"{name} beats an average move by {reach}; whether it beats {other} is open"
    if len(good) == 1:
        return f"{name}: playing it wins {game}", known
    if len(good) == 2:
        first = change(best.interval).partition(" games")[0]
        second = f"{names[1]} by {change(good[1].effect.interval, of=of)}"
        known = f"{name} beats an average move by {first}, {second}; which of them is better is open"
    if len(good) > MOST_NAMED:
        names = [name, f"one of {spelt(len(good) - 1)} others"]
    ends = (pick(good, key=lambda group: group.effect.value).effect for pick in (min, max))
    least, most = (more_games(each).lstrip("+").removesuffix(".0") for each in ends)
    games = f"{f'{least} to {most}' if least != most else most} more game{'' if least == most == '1' else 's'}"
    one = "either" if len(good) == 2 else "one of them"
    return f"{either(names)}: playing {one} wins about {games} in 100 than an average move", known


QUESTION = Question(
    "plays",
    "What is a play worth?",
    charts=(
        differences("What kinds of plays are worth", "plays"),
        differences("What a card is worth in the opening hand", "cards", form="+.2f"),
    ),
    first=(
        first_differences("What each card wins, when it can be played", "pictures"),
        first_differences("What each option is worth, when it is possible", "plays"),
    ),
    read="Each row is a kind of play: how much more often the player to move wins with it than with the average of"
    " their legal moves. To the right of the line it is better than average.",
    method="One state per game, at a random turn; every legal move is played on with both hands as they are and the"
    " cards to come shuffled again, the same for all moves. A move's advantage is its mean result minus the mean of"
    " all legal moves in that state. Means over states, simultaneous intervals (max-T), clustered by deal. Opening"
    " hands: regression of the result of a deal's two games on the difference between the two hands' counts; least"
    " squares, errors HC3, simultaneous 95 % intervals for all pictures (Šidák).",
    caution=f"{CAUTION_OF_ANY} A card in the opening hand is compared with an average card of the deck.",
)
