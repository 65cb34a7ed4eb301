"""What a kit needs: par deals to stack by hand, games of the rung that people may play like, and aids for a table."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, DataProblem
from dhstats.games.bundle import GameBundle
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet, differing
from dhstats.games.stacks import Stack, Stacking
from dhstats.players.match import Match, line_up
from dhstats.players.positions.decisions import StackedTable
from dhstats.players.positions.judging import Chance, Judge
from dhstats.questions.people.standing import Blunder, judged_turns, missed_by, turns_by_game
from dhstats.seats import SEATS
from dhstats.simulate.replays import rules_keys
from dhstats.simulate.tables import win_parts, worded
from dhstats.stats.estimates import clusters
from dhstats.stats.estimates.contrasts import FewGames, correlation, few_games
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.power import blocks_for_effect
from dhstats.storage.run import parts_of_win

Array = np.ndarray[Any, Any]
PAR = 10  # deals on a page
TIMES = 200  # games with the same cards, where dice or lost cards are left to chance
LEVEL = 0.95


@dataclass(frozen=True)
class ParGame:
    """What experts reach with the cards of a deal: mean scores by seat, the first player's lead, wins by seat.

    `first` is the number of the deck or hand that begins, `games` how often it was played: once where nothing is left
    to chance.
    """

    first: int
    scores: tuple[float, ...]
    lead: Estimate
    won: tuple[float, ...]
    games: int

    @property
    def sure(self) -> bool:
        """Whether all games with these cards ended alike."""
        return self.games == 1 or self.lead.se == 0.0


@dataclass(frozen=True)
class ParDeal:
    """A deal to stack: its number on the page, its stacks, and par for each who may begin."""

    number: int
    deal: int
    stacks: tuple[Stack, ...]
    games: tuple[ParGame, ...]


def par_deals(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, stacking: Stacking, seed: int,
    watch: Callable[[int], None] = lambda _: None,
) -> tuple[ParDeal, ...]:  # fmt: skip
    """The first deals of a seed, each played by experts from every place.

    Every game is told to the referee on a table that is laid out from the words of the page; DataProblem where it
    would come out otherwise there.
    """
    seats = bundle.players(rules.record())
    table = StackedTable(line_up(bundle, rules, [expert]), (expert.name,) * seats, stacking)
    found = []
    for deal in range(PAR):
        laid = stacking.stacks(rules.effective, seed, deal)
        games = []
        for layout in range(seats):
            result, turns = table.logged(seed, deal, layout)
            row = worded(bundle, result) | {"game_id": 0, "deal_id": deal, "swapped": layout > 0, "layout": layout}
            kept = Kept(seed, row, [worded(bundle, each) for each in turns])
            for problem in stacking.problems(rules.effective, kept, laid):
                why = f"deal {deal} of seed {seed}, stacked by hand: {problem}"
                raise DataProblem(f"{why}; this is a defect of dhstats")
            results = table.play(seed, deal, layout, TIMES)
            scores, shares = scores_of(results, seats), win_parts(results, seats) / parts_of_win(seats)
            lead = scores[0] - scores[1:].max(axis=0)
            means, won = (tuple(float(each.mean()) for each in rows) for rows in (scores, shares))
            games.append(ParGame(layout + 1, means, _mean(lead), won, len(lead)))
        found.append(ParDeal(deal + 1, deal, laid, tuple(games)))
        watch(deal + 1)
    return tuple(found)


def _mean(values: Array) -> Estimate:
    """The mean over games with the same cards; with itself as interval where they are all alike."""
    if len(values) == 1 or not np.ptp(values):
        estimate = clusters.mean([0.0, 0.0], [0, 1]).estimate(LEVEL, (0.0, 0.0))
        value = float(values[0])
        same = replace(
            estimate.interval, low=value, high=value, method="the same each time", n=len(values), unit="games"
        )
        return Estimate(value, 0.0, same)
    estimate = clusters.mean(values, np.arange(len(values))).estimate(LEVEL)
    method = "t over games with the same cards"
    return replace(estimate, interval=replace(estimate.interval, method=method, unit="games with the same cards"))


RUNG = 4  # of ten: plays well, and moves at random now and then
DEALS = 2_000  # that they play twice
JUDGED = 100  # deals whose decisions are looked at


@dataclass(frozen=True)
class RungGames:
    """Games of a rung: what they missed, and the first player's share of the win at two tables of every deal.

    `par` is the lead of the first player between experts who play the same deals.
    """

    rung: int
    missed: tuple[Blunder, ...]
    first: Array
    again: Array
    par: Array


def play(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, pupil: Strategy, seed: int,
    watch: Callable[[int], None] = lambda _: None,
) -> RungGames:  # fmt: skip
    """Two games of each deal by players of a rung, one by experts; the first ones are judged decision by decision."""
    seats = bundle.players(rules.record())
    match = Match(line_up(bundle, rules, [pupil]), (pupil.name,) * seats)
    plan = np.array([(0, replicate, *range(seats)) for replicate in range(2)], np.int64)
    results, turns = match.play(plan, seed, 0, JUDGED, logged=True)
    own, deals = turns_by_game(results, turns), np.arange(2 * len(results)) // 2
    judged = judged_turns(Judge(bundle, rules, expert), own, [Chance(seed, deal, 0) for deal in deals.tolist()])
    missed = missed_by(bundle, rules, judged, deals)
    watch(1)
    more, _ = match.play(plan, seed, JUDGED, DEALS - JUDGED)
    watch(2)
    shares = win_parts(np.concatenate([results, more]), seats)[0] / parts_of_win(seats)
    experts = Match(line_up(bundle, rules, [expert]), (expert.name,) * seats)
    between, _ = experts.play(plan[:1], seed, 0, DEALS)
    scores = scores_of(between[:, 0], seats)
    return RungGames(RUNG, missed, shares[:, 0], shares[:, 1], np.asarray(scores[0] - scores[1:].max(axis=0)))


def scores_of(results: Array, seats: int) -> Array:
    """What every seat scored, (seats, games)."""
    return np.stack([results[f"score_{name}"] for name in SEATS[:seats]]).astype(np.float64)


TABLE = 20
EDGE = 0.05  # an edge that a designer would want to see: five games in 100
POWER = 0.8


@dataclass(frozen=True)
class Power:
    """Half-widths at twenty games, correlations with their intervals, and how many games show an edge.

    `enough` is the number of games of different deals in which an edge of five games in 100 shows four times in five.
    """

    few: FewGames
    with_par: float
    with_par_interval: Interval
    common: float
    common_interval: Interval
    deviation: float
    enough: int
    deals: int


def power(played: RungGames) -> Power:
    """From games of a rung: the spread of one result, how much of it par tells, how much two tables have in common."""
    with_par, par_interval = correlation(played.first, played.par)
    common, common_interval = correlation(played.first, played.again)
    deviation = float(played.first.std(ddof=1)) or 0.5
    few = few_games(TABLE, deviation, with_par, max(0.0, common))
    enough = blocks_for_effect(deviation**2, EDGE, POWER)
    return Power(few, with_par, par_interval, common, common_interval, deviation, enough, len(played.first))


@dataclass(frozen=True, slots=True)
class Ruling:
    """An unclear place: where it is, what is unclear, how these games read it ("" where no reading fits), what else."""

    name: str
    where: str
    question: str
    ruling: str
    others: tuple[str, ...]


def rulings(bundle: GameBundle, rules: RuleSet) -> tuple[Ruling, ...]:
    """All unclear places of a game that come up under these rules."""
    found = []
    for place in (place for place in bundle.unclear if _is(bundle, rules, place.variant)):
        taken = next((says for says, settings in place.readings if _is(bundle, rules, settings)), "")
        others = tuple(says for says, _ in place.readings if says != taken)
        found.append(Ruling(place.name, place.where, place.question, taken, others))
    return tuple(found)


def _is(bundle: GameBundle, rules: RuleSet, settings: tuple[str, ...]) -> bool:
    """Whether rules are as some settings make them."""
    files = bundle.rule_files
    try:
        other = files.restore(rules.kept, rules.name, list(settings))
    except BadInput:
        return False
    return not differing(files.flat(rules.effective), files.flat(other.effective))


TABLES = ("A", "B")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A game of the sheet: its number, its deal, the table, and the line to fill in."""

    number: int
    deal: int
    table: str
    line: str


def sheet(game: str, rules: RuleSet, seats: int, deals: int) -> tuple[SheetRow, ...]:
    """Every deal at two tables, a row a game, to fill in: names between quotes, points for null, the seat that won."""
    head = {"log": FORMAT, "game": game, **rules_head(game, rules), "players": [""] * seats}
    head |= {"result": {"scores": [None] * seats, "winner": ""}}
    rows = []
    for number, (deal, table) in enumerate(product(range(1, deals + 1), TABLES), start=1):
        line = json.dumps(head | {"note": f"deal {deal}, table {table}"}, ensure_ascii=False)
        rows.append(SheetRow(number, deal, table, line))
    return tuple(rows)


def rules_head(game: str, rules: RuleSet) -> dict[str, Any]:
    """How a line names its rules, in as few words as can be: a shipped rule set, with settings where it was changed."""
    named = rules_keys(game, rules)
    if isinstance(named["rules"], str):
        return named
    base = rules.files.nearest(rules)
    changed = rules.files.diff(base, rules)
    settings = [f"{each.key}={json.dumps(each.right, ensure_ascii=False)}" for each in changed]
    with suppress(BadInput):
        if rules.files.load(base.name, settings).hash == rules.hash:
            return {"rules": base.name, "settings": settings, "rules_hash": rules.hash}
    return named


def winners(seats: int) -> str:
    """What may stand for the winner, in words."""
    return ", ".join((*SEATS[:seats], "draw"))
