"""Three and four at a table: designs that turn it, runs that are the same however they are played, rows that are checked."""

import json
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from dhstats.cli.terminal.console import running_note
from dhstats.errors import BadInput, Interrupted
from dhstats.seats import SEATS
from dhstats.simulate import tables as shards
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.designs import design, loop_plan, tables
from dhstats.simulate.plans.experiment import Experiment, from_file
from dhstats.simulate.replays import replay
from dhstats.simulate.running.playing import Progress
from dhstats.simulate.running.runner import prepare, simulate
from dhstats.simulate.tables import NOTHING, Part, Tally, stored_part, win_shares
from dhstats.storage import Run, open_run
from dhstats.storage.manifest import read_manifest
from dhstats.storage.run import win_columns
from tests.simulate.stored_runs import bytes_of, edit_manifest, problems, rewrite, setting, with_cell

THREE = Experiment(
    "three", game="dragonwood", rules="three", strategies=("random",), games=120, seed=5, moves="sample:2"
)
FOUR = replace(THREE, name="four", rules="four", strategies=("greedy", "random"), design="strength")
TABLE = replace(THREE, name="table", strategies=("greedy", "random", "greedy"), design="quartet", games=180)
DRAGONS = Experiment("dragons", game="dragon", rules="three", strategies=("greedy", "random"), games=120, seed=5)
TEAMS = replace(DRAGONS, name="teams", rules="teams", strategies=("greedy", "random", "greedy", "greedy"))
PLAYED = [THREE, FOUR, TABLE, *(replace(own, moves="sample:2", design="quartet") for own in (DRAGONS, TEAMS))]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A mirror for three, every turn logged."""
    return simulate(replace(THREE, moves="all"), tmp_path_factory.mktemp("runs") / "three", workers=2)


@pytest.fixture(scope="module", params=PLAYED, ids=lambda own: own.name)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of each experiment."""
    return simulate(request.param, tmp_path_factory.mktemp("played") / "run", workers=2)


def games_of(run: Run) -> list[dict[str, Any]]:
    """All rows of the games table."""
    return [row for file in run.manifest.files("games") for row in pq.read_table(file.path(run.folder)).to_pylist()]


# ---- Designs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d"), ("a", "a", "a")])
def test_a_seat_design_takes_everybody_round_the_table_with_their_place(players: tuple[str, ...]) -> None:
    """Every player has a place of their own in all games, and every seat in one of them."""
    arms = design("seat", [players], 1).arms
    seats = len(players)
    met = Counter((player, seat) for arm in arms for seat, player in enumerate(arm.players))
    assert met == Counter({(player, seat): 1 for player in range(seats) for seat in range(seats)})
    for arm in arms:
        assert arm.names == tuple(players[player] for player in arm.players)
        assert [(seat + arm.moved) % seats for seat in range(seats)] == list(arm.players)
        assert seats < 4 or {*arm.players[::2]} in ({0, 2}, {1, 3})  # who sits across still does


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_moves_in_the_other_designs(seats: int) -> None:
    """In strength the places stay with the seats; a quartet has every player at every seat with every place, once."""
    players = SEATS[:seats]
    strength, quartet, single = (design(kind, [players], 1).arms for kind in ("strength", "quartet", "single"))
    assert [arm.moved for arm in strength] == [0] * seats
    assert Counter(arm.first for arm in strength) == Counter(players)
    met = Counter((arm.players[seat], seat, (seat + arm.moved) % seats) for arm in quartet for seat in range(seats))
    assert set(met.values()) == {1}
    assert len(met) == seats**3
    assert [(arm.names, arm.moved) for arm in single] == [(players, 0)]


def test_the_plan_that_the_engine_reads() -> None:
    """Layout, replicate, then the number of the player at each seat."""
    arms = design("quartet", [("a", "b", "c")], 1).arms
    assert loop_plan(arms[:4]).tolist() == [[0, 0, 0, 1, 2], [1, 0, 1, 2, 0], [2, 0, 2, 0, 1], [0, 0, 1, 2, 0]]


@pytest.mark.parametrize(
    ("kind", "matchups", "message"),
    [
        ("strength", [("a", "a", "a")], "plays the same game twice"),
        ("quartet", [("a", "a", "a", "a")], "plays the same game twice"),
        ("strength", [("a", "b", "a", "b")], "a, b, a, b at one table: .* plays the same game twice"),
        ("league", [("a", "b", "c")], "is for two players, not for 3"),
        ("crossed", [("a", "b", "c", "d")], "is for two players, not for 4"),
        ("seat", [("a", "b"), ("a", "b", "c")], r"must all have as many players, from 1 to 10, not \[2, 3\]"),
        ("seat", [tuple("abcdefghijk")], "must all have as many players"),
        ("league", [("a",)], "is for two players, not for 1"),
        ("seat", [], "must all have as many players"),
    ],
)
def test_designs_that_cannot_be(kind: str, matchups: list[tuple[str, ...]], message: str) -> None:
    """Copies of a game, too few or too many players, and designs that are for two."""
    with pytest.raises(BadInput, match=message):
        design(kind, matchups, 10)


def test_equals_that_never_meet_at_one_place_are_no_copies() -> None:
    """A field of equals is told apart by the one who differs, and pairs of equals by their places."""
    assert len(design("strength", [("a", "b", "b")], 1).arms) == 3
    assert len(design("seat", [("a", "b", "a", "b")], 1).arms) == 4


def test_who_sits_at_a_table() -> None:
    """One strategy everywhere, one against a field of another, or all by name; two players meet as they always did."""
    assert tables(["a"], 3) == [("a", "a", "a")]
    assert tables(["a", "b"], 4) == [("a", "b", "b", "b")]
    assert tables(["a", "b", "b"], 3) == [("a", "b", "b")]
    assert tables(["a", "b"], 2) == [("a", "b")]
    assert len(tables(["a", "b", "c"], 2)) == 6
    with pytest.raises(BadInput, match=r"4 players are one strategy \(a mirror\), two .* or 4 \(a table\), not 3"):
        tables(["a", "b", "c"], 4)


# ---- What can be asked for -------------------------------------------------------------------------------------


def test_experiments_for_three(tmp_path: Path) -> None:
    """Tables are listed in a file, each with as many names as the rules have players."""
    file = tmp_path / "question.toml"
    text = 'game = "dragonwood"\nrules = "three"\nmatchups = [["greedy", "random", "random"], ["random", "random", "random"]]\n'
    file.write_text(text, encoding="utf-8")
    manifest = prepare(replace(from_file(file), seed=1)).manifest
    assert manifest.matchups == (("greedy", "random", "random"), ("random", "random", "random"))
    assert [len(manifest.seats), len(manifest.design.arms)] == [3, 6]
    file.write_text(text.replace('"random", "random", "random"', '"random", "random"'), encoding="utf-8")
    with pytest.raises(BadInput, match="rules 'three' are for 3 players, not for random, random"):
        prepare(from_file(file))
    file.write_text(text.replace('"random", "random", "random"', '"random", "greedy", "random"'), encoding="utf-8")
    with pytest.raises(BadInput, match="listed twice"):
        prepare(from_file(file))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"until": "balanced within 1pp"}, "until: is judged between two players, and rules 'three' are for 3"),
        ({"strategies": ("greedy", "random", "greedy", "random")}, "3 players are one strategy"),
        ({"matchups": (("greedy", "random"),)}, "rules 'three' are for 3 players, not for greedy, random"),
        ({"design": "league"}, "is for two players, not for 3"),
    ],
)
def test_what_is_for_two_is_refused_in_a_sentence(changes: dict[str, Any], message: str) -> None:
    """Before anything is played."""
    with pytest.raises(BadInput, match=message):
        prepare(replace(THREE, **changes))


# ---- Runs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("experiment", [TABLE, PLAYED[-1]], ids=["three", "four"])
def test_the_same_bytes_however_it_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, experiment: Experiment
) -> None:
    """By one thread or three, or stopped and gone on with."""
    monkeypatch.setattr(shards, "GAMES_PER_SHARD", 12)
    monkeypatch.setattr(shards, "CHUNK_GAMES", 6)
    whole = bytes_of(simulate(experiment, tmp_path / "1", workers=1).folder)
    assert bytes_of(simulate(experiment, tmp_path / "3", workers=3).folder) == whole

    def stop(progress: Progress) -> None:
        if progress.games_done > 20:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        simulate(experiment, tmp_path / "stopped", workers=1, watch=stop)
    kept = read_manifest(tmp_path / "stopped")
    assert 0 < len(kept.shards) < kept.planned_shards
    assert bytes_of(simulate(experiment, tmp_path / "stopped", resume=True).folder) == whole


def test_runs_stand(run: Run) -> None:
    """Rows, logged turns, the referee and games that are played again agree."""
    checked = verify(run.folder, sample=12)
    assert checked.problems == ()
    assert checked.games_replayed >= 12
    assert checked.games_played_again == checked.games_replayed
    assert checked.turns_followed > 0


def test_games_are_replayed_alike_logged_or_not(run: Run) -> None:
    """A game a seat of the first deal, from its turns and played again."""
    bare = replace(run, manifest=replace(run.manifest, moves="none"))
    for game_id in range(len(run.manifest.seats)):
        one, other = replay(run, game_id), replay(bare, game_id)
        assert (one.logged, other.logged) == (True, False)
        assert replace(one, logged=False) == other
        assert one.players == run.manifest.design.arms[game_id].names
        assert one.title.count(",") == len(one.players) - 1


def test_opening_hands_go_round_with_their_players(three: Run) -> None:
    """In the games of a deal the same hands are dealt, each game one seat further on."""
    hands = [replay(three, game_id).opening.hands for game_id in range(3)]
    assert len(set(hands[0])) == 3
    assert hands[1] == (*hands[0][1:], *hands[0][:1])
    assert hands[2] == (*hands[0][2:], *hands[0][:2])


def test_decks_go_round_with_their_players(tmp_path: Path) -> None:
    """In the games of a deal of Dragon! every player keeps dragon and deck, and partners stay partners."""
    run = simulate(replace(TEAMS, games=4), tmp_path / "run")
    dragons = [[side.dragon for side in replay(run, game_id).opening.sides] for game_id in range(4)]
    assert len(set(dragons[0])) == 4
    assert dragons == [[*dragons[0][moved:], *dragons[0][:moved]] for moved in range(4)]


def test_the_columns_of_a_game_for_three_and_of_one_for_two(three: Run, tmp_path: Path) -> None:
    """Seats and layout follow from the design; where two play there are no columns for more."""
    rows = games_of(three)
    assert list(rows[0])[:8] == ["game_id", "deal_id", "arm", "first", "second", "third", "swapped", "layout"]
    assert [(row["swapped"], row["layout"]) for row in rows[:3]] == [(False, 0), (True, 1), (True, 2)]
    two = simulate(replace(THREE, rules="two", games=10), tmp_path / "two")
    assert list(games_of(two)[0])[:7] == ["game_id", "deal_id", "arm", "first", "second", "swapped", "points_first"]


def test_a_manifest_for_two_says_nothing_of_more(three: Run, tmp_path: Path) -> None:
    """Its arms have the keys that they always had, and one without the others can be read."""
    two = simulate(replace(THREE, rules="two", games=10), tmp_path / "two")
    arms = json.loads((two.folder / "manifest.json").read_text("utf-8"))["design"]["arms"]
    usual = ["arm", "matchup", "first", "second", "swapped", "first_player", "replicate"]
    assert [list(arm) for arm in arms] == [usual] * 2
    assert [arm.moved for arm in open_run(two.folder).manifest.design.arms] == [0, 1]
    arms = json.loads((three.folder / "manifest.json").read_text("utf-8"))["design"]["arms"]
    assert [arm["others"] for arm in arms] == [["random"]] * 3
    assert [arm.get("layout", 0) for arm in arms] == [0, 1, 2]


def test_shares_of_the_wins_go_to_those_who_come_first(run: Run) -> None:
    """Winners and their partners, or the best scores, share a win; A's share is that of their seat in every game."""
    rows, seats = games_of(run), run.manifest.seats
    units = {3: 6, 4: 12}[len(seats)]
    first = np.array([sharing(row, seats, teams=run.manifest.rules_name == "teams") for row in rows])
    shares = first * (units // first.sum(axis=1, keepdims=True))
    columns = {name: np.array([row[name] for row in rows]) for name in win_columns(len(seats))}
    assert (win_shares(columns, run.manifest) == shares).all()
    part = whole_part(run)
    arms = run.manifest.design.arms
    by_deal = shares.reshape(-1, len(arms), len(seats))
    assert (part.firsts == by_deal[:, :, 0].sum(axis=1)).all()
    mine = [arm.players.index(0) for arm in arms]
    assert (part.of_a.sum(axis=1) == sum(by_deal[:, at, seat] for at, seat in enumerate(mine))).all()
    assert part.tally.totals == tuple(shares.sum(axis=0))
    assert part.tally.squares == tuple((by_deal.sum(axis=1) ** 2).sum(axis=0))
    assert part.tally.scale == units * len(arms)


def sharing(row: dict[str, Any], seats: Sequence[str], *, teams: bool) -> list[bool]:
    """Who shares the win of a game."""
    scores = [row[f"score_{seat}"] for seat in seats]
    if row["winner"] < 0:
        return [score == max(scores) for score in scores]
    return [seat == row["winner"] or (teams and seat == row["winner"] + 2) for seat in range(len(seats))]


def whole_part(run: Run) -> Part:
    """What the only shard of a run came to."""
    (shard,) = run.manifest.shards
    return stored_part(run.manifest, run.folder, shard)


def test_a_bar_tells_every_seat_of_three_and_the_first_of_two() -> None:
    """Running shares with standard errors over deals: here 4 deals of 3 games, of which the first seat won 5 of 12."""
    tally = Tally(4, 12, 300, 18, (30, 24, 18), (252, 180, 108))
    note = running_note(Progress(12, 24, 2.0, tally, 12, 0))
    assert note == "6 games/s · seats score 41.67 ± 8.33, 33.33 ± 9.62, 25.00 ± 8.33 %"
    two = Tally(2, 4, 80, 4, (5, 3), (13, 5))
    assert running_note(Progress(4, 8, 2.0, two, 4, 0)) == "2 games/s · first player scores 62.50 ± 12.50 %"
    assert running_note(Progress(4, 8, 2.0, NOTHING, 4, 0)) == "2 games/s"
    assert NOTHING + two == two
    assert (two + two).totals == (10, 6)


# ---- Damage ----------------------------------------------------------------------------------------------------

EDITS = [
    (setting("matchups", 0, to=["random", "random"]), "manifest: matchup 0 has 2 players, but its rules are for 3"),
    (setting("matchups", to=[]), "a run has at least one deal, one arm and one matchup"),
    (setting("matchups", 0, 2, to=5), "matchups[0][2] is 5, should be text"),
    (setting("design", "arms", 1, "layout", to=2), "manifest: arm 1 is Arm("),
    (setting("design", "arms", 1, "others", to=["greedy"]), "manifest: arm 1 is Arm("),
    (
        setting("design", "arms", 1, "others", to="random"),
        "manifest.json: is damaged: design.arms[1].others must be a list",
    ),
    (setting("design", "arms", 1, "others", to=5), "is damaged: design.arms[1].others must be a list; simulate again"),
    (setting("design", "arms", 2, "layout", to="2"), "design.arms[2].layout is '2', should be a whole number"),
    (setting("design", "kind", to="league"), "manifest: design 'league': is for two players, not for 3"),
]


@pytest.fixture
def copy(three: Run, tmp_path: Path) -> Path:
    """A copy of the run to damage."""
    return Path(shutil.copytree(three.folder, tmp_path / "run"))


@pytest.mark.parametrize(("edit", "sentence"), EDITS, ids=[sentence[:50] for _, sentence in EDITS])
def test_an_edited_manifest(copy: Path, edit: Any, sentence: str) -> None:
    """Whatever says who sits where is checked."""
    edit_manifest(copy, edit)
    assert sentence in problems(copy)


@pytest.mark.parametrize(("column", "value"), [("third", None), ("layout", 1), ("swapped", True)])
def test_a_game_at_another_place_of_the_plan(copy: Path, column: str, value: Any) -> None:
    """Seats and layout follow from the number of the game."""
    rewrite(copy, "games", 0, lambda table: with_cell(table, 0, column, value))
    told = "empty" if value is None else value
    assert f"games/000000.parquet: row 0: {column} is {told}, should be " in problems(copy)
