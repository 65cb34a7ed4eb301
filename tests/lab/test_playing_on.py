"""Stored games that somebody plays on at the table: from any turn, as they lay, under their rules or changed ones."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.games import retelling
from dhstats.games.dragon.referee import chronicle as dragon
from dhstats.games.dragonheart.referee import chronicle as heart
from dhstats.games.dragonwood.referee import chronicle as wood
from dhstats.games.retelling import Kept
from dhstats.lab import app
from dhstats.lab.games import SEEN, Wanted, session
from dhstats.lab.shelf import name_of
from dhstats.simulate.people.writing import log_of
from dhstats.simulate.plans.experiment import Experiment, rules_of
from dhstats.simulate.replays import kept_game
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.tables import recorded
from dhstats.storage import Run, open_run
from tests.lab.conftest import PAGE, served
from tests.lab.test_table import numbers, play_out
from tests.lab.worlds import Twin

GAMES = (("dragonheart", "ffg"), ("dragonwood", "three"), ("dragon", "standard"))
NAMES = [game for game, _ in GAMES]
OPTIONS = "legal_moves"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A few games of each game; every deal is played with each deck at each seat."""
    folder = tmp_path_factory.mktemp("runs")
    found = {}
    for game, rules in GAMES:
        plan = Experiment(f"some {game}", "", game, rules, strategies=("greedy",), games=12, seed=4)
        found[game] = simulate(plan, folder / game, workers=1)
    return found


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("number", [0, 5])
def test_who_plays_what_was_played_ends_where_the_game_ended(game: str, number: int, runs: dict[str, Run]) -> None:
    """From turns early and late, at any layout: the same decisions, answered by those who played, are the same game."""
    row, turns, _ = kept_game(runs[game], number)
    for turn in (0, 1, len(turns) // 2, len(turns) - 1):
        table = session(Wanted(runs[game], number, turn))
        assert table.opened.setup.layout == int(row.get("layout", row["swapped"]))
        while not table.over:
            at = len(table.turns)
            table.play(_played(table, turns[at]))
        told = table._teller.log(table.turns)
        assert [{**each, "game_id": number} for each in told] == turns


def _played(table: Any, row: dict[str, Any]) -> int:
    """The number of the move that a stored turn played."""
    (told,), moves = recorded(table.opened.bundle, [row]), table._moment.moves
    names = [name for name in moves.dtype.names if name in told.dtype.names]
    (number,) = (at for at, move in enumerate(moves) if all(move[name] == told[name] for name in names))
    return number


@pytest.mark.parametrize("game", NAMES)
def test_the_person_sees_their_hand_alone(game: str, runs: dict[str, Run]) -> None:
    """At the seat that has to decide or another one; it is said that they have seen the cards, and where they come from."""
    _, turns, _ = kept_game(runs[game], 0)
    for turn in (2, len(turns) // 2):
        for seat in (None, 1):
            table = session(Wanted(runs[game], 0, turn, seat))
            mine = int(turns[turn]["seat"]) if seat is None else seat
            if table.over:
                continue
            assert table.seat == mine
            assert seat is not None or len(table.turns) == turn
            record = json.loads(json.dumps(table.shown()))
            for at, hand in enumerate(each["hand"] for each in record["frame"]["seats"]):
                assert all((card[0] == "?") == (at != mine) for card in hand)
            assert record["origin"]["said"] == [
                f"This game continues after turn {turn} of game 0 of some {game}. {SEEN}"
            ]


@pytest.mark.parametrize("game", NAMES)
def test_other_worlds_show_the_same(game: str, runs: dict[str, Run]) -> None:
    """Hidden cards exchanged from the deal on: what the person is shown is the same to the last byte."""
    chance, worlds = random.Random(7), 0
    for turn in (3, 6, 9, 12):
        table = session(Wanted(runs[game], 0, turn))
        if not table.over:
            for told, _ in Twin(table, chance).worlds(12):
                assert told == repr(table.shown())
                worlds += 1
    assert worlds >= 4


@pytest.mark.parametrize("game", NAMES)
def test_games_that_were_played_on_are_kept_whole(
    game: str, runs: dict[str, Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As those that go on after one's own game: from the deal on, judged by the referee, with a note of where they left."""
    table = session(Wanted(runs[game], 1, 9, others="random"))
    before = [turn for turn in range(9) if table.turns[turn]["seat"] == table.seat and table.turns[turn]["legal_moves"]]
    assert before
    table.take_back()
    play_out(table, random.Random(3))
    kept = table.save(tmp_path)
    assert main(["verify", str(kept.folder)]) == 0
    line = log_of(kept.folder, kept.manifest).games[0].told.line
    assert line["note"] | {"branched_after": before[-1], "of_game": 1, "of_run": f"some {game}"} == line["note"]
    assert [seat["name"] for seat in table.shown()["seats"]].count("random") == len(table.opened.names) - 1
    assert table.afterwards()["seats"]
    assert not table.branch(9).over
    assert capsys.readouterr().err == ""


CHANGES = [  # whether games 0 and 3 would have come to the same after nine turns
    ("dragonheart", "great_dragon.points=9", (True, True)), ("dragonheart", "hand.size=6", (False, False)),
    ("dragonheart", "great_dragon.hand_size=7", (True, False)), ("dragonheart", "spaces.dwarf.slots=5", (False, True)),
    ("dragonheart", "end.deck_end=last_card_drawn", (True, True)),
    ("dragonheart", "seats.second.points=5", (False, False)),
    ("dragonwood", "creatures.blue_dragon.points=9", (True, True)), ("dragonwood", "attempt.wounds=2", (False, False)),
    ("dragonwood", "landscape.size=4", (False, False)), ("dragonwood", "dice.max=2", (False, False)),
    ("dragonwood", "reload.draws=2", (True, False)), ("dragonwood", "score.bonus=9", (True, True)),
    ("dragon", "turn.draws=2", (True, True)), ("dragon", "start.facing=side", (False, False)),
    ("dragon", "turn.grounds=2", (False, False)), ("dragon", "first_turn.limit=none", (False, True)),
    ("dragon", "decks.first=exhaust", (False, False)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "setting", "known"), CHANGES)
def test_rules_are_changed_where_the_game_so_far_would_have_been_the_same(
    game: str, setting: str, known: tuple[bool, bool], runs: dict[str, Run]
) -> None:
    """As the referee has it, who plays the turns under both rules and lays all hands and decks side by side."""
    run, turn = runs[game], 9
    for number, same in zip((0, 3), known, strict=True):
        assert alike(run, number, turn, setting) == same
        if same:
            table = session(Wanted(run, number, turn, settings=(setting,)))
            assert table.opened.rules.hash == rules_of(run.manifest, (setting,)).hash
            assert any(setting in said for said in table.shown()["origin"]["said"])
        else:
            with pytest.raises(BadInput, match=r"changes rules in the middle of a game") as problem:
                session(Wanted(run, number, turn, settings=(setting,)))
            assert "\n" not in str(problem.value)
            assert f"--turn {turn + 1} --arm {setting}" in str(problem.value)


def alike(run: Run, number: int, turn: int, setting: str) -> bool:
    """Whether the referee can play the first turns under changed rules, with the same on the table after each."""
    tell, (row, turns, _) = retelling.load(run.manifest.game), kept_game(run, number)
    tables = [
        tell.set_up(rules_of(run.manifest, more).effective, Kept(run.manifest.seed, row, turns))
        for more in ((), (setting,))
    ]
    choices = CHOICES[run.manifest.game]
    for each in turns[:turn]:
        if tables[1].over or any(table.objection(choices(table, each))[0] for table in tables):
            return False
        first, second = (table.play(choices(table, each)) for table in tables)
        if {**first, OPTIONS: 0} != {**second, OPTIONS: 0}:
            return False
    places = [re.sub(r"(slots|stacks_wanted)=\d+", "", repr(table.position())) for table in tables]
    return not tables[1].over and places[0] == places[1]


CHOICES = {
    "dragonheart": lambda _, row: heart.choice_of(row),
    "dragonwood": lambda _, row: wood.Choice.of(row),
    "dragon": lambda table, row: dragon.Choice.of(row, list(table.book)),
}


def test_a_changed_rule_counts_from_there_on(runs: dict[str, Run]) -> None:
    """Ten points for the Great Dragon instead of three: the same moves end with seven more for who keeps it."""
    ends = []
    for settings in ((), ("great_dragon.points=10",)):
        table = session(Wanted(runs["dragonheart"], 2, 5, others="greedy", settings=settings))
        play_out(table, random.Random(1))
        ends.append(table._moment.result)
    keeper = int(ends[0]["figure"])
    assert keeper == int(ends[1]["figure"]) >= 0
    seat = ("first", "second")[keeper]
    assert int(ends[1][f"score_{seat}"]) - int(ends[0][f"score_{seat}"]) == 7


@pytest.mark.parametrize(("more", "words"), [
    ({"turn": 10_000}, "turn: the game is over after"), ({"seat": 2}, "seat: must be from 0 to 1"),
    ({"others": "mybots.py:me"}, "cannot be seated on this page"), ({"number": 99}, "has no game 99"),
    ({"settings": ("hand.sise=6",)}, "unknown key"), ({"name": "a\nb"}, "visible characters"),
])  # fmt: skip
def test_what_cannot_be_played_on_is_refused(more: dict[str, Any], words: str, runs: dict[str, Run]) -> None:
    """In one line."""
    with pytest.raises(BadInput, match=words) as problem:
        session(Wanted(**({"run": runs["dragonheart"], "number": 0, "turn": 3} | more)))
    assert "\n" not in str(problem.value)


def test_games_of_people_are_played_on(runs: dict[str, Run], tmp_path: Path) -> None:
    """Those whose deal has an address; people who played are played for by programs, which is said."""
    first = session(Wanted(runs["dragonheart"], 0, 4, name="Ann"))
    play_out(first, random.Random(3))
    table = session(Wanted(first.save(tmp_path), 0, 6, seat=1 - first.turns[4]["seat"]))
    assert any(said.startswith("Ann, who played there, cannot play here") for said in table.shown()["origin"]["said"])
    assert table.turns[:6].tolist() == first.turns[:6].tolist()


def test_cards_that_were_told_one_by_one_are_not_played_on(runs: dict[str, Run], tmp_path: Path) -> None:
    """Nobody knows what lies in the decks."""
    log = tmp_path / "log.jsonl"
    assert main(["export", str(runs["dragonheart"].folder), "--log", str(log), "--games", "1", "--cards"]) == 0
    assert main(["import", str(log), "--out", str(tmp_path / "run")]) == 0
    with pytest.raises(BadInput, match="listed one by one"):
        session(Wanted(open_run(tmp_path / "run"), 0, 3))


def test_a_page_plays_on(runs: dict[str, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP: the game is told who could play on; the table that comes is found again, and leads back."""
    monkeypatch.setattr(app, "warm", lambda *_: None)
    with served(tmp_path, runs=tuple(run.folder for run in runs.values())) as lab:
        run = name_of(runs["dragonwood"].folder)
        told = lab.ask("games-open", page=PAGE, run=run, number=3).found
        assert len(told["movers"]) == len(told["frames"]) - 1
        assert "greedy" in told["others"]
        said = {"page": PAGE, "run": run, "number": 3, "turn": 8, "others": "greedy", "settings": {"score.bonus": 9}}
        record = lab.ask("games-on", **said).found
        assert record["you"]["seat"] == told["movers"][8]
        assert record["origin"]["address"] == f"games/{run}/3/8"
        again = lab.ask("table-look", page=PAGE, table=record["table"]).found
        assert again == record
        move = lab.ask(
            "table-move", page=PAGE, table=record["table"], number=numbers(record)[0], decision=record["decision"]
        )
        assert move.status == 200
        for wrong in (
            {"turn": 10_000},
            {"run": "nothing-00000000"},
            {"others": "x.py:me"},
            {"settings": []},
            {"seat": 9},
        ):
            assert lab.ask("games-on", **(said | wrong)).status == 400
