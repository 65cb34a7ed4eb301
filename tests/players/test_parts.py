"""A step's games played in parts on several threads: a player of equal bytes, however many threads there are."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats import machine
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.players.learning import trainer, training
from dhstats.players.learning.trainer import Draft
from dhstats.players.learning.training import Lap, train
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe, recipe_table, standard
from tests.gamefile.examples import FOLDER
from tests.players.pupils import DRAGON, DRAGONWOOD, FFG, HEART

pytestmark = pytest.mark.skipif(interpreted(), reason="in plain Python one thread plays all parts")

BUNDLE = HEART.bundle
PARTED = Recipe(games=300, rounds=10, batch=7, parts=3, version=3)  # some steps look at games of two rounds


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many threads there are, all of which play from the start; examinations are short."""
    monkeypatch.setattr(trainer, "WORTH", 0.0)
    monkeypatch.setattr(training, "CURVE_DEALS", 20)
    monkeypatch.setattr(training, "CARD_DEALS", 20)
    return lambda number: monkeypatch.setenv(machine.THREADS, str(number))


@pytest.mark.parametrize("rival", [None, "greedy"])
def test_any_number_of_threads_makes_the_same_player(threads: Callable[[int], None], rival: str | None) -> None:
    """Fewer threads than parts, as many, and more; by self-play, and against a rival."""
    against = BUNDLE.find_strategy(rival) if rival else None
    made = set()
    for number in (1, 2, 3, 8):
        threads(number)
        made.add(train(BUNDLE, FFG, PARTED, rival=against).to_json())
    assert len(made) == 1


@pytest.mark.parametrize("school", [HEART, DRAGONWOOD, DRAGON], ids=lambda school: school.bundle.game.name)
def test_today_s_players_learn_the_same_on_two_threads(threads: Callable[[int], None], school: object) -> None:
    """With hidden cards inferred, rooms to lay positions out, shortlists and dice: each thread has its own."""
    assert isinstance(school, type(HEART))
    usual = standard(school.bundle.game)
    assert usual.parts == usual.batch
    recipe = replace(usual, games=90, rounds=3, batch=4, parts=4)
    networks = set()
    for number in (1, 2):
        threads(number)
        networks.add(train(replace(school.bundle, yardsticks=("greedy",)), school.rule_set(), recipe).network)
    assert len(networks) == 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            "kuhn", marks=pytest.mark.long("threads of a second file; of Brim, whose options are compared too, here")
        ),
        "brim",
    ],
)
def test_experts_of_game_files_learn_the_same_on_two_threads(threads: Callable[[int], None], name: str) -> None:
    """With options compared."""
    from dhstats.gamefile import opening

    bundle = opening.of_path(str(FOLDER / f"{name}.py")).part("bundle")
    rules = bundle.rule_files.load("standard")
    recipe = replace(standard(bundle.game), games=200, rounds=4)
    assert recipe.parts > 1
    assert recipe.compared > 0
    networks = set()
    for number in (1, 2):
        threads(number)
        networks.add(train(bundle, rules, recipe).network)
    assert len(networks) == 1


def test_parts_are_another_training(threads: Callable[[int], None]) -> None:
    """Slopes added up in another order are rounded otherwise, so the recipe tells the number of parts."""
    threads(2)
    assert train(BUNDLE, FFG, PARTED).network != train(BUNDLE, FFG, replace(PARTED, parts=1)).network


def test_a_training_goes_on_with_another_number_of_threads(tmp_path: Path, threads: Callable[[int], None]) -> None:
    """Stopped in the midst of a step: what each part has added up so far is in the draft."""
    threads(1)
    truth = train(BUNDLE, FFG, PARTED).to_json()
    drafts_at = tmp_path / "player.json"

    def stop(lap: Lap) -> None:
        if lap.done == 3:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trainer, "PART_SECONDS", 0.0)
        with pytest.raises(KeyboardInterrupt):
            train(BUNDLE, FFG, PARTED, watch=stop, draft=Draft(drafts_at, "these terms"))
        threads(2)
        assert train(BUNDLE, FFG, PARTED, draft=Draft(drafts_at, "these terms")).to_json() == truth


def test_a_rival_who_fails_stops_all_threads(tmp_path: Path, threads: Callable[[int], None]) -> None:
    """An impossible choice and an error, in some games alone, each in one line; nobody waits for ever."""
    file = tmp_path / "bots.py"
    rolled = "    bad = below(randomness, 50) == 0\n"
    file.write_text(
        "from dhstats.engine.stream import below\n\n\n"
        f"def beyond(view, moves, count, randomness):\n{rolled}    return count if bad else 0\n\n\n"
        f"def fails(view, moves, count, randomness):\n{rolled}"
        "    if bad:\n        raise ValueError('no idea')\n    return 0\n",
        encoding="utf-8",
    )
    threads(3)
    with pytest.raises(BadInput, match=r"'beyond'.*chose a move that does not exist"):
        train(BUNDLE, FFG, PARTED, rival=BUNDLE.find_strategy(f"{file}:beyond"))
    with pytest.raises(BadInput, match=r"'fails'.*raised ValueError: no idea"):
        train(BUNDLE, FFG, PARTED, rival=BUNDLE.find_strategy(f"{file}:fails"))


@pytest.mark.parametrize("parts", [0, 8])
def test_a_step_has_at_most_a_part_for_each_game(parts: int) -> None:
    """And at least one."""
    with pytest.raises(BadInput, match="training: parts must be from 1 to 7"):
        training.checked(replace(PARTED, parts=parts))


def test_recipes_of_before_have_one_part() -> None:
    """Their tables do not tell it, so names made of them stay what they were."""
    assert "parts" not in recipe_table(replace(PARTED, parts=1))
    assert recipe_table(PARTED)["parts"] == 3
    assert Pupil(BUNDLE, FFG, PARTED).place != Pupil(BUNDLE, FFG, replace(PARTED, parts=1)).place
