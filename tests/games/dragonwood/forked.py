"""Dragonwood tables for tests of forks: positions on the way of random games, decrees, and what a table amounts to."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from dhstats.games.dragonwood.forks import FORKING
from dhstats.games.dragonwood.table import ENHANCEMENTS, N_CREATURES, N_TARGETS, N_TITLES, NOBODY, TITLES
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import records
from dhstats.players.positions.forks import Arm, Forked, ForkTable
from tests.games.dragonwood.contract import wood
from tests.games.dragonwood.positions import BUNDLE, bits, rule_set
from tests.games.logs import lineup
from tests.harness import OpenGame

TARGETS = TITLES[:N_TARGETS]
NOBODY_GETS, MOVER_GETS, OPPONENT_GETS = 0, 1, 2
A_TURN = 0


def plan_of(players: int) -> list[tuple[int, ...]]:
    """Everybody with his place once in every seat."""
    return [(k, 0, *((seat + k) % players for seat in range(players))) for k in range(players)]


@cache
def _seated(rules: str, settings: tuple[str, ...], names: tuple[str, ...]) -> Any:
    return replace(lineup("dragonwood", *names), rules=rule_set(rules, settings).record())


def forked(
    moment: str | int, arms: Sequence[Arm], players: tuple[str, ...] = ("random", "random"), *, rules: str = "two",
    settings: tuple[str, ...] = (), deals: int = 20, first: int = 0, replicates: int = 1, seed: int = 7,
    switched: Sequence[Any] = (),
) -> Forked:  # fmt: skip
    """The forks of a row of deals at one new table."""
    table = ForkTable(_seated(rules, settings, players), players, moment, arms, replicates, switched)
    return table.play(np.array(plan_of(len(players)), np.int64), seed, first, deals)


def margins(found: Forked) -> Any:
    """By how much the player who was to move at the fork is ahead at the end, of two; (forks, arms, replicates)."""
    lead = found.results["score_first"].astype(int) - found.results["score_second"]
    return lead * np.where(found.forks["seat"] == 0, 1, -1)[:, None, None]


def scores(found: Forked) -> Any:
    """Twice the win score of the player who was to move at the fork, of two."""
    winner = found.results["winner"]
    return np.where(winner < 0, 1, np.where(winner == found.forks["seat"][:, None, None], 2, 0))


def rows(results: Any) -> list[tuple[Any, ...]]:
    """Results as they are stored."""
    kept: list[tuple[Any, ...]] = np.asarray(results)[list(BUNDLE.result_types())].ravel().tolist()
    return kept


def between_turns(rules: RuleSet, seed: int, deals: int, every: int = 17) -> Iterator[OpenGame]:
    """Random games, stopped every so many decisions where a turn begins."""
    chance = random.Random(seed)
    game = OpenGame(BUNDLE, rules.record())
    for deal in range(deals):
        game.deal(seed, deal, deal % rules.effective["players"])
        wait = chance.randrange(every)
        while game.mover >= 0:
            if wait <= 0 and game.table["seen"]["phase"] == A_TURN:
                yield game
                wait = every
            game.take(chance.randrange(len(game.moves())))
            wait -= 1


def copy(table: Any) -> Any:
    """A table that can be changed without changing the other."""
    twin = records(BUNDLE.game.table, 1)
    twin[0] = table
    return twin[0]


def decree(table: Any, what: str, value: int) -> Any:
    """A copy of a table after a decree for the player to move."""
    twin = copy(table)
    FORKING.intervene(twin, int(table["seen"]["to_move"]), FORKING.changes.index(what) + 1, value)
    return twin


def count_of(table: Any, title: int) -> Counter[str]:
    """Where the cards of a title are: landscape, pile, each player's."""
    seen = table["seen"]
    found = Counter({"landscape": int(seen["lying"][title]), "pile": wood(table).count(title)})
    for seat in range(int(seen["rules"]["players"])):
        owned = (
            seen["owned"][seat] >> title - N_CREATURES & 1 if title >= N_CREATURES else seen["captured"][seat, title]
        )
        found[f"player {seat}"] = int(owned)
    return +found


def check(table: Any, revealed: Any, gone: int = 0, given: Sequence[int] = (0, 0, 0, 0)) -> None:
    """Recounts everything that a table keeps of its Dragonwood cards; `gone` dragons were taken out by decree.

    `revealed` was so before, and nothing that was seen is forgotten; `given` are points by decree.
    """
    seen, rules = table["seen"], table["seen"]["rules"]
    players = int(rules["players"])
    assert seen["open"] == seen["lying"].sum()
    assert bits(seen["landscape"]) == [title for title in range(N_TARGETS) if seen["lying"][title]]
    assert (seen["captured"] @ rules["points"] + given == seen["points"]).all()
    assert seen["captured"].sum(axis=1).tolist() == seen["creatures"].tolist()
    for title in range(N_TITLES):
        there = sum(count_of(table, title).values()) if title < N_TARGETS else wood(table).count(title)
        assert there <= rules["copies"][title]
        if title < N_TARGETS:
            assert there - wood(table).count(title) <= seen["revealed"][title] <= rules["copies"][title]
    assert (seen["revealed"] >= revealed).all()
    for seat in range(players):
        assert int(seen["owned"][seat]) & ~int(table["won"][seat]) == 0
    for number in range(len(ENHANCEMENTS)):
        assert sum(int(won) >> number & 1 for won in table["won"]) <= 1
    dragons = bits(rules["dragons"])
    assert table["dragons_left"] == rules["dragon_cards"] - gone - seen["captured"][:, dragons].sum()
    holders = [seat for seat in range(players) if seen["captured"][seat, rules["tie_title"]]]
    assert table["dragon_holder"] in (holders or [NOBODY])
    best = seen["points"][:players].max()
    leaders = [seat for seat in range(players) if seen["points"][seat] == best]
    assert table["leader"] == (leaders[0] if len(leaders) == 1 else NOBODY)
