"""The queries: all of them named, described and used, exact, and the same however a run is cut."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dhstats.errors import DataProblem
from dhstats.games.catalogue import NAMES
from dhstats.queries import counts as counting_room
from dhstats.queries.catalogue import QUERIES as SHARED_BY_ANY
from dhstats.queries.catalogue import RANKED, Plan, Query, dialect, queries, queries_in
from dhstats.queries.connection import Limits
from dhstats.queries.counts import counting, kept
from dhstats.queries.sql import query
from dhstats.questions.catalogue import answer_all
from dhstats.storage import Run
from tests.queries.dragon_runs import COSTLY
from tests.queries.dragonwood_runs import EASY
from tests.queries.logged_runs import (
    ALL,
    Game,
    assert_kinds,
    assert_sums,
    by_deal,
    by_number,
    one_a_deal,
    play,
    stored_games,
    with_whole,
)
from tests.queries.runs import Row, four_deals, game, signed, turn, two_deals_of_turns, write_run

Frames = dict[str, pl.DataFrame]
Rows = Callable[[str], Frames]
Runs = dict[str, Run]
PICTURES = ("dwarf", "troll", "ship", None)
QUERIES = queries("dragonheart")
EVERY = {f"{game} {name}": query for game in NAMES for name, query in queries(game).items()}
EVERY |= {f"alone {name}": query for name, query in queries("dragonheart", 1).items()}  # where one plays alone


def chance_games(number: int, seed: int) -> list[Row]:
    """Games with all kinds of ends, winners and courses."""
    draw = random.Random(seed)
    return [
        game(
            draw.randint(-3, 9), draw.randint(-3, 9), figure=draw.choice((-1, 0, 1)), turns=draw.randint(1, 30),
            end_reason=draw.choice(("ships", "deck")), ended_by=draw.choice((0, 1)),
            figure_changes=draw.randint(0, 4), first_claim_turn=draw.randint(-1, 9),
            lead_changes=draw.randint(0, 6),
        )
        for _ in range(number)
    ]  # fmt: skip


def chance_turns(games: int, every: int, arms: int, seed: int) -> list[Row]:
    """Turns of the games of every so many deals."""
    draw = random.Random(seed)
    logged = [number for number in range(games) if number // arms % every == 0]
    return [
        turn(
            number, at, draw.choice(PICTURES), cards=draw.randint(0, 4), taken_points=draw.randint(0, 9),
            score_first_after=draw.randint(-5, 40), score_second_after=draw.randint(-5, 40),
        )
        for number in logged
        for at in range(draw.randint(1, 60))
    ]  # fmt: skip


@pytest.fixture(scope="module")
def chance(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three matchups in quartets, 20 deals, half of them logged, in seven shards."""
    folder = tmp_path_factory.mktemp("runs") / "chance"
    matchups = [("a", "b"), ("a", "c"), ("b", "c")]
    games, moves = chance_games(240, 1), chance_turns(240, 2, 12, 2)
    return write_run(folder, games, moves, kind="quartet", matchups=matchups, shard_deals=3, logged="sample:2")


def frames(run: Run, threads: int | None = None) -> Frames:
    """The rows of all queries."""
    with counting(run, Limits(threads=threads)) as counts:
        return {name: counts.frame(name) for name in queries(run.manifest.game)}


@pytest.fixture(scope="module")
def runs(chance: Run, dragonwood_run: Run, dragon_run: Run) -> Runs:
    """A run of every game."""
    return {"dragonheart": chance, "dragonwood": dragonwood_run, "dragon": dragon_run}


@pytest.fixture(scope="module")
def rows_of(runs: Runs) -> Rows:
    """The rows of all queries on the run of a game, counted once."""
    return cache(lambda game: frames(runs[game]))


@pytest.fixture(scope="module")
def counted(rows_of: Rows) -> Frames:
    """The rows of all queries on the run by chance."""
    return rows_of("dragonheart")


@pytest.fixture(scope="module")
def games(chance: Run) -> list[Game]:
    """Its games, as Python reads them."""
    return stored_games(chance)


# ---- The files -------------------------------------------------------------------------------------------------


def test_every_file_is_a_query_and_every_query_a_file() -> None:
    """No SQL lies about unused, and none is missing."""
    files = list(Path(str(resources.files("dhstats"))).rglob("*.sql"))
    texts = {(file.stem, file.read_text("utf-8").partition("\n")[2]) for file in files}
    objectives = queries_in("dhstats.queries.objectives")  # of game files whose players want something else
    assert {(query.name, query.source) for query in (*EVERY.values(), *objectives)} == texts
    assert {name for name, each in SHARED_BY_ANY.items() if "some games" in each.flags} == {
        "sources", *(each.name for each in RANKED)
    }  # fmt: skip
    assert all(each.name == name.split()[1] for name, each in EVERY.items())


def test_every_query_is_asked_by_a_question(chance: Run) -> None:
    """A match with logged turns needs all queries but those of round robins, comparisons, goals, the lab; it shows their texts."""
    shown = {name for answer in answer_all(chance) for name, _ in answer.queries}
    assert shown | {"league", "deals", "lengths", "a_leads", "deficits", "choices"} == set(QUERIES)


@pytest.mark.parametrize(
    "text",
    [
        "-- Nothing says what it reads.\nSELECT 1\nORDER BY matchup", "-- reads cards\nSELECT 1\nORDER BY matchup",
        "-- reads games; sparsely\nSELECT 1\nORDER BY matchup", "-- reads games\nSELECT 1 AS matchup",
    ],
)  # fmt: skip
def test_a_file_that_does_not_say_what_it_reads_or_how_it_is_ordered_is_no_query(text: str) -> None:
    """Whoever writes one hears of it at once."""
    with pytest.raises(ValueError, match=r"^odd\.sql: begins with -- reads TABLE, and ends with ORDER BY$"):
        Query.of("odd", text)


def test_the_order_of_totals_stays() -> None:
    """What files of totals hold has its order from before queries were found by their files."""
    first = ["blocks", "outcomes", "means", "histograms", "endings"]
    assert [query.name for query in kept("dragonheart")] == [*first, "figure"]
    assert [query.name for query in kept("dragonwood")] == [*first, "seats", "shares", "field", "extra_turns"]
    assert [query.name for query in kept("dragon")] == [*first, "seats", "shares", "field", "decks"]
    assert [query.name for query in kept("dragonheart", 1)] == first[2:]


@pytest.mark.parametrize("name", EVERY)
def test_every_query_says_what_it_counts(name: str) -> None:
    """A file starts with a comment in words."""
    lines = EVERY[name].source.splitlines()
    assert lines[0].startswith("-- ")
    assert lines[0][3].isupper()
    assert sum(line.startswith("--") for line in lines) >= 2


@pytest.mark.parametrize("name", EVERY)
def test_queries_count_exactly(name: str) -> None:
    """Whole numbers only, in a declared order: no averages, no fractions, no floats."""
    code = "\n".join(line for line in EVERY[name].source.splitlines() if not line.startswith("--")).lower()
    for inexact in ("avg(", "mean(", "stddev", "var_", "double", "float", " / "):
        assert inexact not in code
    assert "over (" not in code
    assert code.rstrip().splitlines()[-1] == f"order by {', '.join(EVERY[name].keys)}"


def test_all_columns_but_keys_and_words_are_whole_numbers(counted: Frames) -> None:
    """Keys name a row once; everything else is a 64-bit whole number."""
    for name, frame in counted.items():
        keys = QUERIES[name].keys
        assert frame.select(keys).is_unique().all()
        assert {kind for column, kind in frame.schema.items() if column not in keys} == {pl.Int64()}
        assert frame.equals(frame.sort(keys))


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize("game", NAMES)
def test_the_text_shown_runs_by_itself(runs: Runs, rows_of: Rows, game: str) -> None:
    """What a report shows gives the same rows when it is pasted into `dhstats sql`."""
    plan = Plan.of(runs[game].manifest)
    for name, each in queries(game).items():
        assert "$" not in each.text(plan)
        assert query(runs[game], each.text(plan)).rows() == rows_of(game)[name].rows(), name


# ---- One run, cut in any way -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_parts_and_threads_change_nothing(
    runs: Runs, rows_of: Rows, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting shard after shard, with one thread or three, gives the rows of all at once."""
    whole, threads = rows_of(game), 3 if game == "dragonheart" else 1
    monkeypatch.setattr(counting_room, "PART", 1)
    for name, frame in frames(runs[game], threads).items():
        assert frame.equals(whole[name]), name


@pytest.mark.parametrize(("game", "settings"), [("dragonwood", EASY), ("dragon", (COSTLY,))])
def test_totals_say_the_same(rows_of: Rows, game: str, settings: tuple[str, ...], tmp_path: Path) -> None:
    """A run that keeps totals in place of games answers every query on games alike."""
    totals, whole = play(game, tmp_path / "totals", *settings, moves="none", keep="totals"), rows_of(game)
    with counting(totals) as counts:
        for name in (query.name for query in kept(game)):
            assert counts.frame(name).select(whole[name].columns).equals(whole[name]), name


def test_shards_change_nothing(tmp_path: Path) -> None:
    """The same games in one shard and in four."""
    one = frames(write_run(tmp_path / "one", four_deals(), two_deals_of_turns()))
    four = frames(write_run(tmp_path / "four", four_deals(), two_deals_of_turns(), shard_deals=1))
    assert all(one[name].equals(four[name]) for name in QUERIES)


def test_progress_tells_every_part(chance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each counted part is told, the last one last."""
    monkeypatch.setattr(counting_room, "PART", 1)
    told: list[tuple[str, int, int]] = []
    with counting(chance, progress=lambda *news: told.append(news)) as counts:
        counts.frame("means")
        counts.frame("means")
    assert told == [("means", number, 7) for number in range(1, 8)]


def test_missing_turns_are_a_problem_of_the_data(tmp_path: Path) -> None:
    """Asking for turns where none were logged is a clear error."""
    run = write_run(tmp_path / "silent", four_deals())
    with counting(run) as counts, pytest.raises(DataProblem, match="no moves are stored"):
        counts.frame("race")


def test_a_damaged_shard_is_named(tmp_path: Path) -> None:
    """A file that cannot be read leads to `verify`."""
    run = write_run(tmp_path / "torn", four_deals())
    next((run.folder / "games").iterdir()).write_bytes(b"PAR1 no longer a table")
    for each, words in ((run, "it was changed after it was written"), (signed(run), "dhstats verify")):
        with counting(each) as counts, pytest.raises(DataProblem, match=words):
            counts.frame("means")


def test_a_column_that_is_missing_is_a_problem_of_the_data(tmp_path: Path) -> None:
    """A table of another version is reported, not half counted; in our words, and with the command that says more."""
    run = write_run(tmp_path / "old", four_deals())
    file = next((run.folder / "games").iterdir())
    pl.read_parquet(file).drop("turns").write_parquet(file)
    run = signed(run)
    with counting(run) as counts, pytest.raises(DataProblem, match="cannot be read; `dhstats verify` shows which"):
        counts.frame("means")


# ---- The design ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("single", "(0, 0, 0, true, true, 0)"),
        ("seat", "(0, 0, 0, true, true, 0), (1, 0, 1, false, true, 0)"),
        ("strength", "(0, 0, 0, true, true, 0), (1, 0, 1, false, false, 0)"),
        (
            "quartet",
            "(0, 0, 0, true, true, 0), (1, 0, 1, false, true, 0), (2, 0, 2, false, false, 0), (3, 0, 3, true, false, 0)",
        ),
    ],
)
def test_the_arms_of_a_design(tmp_path: Path, kind: str, rows: str) -> None:
    """Game a: A begins with deck 1; b: B begins, A has deck 1; c: B begins, A has deck 2; d: A begins with it."""
    run = write_run(tmp_path / kind, four_deals(), kind=kind, matchups=[("a", "b")])
    assert Plan.of(run.manifest).rows == rows


def test_several_matchups_also_count_together(tmp_path: Path) -> None:
    """Every arm belongs to its matchup, and once more to all matchups, without a player A."""
    run = write_run(tmp_path / "two", four_deals(), matchups=[("a", "a"), ("a", "b")])
    plan = Plan.of(run.manifest)
    assert plan.groups == (-1, 0, 1)
    assert [plan.games(group) for group in plan.groups] == [4, 2, 2]
    assert [plan.mirror(group) for group in plan.groups] == [False, True, False]
    assert plan.rows.count("-1, -1, NULL::BOOLEAN, NULL::BOOLEAN, 0") == 4


# ---- The sums, counted again in Python -------------------------------------------------------------------------

MEANS: dict[str, Callable[[Row], int]] = {
    "score_first": lambda row: row["score_first"],
    "score_second": lambda row: row["score_second"],
    "score_both": lambda row: row["score_first"] + row["score_second"],
    "gap": lambda row: abs(row["score_first"] - row["score_second"]),
    "turns": lambda row: row["turns"],
    "longer_first": lambda row: row["turns"] % 2,
    "lead_changes": lambda row: row["lead_changes"],
    "figure_changes": lambda row: row["figure_changes"],
}


def margin(game: Game, seat: int = 0) -> int:
    """By how many points a player was ahead at the end; nobody by none."""
    lead: int = game.row["score_first"] - game.row["score_second"]
    return {0: lead, 1: -lead}.get(seat, 0)


def test_means_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Totals and squares over deals of all that a game has."""
    expected = by_deal(games, lambda game: [((), *(value(game.row) for value in MEANS.values()))])
    assert {len(deals) for deals in expected.values()} == {20}
    assert {f"{name}_squares" for name in MEANS} <= set(counted["means"].columns)
    assert_sums(counted["means"], expected, (), tuple(MEANS))


def test_blocks_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Deals by wins, draws and A's wins, and the contrasts of the margin: A begins, A has deck 1, both, neither."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        arm, winner, lead = game.arm, game.row["winner"], margin(game)
        seat, deck = 1 - 2 * arm.first_player, 1 if (arm.first_player == 0) != arm.swapped else -1
        yield (
            (),
            winner == 0,
            winner == -1,
            lead,
            winner == arm.first_player,
            seat * lead,
            seat * deck * lead,
            deck * lead,
        )

    for (matchup,), deals in by_deal(games, told).items():
        own = counted["blocks"].filter(pl.col("matchup") == matchup)
        each = [deal if matchup >= 0 else (*deal[:3], 0, 0, 0, 0) for deal in deals]  # together there is no player A
        kinds = Counter((wins, draws, a_wins) for wins, draws, _, a_wins, *_ in each)
        assert {(wins, draws, a_wins): n for wins, draws, a_wins, n in own.select(*BLOCKS, "deals").rows()} == kinds
        for at, name in ((2, "margin"), (4, "a_margin"), (5, "deck_margin"), (6, "mixed_margin")):
            sums = sum(deal[at] for deal in each), sum(deal[at] ** 2 for deal in each)
            assert (own[name].sum(), own[f"{name}_squares"].sum()) == sums, name


BLOCKS = ("wins", "draws", "a_wins")


def test_pair_sums_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Sums and products over the first two games of a deal in a matchup."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        halves = {0: 2, -1: 1, 1: 0}[game.row["winner"]]
        yield (), *(halves if game.member == member else 0 for member in (0, 1))

    for (matchup,), deals in by_deal([each for each in games if each.member < 2], told).items():
        own = counted["blocks"].filter(pl.col("matchup") == matchup)
        sums = sum(one for one, _ in deals), sum(two * two for _, two in deals), sum(one * two for one, two in deals)
        assert matchup == ALL or (own["score_0"].sum(), own["score_11"].sum(), own["score_01"].sum()) == sums


def test_outcomes_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Deals by winner, by what decided, and by how many of their games."""
    expected = by_deal(games, lambda game: [((who, game.row["decided_by"]), 1) for who in (game.row["winner"], -2)])
    assert {row[:4]: row[4] for row in counted["outcomes"].rows()} == by_number(expected)


def test_endings_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Deals by ending and player, and how that player fared."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        reason, seat, turns = (game.row[name] for name in ("end_reason", "ended_by", "turns"))
        for key in ((reason, seat), (reason, -2), ("", seat)):
            yield key, 1, game.row["winner"] == seat, margin(game, seat), turns

    assert_kinds(counted["endings"], by_deal(games, told), ("end_reason", "ended_by"), ("wins", "margin", "turns"))


def test_the_figure_agrees_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Deals by role and player, and how that player fared; the first player has the turns 0, 2, 4 ..."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        first = game.row["first_claim_turn"]
        for role, seat in (("holder", game.row["figure"]), ("claimer", first % 2 if first >= 0 else -1)):
            fared = 1, seat >= 0 and game.row["winner"] == seat, margin(game, seat)
            yield (role if seat >= 0 else f"no_{role}", seat), *fared
            if seat >= 0:
                yield (role, -2), *fared

    nobody_twice = pl.col("role").str.starts_with("no_") & (pl.col("seat") == -2)
    frame = counted["figure"].filter(~nobody_twice)
    assert_kinds(frame, by_deal(games, told), ("role", "seat"), ("wins", "margin"))


def test_histograms_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """One game a deal: the first arm of each matchup, all arms in turn for all together."""
    chosen = [(matchup, quantities(game.row)) for matchup, game in one_a_deal(games)]
    expected = Counter((matchup, *each) for matchup, of_game in chosen for each in of_game.items())
    assert {row[:3]: row[3] for row in counted["histograms"].rows()} == expected


def quantities(row: Row) -> dict[str, int]:
    """What a game adds to the histograms."""
    first, second, turns, since = (row[name] for name in ("score_first", "score_second", "turns", "lead_since"))
    found = {
        "score_first": first, "score_second": second, "score_both": first + second, "margin": first - second,
        "gap": abs(first - second), "turns": turns, f"turns {row['end_reason']}": turns,
        "lead_changes": row["lead_changes"], "figure_changes": row["figure_changes"],
    }  # fmt: skip
    if since >= 0:
        found["settled"] = -(-100 * since // turns)
    if row["first_claim_turn"] >= 0:
        found["first_claim"] = row["first_claim_turn"] + 1
    return found


@pytest.mark.parametrize("game", NAMES)
def test_the_race_goes_turn_by_turn(runs: Runs, rows_of: Rows, game: str) -> None:
    """Piles (or the health) of both after every turn, whatever happened in it, over the games that reached it."""

    def told(each: Game) -> Iterable[tuple[Any, ...]]:
        ends = {2 * row["own_turn"] + row["mover"] if "own_turn" in row else row["turn"]: row for row in each.turns}
        for number, row in ends.items():
            first, second = row["score_first_after"], row["score_second_after"]
            yield (number + 1,), 1, first, second, first - second

    names = ("games", "first", "second", "margin")
    products = tuple(("games", name) for name in names[1:])
    assert_sums(rows_of(game)["race"], by_deal(stored_games(runs[game]), told), ("turn",), names, products)


@pytest.mark.parametrize("game", NAMES)
def test_decisions_agree_with_a_walk_through_the_games(runs: Runs, rows_of: Rows, game: str) -> None:
    """Options, decisions without a choice, and what others decided since a player's last decision, row by row."""

    def told(each: Game) -> Iterable[tuple[Any, ...]]:
        last: dict[int, int] = {}
        for at, row in enumerate(each.turns):
            waited = at - last[row["seat"]] - 1 if row["seat"] in last else 0
            yield (), 1, int(row["legal_moves"] == 1), row["legal_moves"], int(row["seat"] in last), waited, 0
            last[row["seat"]] = at
        if last:
            yield (), 0, 0, 0, 0, 0, max(0, max(last.values()) - min(last.values()) - len(last) + 1)

    names = ("decisions", "forced", "options", "gaps", "waits", "watched")
    products = (("decisions", "forced"), ("decisions", "options"), ("gaps", "waits"), ("decisions", "watched"))
    assert_sums(rows_of(game)["decisions"], by_deal(stored_games(runs[game]), told), (), names, products)


@pytest.mark.parametrize("game", NAMES)
def test_choices_agree_with_a_walk_through_the_games(runs: Runs, rows_of: Rows, game: str) -> None:
    """Each option of a part of the move, beside all that were taken in the same deal; what nobody took has zeros."""
    ((part, options),) = dialect(game, runs[game].manifest.rules).chosen.items()

    def told(each: Game) -> Iterable[tuple[Any, ...]]:
        for row in each.turns:
            if row["legal_moves"] > 1 and row[part] in options:
                first = int(row["turn"] == 0)
                for option in options:
                    own = int(row[part] == option)
                    yield (part, option), 1, own, first, own * first

    names = ("all_taken", "taken", "all_opened", "opened")
    products = (("all_taken", "taken"), ("all_opened", "opened"))
    expected = by_deal(stored_games(runs[game]), told)
    assert_sums(rows_of(game)["chosen"], expected, ("part", "option"), names, products)
    assert {option for _, _, option in expected} == {*options}


def test_pictures_agree_with_a_count_in_python(games: list[Game], counted: Frames) -> None:
    """Plays, cards and points by picture and band, passes left out; the plays of all pictures in the same band."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for row in game.turns:
            for band in (-1, min(row["turn"] // 10, 5)):
                for picture in ("", row["picture"]) if row["picture"] else ():
                    yield (picture, band), 1, row["cards"], row["taken_points"]

    keys, names = ("picture", "band"), ("plays", "cards", "points")
    assert_sums(counted["pictures"], by_deal(games, told), keys, names, (("plays", "cards"), ("plays", "points")))
    every = with_whole(games, lambda game: (row[:2] for row in told(game)), lambda key: ("", key[1]))
    assert {row[:3]: row[3] for row in counted["pictures"].select("matchup", *keys, "all_plays_plays").rows()} == every


@pytest.mark.parametrize("game", NAMES)
def test_lengths_agree_with_a_count_in_python(runs: Runs, rows_of: Rows, game: str) -> None:
    """Every game with its turns, and the percent of its rows of turns after which the winner led for good."""
    told = {(row["deal_id"], row["arm"]): row for row in rows_of(game)["lengths"].to_dicts()}
    games = stored_games(runs[game])
    assert len(told) == len(games)
    for each in games:
        row, since = each.row, each.row["lead_since"]
        found = told[each.deal, each.arm.arm]
        assert found["turns"] == turns_of(game, row)
        assert found["settled"] == (100 if since < 0 else -(-100 * since // max(row["turns"], 1)))


def turns_of(game: str, row: Row) -> int:
    """How many turns a game had; where they take several decisions, the one in which it ended among them."""
    if game == "dragonheart":
        return int(row["turns"])
    taken = sum(max(0, row.get(f"turns_{seat}", 0)) for seat in ("first", "second", "third", "fourth"))
    if game == "dragonwood":
        return taken
    return (
        2 * row["turns_second"] + 1
        if row["ended_by"] == 0
        else 2 * row["turns_first"]
        if row["ended_by"] == 1
        else taken + 1
    )
