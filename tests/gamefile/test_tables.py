"""Tables for five and six: shares that are known, ties of any size, what is hidden, and SQL against a recount."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from dhstats.queries.counts import counting
from dhstats.questions.people import records as sheets
from dhstats.seats import SEATS
from dhstats.simulate.people.reading import read_lines
from dhstats.simulate.replays import lines
from dhstats.simulate.tables import win_parts
from dhstats.storage import Run, open_run
from dhstats.storage.run import parts_of_win
from tests.gamefile import tables
from tests.gamefile.examples import command, near
from tests.gamefile.test_play import Seat

SIXTY = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game files of this test."""
    home = tmp_path_factory.mktemp("tables")
    for name in ("HIGH_ROLL", "FIRST_SIX", "DRAWN_CARD"):
        (home / f"{name.lower()}.py").write_text(getattr(tables, name))
    return home


@pytest.fixture(scope="module")
def played(folder: Path) -> Callable[..., Run]:
    """Plays games of such a file; `verify` lets them stand."""

    def play(name: str, out: str, games: int, *words: str) -> Run:
        plan = ("--game", str(folder / f"{name}.py"), "--games", str(games), "--seed", "1", "--out", str(folder / out))
        command("simulate", *plan, *words)
        assert "stands." in command("verify", str(folder / out), "--sample", "20")
        return open_run(folder / out)

    return play


def one_a_deal(run: Run) -> pl.DataFrame:
    """The first game of every deal."""
    return pl.read_parquet(run.folder / "games/*.parquet").filter(pl.col("arm") == 0)


def tied_first(seats: int, sides: int, sharing: int) -> float:
    """The chance that so many of those who roll a die have the highest number."""
    return sum(
        comb(seats, sharing) * (1 / sides) ** sharing * (below / sides) ** (seats - sharing) for below in range(sides)
    )


@pytest.mark.parametrize("seats", [6])
def test_equal_seats_share_the_wins_and_ties_of_any_size_are_as_often_as_they_must_be(
    played: Callable[..., Run], seats: int
) -> None:
    """A die of three sides: one share a seat, and how many are first alike by the binomial law, up to all of them."""
    run = played("high_roll", f"roll{seats}", 4000 * seats, "--strategies", "random", "--set", f"players={seats}",
                 "--set", "sides=3")  # fmt: skip
    games = one_a_deal(run)
    shares = win_parts(games, seats)
    assert (shares.sum(axis=0) == SIXTY).all()  # every game has one win, to the last part
    assert all(near(seat / SIXTY, 1 / seats) for seat in shares)
    first = (shares > 0).sum(axis=0)
    for sharing in range(1, seats + 1):
        chance = tied_first(seats, 3, sharing)
        assert near(first == sharing, chance), sharing
    assert sum(tied_first(seats, 3, sharing) for sharing in range(1, seats + 1)) == pytest.approx(1.0)
    assert set(first) == set(range(1, seats + 1))


def test_parts_of_a_win_can_be_shared_by_all_at_the_table() -> None:
    """Twelfths where up to four play, sixtieths beyond; what two to four share is what it was."""
    assert [parts_of_win(seats) for seats in range(1, 7)] == [12, 12, 12, 12, 60, 60]
    for seats in range(2, 7):
        for placed in combinations_with_replacement((1, 2), seats):
            row = {f"rank_{seat}": np.array([place]) for seat, place in zip(SEATS, placed, strict=False)}
            row["winner"] = np.array([placed.index(1) if placed.count(1) == 1 else -1])
            if 1 in placed and seats > 2:
                assert win_parts(row, seats).sum() == parts_of_win(seats)


def test_a_win_that_some_share_is_told_exported_and_imported_as_one(
    played: Callable[..., Run], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log of a run says who shares: read again as results alone, every seat has what it has in the run."""
    run = played("high_roll", "shared", 90, "--strategies", "random", "--set", "players=3", "--set", "sides=3")
    shares = win_parts(pl.read_parquet(run.folder / "games/*.parquet"), 3) / parts_of_win(3)
    assert len({tuple(game) for game in shares.T.tolist()}) == 7  # each alone, two of three, all
    told = list(lines(run, 90))
    for seat, name in enumerate(("Ann", "Bob", "Cid")):
        for line in told:
            line["players"][seat], line["programs"] = name, []
    assert {len(line["result"]["winner"]) for line in told if isinstance(line["result"]["winner"], list)} == {2}
    for form in (told, [line | {"turns": [], "chance": None} for line in told]):
        log = read_lines([(f"line {at}", line) for at, line in enumerate(form)])
        summary = sheets.summary(log)
        assert {each.who: each.score for each in summary.players} == pytest.approx(
            dict(zip(("Ann", "Bob", "Cid"), shares.mean(axis=1).tolist(), strict=True))
        )
    said = command("report", str(run.folder), "-o", str(page := run.folder.with_suffix(".html")))
    nobody = int((shares.max(axis=0) < 1.0).sum())
    assert f"; players share the win in about {round(nobody / 0.9)} of 100 games." in said
    assert f"In {nobody} of the 90 games several players tied for first place" in page.read_text()
    at = next(at for at, line in enumerate(told) if isinstance(line["result"]["winner"], list))
    first, second = told[at]["result"]["winner"]
    assert f"The {first} and {second} players, random and random, share the win." in command(
        "replay", str(run.folder), str(at)
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_games_that_nobody_wins_ask_for_no_more_of_them(played: Callable[..., Run], seats: int) -> None:
    """A die of one side: every game is drawn; more games would be as well, and seats that are alike are named as one."""
    words = ("--strategies", "random", "--set", f"players={seats}", "--set", "sides=1")
    few = played("high_roll", f"drawn{seats}", 20 * seats, *words)
    said = command("report", str(few.folder), "-o", str(few.folder.with_suffix(".html")))
    assert f"Cannot be answered: nobody won any of the {20 * seats} games." in said
    assert "times as many" not in said
    assert "more deals" not in said
    many = played("high_roll", f"even{seats}", 600 * seats, *words)
    said = command("report", str(many.folder), "-o", str(many.folder.with_suffix(".html")))
    each = "every seat wins about 33.3 of" if seats == 3 else "the first player wins about 50 of"
    assert f"{each} 100" in said


# ---- SQL against a recount --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [5, 6])
def test_sql_counts_what_a_recount_in_polars_counts(played: Callable[..., Run], seats: int) -> None:
    """Shares by seat and deal, products of seats, shares of strategies, and leads: every row."""
    run = played("high_roll", f"sql{seats}", 60 * seats * seats, "--strategies", "random,greedy", "--design",
                 "quartet", "--set", f"players={seats}", "--set", "sides=3")  # fmt: skip
    games = pl.read_parquet(run.folder / "games/*.parquet")
    deals = _of_deals(games, seats)
    with counting(run) as counts:
        told = counts.rows("seats", matchup=0)
        spread = counts.rows("shares", matchup=0)
        field = counts.rows("field", matchup=0)
        by_deal = counts.frame("deals")
        finals = counts.rows("finals", matchup=0, quantity="gap")
    for row in told:
        one, two = (deals[f"{row['quantity']}_{at}"] for at in (row["seat"], row["other"]))
        assert (row["deals"], row["total"], row["products"]) == (len(deals), one.sum(), (one * two).sum()), row
    assert len(told) == 3 * seats * (seats + 1) // 2
    for seat, name in enumerate(SEATS[:seats]):
        expected = deals[f"share_{seat}"]
        assert by_deal[f"share_{name}"].to_list() == expected.to_list()
        counted = [row for row in spread if row["seat"] == seat]
        assert sum(row["won"] * row["deals"] for row in counted) == expected.sum()
        assert sum(row["squares"] * row["deals"] for row in counted) == deals[f"squares_{seat}"].sum()
    assert {row["strategy"]: (row["won"], row["seats"]) for row in field} == _of_strategies(games, seats)
    scores = np.sort(np.stack([one_a_deal(run)[f"score_{name}"].to_numpy() for name in SEATS[:seats]]), axis=0)
    values, numbers = np.unique(scores[-1] - scores[-2], return_counts=True)
    found = dict(zip(values.tolist(), numbers.tolist(), strict=True))
    assert {row["value"]: row["games"] for row in finals} == found


def _shares(games: pl.DataFrame, seats: int) -> list[pl.Series]:
    ranks = [f"rank_{name}" for name in SEATS[:seats]]
    first = sum((games[rank] == 1).cast(pl.Int64) for rank in ranks)
    return [(games[rank] == 1).cast(pl.Int64) * (SIXTY // first) for rank in ranks]


def _of_deals(games: pl.DataFrame, seats: int) -> pl.DataFrame:
    """Sums over the games of every deal: shares, their squares, places in halves, scores."""
    columns = {"deal_id": games["deal_id"]}
    for at, share in enumerate(_shares(games, seats)):
        rank = games[f"rank_{SEATS[at]}"]
        alike = sum((games[f"rank_{name}"] == rank).cast(pl.Int64) for name in SEATS[:seats])
        columns |= {
            f"share_{at}": share, f"squares_{at}": share * share, f"place_{at}": 2 * rank.cast(pl.Int64) + alike - 1,
            f"score_{at}": games[f"score_{SEATS[at]}"].cast(pl.Int64),
        }  # fmt: skip
    return pl.DataFrame(columns).group_by("deal_id").sum().sort("deal_id")


def _of_strategies(games: pl.DataFrame, seats: int) -> dict[str, tuple[int, int]]:
    """What the seats of each strategy won, and how many they were."""
    found: dict[str, tuple[int, int]] = {}
    for at, share in enumerate(_shares(games, seats)):
        for strategy in ("random", "greedy"):
            sits = games[SEATS[at]].cast(pl.String) == strategy
            won, number = found.get(strategy, (0, 0))
            found[strategy] = (won + int(share.filter(sits).sum()), number + int(sits.sum()))
    return found


# ---- What is hidden ---------------------------------------------------------------------------------------------------


def test_each_of_six_sees_their_own_card_alone(folder: Path) -> None:
    """Five other hands and the deck are empty in a view, their sizes are not; eleven cards are unseen."""
    table = Seat(folder / "drawn_card.py").deal(3)
    true = table.table["state"][0]
    for seat in range(6):
        view = table.look(seat)
        assert view["state"]["hands"][seat].tolist() == true["hands"][seat].tolist()
        others = [other for other in range(6) if other != seat]
        assert not view["state"]["hands"][others].any()
        assert not view["state"]["deck"]["cards"].any()
        assert view["hand_sizes"].tolist() == [1] * 6
        assert view["unseen"].tolist() == (1 - true["hands"][seat]).tolist()


def test_a_guess_gives_every_other_seat_one_of_the_unseen_cards(folder: Path) -> None:
    """What each of five others may hold, laid anew: one card each, together with the deck all that is unseen."""
    table = Seat(folder / "drawn_card.py").deal(5)
    view, seen = table.look(4), set[int]()
    learning = table.game.learning
    assert learning is not None
    stream = _stream()
    for _ in range(60):
        laid: Any = np.zeros(1, table.game.table).view(np.recarray)
        learning.guess(view, laid[0], stream)
        hands, deck = laid["state"]["hands"][0], laid["state"]["deck"][0]
        assert hands.sum(axis=1).tolist() == [1] * 6
        assert hands[4].tolist() == view["state"]["hands"][4].tolist()
        lying = np.bincount(deck["cards"][: deck["count"]], minlength=12)
        assert (hands.sum(axis=0) + lying).tolist() == [1] * 12
        seen.add(int(hands[0].argmax()))
    assert len(seen) > 8


def _stream() -> Any:
    from dhstats.engine.stream import STREAM, address

    stream = np.zeros(1, STREAM).view(np.recarray)
    address(stream[0], np.uint64(1), np.uint64(2), 3)
    return stream[0]


# ---- Commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare", "standard", "wanted=5"), "wins"),
        (("sweep", "standard", "wanted=5,6"), "seat"),
        (("fork", "--arm", "play=roll"), "player to move wins"),
    ],
)
def test_questions_about_rules_at_a_table_for_five(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    """The smallest table of First six is for five: what is asked of changes, levels and ways to go on."""
    monkeypatch.chdir(folder)
    said = command(*words, "--game", "first_six.py", "--strategies", "random", "--deals", "300", "--seed", "1")
    assert told in said
    assert "fifth" in said or words[0] == "fork"


def test_seats_of_six_are_certified(played: Callable[..., Run], folder: Path) -> None:
    """A certificate speaks of each of six seats, counted in sixtieths, and is played again."""
    run = played("high_roll", "certified", 1200, "--strategies", "random", "--set", "players=6", "--set", "sides=1",
                 "--moves", "none")  # fmt: skip
    proof = folder / "six.json"
    told = command("certify", str(run.folder), "--certificate", str(proof), "-o", str(folder / "six.html"))
    assert "sixth seat 16.67 %" in told
    assert "every number follows from its deals: 200 deals played again" in command("verify", str(proof))
