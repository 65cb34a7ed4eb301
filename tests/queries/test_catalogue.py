"""The queries: all of them named, described and used, exact, and the same however a run is cut."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dhstats.errors import DataProblem
from dhstats.games.catalogue import NAMES
from dhstats.queries import counts as counting_room
from dhstats.queries.catalogue import queries
from dhstats.queries.connection import Limits
from dhstats.queries.counts import counting
from dhstats.queries.plan import Plan
from dhstats.queries.sql import query
from dhstats.questions.catalogue import answer_all
from dhstats.storage import Run
from tests.queries.logged_runs import table
from tests.queries.runs import Row, four_deals, game, signed, turn, two_deals_of_turns, write_run

PICTURES = ("dwarf", "troll", "ship", None)
QUERIES = queries("dragonheart")
EVERY = {f"{game} {name}": query for game in NAMES for name, query in queries(game).items()}


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


def frames(run: Run, threads: int | None = None) -> dict[str, pl.DataFrame]:
    """The rows of all queries."""
    with counting(run, Limits(threads=threads)) as counts:
        return {name: counts.frame(name) for name in QUERIES}


# ---- The files -------------------------------------------------------------------------------------------------


def test_every_file_is_a_query_and_every_query_a_file() -> None:
    """No SQL lies about unused, and none is missing."""
    home = Path(str(resources.files("dhstats.queries")))
    files = {str(file.relative_to(home)) for file in home.rglob("*.sql")}
    assert {query.file for query in EVERY.values()} == files
    assert all(each.name == name.split()[1] for name, each in EVERY.items())


def test_every_query_is_asked_by_a_question(chance: Run) -> None:
    """A match with logged turns needs all queries but those of a round robin and of a comparison, and shows their texts."""
    shown = {name for answer in answer_all(chance) for name, _ in answer.queries}
    assert shown | {"league", "deals"} == set(QUERIES)


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


def test_all_columns_but_keys_and_words_are_whole_numbers(chance: Run) -> None:
    """Keys name a row once; everything else is a 64-bit whole number."""
    for name, frame in frames(chance).items():
        keys = QUERIES[name].keys
        assert frame.select(keys).is_unique().all()
        assert {kind for column, kind in frame.schema.items() if column not in keys} == {pl.Int64()}
        assert frame.equals(frame.sort(keys))


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize("name", QUERIES)
def test_the_text_shown_runs_by_itself(chance: Run, name: str) -> None:
    """What a report shows gives the same rows when it is pasted into `dhstats sql`."""
    with counting(chance) as counts:
        assert query(chance, counts.text(name)).rows() == counts.frame(name).rows()


# ---- One run, cut in any way -----------------------------------------------------------------------------------


def test_parts_and_threads_change_nothing(chance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting shard after shard or all at once, with one thread or two, gives equal rows."""
    whole = frames(chance)
    monkeypatch.setattr(counting_room, "PART", 1)
    for threads in (1, 2):
        for name, frame in frames(chance, threads).items():
            assert frame.equals(whole[name]), name


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
    for each, words in ((run, "bytes are not those that were written"), (signed(run), "dhstats verify")):
        with counting(each) as counts, pytest.raises(DataProblem, match=words):
            counts.frame("means")


def test_a_column_that_is_missing_is_a_problem_of_the_data(tmp_path: Path) -> None:
    """A table of another version is reported, not half counted; in our words, and with the command that says more."""
    run = write_run(tmp_path / "old", four_deals())
    file = next((run.folder / "games").iterdir())
    pl.read_parquet(file).drop("turns").write_parquet(file)
    run = signed(run)
    with counting(run) as counts, pytest.raises(DataProblem, match="cannot be read; `dhstats verify` tells which"):
        counts.frame("means")


@pytest.mark.parametrize("name", ["it's", "a[b]", "$arms", "star*", "what?"])
def test_any_folder_name_can_be_counted(tmp_path: Path, name: str) -> None:
    """Quotes and patterns in the name of a run mean nothing."""
    run = write_run(tmp_path / name, four_deals())
    with counting(run) as counts:
        assert counts.frame("means")["deals"].to_list() == [4]


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


Blocks = dict[tuple[int, int], list[Row]]


def blocks(run: Run, rows: Iterable[Row], with_all: bool = True) -> Blocks:
    """Rows by matchup (-1: all) and deal, each with its arm."""
    arms = run.manifest.design.arms
    found: Blocks = defaultdict(list)
    for row in rows:
        deal, arm = divmod(row["game_id"], len(arms))
        found[arms[arm].matchup, deal].append({**row, "design": arms[arm]})
        if with_all:
            found[-1, deal].append({**row, "design": arms[arm]})
    return found


def sums(values: dict[Any, list[int]]) -> dict[Any, tuple[int, int]]:
    """Total and sum of squares of each list."""
    return {key: (sum(row), sum(x * x for x in row)) for key, row in values.items()}


def per_deal(found: Blocks, value: Callable[[Row], int]) -> dict[int, list[int]]:
    """The total of a value in each deal, by matchup."""
    totals: dict[int, list[int]] = defaultdict(list)
    for (matchup, _), rows in found.items():
        totals[matchup].append(sum(value(row) for row in rows))
    return totals


def test_means_agree_with_a_count_in_python(chance: Run) -> None:
    """Totals and squares over deals of all that a game has."""
    found = blocks(chance, table(chance, "games"))
    values: dict[str, Callable[[Row], int]] = {
        "score_first": lambda row: row["score_first"],
        "score_second": lambda row: row["score_second"],
        "score_both": lambda row: row["score_first"] + row["score_second"],
        "gap": lambda row: abs(row["score_first"] - row["score_second"]),
        "turns": lambda row: row["turns"],
        "longer_first": lambda row: row["turns"] % 2,
        "lead_changes": lambda row: row["lead_changes"],
        "figure_changes": lambda row: row["figure_changes"],
    }
    frame = frames(chance)["means"]
    assert frame["deals"].to_list() == [20] * 4
    for name, value in values.items():
        expected = sums(per_deal(found, value))
        assert {m: (t, s) for m, t, s in frame.select("matchup", name, f"{name}_squares").rows()} == expected


def test_blocks_agree_with_a_count_in_python(chance: Run) -> None:
    """Deals by wins, draws and A's wins, and the contrasts of the margin."""
    found = blocks(chance, table(chance, "games"))
    rows = frames(chance)["blocks"].to_dicts()
    keys: Counter[tuple[int, int, int, int]] = Counter()
    contrasts: dict[str, dict[int, list[int]]] = {name: defaultdict(list) for name in CONTRASTS}
    for (matchup, _), games in found.items():
        wins, draws = (sum(g["winner"] == who for g in games) for who in (0, -1))
        a_wins = 0 if matchup == -1 else sum(g["winner"] == g["design"].first_player for g in games)
        keys[matchup, wins, draws, a_wins] += 1
        for name, sign in CONTRASTS.items():
            margins = (sign(g["design"], matchup) * (g["score_first"] - g["score_second"]) for g in games)
            contrasts[name][matchup].append(sum(margins))
    assert {(r["matchup"], r["wins"], r["draws"], r["a_wins"]): r["deals"] for r in rows} == keys
    for name, values in contrasts.items():
        counted: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for row in rows:
            total, squares = counted[row["matchup"]]
            counted[row["matchup"]] = (total + row[name], squares + row[f"{name}_squares"])
        assert counted == sums(values), name


def seat_sign(arm: Any, matchup: int) -> int:
    """Plus where A begins, nothing for all matchups together."""
    return 0 if matchup == -1 else 1 - 2 * arm.first_player


def deck_sign(arm: Any, matchup: int) -> int:
    """Plus where A holds deck 1."""
    return 0 if matchup == -1 else 1 if (arm.first_player == 0) != arm.swapped else -1


CONTRASTS: dict[str, Callable[[Any, int], int]] = {
    "margin": lambda arm, matchup: 1,
    "a_margin": seat_sign,
    "deck_margin": lambda arm, matchup: seat_sign(arm, matchup) * deck_sign(arm, matchup),
    "mixed_margin": deck_sign,
}


def test_pair_sums_agree_with_a_count_in_python(chance: Run) -> None:
    """Sums and products over the first two games of a deal in a matchup."""
    rows = frames(chance)["blocks"]
    for (_, number), games in per_matchup(chance).items():
        first, second = ([score(g) for g in games if g["member"] == member] for member in (0, 1))
        part = rows.filter(pl.col("matchup") == number)
        assert part["score_0"].sum() == sum(first)
        assert part["score_11"].sum() == sum(x * x for x in second)
        assert part["score_01"].sum() == sum(x * y for x, y in zip(first, second, strict=True))


def score(row: Row) -> int:
    """The first player's score in halves of a win."""
    return {0: 2, -1: 1, 1: 0}[row["winner"]]


def per_matchup(run: Run) -> dict[tuple[str, int], list[Row]]:
    """The games of every matchup with the number of each in its deal."""
    found: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for (matchup, _), games in blocks(run, table(run, "games"), with_all=False).items():
        found["matchup", matchup] += [{**g, "member": at} for at, g in enumerate(games)]
    return found


Kinds = dict[tuple[Any, ...], list[tuple[int, ...]]]


def test_outcomes_agree_with_a_count_in_python(chance: Run) -> None:
    """Deals by winner, by what decided, and by how many of their games."""
    values: Counter[tuple[Any, ...]] = Counter()
    for (matchup, _), games in blocks(chance, table(chance, "games")).items():
        kinds = Counter((g["winner"], g["decided_by"]) for g in games)
        kinds += Counter((-2, g["decided_by"]) for g in games)
        values.update((matchup, *key, number) for key, number in kinds.items())
    frame = frames(chance)["outcomes"]
    assert {row[:4]: row[4] for row in frame.rows()} == values


def test_endings_agree_with_a_count_in_python(chance: Run) -> None:
    """Deals by ending and player, and how that player fared."""
    values: Kinds = defaultdict(list)
    for (matchup, _), games in blocks(chance, table(chance, "games")).items():
        kinds = {(g["end_reason"], g["ended_by"]) for g in games}
        kinds |= {(reason, -2) for reason, _ in kinds} | {("", seat) for _, seat in kinds}
        for reason, seat in kinds:
            chosen = [g for g in games if reason in ("", g["end_reason"]) and seat in (-2, g["ended_by"])]
            turns = sum(g["turns"] for g in chosen)
            values[matchup, reason, seat, len(chosen)].append((*fared(chosen, "ended_by"), turns))
    assert_kinds(frames(chance)["endings"], values, ("wins", "margin", "turns"))


def test_the_figure_agrees_with_a_count_in_python(chance: Run) -> None:
    """Deals by role and player, and how that player fared."""
    values: Kinds = defaultdict(list)
    for (matchup, _), games in blocks(chance, table(chance, "games")).items():
        for role, seat_of in (("holder", holder), ("claimer", claimer)):
            seated = [{**g, "seat": seat_of(g)} for g in games]
            for who in (-1, 0, 1, -2):
                chosen = [g for g in seated if g["seat"] == who or (who == -2 and g["seat"] >= 0)]
                if chosen:
                    name = f"no_{role}" if who == -1 else role
                    values[matchup, name, who, len(chosen)].append(fared(chosen, "seat"))
    nobody_twice = pl.col("role").str.starts_with("no_") & (pl.col("seat") == -2)
    assert_kinds(frames(chance)["figure"].filter(~nobody_twice), values, ("wins", "margin"))


def holder(row: Row) -> int:
    """Who holds the figure at the end."""
    return int(row["figure"])


def claimer(row: Row) -> int:
    """Who claimed it first; the first player has the turns 0, 2, 4 ..."""
    return row["first_claim_turn"] % 2 if row["first_claim_turn"] >= 0 else -1


def fared(games: list[Row], seat: str) -> tuple[int, int]:
    """Wins and margin of the players in question."""
    someone = [g for g in games if g[seat] >= 0]
    margins = ((1 - 2 * g[seat]) * (g["score_first"] - g["score_second"]) for g in someone)
    return sum(g["winner"] == g[seat] for g in someone), sum(margins)


def assert_kinds(frame: pl.DataFrame, values: Kinds, names: tuple[str, ...]) -> None:
    """Deals, totals and squares of every kind, and no kind more."""
    for row in frame.to_dicts():
        seen = values.pop(tuple(row[key] for key in frame.columns[:4]))
        assert row["deals"] == len(seen)
        for at, name in enumerate(names):
            assert row[name] == sum(deal[at] for deal in seen)
            assert row[f"{name}_squares"] == sum(deal[at] ** 2 for deal in seen)
    assert not values


def assert_sums(row: Row, seen: list[tuple[int, ...]], names: tuple[str, ...]) -> None:
    """Totals, squares, and products with the first column."""
    for at, name in enumerate(names):
        assert row[name] == sum(values[at] for values in seen)
        assert row[f"{name}_squares"] == sum(values[at] ** 2 for values in seen)
        if at:
            assert row[f"{names[0]}_{name}"] == sum(values[0] * values[at] for values in seen)


def test_histograms_agree_with_a_count_in_python(chance: Run) -> None:
    """One game a deal: the first arm of each matchup, all arms in turn for all together."""
    expected: Counter[tuple[int, str, int]] = Counter()
    for (matchup, deal), games in blocks(chance, table(chance, "games")).items():
        chosen = games[deal % 12] if matchup == -1 else games[0]
        for name, value in quantities(chosen).items():
            expected[matchup, name, value] += 1
    frame = frames(chance)["histograms"]
    assert {row[:3]: row[3] for row in frame.rows()} == expected


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


def test_the_race_agrees_with_a_count_in_python(chance: Run) -> None:
    """Piles after every turn over the games that reached it."""
    values: dict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
    for (matchup, _), rows in blocks(chance, table(chance, "moves")).items():
        for number in {row["turn"] for row in rows}:
            at = [row for row in rows if row["turn"] == number]
            first, second = (sum(row[f"score_{seat}_after"] for row in at) for seat in ("first", "second"))
            values[matchup, number + 1].append((len(at), first, second, first - second))
    for row in frames(chance)["race"].to_dicts():
        seen = values.pop((row["matchup"], row["turn"]))
        assert row["deals"] == len(seen)
        assert_sums(row, seen, ("games", "first", "second", "margin"))
    assert not values


def test_pictures_agree_with_a_count_in_python(chance: Run) -> None:
    """Plays, cards and points by picture and band, passes left out."""
    values: dict[tuple[int, str, int], list[tuple[int, ...]]] = defaultdict(list)
    for (matchup, _), rows in blocks(chance, table(chance, "moves")).items():
        plays = [row for row in rows if row["picture"] is not None]
        for picture in ("", "dwarf", "troll", "ship"):
            for band in range(-1, 6):
                every = [row for row in plays if band in (-1, min(row["turn"] // 10, 5))]
                mine = [row for row in every if picture in ("", row["picture"])]
                if mine:
                    cards, points = (sum(row[name] for row in mine) for name in ("cards", "taken_points"))
                    values[matchup, picture, band].append((len(mine), cards, points, len(every)))
    for row in frames(chance)["pictures"].to_dicts():
        seen = values.pop((row["matchup"], row["picture"], row["band"]))
        assert row["deals"] == len(seen)
        assert_sums(row, [plays[:3] for plays in seen], ("plays", "cards", "points"))
        assert row["all_plays_plays"] == sum(plays[0] * plays[3] for plays in seen)
    assert not values
