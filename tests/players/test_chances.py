"""Luck where chance decides what can be done next: mean zero, dice as enumerated, piles as the set-up lays them."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from dhstats.engine.stream import STREAM, address
from dhstats.games import catalogue
from dhstats.games.dragonwood.forks import mix_chance
from dhstats.games.dragonwood.table import N_CREATURES, N_TARGETS, STRIKE
from dhstats.players import roster
from dhstats.players.match import Match, line_up, records
from dhstats.players.positions.judging import Chance
from dhstats.players.positions.luck import LuckJudge, taken_off
from dhstats.simulate.tables import win_parts
from dhstats.storage.run import parts_of_win
from tests.games.dragonwood.contract import pile, wood
from tests.games.dragonwood.forked import copy
from tests.games.dragonwood.positions import BUNDLE, rule_set, title
from tests.games.dragonwood.test_forking import differing
from tests.harness import OpenGame

Array = np.ndarray[Any, Any]
SEED = 5
SHORT = ("adventurers.suits=2", "adventurers.numbers=5", "adventurers.ladybugs=1", "hand.size=3", "end.decks=1")


def played(game: str, rules: Any, name: str, games: int) -> tuple[Any, list[Array]]:
    """Results of games of a player against themselves, a deal each, and their turns."""
    bundle = catalogue.load(game)
    seats = bundle.players(rules.record())
    match = Match(line_up(bundle, rules, [roster.find(bundle, rules, name)]), [name] * seats)
    results, events = match.play(np.array([[0, 0, *range(seats)]], np.int64), SEED, 0, games, logged=True)
    ends = np.cumsum(results["logged_turns"].ravel().astype(np.int64))
    return results[:, 0], np.split(events, ends[:-1])


def judge_of(game: str, rules: Any, copies: int) -> LuckJudge:
    """The expert of a game's usual rules, who weighs games under these."""
    bundle = catalogue.load(game)
    usual = bundle.rule_files.load("standard" if game == "dragon" else "two")
    seats = bundle.players(rules.record())
    expert = roster.find(bundle, usual if seats == 2 else rules, "expert")
    return LuckJudge(bundle, rules, expert, copies)


def check_mean(game: str, rules: Any, name: str, games: int, copies: int) -> tuple[Array, Array]:
    """Luck of every seat, its opening hands and its kinds of decisions is zero on the mean, by 3.5 errors each."""
    results, turns = played(game, rules, name, games)
    judge = judge_of(game, rules, copies)
    luck = [judge.weigh(number, Chance(SEED, number, 0), own) for number, own in enumerate(turns)]
    parts = {f"seat {seat}": [each[:, seat].sum() for each in luck] for seat in range(luck[0].shape[1])}
    parts |= {f"hand {seat}": [each[0, seat] for each in luck] for seat in range(luck[0].shape[1])}
    for act in np.unique(np.concatenate([own["act"] for own in turns])):
        parts[f"act {act}"] = [each[1:][own["act"] == act].sum() for each, own in zip(luck, turns, strict=True)]
    for part, sums in parts.items():
        assert abs(np.mean(sums)) <= 3.5 * np.std(sums) / games**0.5, part
    shares = win_parts(results, luck[0].shape[1])[0] / parts_of_win(luck[0].shape[1])
    return shares, np.array([taken_off(each, 0) for each in luck])


@pytest.mark.parametrize(
    ("game", "rules"),
    [("dragonwood", "two"), ("dragonwood", "three"), ("dragonwood", "simple"), ("dragon", "standard")],
)
def test_luck_has_mean_zero(game: str, rules: str) -> None:
    """A few games of weak players; a right correction fails one of these dozen limits once in 180 times."""
    check_mean(game, catalogue.load(game).rule_files.load(rules), "greedy", 16, 2)


# ---- Dice --------------------------------------------------------------------------------------------------------


def share_and_lead(points: Array, creatures: Array, seat: int) -> float:
    """How a finished game of two is judged by the rulebook's count: half by the win, half by the lead in points."""
    most = creatures == creatures.max()
    final = points + most * (3 if most.sum() == 1 else 2)
    lead = int(final[seat] - final[1 - seat])
    won = 0.5 if lead == 0 else float(lead > 0)
    return 0.5 * won + 0.5 * (0.5 + 0.5 * (lead / 10.0) / (1.0 + abs(lead) / 10.0))


def test_the_luck_of_dice_is_that_of_all_rolls_counted() -> None:
    """A capture in the last turn of a game: what it brought, less the mean over all rolls of its dice."""
    rules, copies = rule_set("two", SHORT), 600
    results, turns = played("dragonwood", rules, "greedy", 60)
    judge, numbers = judge_of("dragonwood", rules, copies), rules.record()["numbers_of"]
    faces, tried = (1, 2, 2, 3, 3, 4), 0
    for number, (result, own) in enumerate(zip(results, turns, strict=True)):
        last = own[-1]
        way = int(last["act"]) - STRIKE
        dragons = int(result["dragons"])
        if not 0 <= way < 3 or not last["captured"] or dragons or last["target"] >= N_CREATURES:
            continue
        rolled = [int(last["rolled"]) >> 4 * die & 15 for die in range(6)]
        dice, adds = sum(face > 0 for face in rolled), int(last["total"]) - sum(rolled)
        rolls = np.array([sum(roll) for roll in product(faces, repeat=dice)])
        missed = float((rolls + adds < numbers[int(last["target"]), way]).mean())
        seat = int(last["seat"])
        points = np.array([int(result["points_first"]), int(result["points_second"])])
        creatures = np.array([int(result["creatures_first"]), int(result["creatures_second"])])
        then = share_and_lead(points, creatures, seat)
        points[seat] -= int(last["points"])
        creatures[seat] -= 1
        gained = then - share_and_lead(points, creatures, seat)
        luck = judge.weigh(number, Chance(SEED, number, 0), own)[-1, seat]
        error = gained * (missed * (1.0 - missed) / copies) ** 0.5
        assert abs(luck - missed * gained) <= 4.0 * error + 1e-6, number
        tried += missed > 0.0
    assert tried >= 5


# ---- What is laid out anew ----------------------------------------------------------------------------------------


def mixed(table: Any, replicate: int) -> Any:
    """A copy of a table with all that chance has yet to decide laid out anew."""
    twin, streams = copy(table), records(STREAM, 1)
    address(streams[0], np.uint64(3), 0, replicate)
    mix_chance(twin, streams[0])
    return twin


def test_hands_and_all_that_lies_open_stay() -> None:
    """Piles keep their cards; equal draws lay the same cards out alike, in whatever order they lay."""
    game = OpenGame(BUNDLE, rule_set("two", ()).record())
    for deal in range(30):
        game.deal(1, deal)
        table, twin = game.table, mixed(game.table, deal)
        assert differing(table, twin) <= {"pile", "wood_pile", "returned", "dice", "renewal"}
        assert sorted(pile(twin)) == sorted(pile(table))
        assert sorted(wood(twin)) == sorted(wood(table))
        again, first = mixed(twin, 7), mixed(table, 7)
        assert (pile(again), wood(again)) == (pile(first), wood(first))


@pytest.mark.parametrize("settings", [(), ("setup.events=reshuffled",), ("setup.dragons=anywhere",)])
@pytest.mark.parametrize("known", [0, 9])
def test_piles_are_laid_out_as_likely_as_the_set_up_lays_them(settings: tuple[str, ...], known: int) -> None:
    """Of many deals, with so many cards of the pile known: how deep dragons and events lie, and what lies on top.

    Events are many, so that most deals meet some at set-up. Eighteen comparisons, each wrong once in 2,000 times.
    """
    many = tuple(f"events.{name}.copies=4" for name in ("sunny_day", "thunder_storm", "wind_storm", "quicksand"))
    game = OpenGame(BUNDLE, rule_set("two", (*settings, *many)).record())
    dragon = title("blue_dragon")
    counts = {name: np.zeros((2, 60), np.int64) for name in ("dragon", "event", "top")}
    for deal in range(3_000):
        game.deal(1, deal)
        game.table["seen"]["wood_left"] -= known
        for which, laid in enumerate((wood(game.table), wood(mixed(game.table, deal)))):
            counts["top"][which, laid[-1]] += 1
            if dragon in laid:
                counts["dragon"][which, laid.index(dragon)] += 1
            for place, card in enumerate(laid):
                if card >= N_TARGETS and place % 3 == deal % 3:
                    counts["event"][which, place] += 1
    for name, found in counts.items():
        assert chi2_contingency(found[:, found.sum(axis=0) >= 10]).pvalue > 5e-4, name
