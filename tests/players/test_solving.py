"""Games that are solved: values that are known or recounted, and players who play by them."""

import json
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from dhstats.engine import remembering
from dhstats.engine.stream import STREAM, begin_script, below, next_script, ways
from dhstats.errors import BadInput
from dhstats.gamefile import opening
from dhstats.games import catalogue
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.players.solving import backwards, equilibrium, solutions, solver
from dhstats.players.solving.growing import Graph
from dhstats.players.solving.judging import Examiner, depths
from dhstats.players.solving.positions import positions
from dhstats.players.solving.solutions import Solution
from dhstats.players.trained import pack, unpack
from tests.gamefile import pig_solved
from tests.gamefile.examples import FOLDER, Table, command, played
from tests.gamefile.test_kinds import duel_value


def solved(name: str, *settings: str, most: int = solutions.MOST) -> Solution:
    """A solved example."""
    bundle = catalogue.load(name)
    return solver.solve(bundle, bundle.rule_files.load(bundle.default_rules, settings), most)


def test_a_script_goes_through_every_way_of_draws_once() -> None:
    """Two draws, and between them one that is made in some cases alone; the chances sum to one."""
    stream = np.zeros(1, STREAM).view(np.recarray)[0]
    begin_script(stream)
    seen, total, more = set(), 0.0, True
    while more:
        first = int(below(stream, 3))
        seen.add((first, int(below(stream, 2)) if first != 1 else 0, int(below(stream, 4)), int(below(stream, 1))))
        total += 1.0 / int(ways(stream))
        more = bool(next_script(stream))
    assert len(seen) == 20
    assert total == pytest.approx(1.0)


def test_a_script_says_when_draws_do_not_fit_into_it() -> None:
    """Seventeen coins are one too many."""
    stream = np.zeros(1, STREAM).view(np.recarray)[0]
    for coins, known in ((16, 1 << 16), (17, 0)):
        begin_script(stream)
        for _ in range(coins):
            below(stream, 2)
        assert int(ways(stream)) == known


def test_numbers_of_records_are_the_same_compiled_or_not() -> None:
    """A solution that was found compiled is played in plain Python too."""
    assert [int(remembering.mixed(*pair)) for pair in ((0, 0), (1, 1), (1 << 62, -1))] == [
        -8143319882873364173, -3559958145259769905, 5505218646145560211,
    ]  # fmt: skip


def by_programme(game: Any) -> float:
    """The value of a matrix game by scipy."""
    rows, columns = game.shape
    limits = np.hstack([-game.T, np.ones((columns, 1))])
    equal = np.append(np.ones(rows), 0.0)[None]
    found = linprog(np.append(np.zeros(rows), -1.0), limits, np.zeros(columns), equal, [1.0],
                    [(0, None)] * rows + [(None, None)])  # fmt: skip
    return float(-found.fun)


def test_matrix_games_have_the_value_that_a_linear_programme_finds() -> None:
    """Sixty matrices, a third of them of few different numbers, where steps of the simplex method lead nowhere."""
    random = np.random.default_rng(3)
    for number in range(60):
        game = random.normal(size=random.integers(1, 7, 2))
        game = np.round(game) if number % 3 == 0 else game
        row, column = np.empty(game.shape[0]), np.empty(game.shape[1])
        value = backwards.matrix_game(game, row, column)
        assert value == pytest.approx(by_programme(game), abs=1e-9)
        assert (row @ game).min() == pytest.approx(value, abs=1e-9)
        assert (game @ column).max() == pytest.approx(value, abs=1e-9)


def test_tic_tac_toe_is_a_draw_and_its_solution_never_loses(tmp_path: Path) -> None:
    """4,520 positions in which somebody moves; in play by chance a perfect player loses nothing."""
    found = solved("tic_tac_toe")
    assert found.values == pytest.approx((0.5, 0.5), abs=1e-12)
    assert (found.sets, found.error, found.certified) == (4520, 0.0, True)
    games, _ = played(tmp_path / "run", "tic_tac_toe", "solved,random", 2000)
    solved_sits = np.where(games["first"] == "solved", 0, 1)
    assert ((games["winner"] == solved_sits) | (games["winner"] == -1)).all()
    assert (games["winner"] == solved_sits).mean() > 0.8


def test_the_first_player_of_kuhn_poker_loses_an_eighteenth() -> None:
    """The value is known; nobody can be sure of more."""
    found = solved("kuhn")
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-9)
    assert found.sets == 12


def test_the_value_of_leduc_poker_is_the_published_one(tmp_path: Path) -> None:
    """-0.0856; those who remember what they saw play by it in games, and gain from who is careful."""
    found = solved("leduc")
    assert found.values[0] == pytest.approx(-0.085606424, abs=1e-8)
    assert found.recalls
    games, _ = played(tmp_path / "run", "leduc", "solved,careful", 4000)
    points = np.where(games["first"] == "solved", games["score_first"], games["score_second"])
    assert points.mean() > -3 * points.std() / len(points) ** 0.5


def test_regrets_find_what_a_linear_programme_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both bounds close in on the value of Leduc poker."""
    monkeypatch.setattr(equilibrium, "MOST_SEQUENCES", 0)
    found = solved("leduc")
    assert found.error < solver.WANTED * 26
    assert abs(found.values[0] + 0.085606424) <= found.error


def test_a_duel_of_choices_at_once_is_worth_what_the_programmes_say() -> None:
    """By an independent recursion in plain Python."""
    assert solved("duel", "rounds=2", "loaded=1").values[0] == pytest.approx(duel_value(1, 2), abs=1e-9)
    assert solved("duel", "rounds=2", "loaded=0").values[0] == pytest.approx(0.5)


def test_goofspiel_is_even_whatever_the_order_of_its_hidden_prizes() -> None:
    """Prizes lie in one order in every position, so that there are few: as many as cards, points and hands differ."""
    found = solved("gops", "cards=4")
    assert found.values == pytest.approx((0.5, 0.5))
    assert found.information == "at once"
    assert found.positions < 8000


def test_pig_is_worth_what_value_iteration_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions come back, as a one passes the turn on without points."""
    monkeypatch.setattr(pig_solved, "TARGET", 15)
    chance, _ = pig_solved.settled()
    found = solved("pig", "target=15")
    assert found.values[0] == pytest.approx(chance[0, 0], abs=1e-7)
    assert found.error < 1e-9


def test_fires_are_held_out_best_as_often_as_every_course_says() -> None:
    """Three houses, one player, two turns: the best of all moves at every position."""
    rules = {"houses": 3, "rounds": 2, "flames": 2, "players": 1}
    table = Table("fires", **rules)

    def saved(state: Any) -> float:
        if table.over(state):
            return float(table.own["ending"](state, table.rules) == 0)
        return max(
            sum(chance * saved(after) for after, chance in table.after(state, move)) for move in table.allowed(state)
        )

    expected = sum(chance * saved(state) for state, chance in table.beginnings())
    assert solved("fires", *(f"{key}={value}" for key, value in rules.items())).values == pytest.approx((expected,))


def kuhn_plans() -> Iterator[dict[tuple[int, str], str]]:
    """Every pure way to play Kuhn poker in one seat: by the card, and by what was said before."""
    for seat in (("", "cb"), ("c", "b")):
        places = [(card, said) for card in range(3) for said in seat]
        for choice in product("cb", repeat=len(places)):
            yield dict(zip(places, choice, strict=True))


def kuhn(cards: tuple[int, int], plans: tuple[dict[Any, str], dict[Any, str]]) -> int:
    """What the first player wins in one deal."""
    said = ""
    while said not in ("cc", "bc", "bb", "cbc", "cbb"):
        said += plans[len(said) % 2][(cards[len(said) % 2], said)]
    higher = 1 if cards[0] > cards[1] else -1
    return {"cc": higher, "bc": 1, "cbc": -1, "bb": 2 * higher, "cbb": 2 * higher}[said]


def test_what_a_player_loses_to_the_best_answer_is_recounted_over_all_answers() -> None:
    """In Kuhn poker who bets and calls with the king alone is best answered by one of 64 pure plans."""
    bundle = catalogue.load("kuhn")
    rules = bundle.rule_files.load(bundle.default_rules)
    honest = Examiner(bundle, rules, 1000).judge(trainees.find(bundle, rules, "honest"))
    plan = {(card, said): "b" if card == 2 else "c" for card in range(3) for said in ("", "cb", "c", "b")}
    deals = list(permutations(range(3), 2))
    answers = list(kuhn_plans())
    worst_first = min(np.mean([kuhn(deal, (plan, other)) for deal in deals]) for other in answers[64:])
    worst_second = min(np.mean([-kuhn(deal, (other, plan)) for deal in deals]) for other in answers[:64])
    assert honest.sure == pytest.approx((worst_first, worst_second))
    assert not honest.mixes


@pytest.mark.parametrize(
    ("game", "settings", "reason"),
    [
        ("dragonheart", (), "far too many positions"),
        ("brim", (), "more than 2,000,000 outcomes"),
        ("village", (), "who wins with whom differs"),
        ("pig", ("target=20",), "more than 500 positions"),
        ("black_lady", (), "cannot be solved"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_sentence(game: str, settings: tuple[str, ...], reason: str) -> None:
    """With the reason, and where it is size with the count so far."""
    with pytest.raises(BadInput, match=reason):
        solved(game, *settings, most=500)


def test_who_plays_by_a_solution_is_the_same_in_another_process() -> None:
    """A worker gets the table of what to play along."""
    bundle = catalogue.load("kuhn")
    rules = bundle.rule_files.load(bundle.default_rules)
    player = trainees.find(bundle, rules, "solved")
    again = unpack(bundle, rules, pack(player), "worker")
    assert (again.hash, again.memory) == (player.hash, player.memory)
    assert again.function.__code__ is player.function.__code__
    assert roster.find(bundle, rules, "solved").hash == player.hash


def test_the_command_says_what_a_game_is_worth_and_what_players_lose() -> None:
    """The answer first, then how sure, then players, the best first."""
    lines = command("solve", "kuhn", "--players", "honest,equilibrium").splitlines()
    assert lines[1] == "Yes: going first costs 0.0556 points per game."
    assert lines[2] == "Exact: every position was counted, and no other way to play gains anything."
    assert [line.split()[0] for line in lines[5:7]] == ["equilibrium", "honest"]


def test_positions_that_players_cannot_tell_apart_are_one_set() -> None:
    """288 sets of Leduc poker without suits, of which each has the same number of options in all its positions."""
    bundle = catalogue.load("leduc")
    graph = positions(bundle, bundle.rule_files.load(bundle.default_rules), 10_000)
    assert len(graph.set_marks) - 1 == 288
    ends = graph.mover[:-1] < 0
    assert np.allclose(graph.payoffs[:-1][ends].sum(axis=1), 0.0)


CYCLE = Graph(
    *(np.zeros(0, np.int64),) * 4,
    mover=np.array([0, 1, 0, 1, -1, -1, 0], np.int8), sets=np.array([-1, 0, 1, 2, -1, -1, 0]),
    first_option=np.array([0, 1, 3, 5, 7, 7, 7]), payoffs=np.array([[0.0, 0.0]] * 5 + [[1.0, 0.0], [0.0, 0.0]]),
    sequences=np.zeros((7, 1), np.int64), last_edge=np.zeros(7, np.int64), first_edge=np.arange(8),
    child=np.array([1, 4, 2, 3, 4, 2, 5, 0]), share=np.ones(8), set_marks=np.zeros(4, np.int64),
    set_sights=np.zeros(4, np.int64), set_first=np.array([0, 2, 4, 6]), set_movers=np.zeros(4, np.int8),
    states=np.zeros(0),
)  # fmt: skip


def test_a_cycle_that_decides_nothing_leaves_the_value_exact() -> None:
    """The second player takes what is certain; beyond, two could go to and fro for ever, which nobody has to."""
    ends = CYCLE.payoffs.copy()
    ends[4], ends[5] = (0.0, 1.0), (1.0, 0.0)
    found = backwards.solve(CYCLE._replace(payoffs=ends), np.arange(2), at_once=False)
    assert found is not None
    assert found.values[0] == pytest.approx((0.0, 1.0))
    assert found.error == 0.0
    assert found.policy[1] == 1.0


def test_a_perfect_player_who_remembers_is_judged_as_perfect() -> None:
    """In Leduc poker what to do depends on what was seen before: nothing is lost."""
    bundle = catalogue.load("leduc")
    rules = bundle.rule_files.load(bundle.default_rules)
    sure = Examiner(bundle, rules, 10_000).judge(trainees.find(bundle, rules, "solved")).sure
    assert sure == pytest.approx((-0.085606424, 0.085606424), abs=1e-8)


def test_a_few_positions_are_counted_too() -> None:
    """The limit holds for small games as well."""
    with pytest.raises(BadInput, match="has more than 10 positions"):
        solved("kuhn", most=10)


TWO_CARDS = '''"""One player looks at two cards of three, keeps the higher one, and puts the other back."""

from dhstats.gamefile import NOBODY, Position, choice, draw, fill, key, number, pile, put, shuffle

SEATS = 1


class Rules:
    copies: int = key(1, 1, 2, "Copies of each card.")


class State(Position):
    deck = pile(6, 3, seen=NOBODY)
    kept: int = number(-1, 2, -1)


class Move:
    act: int = choice("look")


def setup(state, rules, chance):
    for card in range(3):
        fill(state.deck, card, rules.copies)
    shuffle(chance, state.deck)


def allowed(view, move, rules):
    return True


def play(state, move, rules):
    pass


def then(state, rules, chance):
    one, other = draw(state.deck), draw(state.deck)
    state.kept = max(one, other)
    put(state.deck, min(one, other))


def over(state, rules):
    return state.kept >= 0


def score(state, rules, seat):
    return max(state.kept, 0)
'''


def test_cards_that_are_drawn_and_put_back_were_drawn(tmp_path: Path) -> None:
    """Of three different cards the higher of two is 1, 2 or 2: a pile that shrank by one gave two."""
    path = tmp_path / "two_cards.py"
    path.write_text(TWO_CARDS)
    bundle = catalogue.load(catalogue.name_of(str(path)))
    found = solver.solve(bundle, bundle.rule_files.load(bundle.default_rules), 100)
    assert found.values == pytest.approx((5 / 3,))


def test_a_damaged_solution_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a file is no table to play by: the rules are solved anew."""
    place = tmp_path / "kuhn.solved"
    monkeypatch.setattr(solutions, "_place", lambda bundle, rules: place)
    bundle = catalogue.load("kuhn")
    rules = bundle.rule_files.load(bundle.default_rules)
    first = solutions.solved(bundle, rules)
    assert solutions.known(bundle, rules) == first
    place.write_bytes(place.read_bytes()[:-100])
    assert solutions.known(bundle, rules) is None
    assert solutions.solved(bundle, rules) == first


def test_players_are_asked_as_they_are_in_a_game(tmp_path: Path) -> None:
    """In Leduc poker no rule reads how many decisions there were, but players may, so these two differ."""
    text = (FOLDER / "leduc.py").read_text("utf-8")
    script = """

def late(view, moves, count, randomness) -> int:
    \"\"\"The first move at first, the last one later.\"\"\"
    return 0 if view.state.decisions < 2 else count - 1


def early(view, moves, count, randomness) -> int:
    \"\"\"The first move, always.\"\"\"
    return 0


PLAYERS = (late, early)
"""
    path = tmp_path / "late.py"
    path.write_text(text.replace("PLAYERS = (careful,)", "") + script, encoding="utf-8")
    bundle = opening.of_path(str(path)).part("bundle")
    rules = bundle.rule_files.load(bundle.default_rules)
    examiner = Examiner(bundle, rules, 10_000)
    late, early = (examiner.judge(trainees.find(bundle, rules, name)) for name in ("late", "early"))
    again = depths(examiner._graph)
    assert sorted(set(again[:288].tolist()))[:3] == [0, 1, 2]
    assert late.sure != pytest.approx(early.sure)


@pytest.mark.parametrize(
    ("name", "sure"),
    [
        ("kuhn", "exactly −0.0556 points per game for the first player"),
        ("tic_tac_toe", "the first player wins exactly 50.00 of 100 games"),
    ],
)
def test_among_perfect_players_a_report_is_exact(name: str, sure: str, tmp_path: Path) -> None:
    """A few games among them are a sample; what the seats are worth was worked out, and the verdict follows that."""
    words = ["--game", name, "--strategies", "solved", "--games", "60", "--seed", "1", "--out", str(tmp_path / "run")]
    command("simulate", *words)
    told = command("report", str(tmp_path / "run"), "--page", str(tmp_path / "page.html"))
    assert sure in told
    assert "two perfect players" in told


def test_levels_between_perfect_players_are_worked_out(tmp_path: Path) -> None:
    """Every mean is the value of the solved game, so a few deals are enough; what else is asked of them is measured."""
    page = tmp_path / "sweep.json"
    told = command("sweep", "standard", "ante=1..3", "--game", "kuhn", "--strategies", "solved", "--deals", "20", "--seed", "1",
                   "--out", str(tmp_path / "runs"), "--json", str(page), "-o", str(tmp_path / "sweep.html"))  # fmt: skip
    worth = [solved("kuhn", f"ante={ante}").values[0] for ante in (1, 2, 3)]
    numbers = json.loads(page.read_text("utf-8"))["runs"][0]["answers"][0]
    curve = next(each for each in numbers["tables"] if each["key"] == "curve")
    names = [column["name"] for column in curve["columns"]]
    rows = [dict(zip(names, row, strict=True)) for row in curve["rows"]]
    assert [row["value"] for row in rows] == pytest.approx([2.0 * each for each in worth], abs=1e-4)
    assert {row["method"] for row in rows} == {"worked out, not measured"}
    assert "exactly" in told
    assert "interval" not in told.partition("•")[0]
    assert "worked out at every level, and not measured" in numbers["method"]
