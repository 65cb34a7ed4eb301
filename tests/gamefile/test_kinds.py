"""The examples of each kind of game: chances that are known exactly, and scores that are worked by hand."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from dhstats.gamefile.starter import LIKE
from dhstats.gamefile.telling.plain import as_records
from tests.gamefile.examples import Table, command, example, near, played


@cache
def village_wins(left: int, wolves: int) -> float:
    """How often the village wins where everybody votes and bites at random, by day with so many left."""
    if wolves == 0 or 2 * wolves >= left:
        return float(wolves == 0)
    chance = 0.0
    for gone, share in ((1, wolves / left), (0, 1 - wolves / left)):
        still = wolves - gone
        after = left - 1
        over = still == 0 or 2 * still >= after
        chance += share * (village_wins(after, still) if over else village_wins(after - 1, still))
    return chance


LARGER = pytest.mark.long("a village of seven, compiled for it; the recurrence holds for five in between")


@pytest.mark.parametrize(("players", "wolves"), [(5, 1), pytest.param(7, 2, marks=LARGER)])
def test_the_village_wins_as_often_as_the_recurrence_says(tmp_path: Path, players: int, wolves: int) -> None:
    """7 of 15 games with one wolf among five."""
    assert village_wins(5, 1) == pytest.approx(7 / 15)
    games, _ = played(tmp_path / "run", "village", "random", 3000, f"players={players}", f"wolves={wolves}")
    assert near(games["won_by"] == "village", village_wins(players, wolves))


def largest(table: Table, state: Any) -> int:
    """The move of the file's player."""
    moves = table.allowed(state)
    return max(moves, key=lambda move: state.flames[table.moves[move].to])


def test_fires_are_held_out_as_often_as_every_course_of_dice_says(tmp_path: Path) -> None:
    """Three houses, one player, three turns: all courses are gone through."""
    rules = {"houses": 3, "rounds": 3, "flames": 2, "players": 1}
    table = Table("fires", **rules)

    def saved(state: Any) -> float:
        if table.over(state):
            return float(table.own["ending"](state, table.rules) == 0)
        return sum(chance * saved(after) for after, chance in table.after(state, largest(table, state)))

    expected = sum(chance * saved(state) for state, chance in table.beginnings())
    games, _ = played(tmp_path / "run", "fires", "largest", 4000, *(f"{key}={value}" for key, value in rules.items()))
    assert 0.1 < expected < 0.9
    assert near(games["end_reason"] == "rain", expected)


def test_half_of_its_worth_is_the_best_bid_against_who_bids_half(tmp_path: Path) -> None:
    """To within the rounding of whole coins; two of them gain what every pair of worths says."""
    worths = range(21)

    def gain(worth: int, bid: int) -> float:
        rivals = [each // 2 for each in worths]
        return float(np.mean([(bid > rival) + (bid == rival) / 2 for rival in rivals])) * (worth - bid)

    for worth in worths:
        best = max(gain(worth, bid) for bid in worths)
        assert gain(worth, worth // 2) >= best - 0.25
    expected = float(np.mean([gain(worth, worth // 2) for worth in worths]))
    games, _ = played(tmp_path / "run", "auction", "half", 4000)
    assert near((games["score_first"] + games["score_second"]) / 2, expected)


def value(matrix: Any) -> float:
    """What a matrix of wins is worth to who chooses rows, by a linear programme."""
    matrix = np.asarray(matrix, float)
    rows, columns = matrix.shape
    found = linprog(
        [*[0.0] * rows, -1.0], A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]), b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]], b_eq=[1.0], bounds=[*[(0, 1)] * rows, (None, None)],
    )  # fmt: skip
    return float(-found.fun)


def duel_value(loaded: int, rounds: int) -> float:
    """The duel's worth to the first player, from its last round backwards."""
    table = Table("duel", loaded=loaded, rounds=rounds)

    @cache
    def worth(mark: bytes) -> float:
        state = as_records(np.frombuffer(mark, table.file_state).copy())[0]
        if table.over(state):
            return 0.5 + (int(state.hit[1]) - int(state.hit[0])) / 2
        matrix = []
        for own in table.allowed(state):
            ((after, _),) = table.after(state, own)
            row = [worth(next(table.after(after, other))[0].tobytes()) for other in table.allowed(after)]
            matrix.append(row)
        return value(matrix)

    ((state, _),) = table.beginnings()
    return worth(np.asarray(state).tobytes())


def test_a_duel_is_even_without_a_loaded_pistol_and_better_with_one() -> None:
    """By linear programmes from the last round backwards."""
    assert duel_value(0, 2) == pytest.approx(0.5)
    assert 0.5 < duel_value(1, 2) < 1.0


def test_leduc_poker_has_as_many_deals_as_cards_say_and_adds_up_to_nothing() -> None:
    """What one wins the other loses; at random who begins gains nothing for certain."""
    table = Table("leduc")
    starts = {np.asarray(state["hands"]).tobytes(): 0.0 for state, _ in table.beginnings()}
    assert len(starts) == 9  # ranks of both hands
    for state, _ in list(table.beginnings())[:1]:
        _, likely = table.at_random(state)
        assert all(first == -second for first, second in likely)
        assert sum(likely.values()) == pytest.approx(1.0)


def test_liars_dice_with_one_die_each_is_decided_by_the_dice_that_lie_there(tmp_path: Path) -> None:
    """Random play, by every course of one small game: two sides and no wild number."""
    rules: dict[str, Any] = {"sides": 2, "wild": "false"}
    _, likely = Table("liars_dice", **rules).in_all()
    games, _ = played(tmp_path / "run", "liars_dice", "random", 4000, "sides=2", "wild=false")
    assert near(games["score_first"], sum(share * scores[0] for scores, share in likely.items()))


def three_dice_best() -> float:
    """The best expected score, from the last box backwards."""
    table = Table("three_dice")
    throws = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]

    def worth(dice: tuple[int, ...], box: int) -> int:
        state = type("State", (), {"dice": dice})
        return int(table.own["play"].__globals__["worth"](state, table.rules, box))

    @cache
    def start(used: int) -> float:
        return sum(best(tuple(sorted(each)), 2, used) for each in throws) / 216 if used < 15 else 0.0

    @cache
    def rolled(kept: tuple[int, ...], again: int, used: int) -> float:
        more = [(*kept, *each[: 3 - len(kept)]) for each in throws]
        return sum(best(tuple(sorted(each)), again, used) for each in more) / 216

    @cache
    def best(dice: tuple[int, ...], again: int, used: int) -> float:
        boxes = [box for box in range(4) if not used >> box & 1]
        options = [worth(dice, box) + start(used | 1 << box) for box in boxes]
        if again:
            kept = {tuple(dice[at] for at in range(3) if keep >> at & 1) for keep in range(7)}
            options += [rolled(each, again - 1, used) for each in kept]
        return max(options)

    return start(0)


def test_nobody_scores_more_with_three_dice_than_the_best_player(tmp_path: Path) -> None:
    """The best expected score is known; the file's player comes within six points of it and never beyond."""
    best = three_dice_best()
    games, _ = played(tmp_path / "run", "three_dice", "keeper", 3000)
    mean = float(np.mean(games["score_first"]))
    assert 30 < best < 60
    assert best - 12 < mean < best + 0.5


def test_points_of_a_draft_are_counted_as_the_rules_say() -> None:
    """Four gems, three beads, two shells, most crowns, a coin: 10 + 5 + 4 + 6 + 2."""
    table = Table("draft", players=2)
    state = as_records(np.zeros(1, table.file_state))[0]
    state.players = 2
    state.taken[0] = (4, 3, 2, 1, 1)
    assert [int(table.own["score"](state, table.rules, seat)) for seat in range(2)] == [27, 0]


def test_lands_are_counted_by_majority() -> None:
    """Alone in the hills: two roads, two points; a tie for first place takes the second prize; third has nothing."""
    table = Table("borders", players=3)
    count = table.own["then"].__globals__["count"]
    state = as_records(np.zeros(1, table.file_state))[0]
    state.players = 3
    state.here[0, 2], state.here[1, 2] = 2, 1
    count(state, table.rules, 2)
    assert list(state.points[:3]) == [2, 1, 0]
    state.here[1, 2] = 2
    count(state, table.rules, 2)
    assert list(state.points[:3]) == [3, 2, 0]


def test_places_on_the_ladder_are_those_in_which_players_go_out(tmp_path: Path) -> None:
    """Scores of a table of four are 3, 2, 1, 0, each once."""
    games, _ = played(tmp_path / "run", "ladder", "saver", 200, "players=4")
    scores = np.stack([games[f"score_{seat}"] for seat in ("first", "second", "third", "fourth")])
    assert (np.sort(scores, axis=0) == np.arange(4)[:, None]).all()


def test_a_bought_card_lies_in_the_discards_and_counts_at_the_end() -> None:
    """A silver costs three coins and one buy; bottles are a point each, three at first."""
    table = Table("cellar", players=2)
    ((state, _),) = [next(iter(table.every(as_records(np.zeros(1, table.file_state))[0], _lay_out(table))))]
    state.coins = 4
    silver = next(at for at in range(len(table.moves)) if (table.moves[at].act, table.moves[at].card) == (1, 1))
    table.own["play"](state, table.moves[silver], table.rules)
    assert (int(state.coins), int(state.buys), int(state.owned[0, 1]), int(state.discards[0]["count"])) == (1, 0, 1, 1)
    assert int(table.own["score"](state, table.rules, 0)) == 3


def _lay_out(table: Table) -> Any:
    def act(state: Any, _: Any) -> None:
        state.players = 2
        chance = type("Chance", (), {"below": lambda self, n: 0})()
        table.own["setup"](state, table.rules, chance)

    return act


def test_workers_take_places_that_have_room(tmp_path: Path) -> None:
    """One worker at the boats brings three fish; then nobody else may go there in this round."""
    table = Table("harbour", players=2)
    ((state, _),) = table.beginnings()
    boats = 0
    assert boats in table.allowed(state)
    ((state, _),) = table.after(state, boats)
    assert int(state.fish[0]) == 3
    assert boats not in table.allowed(state)


def test_partners_follow_suit_and_take_the_trick_of_the_highest_card() -> None:
    """Trumps beat every other suit."""
    table = Table("partners")
    beats = table.own["then"].__globals__["beats"]
    state = as_records(np.zeros(1, table.file_state))[0]
    state.trump = 3
    ace, nine, trump = 5, 0, 18
    assert (beats(state, ace, nine), beats(state, nine, ace), beats(state, trump, ace)) == (True, False, True)


@pytest.mark.parametrize("kind", LIKE)
def test_a_new_game_of_every_kind_is_sound(tmp_path: Path, kind: str) -> None:
    """It begins as its example, under a name of its own."""
    place = tmp_path / f"my_{kind.replace('-', '_')}.py"
    assert "runs" in command("games", "new", place.stem, "--like", kind, "--out", str(place))
    assert "no faults" in command("games", "check", str(place), "--quick")
    assert example(LIKE[kind]).title
