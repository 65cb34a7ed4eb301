"""What the players of a file want: points, success together, fewest points, places; sides and powers, and bad ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from dhstats.errors import BadInput
from dhstats.gamefile.playing.rulesets import rule_files
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.telling.plain import Violation
from dhstats.gamefile.telling.story import Tabletop
from tests.gamefile.examples import columns, command, near

Write = Callable[[str, str], Path]

DRAWN = '''"""Drawn: everybody draws a number; what that means depends."""

from dhstats.gamefile import Position, below, choice, each_seat, key, next_seat, number

SEATS = 4
LONGEST = 20
LEAD = 5
{settings}


class Rules:
    most = key(6, 1, 9, "The highest number.")
    orcs = key(0, 0, 9, "What an orc has more.")


class State(Position):
    drawn = each_seat(number(0, 20))
    kind = each_seat(choice("elf", "orc"){power})
    drawing = number(0, 4)


class Move:
    act = choice("draw", "wait")


def setup(state, rules, chance):
    orc = below(chance, 2)
    for seat in range(state.players):
        state.kind[seat] = (seat + orc) % 2


def allowed(view, move, rules):
    return move.act == 0


def play(state, move, rules):
    state.drawing += 1


def then(state, rules, chance):
    state.drawn[state.mover] = below(chance, rules.most + 1) + rules.orcs * state.kind[state.mover]
    state.mover = next_seat(state)


def over(state, rules):
    return state.drawing == state.players


def score(state, rules, seat):
    return state.drawn[seat]
{more}
'''
PARTNERS = 'SIDES = {"near": (0, 2), "far": (1, 3)}'


GIVING = '''"""Giving: take a point or leave it."""

from dhstats.gamefile import Position, choice, each_seat, next_seat, number

SEATS = 4
LONGEST = 20
{settings}


class State(Position):
    points = each_seat(number(0, 9))


class Move:
    act = choice("leave", "take")


def setup(state, rules, chance):
    pass


def allowed(view, move, rules):
    return True


def play(state, move, rules):
    state.points[state.mover] += move.act
    state.mover = next_seat(state)


def over(state, rules):
    return state.decisions >= 7


def score(state, rules, seat):
    return state.points[seat]
{ending}
'''


def drawn(settings: str = "", power: str = "", more: str = "") -> str:
    """The file with other settings."""
    return DRAWN.format(settings=settings, power=power, more=more)


def run(write: Write, folder: Path, text: str, *words: str) -> dict[str, Any]:
    """400 games of a file at random, which `verify` lets stand: the games table."""
    path = write("drawn", text)
    command("simulate", "--game", str(path), "--strategies", "random", "--games", "400", "--seed", "1", *words,
            "--out", str(folder / "run"))  # fmt: skip
    assert "stands." in command("verify", str(folder / "run"), "--sample", "40")
    return columns(folder / "run" / "games")


def test_partners_have_their_points_together_and_win_together(game_file: Write, tmp_path: Path) -> None:
    """A seat's score is that of its side: 2 + 5 of the near one; both have the place of their side."""
    games = run(game_file, tmp_path, drawn(PARTNERS))
    assert (games["score_first"] == games["score_third"]).all()
    assert (games["rank_second"] == games["rank_fourth"]).all()
    near_ = games["score_first"] > games["score_second"]
    assert (games["won_by"][near_] == "near").all()
    assert (games["winner"][near_] == "first").all() or set(games["winner"][near_]) == {0}
    alike = games["score_first"] == games["score_second"]
    assert alike.any()
    frame = pl.read_parquet(f"{tmp_path}/run/games/*.parquet")
    assert frame.filter(pl.col("score_first") == pl.col("score_second"))["won_by"].is_null().all()


def test_a_report_on_sides_asks_which_side_is_stronger_and_not_which_seat(game_file: Write, tmp_path: Path) -> None:
    """Its headline is about the sides, with a share for each; the shares of both add up to one."""
    run(game_file, tmp_path, drawn(PARTNERS))
    told = command("report", str(tmp_path / "run"))
    assert "Is one side stronger in Drawn?" in told
    assert "“near” wins" in told


def test_the_fewest_points_win_where_a_file_says_so(game_file: Write, tmp_path: Path) -> None:
    """Scores count below 0, so that the highest is that with the fewest points."""
    games = run(game_file, tmp_path, drawn('OBJECTIVE = "lowest"'))
    scores = np.stack([games[f"score_{seat}"] for seat in ("first", "second", "third", "fourth")])
    assert scores.max() <= 0
    assert ((scores == scores.max(axis=0)) == (np.stack([games[f"rank_{seat}"] for seat in
            ("first", "second", "third", "fourth")]) == 1)).all()  # fmt: skip


COOP = drawn(
    'OBJECTIVE = "together"\nENDINGS = ("saved", "lost")\nSUCCESS = ("saved",)',
    more="\n\ndef ending(state, rules):\n    return 0 if state.drawn[0] > 0 else 1\n",
)


def test_who_plays_together_succeeds_or_fails_together(game_file: Write, tmp_path: Path) -> None:
    """Nobody wins alone; the page says how often the game is won, about six times of seven here."""
    games = run(game_file, tmp_path, COOP)
    assert set(games["decided_by"]) == {"together"}
    assert near(games["end_reason"] == "saved", 6 / 7)
    told = command("report", str(tmp_path / "run"))
    assert "How often is Drawn won?" in told
    assert "Does it matter where you sit" not in told


def test_powers_go_round_the_table_and_the_stronger_one_is_named(game_file: Write, tmp_path: Path) -> None:
    """An orc has 2 points more; each deal is played with orcs in all seats, and the report says that they win more."""
    games = run(game_file, tmp_path, drawn("SEATS = 2", ", power=True").replace("SEATS = 4\n", ""), "--set", "orcs=2")
    assert set(games["kind_first"]) == {"elf", "orc"}
    assert near(games["kind_first"] == "orc", 0.5)
    told = command("report", str(tmp_path / "run"))
    assert "Which power is too strong in Drawn?" in told
    assert "Orc is too strong" in told
    (data,) = json.loads(command("report", str(tmp_path / "run"), "--json", "-"))["runs"]
    (table,) = (each for each in data["answers"][0]["tables"] if each["key"] == "powers")
    rows = [dict(zip((each["name"] for each in table["columns"]), row, strict=True)) for row in table["rows"]]
    lead = np.where(games["kind_first"] == "orc", 1, -1) * (games["score_first"] - games["score_second"])
    for row, ahead in ((next(row for row in rows if row["power"] == name), sign * lead) for name, sign in ORCS):
        won, more, less = ((np.sign(ahead + point) + 1).mean() / 2 for point in (0, 1, -1))
        found = [row[name] for name in ("share", "gained", "lost")]
        assert found == pytest.approx([won, more - won, won - less])
    assert "With orc one point less at the end would take" in told


ORCS = (("orc", 1), ("elf", -1))
BAD = [
    (drawn('OBJECTIVE = "winning"'), "OBJECTIVE is 'winning'; did you mean 'win'?"),
    (drawn('OBJECTIVE = "together"'), "needs endings by which all succeed or fail"),
    (COOP.replace('("saved",)', '("safe",)'), "SUCCESS: 'safe' is not one of the ENDINGS"),
    (COOP.replace('("saved",)', '("saved", "lost")'), "names every ending, so nobody can fail"),
    (drawn('SUCCESS = ("end",)'), "SUCCESS is for games in which all play together"),
    (drawn('SIDES = {"near": (0, 1), "far": (1, 3)}'), "SIDES must have every seat from 0 to 3 on one side"),
    (drawn('SIDES = ("near", "far")'), "SIDES must be seats by name"),
    (drawn(PARTNERS, more="\n\ndef side(state, rules, seat):\n    return 0\n"), "leave out side(state, rules, seat)"),
    (drawn(PARTNERS).replace("SEATS = 4", "SEATS = (1, 4)"), "with 1 players nobody plays for 'far'"),
    (drawn().replace("each_seat(number(0, 20))", "each_seat(number(0, 20), power=True)"), "a power is each_seat"),
]


@pytest.mark.parametrize(("text", "says"), BAD, ids=[says[:30] for _, says in BAD])
def test_what_is_no_objective_is_refused_in_a_sentence(game_file: Write, text: str, says: str) -> None:
    """Each with what is allowed."""
    with pytest.raises(BadInput) as refused:
        read(game_file("drawn", text))
    assert says in str(refused.value).replace('"', "'") or says in str(refused.value)


def test_files_of_before_say_by_points(game_file: Write) -> None:
    """Runs that were played with such a file stay readable."""
    assert read(game_file("drawn", drawn("BY_POINTS = True"))).objective.kind == "points"


def test_greedy_players_think_of_their_side(game_file: Write, tmp_path: Path) -> None:
    """A point for both partners is better than none, though neither leads the other."""
    text = GIVING.format(settings='SIDES = {"near": (0, 2), "far": (1, 3)}', ending="")
    together = GIVING.format(
        settings='OBJECTIVE = "together"\nENDINGS = ("good", "bad")\nSUCCESS = ("good",)',
        ending="\n\ndef ending(state, rules):\n    return 0\n",
    )
    for name, each in (("sides", text), ("shared", together)):
        words = ["--game", str(game_file(name, each)), "--strategies", "greedy", "--games", "40", "--seed", "1"]
        command("simulate", *words, "--out", str(tmp_path / name))
        assert set(columns(tmp_path / name / "moves")["act"]) == {"take"}


def test_a_side_that_there_is_not_is_told(game_file: Write) -> None:
    """In plain Python, with what is allowed."""
    text = drawn('SIDES = ("near", "far")', more="\n\ndef side(state, rules, seat):\n    return seat\n")
    file = read(game_file("drawn", text))
    with pytest.raises(Violation, match="side returns 2, must be a place in SIDES, from 0 to 1"):
        Tabletop(file, rule_files(file).load("standard").record(), 1, 0, 0).scores()


def test_ten_seats_have_columns_shares_and_words(game_file: Write, tmp_path: Path) -> None:
    """Ten play: every share of the wins is counted, and the report names the tenth seat."""
    text = drawn().replace("SEATS = 4", "SEATS = 10").replace("number(0, 4)", "number(0, 10)")
    games = run(game_file, tmp_path, text)
    assert set(games["rank_tenth"]) >= {1}
    assert "tenth" in command("report", str(tmp_path / "run"))
