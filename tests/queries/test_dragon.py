"""Dragon!'s queries, and the shared ones in its words, against counts in plain Python."""

import shutil
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dhstats.queries.catalogue import queries
from dhstats.queries.connection import Limits, connect, show
from dhstats.queries.counts import counting
from dhstats.queries.sql import query
from dhstats.storage import Run, open_run
from tests.queries.dragon_runs import Game, games_of, kind, play
from tests.queries.logged_runs import ALL, assert_sums, by_deal, by_number, with_whole
from tests.simulate.stored_runs import problems, rewrite

HEALTH = {0: 15, 1: 18}  # of Emberwing and Graniteback, the dragons of the usual decks


@pytest.fixture(scope="module")
def games(dragon_run: Run) -> list[Game]:
    """The games of the run as Python reads them."""
    return games_of(dragon_run)


@pytest.fixture(scope="module")
def frames(dragon_run: Run) -> dict[str, pl.DataFrame]:
    """The rows of all queries."""
    with counting(dragon_run) as counts:
        return {name: counts.frame(name) for name in queries("dragon")}


def test_everything_happens_in_the_run(games: list[Game]) -> None:
    """The run that the counts are compared on holds every act, long chains, all facings and two ends."""
    acts = {turn["act"] for game in games for turn in game.turns}
    assert acts >= {"play", "pass", "pay", "top", "hold", "discard", "draw"}
    assert max(chain.tops for game in games for chain in game.chains()) >= 5
    assert {turn["facing_first_after"] for game in games for turn in game.turns} == {"front", "side", "tail"}
    assert {game.row["end_reason"] for game in games} >= {"kill", "banish"}
    assert any(chain.card.number("suffers") for game in games for chain in game.chains())


def test_chains_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """By type, by deck, by number of cards to top: cards played, could be topped, topped, cancelled, wounds."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for chain in game.chains():
            numbers = (1, chain.open, chain.tops > 0, chain.cancelled, chain.tops, chain.wounds)
            own, place, tops = kind(chain.card), game.place(chain.mover), chain.tops
            for key in (
                ("", -1, tops),
                (own, -1, tops),
                (own, -1, -1),
                ("", place, -1),
                (own, place, -1),
                ("", -1, -1),
            ):
                yield key, *numbers

    names = ("plays", "open", "topped", "cancelled", "cards", "wounds")
    products = (("plays", "open"), ("plays", "topped"), ("open", "topped"), ("plays", "cancelled"),
                ("topped", "cancelled"), ("plays", "cards"), ("plays", "wounds"))  # fmt: skip
    assert_sums(frames["chains"], by_deal(games, told), ("kind", "place", "tops"), names, products)


def test_shares_of_chains_are_of_the_right_ones(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """A length is a share of its type, everything else one of all cards that the same deck played."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for chain in game.chains():
            own, place = kind(chain.card), game.place(chain.mover)
            for key in (("", -1, chain.tops), (own, -1, chain.tops), (own, -1, -1), (own, place, -1), ("", place, -1),
                        ("", -1, -1)):  # fmt: skip
                yield key, 1

    among = with_whole(games, told, lambda key: ("" if key[2] == -1 else key[0], key[1], -1))
    rows = frames["chains"].select("matchup", "kind", "place", "tops", "among_plays").rows()
    assert {row[:4]: row[4] for row in rows} == among


def test_toppings_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """Who could top and did: by the type of what lay there, by what it was topped with, by depth."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for chain in game.chains():
            lying = chain.card
            for row in chain.rows:
                if row["act"] not in ("top", "hold"):
                    continue
                top = row["act"] == "top"
                for key in ((kind(lying), "", 0), ("", "", min(row["depth"], 6)), ("", "", 0)):
                    yield key, 1, top
                if top:
                    yield (kind(lying), kind(game.book[row["card"]]), 0), 0, 1
                    lying = game.book[row["card"]]

    assert_sums(
        frames["toppings"],
        by_deal(games, told),
        ("under", "over", "depth"),
        ("asked", "topped"),
        (("asked", "topped"),),
    )


def test_facings_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """Turns by the facings and the health with which they began, what was played and inflicted, and who won."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        ends = {(row["mover"], row["own_turn"]): row for row in game.turns}
        turns = game.taken()
        stood = [HEALTH[game.place(seat)] for seat in (0, 1)]
        faced = ["front", "front"]
        for mover, own_turn in turns:
            after = ends[mover, own_turn]
            rows = [row for row in game.turns if (row["mover"], row["own_turn"]) == (mover, own_turn)]
            attacks = sum(row["act"] == "play" and game.book[row["card"]].is_attack for row in rows)
            left = [after["score_first_after"], after["score_second_after"]]
            own, rival, gap = faced[mover], faced[1 - mover], stood[mover] - stood[1 - mover]
            lead = -1 if gap <= -3 else 1 if gap >= 3 else 0
            numbers = (1, game.won(mover), attacks, max(0, stood[1 - mover] - left[1 - mover]))
            place = game.place(mover)
            for key in ((own, "", -9, -1), ("", rival, -9, -1), (own, rival, -9, -1), ("", rival, lead, -1),
                        ("", rival, -9, place), ("", "", -9, -1)):  # fmt: skip
                yield key, *numbers
            stood, faced = left, [after["facing_first_after"], after["facing_second_after"]]

    products = (("turns", "wins"), ("turns", "attacks"), ("turns", "wounds"))
    names = ("turns", "wins", "attacks", "wounds")
    assert_sums(frames["facing"], by_deal(games, told), ("own", "rival", "lead", "place"), names, products)


def test_cards_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """Every card: played, cancelled, played to top, given up, and how its players fared."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        codes = {card.name: code for code, card in enumerate(game.book)}
        used: dict[int, set[int]] = defaultdict(set)
        for chain in game.chains():
            code = codes[chain.card.name]
            used[code].add(chain.mover)
            yield (code,), 1, chain.open, chain.cancelled, 0, 0, chain.wounds, 1, 0, 0
        for row in game.turns:
            if row["act"] in ("top", "pay", "discard", "shed"):
                top = row["act"] == "top"
                if top:
                    used[row["card"]].add(row["seat"])
                yield (row["card"],), 0, 0, 0, top, not top, 0, top, 0, 0
        for code, seats in used.items():
            for seat in seats:
                yield (code,), 0, 0, 0, 0, 0, 0, 0, 1, game.won(seat)

    names = ("plays", "open", "cancelled", "tops", "given", "wounds", "used", "players", "wins")
    products = (("plays", "open"), ("plays", "cancelled"), ("plays", "wounds"), ("players", "wins"))
    assert_sums(frames["cards"], by_deal(games, told), ("card",), names, products)


def test_lairs_agree_with_the_log(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """Lair attack that came and went, the most of it, attacks on ground cards and those that destroyed one."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        sieges = [[0, 0], *([row["siege_first_after"], row["siege_second_after"]] for row in game.turns)]
        for seat in (0, 1):
            steps = [(a[seat], b[seat]) for a, b in pairwise(sieges)]
            attacks = [chain for chain in game.chains() if chain.mover == seat and _at_ground(game, chain.rows[0])]
            felled = sum(_fell(game, chain.rows[-1]) for chain in attacks)
            came, gone = (sum(max(0, sign * (b - a)) for a, b in steps) for sign in (1, -1))
            yield (game.place(seat),), 1, came, gone, max(b for _, b in steps), len(attacks), felled

    names = ("games", "came", "gone", "most", "attacks", "felled")
    assert_sums(frames["grounds"], by_deal(games, told), ("place",), names, (("attacks", "felled"),))
    assert frames["grounds"]["felled"].sum() > 0


def _at_ground(game: Game, row: dict[str, Any]) -> bool:
    return bool(row["at"] >= 0 and game.book[row["at"]].section == "grounds")


def _fell(game: Game, row: dict[str, Any]) -> bool:
    """Whether lair attack went in the row that settled a chain."""
    before = game.turns[row["turn"] - 1]
    total = [each["siege_first_after"] + each["siege_second_after"] for each in (before, row)]
    return row["outcome"] == "effect" and total[1] < total[0]


def test_decks_agree_with_the_games(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """How often each deck won and lost, and by what the game ended."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for seat in (0, 1):
            for reason in ("", game.row["end_reason"]):
                won = 0 if game.row["winner"] < 0 else 1 if game.won(seat) else -1
                yield (game.place(seat), reason, won), 1

    rows = frames["decks"].select("matchup", "place", "end_reason", "won", "games", "deals").rows()
    assert {row[:5]: row[5] for row in rows} == by_number(by_deal(games, told))


def test_shared_queries_count_dragons_turns(games: list[Game], frames: dict[str, pl.DataFrame]) -> None:
    """A turn is one however many decisions it takes; one that ends before its first decision counts too."""
    (means,) = frames["means"].filter(pl.col("matchup") == ALL).to_dicts()
    begun = [len(game.taken()) + _ended_before_a_decision(game) for game in games]
    assert means["turns"] == sum(begun)
    assert means["decisions"] == sum(len(game.turns) for game in games)
    for name in ("chains", "tops", "cancelled", "longest_chain"):
        assert means[name] == sum(game.row[name] for game in games)
    for reason in ("kill", "banish", "exhaust"):
        assert frames["deals"][reason].sum() == sum(game.row["end_reason"] == reason for game in games)


def _ended_before_a_decision(game: Game) -> bool:
    """Whether the last turn of a game has no row: its player could not draw by agility."""
    last = game.taken()[-1][0]
    return bool(game.row["ended_by"] >= 0 and game.row["ended_by"] != last)


def test_rounds_are_turns_of_everybody(tmp_path: Path) -> None:
    """In interactive play a round that was begun is a turn of both."""
    run = play(tmp_path / "rounds", "turn.play=rounds", deals=3)
    games = games_of(run)
    with counting(run) as counts:
        (means,) = counts.rows("means", matchup=ALL)
    rounds = [min(game.row["turns_first"], game.row["turns_second"]) + 1 for game in games]
    assert means["turns"] == 2 * sum(rounds)
    assert means["longer_first"] == 0


# ---- Runs as earlier versions wrote them, and games that were over before anybody could decide


def narrow(run: Run, folder: Path) -> Run:
    """The run as versions wrote it whose columns of sieges and wounds were smaller."""
    shutil.copytree(run.folder, folder)

    def smaller(table: pa.Table) -> pa.Table:
        kinds = [
            pa.int8() if field.name.startswith("siege_") else pa.uint8() if field.name == "wounds" else field.type
            for field in table.schema
        ]
        return table.cast(pa.schema(list(zip(table.schema.names, kinds, strict=True))))

    for table in ("games", "moves"):
        rewrite(folder, table, 0, smaller)
    return open_run(folder)


def test_runs_with_the_smaller_columns_of_earlier_versions_are_read(dragon_run: Run, tmp_path: Path) -> None:
    """Every query gives the same rows, `sql` the same numbers, and verify finds nothing."""
    old = narrow(dragon_run, tmp_path / "old")
    with counting(dragon_run) as ours, counting(old) as theirs:
        for name in queries("dragon"):
            assert theirs.frame(name).equals(ours.frame(name)), name
    asked = "SELECT max(siege_first), sum(siege_second) FROM games"
    assert query(old, asked).rows() == query(dragon_run, asked).rows()
    assert problems(old.folder) == ""


def test_a_run_that_an_earlier_version_began_is_read_as_a_whole(tmp_path: Path) -> None:
    """Its first files have smaller columns than its last ones, which hold what is too large for them."""
    for number, (small, value) in enumerate(((pa.int8(), 5), (pa.int16(), 160))):
        pq.write_table(pa.table({"siege_first": pa.array([value], small)}), tmp_path / f"{number}.parquet")
    with connect(Limits(threads=1)) as connection:
        show(connection, "games", sorted(tmp_path.iterdir()))
        assert connection.sql("SELECT siege_first FROM games").fetchall() == [(5,), (160,)]


def test_games_without_a_decision_are_counted(tmp_path: Path) -> None:
    """Whoever has to draw five of the one card that is left is exhausted at once: no turn, nothing to divide by."""
    deck = 'pack.decks.kill.cards=["10 claw_attack"]'
    settings = ("pack=draft", "construction.size=10", "construction.copies=45", "hand.size=9", deck)
    settings += ("decks.second=kill", "pack.dragons.emberwing.levels.1.agility=5")
    run = play(tmp_path / "run", *settings, deals=3)
    with counting(run) as counts:
        frames = {name: counts.frame(name) for name in queries("dragon")}
    settled = frames["histograms"].filter(pl.col("quantity") == "settled")
    assert set(settled["value"].to_list()) == {0}
    assert query(run, "SELECT max(turns) FROM games").item() == 0
