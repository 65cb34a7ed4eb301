"""Players who retired: their names say whom to use, and what they played is read, told and judged, never played anew."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.engine.compiled import interpreted
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import load
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import find_again, replay
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Player, Run, open_run
from tests.players.pupils import FFG, HEART

BUNDLE = HEART.bundle
SAID = (
    "strategy {!r}: who played here retired with dhstats 0.2.0 and plays nothing anew; `dhstats replay`, `report` and"
    " `sql` still read the stored games, and `verify` has the referee judge them"
)


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("expert-1", "expert"), ("expert-2", "expert"), ("expert-1:no_ships", "expert:no_ships"),
        ("search-1:400", "search:400"), ("search-2:9@kosmos", "search:9@kosmos"), ("search-3:30", "search:30"),
    ],
)  # fmt: skip
def test_a_retired_name_says_whom_to_use(name: str, now: str) -> None:
    """In one sentence, for every game."""
    for game in ("dragonheart", "dragonwood", "dragon"):
        bundle = load(game)
        with pytest.raises(BadInput) as refused:
            roster.find(bundle, bundle.rule_files.load(bundle.default_rules), name)
        assert str(refused.value) == f"strategy {name!r}: is no longer shipped since dhstats 0.2.0; use {now}"


@pytest.mark.parametrize(
    "name", ["expert-1", "expert", "search-2:9", "search:9", "skill:5", "expert@kosmos", "generalist"]
)
def test_who_played_a_run_and_retired_is_not_found_again(name: str) -> None:
    """By their name, or because who has it now is another."""
    with pytest.raises(DataProblem) as refused:
        find_again(BUNDLE, FFG, Player(name, "", "trained", "0" * 64, {}))
    assert str(refused.value) == SAID.format(name)


def test_who_never_learnt_has_changed() -> None:
    """A script of the same name that decides otherwise has not retired."""
    with pytest.raises(DataProblem, match=r"'greedy' .*has changed since the run was played"):
        find_again(BUNDLE, FFG, Player("greedy", "", "built in", "0" * 64, {}))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Games of an expert, every other deal logged, as somebody of a name played them who has retired since."""
    if interpreted():
        pytest.skip("games of a network in plain Python take too long")
    runs, find = {}, trainees.find
    for name in ("expert-1", "expert"):

        def then(bundle: Any, rules: Any, text: str, *more: Any, name: str = name) -> Strategy:
            found = find(bundle, rules, text.replace("expert-1", "expert"), *more)
            return replace(found, name=name, hash="0" * 64) if text == name else found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(trainees, "find", then)
            plan = Experiment("x", strategies=(name, "greedy"), games=24, seed=2, moves="sample:2")
            runs[name] = simulate(plan, tmp_path_factory.mktemp("retired") / "run", workers=1)
    return runs


@pytest.mark.parametrize("name", ["expert-1", "expert"])
def test_a_run_of_a_retired_player_stands_as_far_as_it_can_be_checked(
    name: str, played: dict[str, Run], capsys: pytest.CaptureFixture[str]
) -> None:
    """Files, rows, moves and the referee; it says that nothing was played anew, and the exit code is that of a sound run."""
    run = played[name]
    found = verify(run.folder, sample=24)
    assert found.stands
    assert found.left_out == (f"games of {name!r} were not played again: {SAID.format(name)}",)
    assert (found.games, found.games_played_again) == (24, 0)
    assert found.games_replayed == 12  # those with logged turns: the others hold no turn to judge
    assert found.turns == found.turns_followed == found.rows_checked > 300
    assert main(["verify", str(run.folder)]) == 0
    assert "not checked: games of" in " ".join(capsys.readouterr().out.split())


def test_games_of_a_retired_player_are_told_as_they_were_logged(played: dict[str, Run]) -> None:
    """Where no turn was logged, one sentence says why the game cannot be played again, and what is still there."""
    run = played["expert-1"]
    told = replay(run, 0)
    assert (told.logged, told.players, len(told.turns) > 20) == (True, ("expert-1", "greedy"), True)
    with pytest.raises(
        DataProblem, match=r"no turns of game 2 were logged, .*'expert-1': who played here retired with"
    ):
        replay(run, 2)
    assert main(["sql", str(run.folder), "SELECT count(*) AS n FROM games"]) == 0


@pytest.mark.parametrize("name", ["expert-1", "expert"])
def test_a_run_of_a_retired_player_is_not_gone_on_with(name: str, played: dict[str, Run], tmp_path: Path) -> None:
    """By a plan of the same words, it would become a run of two players with one name."""
    run = open_run(shutil.copytree(played[name].folder, tmp_path / "run"))
    plan = Experiment("x", strategies=(name, "greedy"), games=48, seed=2, moves="sample:2")
    with pytest.raises(BadInput, match=r"dhstats 0\.2\.0"):
        simulate(plan, run.folder, workers=1, resume=True)
