"""Games counted anew: as if they had been played under the tweak, for players who cannot see it, and who can."""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from dhstats.engine.game import move_type
from dhstats.engine.reading.names import mentioned
from dhstats.engine.reading.shown import refusal
from dhstats.engine.strategy import from_file
from dhstats.games.catalogue import load
from dhstats.games.dragonheart.bundle import COLUMNS, FIELDS, rescore
from dhstats.games.dragonheart.table import RULES
from dhstats.queries.counts import game_columns
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from dhstats.storage.manifest import read_manifest

Array = np.ndarray[Any, Any]
BUNDLE = load("dragonheart")
BASE = Experiment("x", strategies=("random",), games=300, seed=5, moves="none")
COUNTED = ("score_first", "score_second", "winner")
SEEN = frozenset({"figure_points", "figure_breaks_ties", "opening_points", "scores"})

# ---- What a count says ---------------------------------------------------------------------------------------

GAMES = [(40, 38, 1), (40, 38, 0), (35, 38, 0), (35, 38, -1), (41, 41, 1), (41, 41, -1), (38, 41, 0), (44, 40, 1)]
SCORES = {  # TV-2.2: points of the figure, whether it breaks ties -> the first player's scores, and their mean
    (3, 1): ([0.0, 1.0, 1.0, 0.0, 0.0, 0.5, 1.0, 1.0], 0.5625),
    (0, 1): ([1.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 1.0], 0.4375),
    (3, 0): ([0.0, 1.0, 0.5, 0.0, 0.0, 0.5, 0.5, 1.0], 0.4375),
    (0, 0): ([1.0, 1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 1.0], 0.5),
    (6, 1): ([0.0, 1.0, 1.0, 0.0, 0.0, 0.5, 1.0, 0.0], 0.4375),
}


def rules(points: int = 3, ties: int = 1, opening: tuple[int, int] = (0, 0)) -> Any:
    """All that a count needs of a rule record."""
    return SimpleNamespace(figure_points=points, figure_breaks_ties=ties, opening_points=opening)


def table(games: list[tuple[int, int, int]]) -> dict[str, Array]:
    """Stored columns of games that ended so, as narrow as a run keeps them."""
    columns = np.array(games, np.int64).reshape(-1, 3).T
    return {name: values.astype(np.int16) for name, values in zip(COLUMNS, columns, strict=True)}


def first_scores(winner: Array) -> list[float]:
    """The first player's score by game."""
    return [{0: 1.0, 1: 0.0, -1: 0.5}[int(each)] for each in winner]


@pytest.mark.parametrize(("vector", "told"), SCORES.items())
def test_worked_games(vector: tuple[int, int], told: tuple[list[float], float]) -> None:
    """TV-2.2: eight games under five rule vectors, from any of the others."""
    for base in SCORES:
        found = first_scores(rescore(rules(*base), rules(*vector), table(GAMES))["winner"])
        assert found == told[0]
        assert np.mean(found) == told[1]


@pytest.mark.parametrize("opening", [(0, -300), (-300, 0), (99, 99), (-99, -99), (30_000, -30_000), (-1, 1)])
def test_large_and_negative_opening_points(opening: tuple[int, int]) -> None:
    """What a seat is given shifts its pile by the difference to the base, below zero as well."""
    games = [*GAMES, (-250, 3, 0), (0, 0, -1), (0, 0, 1), (-32_000, 32_000, 1)]
    base = rules(3, 1, (2, -5))
    found = rescore(base, rules(3, 1, opening), table(games))
    for k, (first, second, holder) in enumerate(games):
        ours = first - 2 + opening[0] + 3 * (holder == 0)
        theirs = second + 5 + opening[1] + 3 * (holder == 1)
        assert (found["score_first"][k], found["score_second"][k]) == (ours, theirs)
        assert found["winner"][k] == (0 if ours > theirs else 1 if ours < theirs else holder)


def test_no_games_and_many_alike() -> None:
    """Nothing gives nothing; equal ends in any order get equal counts, each in its place."""
    assert [len(values) for values in rescore(rules(), rules(6), table([])).values()] == [0, 0, 0]
    order = np.random.default_rng(3).integers(0, len(GAMES), 500)
    many = rescore(rules(), rules(6), table([GAMES[k] for k in order]))
    few = rescore(rules(), rules(6), table(GAMES))
    for name in COUNTED:
        assert_array_equal(many[name], few[name][order])


def test_fields_are_fields_of_the_rule_record() -> None:
    """Every field of the final count is in the record, and so is what tells of it or the piles that all can see."""
    assert RULES.names is not None
    assert FIELDS.keys() <= set(RULES.names)
    assert all(name in telling and telling <= {*RULES.names, "scores"} for name, telling in FIELDS.items())
    assert BUNDLE.rescoring.fields is FIELDS


# ---- Against games that were played under the tweak ----------------------------------------------------------

TWEAKS = {
    "dear": ("great_dragon.points=17",),
    "worthless": ("great_dragon.points=0",),
    "ties": ("great_dragon.breaks_ties=false",),
    "both": ("great_dragon.points=1", "great_dragon.breaks_ties=false"),
    "komi": ("seats.second.points=4",),
    "taken": ("seats.first.points=-20", "seats.second.points=-90"),
    "all": (
        "great_dragon.points=9",
        "great_dragon.breaks_ties=false",
        "seats.first.points=-3",
        "seats.second.points=2",
    ),
}
BLIND = [("random", name) for name in TWEAKS] + [
    (player, name) for player in ("dragon_hunter", "cautious,denier") for name in ("dear", "ties", "both")
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Runs by players and settings, each played once."""
    folder, known = tmp_path_factory.mktemp("runs"), {}

    def play(players: str, *settings: str) -> Run:
        key = (players, settings)
        if key not in known:
            plan = replace(BASE, strategies=tuple(players.split(",")), settings=settings)
            known[key] = simulate(plan, folder / str(len(known)), workers=1)
        return known[key]

    return play


def all_columns(run: Run) -> dict[str, Array]:
    """The whole games table."""
    names = sorted(_columns_of(run))
    return game_columns(run, names)


def _columns_of(run: Run) -> list[str]:
    import pyarrow.parquet as pq

    assert read_manifest(run.folder).complete
    return list(pq.read_schema(run.folder / "games" / f"{run.manifest.shards[0].name}.parquet").names)


def counted(run: Run, settings: tuple[str, ...]) -> dict[str, Array]:
    """A base's games as a tweak of it counts them."""
    records = [BUNDLE.rule_files.load("ffg", each).record() for each in ((), settings)]
    return rescore(*records, game_columns(run, COLUMNS))


@pytest.mark.parametrize(("players", "name"), BLIND)
def test_a_count_is_what_was_played(played: Any, players: str, name: str) -> None:
    """Scores and winner of every game, for players who cannot see the tweak; and it does change some."""
    tweaked = game_columns(played(players, *TWEAKS[name]), COUNTED)
    found = counted(played(players), TWEAKS[name])
    assert found.keys() == tweaked.keys()
    for column in COUNTED:
        assert_array_equal(found[column], tweaked[column], err_msg=column)
    base = game_columns(played(players), COUNTED)
    assert any((base[column] != tweaked[column]).any() for column in COUNTED)


@pytest.mark.parametrize(("players", "name"), BLIND)
def test_nothing_else_changes(played: Any, players: str, name: str) -> None:
    """Turns, endings and the figure's travels are those of the base; lead changes too, but for points given before."""
    one, other = (all_columns(played(players, *settings)) for settings in ((), TWEAKS[name]))
    touched = {*COUNTED, "decided_by", "lead_since"}
    if any(each.startswith("seats.") for each in TWEAKS[name]):
        touched |= {"points_first", "points_second", "lead_changes"}
    assert {
        "turns",
        "end_reason",
        "ended_by",
        "figure",
        "figure_changes",
        "first_claim_turn",
        "ship_stacks",
    } <= one.keys()
    for column in one.keys() - touched:
        assert_array_equal(one[column], other[column], err_msg=column)


def test_lead_changes_cannot_be_counted_anew(played: Any) -> None:
    """Points given before the game move the lead within it: why questions about it are played."""
    one, other = (game_columns(played("random", *settings), ["lead_changes"]) for settings in ((), TWEAKS["taken"]))
    assert (one["lead_changes"] != other["lead_changes"]).any()


def test_who_sees_a_tweak_plays_otherwise(played: Any) -> None:
    """Greedy looks at the figure's points, so that his games under a dear figure are others than a count says."""
    tweaked = game_columns(played("greedy", *TWEAKS["dear"]), COUNTED)
    found = counted(played("greedy"), TWEAKS["dear"])
    assert any((found[column] != tweaked[column]).any() for column in COUNTED)


# ---- What a strategy may look at -----------------------------------------------------------------------------

HEAD = '''
import sys
from numba import literal_unroll, njit
from dhstats.engine.compiled import compiled
sys.path.insert(0, {folder!r})
import {helpers} as helpers
from {helpers} import other
NAME, NAMES = "figure_points", ("figure_points", "turn_limit")
def plain(rules):
    return rules.figure_points
@compiled()
def built(rules):
    return rules.figure_points
@njit
def deep(rules):
    return built(rules)
TOOLS = (built, built)
def bot(view, moves, count, randomness):
    """Looks."""
    {body}
    return min(max(worth, 0), count - 1)
'''
INNER = "def see(r):\n        {}\n    worth = see(view.rules)"
LOOKS = {
    "attribute": "worth = view.rules.figure_points",
    "record under another name": "r = view.rules\n    worth = r.figure_points",
    "plain helper": "worth = plain(view.rules)",
    "compiled helper": "worth = built(view.rules)",
    "helper of a helper": "worth = deep(view.rules)",
    "getattr": 'worth = getattr(view.rules, "figure_points")',
    "element": 'worth = view.rules["figure_points"]',
    "element by a constant": "worth = view.rules[NAME]",
    "names in turn": 'worth = 0\n    for name in literal_unroll(("turn_limit", "figure_points")):\n        worth = view.rules[name]',
    "inner function": INNER.format("return r.figure_points"),
}
HIDDEN = {
    "inner function with getattr": INNER.format('return getattr(r, "figure_points")'),
    "inner function with an element": INNER.format('return r["figure_points"]'),
    "inner function with a helper": INNER.format("return built(r)"),
    "inner function within one": INNER.format(
        "def look(s):\n            return s.figure_points\n        return look(r)"
    ),
    "lambda": "see = lambda r: built(r)\n    worth = see(view.rules)",
    "comprehension": "worth = max([built(view.rules) for _ in range(2)])",
    "one of several names": "worth = view.rules[NAMES[0]]",
    "one of several functions": "worth = TOOLS[0](view.rules)",
    "function of another file": "worth = other(view.rules)",
    "function of another file by its name": "worth = helpers.other(view.rules)",
}


@pytest.fixture(autouse=True)
def same_search_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """What strategy files add to the places where modules are sought is taken back."""
    monkeypatch.setattr(sys, "path", [*sys.path])


def bot(folder: Path, body: str) -> Any:
    """A strategy of a file, which looks as `body` says."""
    helpers = f"helpers_{abs(hash(str(folder)))}"
    (folder / f"{helpers}.py").write_text(
        "from numba import njit\n@njit\ndef other(rules):\n    return rules.figure_points\n"
    )
    (folder / "bots.py").write_text(HEAD.format(folder=str(folder), helpers=helpers, body=body))
    return from_file(f"{folder / 'bots.py'}:bot")


@pytest.mark.parametrize("body", (LOOKS | HIDDEN).values(), ids=LOOKS | HIDDEN)
def test_whoever_looks_is_found(tmp_path: Path, body: str) -> None:
    """However a strategy reads the figure's points, refused or not: never fewer fields are told than it may read."""
    assert "figure_points" in mentioned(bot(tmp_path, body).function)


@pytest.mark.parametrize("name", ["mathematics", "numpyless", "numbat"])
def test_a_file_that_is_called_like_a_library_is_read_too(tmp_path: Path, name: str) -> None:
    """A helper in such a file reads the figure's points as well as any other."""
    (tmp_path / f"{name}.py").write_text("def look(rules):\n    return rules.figure_points\n")
    (tmp_path / "looking.py").write_text(
        f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nfrom {name} import look\n"
        "def bot(view, moves, count, randomness):\n    return min(look(view.rules), count - 1)\n"
    )
    found = from_file(f"{tmp_path / 'looking.py'}:bot")
    assert "figure_points" in mentioned(found.function)
    assert not refusal(found.function, BUNDLE.game.view, move_type(BUNDLE.game))


@pytest.mark.parametrize("name", [*BUNDLE.shipped_strategies()])
def test_what_the_scripts_look_at(name: str) -> None:
    """Greedy sees what the figure is worth, characters see the score piles, random sees none of it."""
    sees = mentioned(BUNDLE.find_strategy(name).function) & SEEN
    assert sees == {"random": frozenset(), "greedy": {"figure_points"}}.get(name, frozenset({"scores"}))


def test_who_does_not_look_is_not_accused(tmp_path: Path) -> None:
    """Other fields of the rules are no sign that the final count is seen."""
    assert not mentioned(bot(tmp_path, "worth = view.rules.hand_size + view.figure").function) & SEEN
