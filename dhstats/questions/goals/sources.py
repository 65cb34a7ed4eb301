"""The games that tell the quantities of goals: a mirror, forks of one, a match against a rung; a part at a time."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Protocol

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import UNIFORM, Forked
from dhstats.queries.counts import counting
from dhstats.questions.decks.table import Table
from dhstats.questions.forks.asking import arm, twins_of
from dhstats.questions.forks.value import MOVER, OPPONENT, item_of, seen_by_mover, two_sides
from dhstats.questions.goals.goal import Goals
from dhstats.questions.goals.quantity import COMEBACKS, DECIDED, HAPPENED, LOGGED, PLAY, SKILL, Quantity, packed
from dhstats.questions.shared.metrics import EACH
from dhstats.questions.tweaks.comparison import DealSums, deal_sums
from dhstats.questions.tweaks.tweaks import games_a_deal
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatch
from dhstats.simulate.positions.forks import Study
from dhstats.stats.positions.twins import Twins
from dhstats.storage import Run
from dhstats.storage.run import parts_of_win

Array = np.ndarray[Any, Any]
QUESTION = "Does the game meet its goals?"
FORKS, DECKS = "forks", "decks"
BOTH_GAMES = 4  # half wins of the two games in which a pair of decks meets on a deal
FIRST_GAMES = "games-1"  # what the first part of the games of the player against themself is called
FIRST = 500  # deals of the first part; every later one has as many as were played before it


@dataclass(frozen=True, slots=True)
class Values:
    """One value a deal, as whole numbers of which so many `steps` make one of the quantity's unit."""

    values: Array
    steps: int

    def of(self, quantity: Quantity) -> Array:
        """The same in the unit of the quantity, which is their mean."""
        return quantity.in_units(self.values, self.steps)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the games of a goals file: its number, from 0, its first deal under the seed, and how many it has."""

    number: int
    first: int
    deals: int
    former: bool = False  # has a seed of its own and begins at the first deal of that, but for decks


class Playing(Protocol):
    """How games are played and forked, wherever they are kept; `label` tells the forks of one part from another's."""

    def play(self, plan: Experiment, name: str) -> Run:
        """Plays games, or opens them where they were played before."""

    def fork(self, plan: Experiment, studies: Sequence[Study], deals: int, label: str) -> tuple[Lineup, Forked]:
        """Forks games at one moment."""

    def meet(self, bundle: GameBundle, matches: Sequence[DeckMatch], seed: int, part: Part) -> Array:
        """Lets decks meet on the deals of a part: half wins of the first of every match, (deals, matches, 2)."""


@dataclass(frozen=True)
class Source:
    """Games that tell some quantities: players, design, how a part is measured, and whether all moves are kept."""

    players: tuple[str, ...]
    design: str
    quantities: tuple[Quantity, ...]
    measure: Callable[[Experiment, Part, Playing, Sequence[Quantity]], dict[str, Values]]
    cost: int
    moves: str = "none"

    def plan(self, goals: Goals, seed: int, part: Part) -> Experiment:
        """The games of a part; all parts have one seed, and no two a deal in common."""
        seed, begin = (seed + part.number, 0) if part.former else (seed, part.first)
        seats = self.quantities[0].players if self.quantities else goals.seats
        settings = (*goals.settings, f"players={seats}") if seats != goals.seats else goals.settings
        plan = Experiment(
            "goals", QUESTION, goals.game, goals.rules, settings, self.players, design=self.design,
            games=part.deals, seed=seed, moves=self.moves, from_deal=begin,
        )  # fmt: skip
        return replace(plan, games=part.deals * games_a_deal(plan))

    def values(
        self, goals: Goals, seed: int, part: Part, playing: Playing, wanted: Sequence[Quantity]
    ) -> dict[str, Values]:
        """What a part of the games says of the wanted quantities, deal by deal, by name."""
        return self.measure(self.plan(goals, seed, part), part, playing, wanted)


def sources(goals: Goals) -> list[Source]:
    """The games that a goals file needs, those that cost least first."""
    by_games: dict[str, list[Quantity]] = {}
    for goal in goals.goals:
        each = goal.quantity
        rung = each.argument if each.games == "match" else ""
        by_games.setdefault(f"{each.games} {rung} {each.players}", []).append(each)
    return sorted((_source(goals.player, tuple(each)) for each in by_games.values()), key=lambda each: each.cost)


def first_games(goals: Goals, most: int) -> Experiment:
    """The first part of the player's games against themself, of `most` deals at most: every answer comes with these."""
    mirror = (goal.quantity for goal in goals.goals if goal.quantity.games == "mirror")
    told = tuple(each for each in mirror if each.players == goals.seats)
    return _source(goals.player, told).plan(goals, 0, Part(0, 0, min(most, FIRST)))


def _source(player: str, quantities: tuple[Quantity, ...]) -> Source:
    games = quantities[0].games if quantities else "mirror"
    if games == "mirror":
        moves = "all" if any(each.kind in LOGGED for each in quantities) else "none"
        return Source((player,), "seat", quantities, _mirror, 0, moves)
    if games in (FORKS, DECKS):
        return Source((player,), "seat", quantities, _forks if games == FORKS else _decks, 1)
    _, at, home = player.partition("@")  # of players from a file the rung errs as they would
    rung = f"skill:{quantities[0].argument}{f'{at}{home}' if home.endswith('.json') else ''}"
    return Source((player, rung), "quartet", quantities, _match, 2)


def _mirror(plan: Experiment, part: Part, playing: Playing, wanted: Sequence[Quantity]) -> dict[str, Values]:
    return of_run(playing.play(plan, _name_of_run("games", wanted[0], part)), wanted)


def _name_of_run(kind: str, quantity: Quantity, part: Part) -> str:
    number = quantity.name.removesuffix(quantity.plain)
    return f"{number}{kind}-{part.number + 1}"


def of_run(run: Run, wanted: Sequence[Quantity]) -> dict[str, Values]:
    """What a run says of quantities of its games: scores, lengths, ends; by its moves comebacks and decisions."""
    sums, numbers = deal_sums(run), dict[str, Array]()
    if any(each.kind in HAPPENED.keys() - {COMEBACKS} for each in wanted):
        with counting(run) as counts:
            frame = counts.frame("lengths")
        numbers |= {name: frame[name].to_numpy() for name in ("turns", "settled") if name in frame.columns}
    if any(each.kind == COMEBACKS for each in wanted):
        with counting(run) as counts:
            frame = counts.frame("deficits")
        number = len(sums.columns["deal_id"]) * sums.games
        behind = np.zeros(number, np.int64)  # of games over at once there are no moves
        deals = np.searchsorted(sums.columns["deal_id"], frame["deal_id"].to_numpy())
        behind[deals * sums.games + frame["arm"].to_numpy()] = frame["behind"].to_numpy()
        numbers["behind"] = behind
    found = of_sums(sums, wanted)
    if decided := [each for each in wanted if each.kind in DECIDED]:
        with counting(run) as counts:
            frame = counts.frame("choices").group_by("deal_id").sum().sort("deal_id")
        for each in decided:
            below, above = (frame[name].to_numpy() for name in DECIDED[each.kind])
            found[each.name] = Values(packed(below, above), 1)
    for each in wanted:
        if each.kind in HAPPENED:
            column, happens = HAPPENED[each.kind]
            games = np.asarray(happens(numbers[column], int(each.argument)), np.int64)
            found[each.name] = Values(games.reshape(-1, sums.games).sum(axis=1), sums.games)
    return found


def tells(run: Run, quantity: Quantity) -> bool:
    """Whether a run's games tell a quantity of the player's games against themself, some by all moves alone."""
    mirror = quantity.games == "mirror" and quantity.players == len(run.manifest.seats)
    return mirror and (quantity.kind not in LOGGED or run.manifest.moves == "all")


def of_sums(sums: DealSums, wanted: Sequence[Quantity]) -> dict[str, Values]:
    """What the sums of every deal say of quantities, of those that are among them."""
    columns = {each.name: each.plain.replace(".", "_", 1 if f"{each.kind}_" in EACH else 0) for each in wanted}
    return {
        each.name: Values(sums.columns[columns[each.name]], each.steps * sums.games)
        for each in wanted
        if columns[each.name] in sums.columns
    }


def _match(plan: Experiment, part: Part, playing: Playing, wanted: Sequence[Quantity]) -> dict[str, Values]:
    run = playing.play(plan, _name_of_run(f"{SKILL}.{wanted[0].argument}", wanted[0], part))
    sums, found = deal_sums(run), dict[str, Values]()
    for each in wanted:
        if each.reads == "pairs":
            with counting(run) as counts:
                frame = counts.frame("a_leads")
            found[each.name] = Values(packed(frame["leads"].to_numpy(), frame["squares"].to_numpy()), sums.games)
        else:
            found[each.name] = Values(sums.columns["a_score"], each.steps * sums.games)
    return found


def _forks(plan: Experiment, part: Part, playing: Playing, wanted: Sequence[Quantity]) -> dict[str, Values]:
    """Games copied at a turn drawn by lot: in one copy the mover has an item or plays something, in the other not."""
    bundle = catalogue.load(plan.game)
    rules = bundle.rule_files.load(plan.rules, plan.settings)
    found, win = {}, parts_of_win(bundle.players(rules.record()))
    for each in wanted:
        label = f"{each.name} {part.number + 1}: "
        if each.kind == PLAY:
            arms = tuple(arm(bundle, f"play={kind}", rules.effective) for kind in each.argument.split("."))
            _, forked = playing.fork(plan, (Study(UNIFORM, arms),), part.deals, label)
            if not len(forked.forks):
                raise BadInput(
                    f"{each.name}: both are possible at none of the random turns in {part.deals:,} deals; name others"
                )
            more, games = _by_deal(twins_of(arms, forked), arms[0].name, arms[1].name, win)
            common = math.lcm(*range(1, games_a_deal(plan) + 1))  # so that the mean of a deal's games is whole steps
            found[each.name] = Values(more * (common // games), win * common)
        else:
            item = item_of(bundle, rules.record(), each.argument)
            study = two_sides(item)
            _, forked = playing.fork(plan, (study,), part.deals, label)
            more, games = _by_deal(seen_by_mover(rules.record(), item, study, forked), MOVER, OPPONENT, win)
            whole = games == games.max()  # a deal of which a game ended before its turn came tells less than the others
            found[each.name] = Values(more[whole], win * int(games.max()))
    return found


def _by_deal(twins: Twins, one: str, other: str, win: int) -> tuple[Array, Array]:
    """What one way wins more than another over a deal's games, in parts of a `win`; and how many games were copied."""
    more = np.rint(win * twins.differences(one, other).sum(axis=1)).astype(np.int64)
    _, deals, games = np.unique(twins.deals, return_inverse=True, return_counts=True)
    return np.bincount(deals, weights=more).astype(np.int64), games


def _decks(plan: Experiment, part: Part, playing: Playing, wanted: Sequence[Quantity]) -> dict[str, Values]:
    table, player = Table(plan), plan.strategies[0]
    every = list(combinations(table.decks(None), 2))
    asked = [tuple(each.argument.split(".")) for each in wanted]
    needed = [pair for pair in every if any(set(names) <= set(pair) for names in asked)]
    matches = [DeckMatch(table.paired(*pair), (player, player)) for pair in needed]
    won = playing.meet(table.bundle, matches, plan.seed or 0, part).astype(np.int64).sum(axis=2)
    of_pair = dict(zip(needed, won.T, strict=True))
    found = {}
    for each, names in zip(wanted, asked, strict=True):
        mine = [
            halves if names[0] == pair[0] else BOTH_GAMES - halves
            for pair, halves in of_pair.items()
            if set(names) <= set(pair)
        ]
        found[each.name] = Values(np.sum(mine, axis=0), BOTH_GAMES * len(mine))
    return found
