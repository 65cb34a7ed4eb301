"""Checks of a game: a sound one passes all, and one with a fault built in is named for that fault alone."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from dhstats.questions.runs import health
from tests.gamefile.examples import command

STEPS = '''"""Steps: walk as fast as you dare; who has come furthest when somebody arrives wins."""

from dhstats.gamefile import Position, choice, each_seat, key, next_seat, number, roll

TITLE = "Steps"
SEATS = 2
LONGEST = 40
ENDINGS = ("arrived", "time")


class Rules:
    goal = key(14, 1, 60, "Points that end the game.")
    last = key(14, 2, 40, "Decisions after which the game ends.")


class State(Position):
    points = each_seat(number(0, 200))
    pace = number(0, 2)


class Move:
    act = choice("step", "run", "jump")


def setup(state, rules, chance):
    state.mover = 0


def allowed(view, move, rules):
    return True


def play(state, move, rules):
    state.pace = move.act


def then(state, rules, chance):
    state.points[state.mover] += roll(chance, 2 + state.pace)
    state.mover = next_seat(state)


def furthest(state):
    most = 0
    for seat in range(state.players):
        most = max(most, state.points[seat])
    return most


def over(state, rules):
    return furthest(state) >= rules.goal or state.decisions >= rules.last


def ending(state, rules):
    return 0 if furthest(state) >= rules.goal else 1


def score(state, rules, seat):
    return state.points[seat]


def jumper(view, moves, count, randomness):
    """Takes the last option."""
    return count - 1


def runner(view, moves, count, randomness):
    """Takes the middle one."""
    return count // 2


def stepper(view, moves, count, randomness):
    """Takes the first option."""
    return 0


PLAYERS = (jumper, runner, stepper)
'''
BONUS = "    arrived = furthest(state) >= rules.goal or state.decisions >= rules.last\n"
TOGETHER = 'SEATS = 2\nOBJECTIVE = "together"\nSUCCESS = ("arrived",)'
# By the fault: what is written instead of what, and what the check sees.
FAULTS = {
    "stopped": (
        {"LONGEST = 40": "LONGEST = 6", '("arrived", "time")': '("arrived", "apart")', "key(14, 1, 60": "key(7, 1, 60",
         " or state.decisions >= rules.last": "", "return 0 if furthest(state) >= rules.goal else "
         "1": "return state.pace // 2"},
        "games stop at the limit of decisions",
    ),
    "an ending that never comes": ({'"time")': '"time", "storm")'}, "no game ends by “storm”"),
    "over at once": (
        {"    state.mover = 0": "    state.mover = 0\n    state.points[0] = rules.goal if roll(chance, 6) == 1 else 0"},
        "of the games are over before anybody decides",
    ),
    "shared wins": ({"return state.points[seat]": "return state.points[seat] // 8"}, "without a single winner"),
    "no result": ({"return state.points[seat]": "return 3"}, "every game ends with the same scores"),
    "one seat": (
        {"    return state.points[seat]": f"{BONUS}    return state.points[seat] + (50 if arrived and seat == 0 else "
        f"0)"},
        "the first seat wins 100 % of the games",
    ),
    "one side": (
        {"SEATS = 2": 'SEATS = 4\nSIDES = {"red": (0, 2), "blue": (1, 3)}',
         "    return state.points[seat]": f"{BONUS}    return state.points[seat] + (50 if arrived and seat == 2 else "
         f"0)"},
        "“red” wins 100 % of the games",
    ),
    "no choice": ({"return True": "return move.act == 0 or view.decisions % 4 == 0"}, "of the decisions have one "
    "option"),
    "an option for nobody": ({"return True": "return move.act < 2"}, "nobody takes “jump”"),
    "decided early": (
        {"    state.points[state.mover] +=": "    if state.decisions < 4:\n        state.points[state.mover] +=",
         "return furthest(state) >= rules.goal or": "return", "key(14, 1, 60": "key(5, 1, 60"},
        "the player who leads after",
    ),
    "hopeless": ({"SEATS = 2": TOGETHER, "key(14, 1, 60": "key(20, 1, 60"}, "of the games are lost"),
    "trivial": ({"SEATS = 2": TOGETHER, "key(14, 1, 60": "key(11, 1, 60"}, "of the games are won"),
}  # fmt: skip


def checked(folder: Path, changes: dict[str, str], *words: str) -> dict[str, str]:
    """Plays a game with some lines written otherwise; what its checks see, by what should hold; "" where it does."""
    text = STEPS
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    file, run = folder / "steps.py", folder / "run"
    file.write_text(text)
    players = () if "--strategies" in words else ("--strategies", "random")
    command("simulate", "--game", str(file), *players, *words, "--games", "800", "--seed", "1", "--out", str(run))
    command("report", str(run), "-o", str(folder / "page.html"), "--json", str(folder / "page.json"), "--run-code")
    (told,) = json.loads((folder / "page.json").read_text())["runs"]
    answer = next(each for each in told["answers"] if each["key"] == health.KEY)
    table = answer["tables"][0]
    rows = [dict(zip((each["name"] for each in table["columns"]), row, strict=True)) for row in table["rows"]]
    amiss = [row for row in rows if row["result"] == health.NAMED]
    assert f"{len(rows) - len(amiss)} of {len(rows)}</strong> checks passed" in (folder / "page.html").read_text()
    return {row["check"]: row["seen"] for row in rows}


def test_a_sound_game_passes(tmp_path: Path) -> None:
    """Ten checks of a game for two that is played by one player at both seats."""
    seen = checked(tmp_path, {})
    assert not any(seen.values()), seen
    assert len(seen) == 10


OFTEN = ("stopped", "no choice")
LONG = pytest.mark.long("ten other planted faults, a game compiled for each; two stand for them")


@pytest.mark.parametrize("fault", [each if each in OFTEN else pytest.param(each, marks=LONG) for each in FAULTS])
def test_a_fault_is_named_and_nothing_else(tmp_path: Path, fault: str) -> None:
    """Each planted fault trips exactly its check."""
    changes, told = FAULTS[fault]
    amiss = [seen for seen in checked(tmp_path, changes).values() if seen]
    assert len(amiss) == 1, amiss
    assert told in amiss[0]


def test_a_player_who_always_does_the_same_is_named(tmp_path: Path) -> None:
    """That the other options are never taken follows from it, and is not named beside it."""
    amiss = [seen for seen in checked(tmp_path, {}, "--strategies", "stepper").values() if seen]
    assert amiss == ["100 % of the choices are “step”"]


def test_players_who_keep_their_seats_and_win_too_easily_are_named(tmp_path: Path) -> None:
    """Two strategies that never change seats, of which one nearly always wins."""
    seen = checked(tmp_path, {}, "--strategies", "jumper,stepper", "--design", "single")
    assert seen["Players change seats equally often"] == "players do not sit at each seat equally often"
    assert "jumper wins" in seen["No player nearly always wins"]
    assert "against stepper" in seen["No player nearly always wins"]


def test_an_expert_whom_a_script_beats_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is called the better player has to hold their own against each other player."""
    words = SimpleNamespace(better="runner", ends={})
    monkeypatch.setattr(health, "vocabulary", lambda _: words)
    match = ("--strategies", "runner,jumper", "--design", "strength")
    assert checked(tmp_path, {}, *match)["No simple player beats runner"] == "jumper beats runner"
    words.better = "jumper"
    command("report", str(tmp_path / "run"), "-o", str(tmp_path / "page.html"), "--run-code", "--force")
    assert "beats jumper" not in (tmp_path / "page.html").read_text().partition("No simple player beats jumper")[0]
