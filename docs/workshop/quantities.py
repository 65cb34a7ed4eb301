"""The reference of what is counted: metrics of every game with unit and formula, goals, columns of tables."""

from collections.abc import Iterator, Mapping

import numpy as np

from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.queries.catalogue import dialect as dialect_of
from dhstats.queries.sandbox import meaning
from dhstats.questions.goals import quantity
from dhstats.questions.shared.metrics import Metric, metrics
from dhstats.storage.run import parts_of_win
from docs.workshop.prose import code, safe, table

# How the value of a deal is counted from its games; what is not here is counted as the dialect of the game says.
FORMULAS = {
    "score": "mean of the deal's games: 1 where the first player wins, ½ for a draw, else 0",
    "margin": "mean of the deal's games: points of the first player less those of the second",
    "gap": "mean of the deal's games: how far apart both players' points are, never negative",
    "turns": "mean of the deal's games: turns until the end",
    "draws": "share of the deal's games without one winner",
    "lead_changes": "mean of the deal's games: how often another player came to lead",
}
PLANS = {"game_id": "u8", "deal_id": "u8", "arm": "u1", "first": "word", "second": "word", "swapped": "u1"}
METRICS = """# Metrics

`--metric NAME` says what rule sets are compared by. A metric has one value a deal; results are means over deals. The
margin is what counts as no difference where `--margin` says nothing else; where there is none, no verdict is given.
"""
SEVERAL = """## At tables for more than two

In place of `score` every seat has a share of the wins; the others stay. Where one plays alone there are `points` (what
the player scores), `turns`, and how games end.
"""
GOALS = """## Goals

A goals file ([goals](../goals.md)) can ask for every metric, and for these:
"""
TABLES = f"""# Tables of a run

`dhstats sql RUN` asks two tables: `games` has one row for each game, `moves` one for each logged decision; without a
query it lists the columns. The run folder holds both tables as Parquet files. Seats and turns count from 0. At tables
for more than two, `games` also has the columns `third` and so on, and `layout`. A win counts {parts_of_win(4)} parts,
which the winners share; at tables for five and six it counts {parts_of_win(6)}. Where one plays alone nobody wins.
"""


def pages() -> Mapping[str, str]:
    """Two pages: what is compared, and what is stored."""
    return {"reference/metrics.md": compared(), "reference/tables.md": stored()}


def compared() -> str:
    """Every metric of every game, then what goals can be about besides."""
    lines = [METRICS]
    for game in catalogue.NAMES:
        lines += [f"## {catalogue.rules(game).name}", "", metrics_of(game), ""]
    shares = [row(each)[:3] for each in metrics("dragonwood", 4)[:4]]
    lines += [SEVERAL, table(["metric", "what it is", "unit"], shares), GOALS]
    return "\n".join([*lines, *(f"- {code(name)}: {safe(what)}" for name, what in families())]) + "\n"


def families() -> Iterator[tuple[str, str]]:
    """What goals can be about besides the metrics, with the form of its name."""
    yield from ((f"{name}.{each.argument}", each.what) for name, each in quantity.FAMILIES.items())


def metrics_of(game: str) -> str:
    """The metrics of a game for two."""
    bundle = catalogue.load(game)
    dialect = dialect_of(game, bundle.rule_files.load(bundle.default_rules).effective)
    head = ["metric", "what it is", "unit", "margin", "value of a deal"]
    rows = []
    for each in metrics(game):
        made = FORMULAS.get(each.name, "")
        if each.name in dialect.endings:
            made = f"share of the deal's games whose `end_reason` is `{dialect.endings[each.name]}`"
        elif not made:
            made = f"mean of the deal's games: `{' '.join(dialect.measures.get(each.name, each.name).split())}`"
        rows.append([*row(each), made])
    return "\n".join([table(head, rows), *(f"- {safe(note)}" for note in dialect.notes)])


def row(metric: Metric) -> list[str]:
    """A metric by name, what it is, its unit and its margin."""
    margin = f"{metric.margin * metric.factor:g} {metric.shown}" if metric.margin else "none"
    return [code(metric.name), safe(metric.what), safe(metric.unit), margin]


def stored() -> str:
    """The columns of both tables of every game."""
    lines = [TABLES]
    for game in catalogue.NAMES:
        bundle, name = catalogue.load(game), catalogue.rules(game).name
        lines += [f"## {name}: games\n", columns(bundle, "games", PLANS | dict(bundle.result_types()))]
        lines += [f"## {name}: moves\n", columns(bundle, "moves", {"game_id": "u8"} | dict(bundle.event_types()))]
    return "\n".join(lines)


def columns(bundle: GameBundle, which: str, types: Mapping[str, object]) -> str:
    """The columns of a table with their types, and the words of those that hold words."""
    rows = []
    for name, kind in types.items():
        words = bundle.words.get(name, ())
        listed = ", ".join(words[:12]) + (" …" if len(words) > 12 else "")
        about = meaning(bundle.game.name, which, name) + (f": {listed}" if words else "")
        rows.append([code(name), typed(bundle, name, kind), safe(about)])
    return table(["column", "type", "what it holds"], rows)


def typed(bundle: GameBundle, name: str, kind: object) -> str:
    """The type of a column in words."""
    if name in bundle.words or kind == "word":
        return "word"
    if name in bundle.flags or name == "swapped":
        return "yes or no"
    return {"i": "whole number", "u": "count", "f": "number"}[np.dtype(kind).kind]  # type: ignore[call-overload]
