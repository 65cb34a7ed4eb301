"""Whole games at the table of the lab: played to the end, taken back, branched, watched, kept, and never seen through."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.lab.table.session import Session
from dhstats.lab.table.setup import Chair, Setup, chairs_of, open_table, person
from dhstats.players.match import Match, line_up
from dhstats.simulate.people.writing import log_of

EXPERT, RANDOM = Chair("expert"), Chair("random")
ANN, BOB = person("Ann"), person("Bob")
TABLES = (
    Setup("dragonheart", (ANN, EXPERT), seed=3),
    Setup("dragonheart", (Chair("skill:4"), ANN), "ffg", seed=4),
    Setup("dragonwood", (ANN, EXPERT), "two", seed=3),
    Setup("dragonwood", (Chair("random"), ANN, EXPERT), "three", seed=3),
    Setup("dragonwood", (ANN, EXPERT, BOB, RANDOM), "four", seed=5),
    Setup("dragon", (ANN, EXPERT), "standard", seed=3),
    Setup("dragon", (EXPERT, ANN), "standard", decks="kill,banish", seed=6),
)
NAMES = [f"{each.game}-{each.rules or 'usual'}-{len(each.chairs)}-{each.seed}" for each in TABLES]


def numbers(record: dict[str, Any]) -> list[int]:
    """All legal moves of a record."""
    return [move["number"] for kind in record["kinds"] for move in kind["moves"]]


def play_out(session: Session, chance: random.Random, most: int = 10_000) -> int:
    """Plays legal moves by lot until the game is over, or so many; returns how many people decided."""
    made = 0
    while not session.over and made < most:
        record = session.shown()
        session.play(chance.choice(numbers(record)), record["decision"])
        made += 1
    return made


@pytest.fixture(scope="module")
def finished() -> dict[str, Session]:
    """A finished game of every table, each decision of a person by lot."""
    games = {}
    for name, setup in zip(NAMES, TABLES, strict=True):
        games[name] = Session(open_table(setup))
        assert play_out(games[name], random.Random(2)) > 3
    return games


@pytest.mark.parametrize("name", NAMES)
def test_games_are_played_to_their_end(name: str, finished: dict[str, Session]) -> None:
    """The end tells the result, every turn, every hand; and nothing can be played any more."""
    session = finished[name]
    record = json.loads(json.dumps(session.shown()))
    assert record["over"]
    assert record["result"]
    assert not record["kinds"]
    assert len(record["turns"]) == len(session.turns) == len(session.frames()) - 1
    assert not any(card[0] == "?" for seat in record["frame"]["seats"] for card in seat["hand"])
    with pytest.raises(BadInput, match="the game is over"):
        session.play(0)


@pytest.mark.parametrize("name", NAMES)
def test_kept_games_are_runs(
    name: str, finished: dict[str, Session], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`dhstats verify` judges the log anew, and every game has a folder of its own."""
    runs = [finished[name].save(tmp_path) for _ in range(2)]
    assert [run.folder.name for run in runs] == ["0001", "0002"]
    assert main(["verify", str(runs[0].folder)]) == 0
    log = log_of(runs[0].folder, runs[0].manifest)
    told = log.games[0].told
    assert told.players == finished[name].opened.names
    assert not told.programs & {"Ann", "Bob"}
    assert len(log.games[0].turns) == len(finished[name].turns)
    assert capsys.readouterr().err == ""


def test_kept_games_are_gathered_for_people_and_report(finished: dict[str, Session], tmp_path: Path) -> None:
    """As any run of people, once there are games of two deals; a single one can be replayed."""
    first = finished[NAMES[0]]
    one = first.save(tmp_path)
    assert main(["replay", str(one.folder), "0"]) == 0
    second = Session(open_table(replace(TABLES[0], deal=1)))
    play_out(second, random.Random(3))
    second.save(tmp_path)
    all_of_them, page = tmp_path / "all", tmp_path / "page.html"
    assert first.gather(all_of_them, tmp_path).manifest.games == 2
    assert main(["verify", str(all_of_them)]) == 0
    for command in ("report", "people"):
        assert main([command, str(all_of_them), "--page", str(page)]) == 0
        assert page.stat().st_size > 10_000
        page.unlink()
    with pytest.raises(BadInput, match="has no game of these rules"):
        finished[NAMES[5]].gather(tmp_path / "none", tmp_path)


@pytest.mark.parametrize("name", [NAMES[0], NAMES[2], NAMES[5]])
def test_the_line_that_was_open_is_that_of_the_expert(name: str, finished: dict[str, Session]) -> None:
    """Two people who play the better move, and then whatever the hint says, end where the sentence says."""
    session = finished[name]
    for seat in session.afterwards()["seats"]:
        if seat["share_of_win"] == 100.0:
            assert all("line" not in missed for missed in seat["costliest"])
            continue
        missed = seat["costliest"][0]
        again = session.branch(missed["turn"], [ANN, BOB])
        record = again.shown(seat["seat"])
        (better,) = {
            move["number"] for kind in record["kinds"] for move in kind["moves"] if move["words"] == missed["better"]
        }
        again.play(better)
        while not again.over:
            again.play(again.hint()["number"])
        won = again.afterwards()["seats"][seat["seat"]]["share_of_win"]
        end = "have won." if won == 100.0 else "have shared the win." if won else "still have lost."
        assert missed["line"].endswith(f"{seat['name']} would {end}")


@pytest.mark.parametrize("name", NAMES)
def test_afterwards_says_what_moves_cost(name: str, finished: dict[str, Session]) -> None:
    """Costs are those of the moves that were played, the largest first; the curve has a point a judged decision."""
    found = json.loads(json.dumps(finished[name].afterwards()))
    turns = finished[name].turns
    assert found["curve"]
    assert found["not_judged"] >= 0
    assert sum(seat["share_of_win"] for seat in found["seats"]) == pytest.approx(100.0, abs=0.3)
    assert sum(seat["luck"] for seat in found["seats"]) == pytest.approx(0.0, abs=0.3)
    for seat in found["seats"]:
        costs = [missed["cost"] for missed in seat["costliest"]]
        assert costs == sorted(costs, reverse=True)
        assert sum(costs) <= seat["cost"] + 0.2
        assert all(int(turns[missed["turn"]]["seat"]) == seat["seat"] for missed in seat["costliest"])
        assert all(missed["played"] != missed["better"] for missed in seat["costliest"])


@pytest.mark.parametrize("name", [NAMES[0], NAMES[3], NAMES[5]])
def test_taking_back_restores_the_record(name: str) -> None:
    """To the last byte, from every depth; and the same moves lead to the same records again."""
    session, chance, seen = Session(open_table(TABLES[NAMES.index(name)])), random.Random(4), list[tuple[str, int]]()
    for _ in range(6):
        record = session.shown()
        seen.append((json.dumps(record), chance.choice(numbers(record))))
        session.play(seen[-1][1])
    latest = json.dumps(session.shown())
    session.take_back()
    assert json.dumps(session.shown()) == seen[5][0]
    session.play(seen[5][1])
    session.take_back(6)
    for told, number in seen:
        assert json.dumps(session.shown()) == told
        session.play(number)
    assert json.dumps(session.shown()) == latest
    with pytest.raises(BadInput, match="have made 6 decisions"):
        session.take_back(7)


def test_a_branch_is_a_game_of_its_own(finished: dict[str, Session]) -> None:
    """It goes on after any turn, perhaps with others, and leaves the game as it was."""
    session = finished[NAMES[0]]
    before = session.turns.tolist()
    other = session.branch(10, (RANDOM, ANN))
    assert other.turns[:10].tolist() == session.turns[:10].tolist()
    assert play_out(other, random.Random(1)) > 3
    assert session.turns.tolist() == before
    with pytest.raises(BadInput, match="turn: must be from 0"):
        session.branch(len(session.turns) + 1)


@pytest.mark.parametrize("setup", [
    Setup("dragonheart", (EXPERT, Chair("skill:4")), seed=9, deal=7),
    Setup("dragonwood", (Chair("random"), EXPERT), "two", seed=9, deal=7),
    Setup("dragon", (Chair("skill:4"), Chair("random")), "standard", seed=9, deal=7),
], ids=["dragonheart", "dragonwood", "dragon"])  # fmt: skip
def test_programs_play_as_in_a_simulation(setup: Setup) -> None:
    """Turn by turn the game of the same seed and deal that `dhstats simulate` plays; whoever watches sees all hands."""
    opened = open_table(setup)
    session = Session(opened)
    session.go_on(3)
    record = session.shown()
    assert len(record["last"]) == 3
    assert not any(card[0] == "?" for seat in record["frame"]["seats"] for card in seat["hand"])
    session.go_on(5_000)
    lineup = line_up(opened.bundle, opened.rules, list(opened.programs.values()))
    _, turns = Match(lineup, opened.names).play(np.array([[0, 0, 0, 1]]), setup.seed, setup.deal, 1, logged=True)
    assert session.turns.tolist() == turns.tolist()
    with pytest.raises(BadInput, match="only programs play this game"):
        session.branch(3).play(0)


@pytest.mark.parametrize("name", [NAMES[0], NAMES[2], NAMES[4], NAMES[5]])
def test_hints_name_legal_moves(name: str) -> None:
    """Every legal move has a value, the best first, and the adviser's move is as good as any but for little."""
    session, chance = Session(open_table(TABLES[NAMES.index(name)])), random.Random(6)
    for _ in range(4):
        hint = json.loads(json.dumps(session.hint()))
        legal = numbers(session.shown())
        assert hint["number"] in legal
        assert hint["words"] in hint["sentence"]
        values = [option["value"] for option in hint["options"]]
        assert values == sorted(values, reverse=True)
        if len(legal) > 1:
            assert sorted(option["number"] for option in hint["options"]) == sorted(legal)
        session.play(chance.choice(legal))


def test_two_people_hand_the_screen_over() -> None:
    """Who looks while another decides sees no hand and no moves; then each sees their own alone."""
    session = Session(open_table(Setup("dragonheart", (ANN, BOB), seed=8)))
    session.play(0)
    for looks in (0, 1):
        record = session.shown(looks)
        mine = looks == session.seat
        assert (record["hand_over"] is None) == mine == bool(record["kinds"])
        hands = [[card[0] for card in seat["hand"]] for seat in record["frame"]["seats"]]
        assert [set(hand) == {"?"} for hand in hands] == [not mine or seat != looks for seat in range(2)]
    assert session.shown(0)["hand_over"]["name"] == "Bob"
    play_out(session, random.Random(3))
    assert session.over


def test_a_lost_card_is_told_to_whom_it_was_lost_alone() -> None:
    """The card that goes back with the Great Dragon, in a game in which it moves from one player to the other."""
    for seed in range(40):
        session = Session(open_table(Setup("dragonheart", (ANN, BOB), seed=seed)))
        chance = random.Random(seed)
        while not session.over:
            session.play(chance.choice(numbers(session.shown())))
        steps = session._teller.steps(session.turns)
        for turn, step in enumerate(steps):
            if step.after.put_back:
                mine, theirs = (session._teller.noticed(session.turns, seat)[turn][1] for seat in range(2))
                assert sorted([mine == step.deed, theirs == step.deed]) == [False, True]
                assert (mine == step.deed) == (step.seat == 1)
                return
    raise AssertionError("no card was lost in any game")


def test_sessions_in_threads_do_not_meet() -> None:
    """Games that are played beside each other are those that are played one after the other."""

    def game(seed: int) -> tuple[str, Any]:
        session = Session(open_table(Setup("dragonheart", (ANN, Chair("skill:4")), seed=seed)))
        play_out(session, random.Random(seed), 8)
        said = json.dumps(session.hint())
        play_out(session, random.Random(seed))
        return said, session.turns.tolist()

    with ThreadPoolExecutor(2) as pool:
        beside = list(pool.map(game, (1, 2, 1, 2)))
    assert beside[:2] == beside[2:] == [game(1), game(2)]


def test_wrong_numbers_are_refused() -> None:
    """In one line, and the game is as it was."""
    session = Session(open_table(TABLES[0]))
    before, record = session.turns.tolist(), session.shown()
    many = len(numbers(record))
    for wrong in (-1, many, True, "0", None, 1.0):
        with pytest.raises(BadInput, match=f"move: must be a whole number from 0 to {many - 1}"):
            session.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="has been made already"):
        session.play(0, record["decision"] + 1)
    with pytest.raises(BadInput, match="have made 0 decisions"):
        session.take_back()
    with pytest.raises(BadInput, match="no person plays at seat 1"):
        session.shown(1)
    with pytest.raises(BadInput, match="not over yet"):
        session.afterwards()
    with pytest.raises(BadInput, match="not over yet"):
        session.save(Path("nowhere"))
    with pytest.raises(BadInput, match="people play this game"):
        session.go_on()
    assert session.turns.tolist() == before


@pytest.mark.parametrize(("told", "complaint"), [
    ({"game": "chess", "chairs": []}, "game 'chess'"),
    ({"game": "dragonheart", "chairs": [{"person": "A"}]}, "for 2 players, not for 1"),
    ({"game": "dragonheart", "chairs": [{"person": "A"}, {"person": "A"}]}, "is called"),
    ({"game": "dragonheart", "chairs": [{"person": "expert"}, {"program": "expert"}]}, "is called"),
    ({"game": "dragonheart", "chairs": [{"person": "A"}, {"program": "expret"}]}, "did you mean 'expert'"),
    ({"game": "dragonheart", "chairs": [{"person": "A\n"}, {"robot": "x"}]}, "unknown key"),
    ({"game": "dragonheart", "chairs": [{"person": "A\x07b"}, {"program": "random"}]}, "visible characters"),
    ({"game": "dragonheart", "chairs": [{"person": " "}, {"program": "random"}]}, "needs the name"),
    ({"game": "dragonheart", "chairs": [{"person": "A"}] * 2, "seed": -1}, "--seed: must be from 0"),
    ({"game": "dragonheart", "chairs": [{"person": "A"}] * 2, "settings": ("a=1",)}, "a"),
    ({"game": "dragonheart", "chairs": [{"person": "A"}] * 2, "decks": "x"}, "has no decks of the players' own"),
    ({"game": "dragonheart", "chairs": "AB"}, "seats: must be a list"),
])  # fmt: skip
def test_wrong_setups_are_refused(told: Any, complaint: str) -> None:
    """In one line that says what is allowed."""
    with pytest.raises(BadInput, match=complaint) as problem:
        open_table(Setup(**told | {"chairs": chairs_of(told["chairs"])}))
    assert "\n" not in str(problem.value)
