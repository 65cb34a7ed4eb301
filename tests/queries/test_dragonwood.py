"""Dragonwood's queries, and the shared ones in its words, against counts in plain Python."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dhstats.games.dragonwood.table import ENHANCEMENTS
from dhstats.queries.catalogue import queries
from dhstats.queries.counts import counting
from dhstats.storage import Run
from tests.queries.dragonwood_runs import EASY, Game, games_of, is_creature, play
from tests.queries.logged_runs import ALL, assert_kinds, assert_sums, by_deal, with_whole

WOUNDS = 2


@pytest.fixture(scope="module")
def games(dragonwood_run: Run) -> list[Game]:
    """The games of the run as Python reads them."""
    return games_of(dragonwood_run)


@pytest.fixture(scope="module")
def frames(dragonwood_run: Run) -> dict[str, pl.DataFrame]:
    """The rows of all queries."""
    with counting(dragonwood_run) as counts:
        return {name: counts.frame(name) for name in queries("dragonwood")}


def rows_by(frame: pl.DataFrame, *keys: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The rows of a frame by some columns."""
    return {tuple(row[key] for key in keys): row for row in frame.to_dicts()}


def test_everything_happens_in_the_run(games: list[Game]) -> None:
    """The run that the counts are compared on holds re-rolls, spells, wounds, captures of all kinds and both ends."""
    acts = {turn["act"] for game in games for turn in game.turns}
    assert {"strike", "stomp", "scream", "spell", "keep", "reroll", "discard", "pass"} <= acts
    assert {game.row["end_reason"] for game in games} >= {"dragons", "decks"}
    caught = {turn["target"] for game in games for turn in game.turns if turn["captured"]}
    assert caught >= set(ENHANCEMENTS) - {"charmed_potion"}


def test_attempts_agree_with_a_count_in_python(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """By card, by way, by quarter and crossed: numbers, cards, captures, what was spent, points, with all sums."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for each in game.attempts(WOUNDS):
            hunted = each.spent if is_creature(each.target) else 0
            numbers = (1, int(each.success), each.cards, each.spent, hunted, each.points)
            for target, way, phase in (
                (each.target, "", -1), ("", each.way, -1), ("", each.way, each.quarter), (each.target, each.way, -1),
                ("", "", each.quarter), ("", "", -1),
            ):  # fmt: skip
                yield (target, way, phase), *numbers

    names = ("attempts", "captures", "cards", "spent", "hunted", "points")
    products = (("attempts", "captures"), ("attempts", "cards"), ("captures", "spent"), ("attempts", "points"),
                ("hunted", "points"))  # fmt: skip
    frame = frames["attempts"].filter(pl.col("part") == -1)
    assert_sums(frame, by_deal(games, told), ("target", "way", "phase"), names, products)


def test_shares_are_of_the_right_attempts(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """A way is a share of all attempts, in its quarter or at its card; a card is one of all attempts."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for each in game.attempts(WOUNDS):
            for target, way, phase in (
                ("", each.way, each.quarter), (each.target, each.way, -1), (each.target, "", -1),
                ("", "", each.quarter), ("", "", -1),
            ):  # fmt: skip
                yield (target, way, phase), 1

    found = rows_by(frames["attempts"].filter(pl.col("part") == -1), "matchup", "target", "way", "phase")
    for key, number in with_whole(games, told, lambda key: (key[0] if key[1] else "", "", key[2])).items():
        assert found[key]["all_attempts_attempts"] == number, key


def test_parts_of_the_run_add_up_to_it(frames: dict[str, pl.DataFrame]) -> None:
    """Creatures alone are told part by part; no deal is in two parts, and many parts are used."""
    frame = frames["attempts"].filter(pl.col("way") == "", pl.col("phase") == -1, pl.col("target") != "")
    whole = frame.filter(pl.col("part") == -1)
    parts = frame.filter(pl.col("part") >= 0)
    added = parts.group_by("matchup", "target").agg(pl.col("deals", "attempts", "captures", "spent").sum())
    assert all(is_creature(name) for name in added["target"])
    kept = whole.filter(pl.col("target").is_in(added["target"].implode()))
    columns = ("matchup", "target", "deals", "attempts", "captures", "spent")
    assert added.select(columns).sort(columns).equals(kept.select(columns).sort(columns))
    assert parts["part"].n_unique() == 12
    assert parts["part"].is_between(0, 99).all()


def test_extra_turns_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """Who had more turns than another is counted from the decisions themselves."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        taken = game.taken()
        for seat in range(game.players):
            extra = int(taken[seat] > min(taken))
            won, margin = int(game.row["winner"] == seat), game.margin(seat)
            for reason, kind in ((game.row["end_reason"], extra), ("", extra), ("", -1)):
                yield (reason, seat, kind), 1, won, margin

    assert any(max(game.taken()) > min(game.taken()) for game in games)
    assert_kinds(frames["extra_turns"], by_deal(games, told), ("end_reason", "seat", "extra"), ("wins", "margin"))


def test_enhancements_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """Captures, captors, the turn of the capture, and whether what helps but once was used."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        held: dict[int, int] = defaultdict(int)
        for turn in game.turns:
            if turn["captured"] and turn["target"] in ENHANCEMENTS:
                seat, bit = turn["mover"], 1 << ENHANCEMENTS.index(turn["target"])
                held[seat] += 1
                used = any(other["used"] & bit and other["mover"] == seat for other in game.turns)
                won, margin = int(game.row["winner"] == seat), game.margin(seat)
                yield (turn["target"],), 1, won, margin, turn["own_turn"] + 1, int(used)
        most = [seat for seat, number in held.items() if number == max(held.values())]
        if len(most) == 1:
            yield ("",), 1, int(game.row["winner"] == most[0]), game.margin(most[0]), 0, 0

    assert_kinds(frames["enhancements"], by_deal(games, told), ("target",), ("wins", "margin", "turn", "used"))


def test_shared_queries_count_dragonwoods_turns(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """A turn is one however many decisions it takes; the one that ends the game counts."""
    (means,) = frames["means"].filter(pl.col("matchup") == ALL).to_dicts()
    assert means["turns"] == sum(sum(game.taken()) for game in games)
    assert means["decisions"] == sum(len(game.turns) for game in games)
    assert means["longer_first"] == sum(game.taken()[0] > game.taken()[1] for game in games)
    assert means["unequal_turns"] == means["longer_first"]
    for name in ("creatures", "enhancements"):
        caught = sum(game.row[f"{name}_first"] + game.row[f"{name}_second"] for game in games)
        assert means[name] == caught
    deals = frames["deals"]
    assert deals["turns"].sum() == means["turns"]
    assert deals["dragons"].sum() == sum(game.row["end_reason"] == "dragons" for game in games)
    assert deals["decks"].sum() == sum(game.row["end_reason"] == "decks" for game in games)
    endings = frames["endings"].filter(pl.col("matchup") == ALL, pl.col("ended_by") == -2)
    assert endings["turns"].sum() == means["turns"]


def test_distributions_are_of_turns_and_decisions(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """One game a deal: turns, decisions, and when the winner led for good, in decisions."""
    chosen = [game for game in games if game.row["arm"] == game.deal % 6]
    rows = rows_by(frames["histograms"].filter(pl.col("matchup") == ALL), "quantity", "value")
    for name, value in {
        "turns": lambda game: sum(game.taken()),
        "decisions": lambda game: len(game.turns),
        "enhancements": lambda game: game.row["enhancements_first"] + game.row["enhancements_second"],
        "settled": lambda game: -(-100 * game.row["lead_since"] // len(game.turns)),
    }.items():
        values = [value(game) for game in chosen if name != "settled" or game.row["lead_since"] >= 0]
        expected = {number: values.count(number) for number in values}
        assert {at: row["games"] for (what, at), row in rows.items() if what == name} == expected, name


def test_rounds_that_are_played_out_leave_nobody_a_turn_more(tmp_path: Path) -> None:
    """Under the switch the turn that captures the last dragon ends like any other, and is not counted twice."""
    run = play(tmp_path / "full", *EASY, "end.full_rounds=true", deals=4)
    games = games_of(run)
    assert any(game.row["end_reason"] == "dragons" for game in games)
    with counting(run) as counts:
        (means,) = counts.rows("means", matchup=ALL)
    assert means["unequal_turns"] == 0
    assert means["turns"] == sum(sum(game.taken()) for game in games)
