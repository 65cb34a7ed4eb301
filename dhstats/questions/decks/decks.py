"""Which decks beat which? Every deck against every deck, played by every strategy against every strategy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games.ruleset import RuleSet
from dhstats.questions.leagues import meta
from dhstats.questions.leagues.league import MOST_CELLS, League, Pairing
from dhstats.questions.leagues.standings import FAR, Standing, against_all, deck, standings
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, Chart
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, number, table, text
from dhstats.simulate.positions.deck_matches import WIN, DeckMatch, DeckMatches, Watcher
from dhstats.stats.leagues.equilibrium import Payoffs

Array = np.ndarray[Any, Any]
Paired = Callable[[str, str], RuleSet]  # rules under which these decks meet


@dataclass(frozen=True)
class Field:
    """Decks that have all met each other: as leagues of decks alone, and with their players if several play."""

    decks: League
    pairs: League | None
    overall: tuple[Standing, ...]  # how each deck does against all others


def play(
    matches: DeckMatches, decks: Sequence[str], players: Sequence[str], paired: Paired, deals: int, seed: int,
    watch: Watcher = lambda *_: None,
) -> Field:  # fmt: skip
    """Lets all decks meet, played by all players."""
    for what, names in (("decks", decks), ("--strategies", players)):
        if len(set(names)) < len(names):
            raise BadInput(f"{what}: {', '.join(names)}: one of them is named twice")
    if len(decks) < 2:
        raise BadInput(f"decks: name at least two, or none for all of the pack, not {', '.join(decks)}")
    entries = [(deck, player) for deck in decks for player in players]
    most = MOST_CELLS // len(entries) ** 2
    if not 2 <= deals <= most:
        raise BadInput(f"--deals: must be from 2 to {most:,} for {len(entries)} decks with players, not {deals:,}")
    meetings = list(combinations_with_replacement(range(len(entries)), 2))
    rules = {pair: paired(*pair) for pair in combinations_with_replacement(decks, 2)}
    pairings = [DeckMatch(rules[entries[i][0], entries[j][0]], (entries[i][1], entries[j][1])) for i, j in meetings]
    blocks = payoffs(matches.scores(pairings, seed, 0, deals, watch), meetings, len(entries))
    d, s = len(decks), len(players)
    games = 1 + np.eye(d * s, dtype=np.int64)
    by_deck = blocks.reshape(len(blocks), d, s, d, s).mean(axis=(2, 4))
    deck_games = games.reshape(d, s, d, s).sum(axis=(1, 3))
    nothing = np.zeros((0, 0, 0, 0), np.float32)
    names = tuple(f"{deck} ({player})" for deck, player in entries)
    pairs = League(names, Payoffs(blocks), nothing, games) if s > 1 else None
    league = League(tuple(decks), Payoffs(by_deck), nothing, deck_games)
    return Field(league, pairs, standings(league))


def payoffs(scores: Array, meetings: Sequence[tuple[int, int]], size: int) -> Array:
    """The score of whoever begins, from half wins of the first of every meeting: shape (deals, size, size)."""
    blocks = np.zeros((len(scores), size, size), np.float32)
    for at, (i, j) in enumerate(meetings):
        begins, follows = scores[:, at, 0] / WIN, 1.0 - scores[:, at, 1] / WIN
        if i == j:
            blocks[:, i, i] = (begins + follows) / 2.0
        else:
            blocks[:, i, j], blocks[:, j, i] = begins, follows
    return blocks


def answer(field: Field, label: str, about: About) -> Answer:
    """Win rates of all pairs of decks, how far out each is, and what is chosen among them; whose cards they are."""
    studied = meta.study(field.decks)
    named = sorted(((each.name, each.score.value, each.score.interval) for each in field.overall), key=lambda n: -n[1])
    parts = [f"{name} {100 * mean:.1f} % ({words.reach(i, 1, factor=100.0, sure=JOINTLY)})" for name, mean, i in named]
    far = [name for name, _, i in named if i.low > 0.5 + FAR or i.high < 0.5 - FAR]
    near = all(i.low > 0.5 - FAR and i.high < 0.5 + FAR for _, _, i in named)
    verdict = f"none is unbalanced by more than {100 * FAR:g} points" if near else "none is certainly unbalanced"
    if far:
        verdict = f"{words.listed(far)} {'is' if len(far) == 1 else 'are'} unbalanced by more than {100 * FAR:g} points"
    kind = words.naming(field.overall[0].score.interval, JOINTLY)
    findings = [Finding(f"Against all other decks: {words.listed(parts)}{kind}; {verdict}.", headline=True)]
    findings += meta.findings(studied, "decks")
    tables = [_matrix(field.decks), against_all(field.overall, "deck", "Win rate"), *meta.tables(studied)]
    if field.pairs is not None:
        both = meta.study(field.pairs)
        findings += meta.findings(both, "decks with players")
        tables += [
            replace(each, key=f"pairs_{each.key}", title=f"{each.title}: decks with players")
            for each in (_matrix(field.pairs), *meta.tables(both))
        ]
    findings.append(Finding(label + "."))
    return QUESTION.answered(findings, tables, deck(field.overall, about))


def _both_ways(league: League) -> list[Pairing]:
    """How often each deck wins against each other, both seats taken together."""
    return [each for pair in league.pairings() for each in (pair, pair.turned)]


def _matrix(league: League) -> Table:
    unit = "share of a win"
    fields = (
        text("deck", "Deck", "one"), text("against", "Against", "other"), number("score", "Win rate", unit),
        *limits(unit, "interval"), *basis_of("interval"),
    )  # fmt: skip
    return table("matrix", "Win rate of every deck against every other", fields, _both_ways(league))


def rows(league: League) -> tuple[list[str], list[list[str]]]:
    """The matrix as people read it: a head, and a row a deck with its rate against each and half of its interval."""
    told = {
        (pair.one, pair.other): f"{100 * pair.score:.1f} ± {100 * pair.interval.half_width:.1f}"
        for pair in _both_ways(league)
    }
    body = [[name, *(told.get((name, other), "–") for other in league.names)] for name in league.names]
    return ["wins % of", *(f"against {name}" for name in league.names)], body


WON = {"column": "deck", "title": "Games won of 100, against the other decks"}
STANDING = Chart(
    "Of 100 games, won against the others", ("overall",), f"{OPENINGS}.standing", WON, True, most=MOST_ROWS, picked=True
)
QUESTION = Question(
    "decks",
    "Which decks beat which?",
    charts=(
        Chart("Who beats whom", ("matrix",), "report.charts.league.decks", wide=True),
        Chart("How far the others are behind the best, on the same deals", ("overall",), "report.charts.league.behind"),
        Chart("How often a player who cannot be exploited brings each", ("mixtures",), "report.charts.league.mixtures"),
    ),
    first=(STANDING,),
    read="Each cell says how often the deck on the left beats the deck above, averaged over both seats. Weights say"
    " how often a player whose choice cannot be exploited brings each deck.",
    method="Every pair of decks, each with every strategy, plays the same deals, and each deck goes first once. A deck"
    " is shuffled the same way in both games, so deck and seat are not confounded. A deal is one observation. Win"
    " rates: t over deals, simultaneous over all pairs (Šidák); for a deck against all others, simultaneous over the"
    " decks. With several strategies, a deck's rate is the mean over all their pairs. Ratings, equilibria and circles"
    " are computed as in `dhstats meta`: linear programs, errors over deals.",
    caution="An equilibrium is valid only for these decks and these players: another deck, or a player who plays one"
    " better, may change it.",
)
