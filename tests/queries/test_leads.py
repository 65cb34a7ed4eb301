"""Leads, final margins and sources of points, recomputed from the Parquet files with polars."""

from itertools import pairwise

import polars as pl
import pytest

from dhstats.queries.counts import counting
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run
from tests.queries.runs import write_run
from tests.queries.test_catalogue import chance_games, chance_turns

LEASTS = (0, 1, 3, 5, 8, 12, 17, 25, 1000)


@pytest.fixture(scope="module")
def heart(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three matchups by chance, half of the deals logged; what a game says of itself need not fit together."""
    matchups = [("a", "b"), ("a", "c"), ("b", "c")]
    folder = tmp_path_factory.mktemp("leads") / "heart"
    games, moves = chance_games(240, 3), chance_turns(240, 2, 12, 4)
    return write_run(folder, games, moves, kind="quartet", matchups=matchups, shard_deals=3, logged="sample:2")


@pytest.fixture(scope="module")
def ships(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Real games of Dragonheart, in which stacks of ships are taken."""
    folder = tmp_path_factory.mktemp("leads") / "ships"
    simulate(Experiment(strategies=("greedy",), name="ships", question="Who?", games=60, seed=2), folder, workers=1)
    return open_run(folder)


@pytest.fixture(scope="module")
def wood(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Real games of Dragonwood, in which an attempt may be decided in a later row."""
    folder = tmp_path_factory.mktemp("leads") / "wood"
    simulate(
        Experiment(strategies=("greedy",), name="wood", question="Who?", game="dragonwood", games=60, seed=2),
        folder,
        workers=1,
    )
    return open_run(folder)


def stored(run: Run, name: str) -> pl.DataFrame:
    """A table of a run, words as words."""
    frame = pl.concat(
        [pl.read_parquet(file) for file in sorted((run.folder / name).glob("*.parquet"))], how="vertical_relaxed"
    )
    return frame.with_columns(pl.col(pl.Categorical).cast(pl.String), pl.selectors.integer().cast(pl.Int64))


def matchups(run: Run) -> pl.DataFrame:
    """Every arm with its matchup and its place in it, and once more with all together (-1)."""
    arms = run.manifest.design.arms
    rows = [
        (arm.arm, arm.matchup, sum(other.matchup == arm.matchup for other in arms[:at])) for at, arm in enumerate(arms)
    ]
    rows += [(arm.arm, -1, -1) for arm in arms] if len(run.manifest.matchups) > 1 else []
    return pl.DataFrame(rows, schema={"arm": pl.Int64, "matchup": pl.Int64, "member": pl.Int64}, orient="row")


def counted(run: Run, name: str) -> pl.DataFrame:
    """The rows of a query."""
    with counting(run) as counts:
        return counts.frame(name).with_columns(pl.selectors.integer().cast(pl.Int64))


def same(found: pl.DataFrame, wanted: pl.DataFrame, keys: list[str]) -> None:
    """Both hold the same rows."""
    names = found.columns
    assert found.height > 0
    assert (
        found.sort(keys).rows()
        == wanted.select(names).with_columns(pl.selectors.integer().cast(pl.Int64)).sort(keys).rows()
    )


def sums(blocks: pl.DataFrame, keys: list[str], names: list[str], *pairs: tuple[str, str]) -> pl.DataFrame:
    """Sums over deals of columns, of their squares and of products."""
    squares = [(pl.col(name) ** 2).sum().alias(f"{name}_squares") for name in names]
    products = [(pl.col(one) * pl.col(two)).sum().alias(f"{one}_{two}") for one, two in pairs]
    return blocks.group_by(keys).agg(pl.len().alias("deals"), pl.col(names).sum(), *squares, *products)


def test_comebacks_agree_with_polars(heart: Run) -> None:
    """Every fourth turn: the lead in its class, two for each game, two for a win of the player ahead."""
    moves = stored(heart, "moves").filter((pl.col("turn") + 1) % 4 == 0)
    at = moves.join(stored(heart, "games").select("game_id", "deal_id", "arm", "winner"), on="game_id").join(
        matchups(heart), on="arm"
    )
    margin = pl.col("score_first_after") - pl.col("score_second_after")
    classes = pl.lit(0)
    for low, high in pairwise(LEASTS):
        classes = pl.when(margin.abs().is_between(low, high - 1)).then(low).otherwise(classes)
    ahead = pl.when(margin >= 0).then(0).otherwise(1)
    score = pl.when(pl.col("winner") < 0).then(1).otherwise(2 * (pl.col("winner") == ahead).cast(pl.Int64))
    at = at.with_columns(classes.alias("lead"), score.alias("won"), (pl.col("turn") + 1).alias("turn"))
    at = pl.concat([at, at.filter(pl.col("lead") > 0).with_columns(pl.lit(-1).cast(at.schema["lead"]).alias("lead"))])
    keys = ["matchup", "turn", "lead"]
    blocks = at.group_by(*keys, "deal_id").agg((2 * pl.len().cast(pl.Int64)).alias("stakes"), pl.col("won").sum())
    same(counted(heart, "comebacks"), sums(blocks, keys, ["stakes", "won"], ("stakes", "won")), keys)


def test_margins_agree_with_polars(ships: Run) -> None:
    """One game a deal whose moves were logged, by who ended it, by how, and by the ship stacks that each player took."""
    moves, games = stored(ships, "moves"), stored(ships, "games")
    laid = moves.filter(pl.col("picture") == "ship").sort("game_id", "turn")
    slots = ships.manifest.rules["spaces"]["ship"]["slots"]
    full = laid.with_columns(pl.col("cards").cum_sum().over("game_id").alias("laid")).filter(
        pl.col("laid") % slots == 0
    )
    stacks = full.group_by("game_id").agg(
        pl.concat_str((pl.col("seat") == 0).sum(), pl.lit(":"), (pl.col("seat") == 1).sum()).alias("stacks")
    )
    chosen = games.join(moves.select("game_id").unique(), on="game_id").join(matchups(ships), on="arm")
    chosen = chosen.filter(
        (pl.col("member") == 0) | ((pl.col("matchup") == -1) & (pl.col("arm") == pl.col("deal_id") % 2))
    )
    chosen = chosen.with_columns((pl.col("score_first") - pl.col("score_second")).alias("value")).join(
        stacks, on="game_id", how="left"
    )
    parts = {"ender": pl.col("ended_by").cast(pl.String), "end": pl.col("end_reason"), "stacks": pl.col("stacks")}
    split = [
        chosen.select("matchup", "value", pl.lit(name).alias("split"), part.alias("part"))
        for name, part in parts.items()
    ]
    keys = ["matchup", "split", "part", "value"]
    wanted = pl.concat(split).filter(pl.col("part").is_not_null()).group_by(keys).agg(pl.len().alias("games"))
    same(counted(ships, "margins"), wanted, keys)


@pytest.mark.parametrize("name", ["heart", "wood"])
def test_sources_agree_with_polars(name: str, request: pytest.FixtureRequest) -> None:
    """Points by source, what came with the final count, and who took more than any other."""
    run: Run = request.getfixturevalue(name)
    moves, games = stored(run, "moves").sort("game_id", "turn"), stored(run, "games")
    if name == "wood":
        tried = pl.col("target").fill_null(pl.col("target").shift(1).over("game_id"))
        gains = moves.select("game_id", tried.alias("source"), pl.col("mover").alias("taker"), "points")
    else:
        gains = moves.select(
            "game_id",
            pl.col("picture").alias("source"),
            pl.col("seat").alias("taker"),
            pl.col("taken_points").alias("points"),
        )
    gains = gains.filter((pl.col("points") > 0) & pl.col("source").is_not_null())
    finals = pl.concat(
        games.select("game_id", pl.lit(at, pl.Int64).alias("taker"), pl.col(f"score_{seat}").alias("score"))
        for at, seat in enumerate(("first", "second"))
    ).join(moves.select("game_id").unique(), on="game_id")
    taken = gains.group_by("game_id", "taker").agg(pl.col("points").sum().alias("taken"))
    finals = finals.join(taken, on=["game_id", "taker"], how="left").with_columns(pl.col("taken").fill_null(0))
    late = finals.filter(pl.col("score") > pl.col("taken")).with_columns(
        pl.lit("late").alias("source"), (pl.col("score") - pl.col("taken")).alias("points")
    )
    every = finals.with_columns(pl.lit("").alias("source"), pl.max_horizontal("score", "taken").alias("points"))
    names = ["game_id", "source", "taker", "points"]
    piles = (
        pl.concat([gains.select(names), late.select(names), every.select(names)])
        .group_by(names[:3])
        .agg(pl.col("points").sum())
    )
    most, least = pl.col("points").max(), pl.col("points").min()
    best = piles.group_by("game_id", "source").agg(
        pl.col("points").sum().alias("all"),
        pl.col("taker").sort_by("points").last(),
        ((pl.len() == 1) & (most > 0) | (most > least)).alias("apart"),
    )
    best = best.join(games.select("game_id", "deal_id", "arm", "winner"), on="game_id").join(matchups(run), on="arm")
    apart = pl.col("apart").cast(pl.Int64)
    keys = ["matchup", "source"]
    blocks = best.group_by(*keys, "deal_id").agg(
        pl.col("all").sum().alias("points"),
        apart.sum().alias("apart"),
        (apart * (pl.col("winner") == pl.col("taker"))).sum().alias("wins"),
    )
    whole = blocks.filter(pl.col("source") == "").select("matchup", "deal_id", pl.col("points").alias("all_points"))
    blocks = blocks.join(whole, on=["matchup", "deal_id"])
    wanted = sums(blocks, keys, ["points", "apart", "wins"], ("all_points", "points"), ("apart", "wins"))
    more = blocks.group_by(keys).agg((pl.col("apart") > 0).sum().alias("deals_with_apart"))
    same(counted(run, "sources"), wanted.join(more, on=keys), keys)


def test_the_points_of_all_sources_are_the_final_scores(wood: Run) -> None:
    """In real games nothing is taken that does not count, and nothing counts twice."""
    frame, games = counted(wood, "sources"), stored(wood, "games")
    every = frame.filter(pl.col("source") == "")["points"].item()
    assert every == frame.filter(pl.col("source") != "")["points"].sum()
    assert every == games["score_first"].sum() + games["score_second"].sum()
