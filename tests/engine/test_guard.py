"""Strategies from outside get copies of what they may see: nothing that they do to them reaches a game."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats import machine
from dhstats.engine import guard
from dhstats.engine import strategy as strategies
from dhstats.engine.compiled import interpreted
from dhstats.engine.game import MIND
from dhstats.engine.strategy import Strategy, from_file
from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.games.dragonwood.forks import TARGETS
from dhstats.players import match as matches
from dhstats.players.learning.training import Training
from dhstats.players.match import Match, line_up, records
from dhstats.players.positions.forks import Arm, Forked, ForkTable
from dhstats.players.recipes import Recipe
from dhstats.players.thinking import learning_of

pytestmark = pytest.mark.skipif(interpreted(), reason="in plain Python what is shown cannot be written to")

RULES = {"dragonheart": "ffg", "dragon": "standard"}
PLAN = np.array([(0, 0, 0, 1), (0, 0, 1, 0)], np.int64)
PLAIN = "return (below(randomness, count) + view.turn + view.hand_sizes[0]) % count"


def bot(folder: Path, body: str) -> Strategy:
    """A strategy from outside with this body."""
    file = folder / "bots.py"
    head = "import numpy as np\nfrom dhstats.engine.stream import below\n"
    file.write_text(f"{head}def bot(view, moves, count, randomness):\n    {body}\n")
    return from_file(f"{file}:bot")


def games(game: str, strategy: Strategy, deals: int = 20) -> Callable[[], Any]:
    """Plays deals of a strategy against itself when called; returns the results."""
    bundle = load(game)
    lineup = line_up(bundle, bundle.rule_files.load(RULES[game], ()), (strategy,))
    match = Match(lineup, (strategy.name,) * 2)
    return lambda: match.play(PLAN, 1, 0, deals)[0]


def played(game: str, strategy: Strategy) -> bytes:
    """The results of some games."""
    return bytes(games(game, strategy)().tobytes())


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code is not read before it plays, as if there were a way to write that reading it does not find."""
    monkeypatch.setattr(strategies, "refusal", lambda *_: "")


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("game", RULES)
def test_what_is_written_reaches_no_game(tmp_path: Path, game: str) -> None:
    """Turn, hands, moves and draws that a strategy changes are those of its copies, for this decision alone."""
    writes = "view.scores[0] = 99; " if game == "dragonheart" else "view.wounds[0] = 99; "
    writes += "last = moves[count - 1]; moves[0] = last; randomness.used = 3; view.seat = 1 - view.seat; "
    assert played(game, bot(tmp_path, writes + "return view.turn % count")) == played(
        game, bot(tmp_path, "return view.turn % count")
    )


@pytest.mark.usefixtures("blind")
def test_who_writes_into_the_rules_is_stopped(tmp_path: Path) -> None:
    """They are shared by the decisions of a run, so they have to be at its end what they were."""
    with pytest.raises(BadInput, match=r"'bot' \(.*bots\.py\) writes into the rules that it was shown"):
        played("dragon", bot(tmp_path, "view.rules.hand_size += 1; return 0"))


@pytest.mark.parametrize("mistake", ["n = view.hand[view.turn]", "if view.turn > 9: raise IndexError"])
def test_what_fails_late_in_a_run_is_told_with_its_line(tmp_path: Path, mistake: str) -> None:
    """The decision at which compiled code failed is asked once more in plain Python, which knows lines."""
    with pytest.raises(BadInput, match=r"'bot' \(.*bots\.py\) in deal 0, at bots\.py:4: reads beyond an array"):
        played("dragonheart", bot(tmp_path, f"{mistake}\n    return below(randomness, count)"))


@pytest.mark.parametrize("game", RULES)
def test_arrays_of_its_own_do_not_lie_where_the_copies_do(tmp_path: Path, game: str) -> None:
    """Whatever the size of an array that a strategy makes, what it was shown stays as it is."""
    sizes = {load(game).game.view.itemsize // 8, 15, 6}
    own = "".join(f"a{size} = np.zeros({size}, np.int64); a{size}[:] = 1 << 40; " for size in sizes)
    assert played(game, bot(tmp_path, own + PLAIN)) == played(game, bot(tmp_path, PLAIN))


def _processor_time(work: Callable[[], Any]) -> float:
    before = time.thread_time()
    work()
    return time.thread_time() - before


# ---- Code that does not come back ------------------------------------------------------------------------------------


def test_what_does_not_return_is_told_with_its_line(tmp_path: Path) -> None:
    """The decision that was asked for last is asked once more in plain Python, and looked at after a while."""
    body = "def bot(view, moves, count, randomness):\n    n = view.hand[0]\n    while GO[0]: n += 1\n    return 0\n"
    lines = f"GO = [1]\n{body}"
    (tmp_path / "bots.py").write_text(lines)
    function, game = from_file(f"{tmp_path / 'bots.py'}:bot").function, load("dragonheart").game
    view, options, mind = records(game.view, 1)[0], records(game.options, 1)[0], records(MIND, 1)[0]
    told = guard.line_of_loop(function, game.view, (view, options, 1, mind), 0.2)
    function.__globals__["GO"][0] = 0
    assert told == "bots.py:4"
    assert guard.line_of_loop(function, game.view, (view, options, 1, mind), 20.0) == ""


def test_who_does_not_return_after_an_interrupt_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategy, the deal, and the line where it can be found; nothing of it once the games are over."""
    told: list[str] = []
    strategy = bot(tmp_path, "return below(randomness, count)")
    bundle = load("dragonheart")
    lineup = line_up(bundle, bundle.rule_files.load("ffg"), (strategy,))

    def interrupted(*_: Any) -> int:
        told.append(machine._stuck())
        return 0

    monkeypatch.setattr(matches, "game_loop", lambda _: interrupted)
    match = Match(lineup, (strategy.name,) * 2)
    monkeypatch.setattr(matches, "line_of_loop", lambda *_: "bots.py:4")
    match.play(PLAN, 1, 0, 1)
    assert told == [f"strategy 'bot' ({tmp_path / 'bots.py'}) in deal 0, at bots.py:4 did not return"]
    assert machine._stuck() == "a strategy did not return"


# ---- Forks -----------------------------------------------------------------------------------------------------------

FORKED = {"dragonheart": "ffg", "dragonwood": "two", "dragon": "standard"}
CHANGES = {"dragonheart": ("points", 9), "dragonwood": (TARGETS[0], 1), "dragon": ("behind", 1)}
SWITCHES = {"dragonheart": "hand.size=7", "dragonwood": "hand.limit=6", "dragon": "turn.draw=must"}
READS = {
    "dragonheart": "view.rules.figure_points + view.rules.hand_size",
    "dragonwood": "view.rules.hand_limit",
    "dragon": "view.rules.must_draw",
}


def forks(game: str, strategy: Strategy, deals: int, last: tuple[Arm, ...] = ()) -> Callable[[], Forked]:
    """Forks games of a strategy against itself when called: as they are, after decrees, under other rules, again so."""
    bundle = load(game)
    rules, other = (bundle.rule_files.load(FORKED[game], each) for each in ((), (SWITCHES[game],)))
    change = (CHANGES[game],)
    arms = (Arm("as it is"), Arm("decree", before=change), Arm("later", after=change, forced=True), Arm("again"),
            Arm("other rules", rules=(SWITCHES[game],)), *last)  # fmt: skip
    table = ForkTable(line_up(bundle, rules, (strategy,)), (strategy.name,) * 2, 0, arms, 2, (other.record(),))
    return lambda: table.play(PLAN, 1, 0, deals)


@pytest.mark.parametrize("game", FORKED)
def test_forks_show_the_rules_that_are_played_by(tmp_path: Path, game: str) -> None:
    """Before and after a decree or a switch, in every continuation: who goes by the rules plays as one built in does."""
    strategy = bot(tmp_path, f"return (below(randomness, count) + {READS[game]}) % count")
    ours, theirs = (forks(game, replace(strategy, outside=outside), 20)() for outside in (False, True))
    for table in ("forks", "parents", "results"):
        one, two = getattr(ours, table), getattr(theirs, table)
        assert all(np.array_equal(one[name], two[name]) for name in one.dtype.names)
    scores = ours.results[[name for name in ours.results.dtype.names if name.startswith("score")]].tolist()
    assert any(fork[0] != fork[4] for fork in scores)  # the switch matters


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("last", [(), (Arm("last"),)], ids=["switched", "as they are"])
def test_who_writes_into_the_rules_of_a_fork_is_stopped(tmp_path: Path, last: tuple[Arm, ...]) -> None:
    """Whether the last continuation was played by the rules of the parent games or by others."""
    with pytest.raises(BadInput, match=r"'bot' \(.*bots\.py\) writes into the rules that it was shown"):
        forks("dragon", bot(tmp_path, "view.rules.hand_size += 1; return 0"), 2, last)()


@pytest.mark.parametrize(
    ("prepare", "most"),
    [
        (lambda each: games("dragon", each, 60), 5),  # measured: 1.8; with a copy of the rules each time 13
        (lambda each: forks("dragon", each, 40), 4),  # measured: 1.5; with a copy of the rules each time 8
    ],
    ids=["games", "forks"],
)
def test_copies_cost_less_than_play_does(tmp_path: Path, prepare: Any, most: int) -> None:
    """The rules of Dragon!, 60 KB, are copied where a decree may have changed them and not for every decision.

    At the side of the same code built in.
    """
    strategy = bot(tmp_path, "return below(randomness, count)")
    times = []
    for each in (replace(strategy, outside=False), strategy):
        play = prepare(each)
        play()
        times.append(min(_processor_time(play) for _ in range(5)))
    assert times[1] < most * times[0]


def test_a_player_from_outside_needs_a_room(tmp_path: Path) -> None:
    """Without one there is nowhere to put copies: an error, not an address of nowhere."""
    game, strategy = load("dragonheart").game, bot(tmp_path, "return 0")
    asked = strategies.compile_strategy(game, strategy)
    with pytest.raises(ValueError, match="needs a room"):
        asked(records(game.view, 1)[0], records(game.options, 1)[0], 1, records(MIND, 1)[0])


def test_a_training_goes_on_with_a_rival_from_outside(tmp_path: Path) -> None:
    """A draft is read by another process, in which the rival's room lies elsewhere."""
    bundle = load("dragonheart")
    rules, strategy = bundle.rule_files.load("ffg"), bot(tmp_path, PLAIN)
    recipe = Recipe(games=64, rounds=2, batch=8, version=learning_of(bundle.game).version)
    whole, first, second = (Training(bundle, rules, recipe, "", strategy) for _ in range(3))
    whole.round(0)
    whole.round(1)
    first.round(0)
    state = first.state(1, [])
    state.arrays["minds"]["kept"][1, :4] = 8  # nobody's memory
    second.restore(state)
    second.round(1)
    assert second.state(2, []).arrays["mean"].tobytes() == whole.state(2, []).arrays["mean"].tobytes()
