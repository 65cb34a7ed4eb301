"""What is a play worth? Every legal move of sampled states played on, and what opening hands say of single cards."""

import shlex
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
from dhstats.queries.counts import game_columns
from dhstats.questions.forks.openings import plays as opening
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import About, dearest
from dhstats.questions.shared.groups import JOINTLY, LEVEL
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENTAGE_POINTS, SIGNED
from dhstats.simulate.plans.experiment import Experiment, checked
from dhstats.simulate.positions.forks import Looked
from dhstats.stats.estimates.clusters import Group, by_group
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, sidak_level
from dhstats.stats.positions.turning import advantages, card_values
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
MANY = 4  # cards from which on a play counts as one of many
BOUNDS = (-1.0, 1.0)
HOW_TO_READ = (
    "Each row is a kind of play: how much more often the player to move wins with it than with the"
    " average of their legal moves. To the right of the line it is better than average."
)
METHOD = (
    "One state per game, at a random turn; every legal move is played on with both hands as they are"
    " and the cards to come shuffled again, the same for all moves. A move's advantage is its mean"
    " result minus the mean of all legal moves in that state. Means over states, simultaneous"
    " intervals (max-T), clustered by deal. Opening hands: regression of the result of a deal's two"
    " games on the difference between the two hands' counts; least squares, errors HC3, simultaneous"
    " 95 % intervals for all pictures (Šidák)."
)
CAUTION = (
    "A kind of play is measured in the states in which it is possible, and among these players. A"
    " card in the opening hand is compared with an average card of the deck."
)
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


def answer(bundle: GameBundle, looked: Looked, cards: dict[str, Estimate], run: Run) -> Answer:
    """Kinds of plays, and single cards of the opening hands of a run."""
    scores, points = advantages_of(looked, looked.scores), advantages_of(looked, looked.margins)
    names = _names(bundle, looked)
    kinds = by_group(scores, names, looked.deals, bounds=BOUNDS)
    in_points = {str(each.label): each for each in by_group(points, names, looked.deals)}
    pictures = [_pictures_of(bundle)[int(picture)] for picture, _ in looked.kinds]
    by_picture = by_group(scores, pictures, looked.deals, bounds=BOUNDS)
    deals, known = run.manifest.design.deals, _known(by_picture)
    tables = (_pictures(known), _plays(kinds, in_points, names, looked), _cards(cards, deals))
    told = [Finding(sentence, headline=True) for sentence in _sentences(known, cards, looked)]
    first = opening(known, len(np.unique(looked.states)), About.of(run.manifest))
    return Answer("plays", "What is a play worth?", tuple(told), tables, HOW_TO_READ, METHOD, CAUTION, (), first)


def _known(by_picture: Sequence[Group]) -> tuple[Group, ...]:
    """The pictures of which enough is known, the best first; all where that is none."""
    known = [each for each in by_picture if each.deals >= LEAST_DEALS] or list(by_picture)
    return tuple(sorted(known, key=lambda each: -each.effect.value))


def _pictures(known: Sequence[Group]) -> Table:
    fields = (
        text("picture", "Picture", lambda group: words.spoken(str(group.label))),
        *measured("score", "Advantage over the average legal move", "share of a win", "effect"),
        whole("possible", "States in which it was possible", "moves", "n"),
    )
    return table("pictures", "Pictures, where they can be played", fields, known)


def advantages_of(looked: Looked, outcomes: Array) -> Array:
    """The advantage of every move over the average legal move of its state."""
    _, starts = np.unique(looked.states, return_index=True)
    parts = np.split(outcomes, starts[1:])
    return np.concatenate([advantages(part).advantages for part in parts])


def values_of_cards(lineup: Lineup, run: Run) -> dict[str, Estimate]:
    """What a picture in the opening hand is worth in points, from a run of seat pairs of these players."""
    manifest = run.manifest
    deals = manifest.design.deals
    hands = opening_hands(lineup, manifest.seed, deals)
    games = game_columns(run, ("score_first", "score_second"))
    lead = (games["score_first"].astype(np.int64) - games["score_second"]).reshape(deals, -1)
    # the first deck is with the first player in the first game of a pair and with the second in the other
    outcome = (lead[:, 0] - lead[:, 1]) / 2.0
    bundle = lineup.bundle
    assert bundle.plays is not None  # checked before anything was played
    copies = dict(zip(_pictures_of(bundle), map(int, lineup.rules[bundle.plays.dealt]), strict=False))
    return card_values(hands[:, 0] - hands[:, 1], outcome, copies, level=sidak_level(LEVEL, len(copies)))


def _pictures_of(bundle: GameBundle) -> tuple[str, ...]:
    """The names of what is on the cards that are played."""
    assert bundle.plays is not None
    return bundle.words[bundle.plays.kind]


def _names(bundle: GameBundle, looked: Looked) -> list[str]:
    """The kind of every move; numbers of cards that are hardly ever possible are counted together by picture."""
    names = np.array([_name(bundle, int(picture), int(count)) for picture, count in looked.kinds])
    for name in np.unique(names):
        if len(np.unique(looked.deals[names == name])) < LEAST_DEALS:
            names[names == name] = f"{name.partition(',')[0]}, seldom"
    return [str(name) for name in names]


def _name(bundle: GameBundle, picture: int, cards: int) -> str:
    many = f"{MANY} or more cards" if cards >= MANY else f"{cards} card{'s' if cards > 1 else ''}"
    return f"{words.spoken(_pictures_of(bundle)[picture])}, {many}"


def _plays(kinds: tuple[Group, ...], points: Mapping[str, Group], names: list[str], looked: Looked) -> Table:
    played = Counter(name for name, chosen in zip(names, looked.chosen, strict=True) if chosen)
    fields = (
        text("play", "Play", lambda group: str(group.label)),
        *measured("score", "Advantage over the average legal move", "share of a win", "effect"),
        number("points", "Advantage in points", "points", lambda group: points[str(group.label)].effect.value),
        whole("possible", "States in which it was possible", "moves", "n"),
        number("share", "How often it was played there", "share", lambda group: played[str(group.label)] / group.n),
    )
    return table("plays", "Kinds of plays", fields, sorted(kinds, key=lambda each: -each.effect.value))


def _cards(cards: dict[str, Estimate], deals: int) -> Table:
    fields = (
        text("picture", "Picture", lambda pair: words.spoken(pair[0])),
        *measured("score", "Worth in the opening hand", "points", itemgetter(1)),
        whole("deals", "Deals", "deals", lambda _: deals),
    )
    rows = sorted(cards.items(), key=lambda pair: -pair[1].value)
    return table("cards", "One more of this card in the opening hand, instead of an average card", fields, rows)


def _sentences(known: tuple[Group, ...], cards: dict[str, Estimate], looked: Looked) -> list[str]:
    states = words.count(len(np.unique(looked.states)), "states")
    kinds = [(words.spoken(str(each.label)), each.effect) for each in known]
    pictures = [(words.spoken(name), worth) for name, worth in cards.items()]
    best, worst = _ends(kinds, PLAYED)
    most, least = _ends(pictures, HELD)
    return [
        f"When it is possible, playing {best[0]}: {_percent(best[1])} against the average legal move; playing"
        f" {worst[0]}: {_percent(worst[1])} ({states}).",
        f"In the opening hand {most[0]}: {_points(most[1])} against an average card; {least[0]}: {_points(least[1])}.",
    ]


def _ends(several: Sequence[Named], says: Phrases) -> tuple[Named, Named]:
    """The greatest and the least of several estimates, each with what is certain of it."""
    ranked = sorted(several, key=lambda each: -each[1].value)
    turned = [(name, each.taken_from(0.0)) for name, each in reversed(ranked)]
    (most, high), (least, low) = ranked[0], ranked[-1]
    verbs, above, below = says
    first = _said(most, dearest(high, [each for _, each in ranked[1:]]), verbs, above)
    last = _said(least, dearest(turned[0][1], [each for _, each in turned[1:]]), verbs, below)
    return (first, high), (last, low)


def _said(name: str, kind: str, verbs: Mapping[str, str], degrees: tuple[str, str]) -> str:
    """What is certain of one that came out at an end, in the words of its kind of estimate."""
    most, more = degrees
    return ENDS[kind].format(name=name, most=most, more=more, **verbs)


def _percent(effect: Estimate) -> str:
    return words.stated(effect, PERCENTAGE_POINTS, "percentage points", sure=JOINTLY)


def _points(effect: Estimate) -> str:
    return words.stated(effect, SIGNED, "points", sure=JOINTLY)


def check_pictures(game: str) -> None:
    """BadInput for a game whose plays are no cards of a picture: what to ask there instead."""
    if catalogue.load(game).plays is None:
        game = shlex.quote(catalogue.typed(game))
        raise BadInput(
            f"--game {game}: plays are sorted by what is on their cards, and those of {game} are not of one kind; ask"
            f" for one kind of play with `dhstats fork --game {game} --arm play=KIND`, or what things are worth with"
            f" `dhstats value --game {game}`"
        )


def games(plan: Experiment, deals: int) -> Experiment:
    """The games of one player against itself whose opening hands are looked at; BadInput for several players."""
    if "," in (player := ",".join(plan.strategies)):
        raise BadInput(f"--strategies: one, against itself, not {player!r}")
    name = f"plays-{catalogue.short(plan.game)}-{Path(plan.rules).stem}"
    return checked(replace(plan, name=name, games=2 * deals), "plays").with_seed()


QUESTION = Question(
    "plays",
    charts=(
        differences("What kinds of plays are worth", "plays"),
        differences("What a card is worth in the opening hand", "cards", form="+.2f"),
    ),
    first=(first_differences("What each card wins, where it can be played", "pictures"),),
)
