"""The room of the games over HTTP: games worth a look recounted, one told turn by turn, and nothing else opened."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.lab import app, jobs
from dhstats.lab import games as stepping
from dhstats.lab.jobs import Jobs
from dhstats.lab.shelf import Shelf, name_of
from dhstats.questions.forks.explanation import look_at
from dhstats.questions.playtests.extremes import LISTED, respects
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import replay
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from tests.lab.conftest import FFG, PAGE, Served, served

GAMES = (("dragonheart", "ffg"), ("dragonwood", "two"), ("dragon", "standard"))
PLAYED = 60
HOSTILE = "<b>x</b>\u202e'\""
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A few games of each game with all their turns, and one of hostile names."""
    folder = tmp_path_factory.mktemp("runs")
    found = {}
    for game, rules in GAMES:
        plan = Experiment(game, "", game, rules, strategies=("greedy",), games=PLAYED, seed=4)
        found[game] = simulate(plan, folder / game, workers=1)
    return found


@pytest.fixture(scope="module")
def lab(runs: dict[str, Run], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A lab that was started with those runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "warm", lambda *_: None)
        named = tuple(run.folder for run in runs.values())
        with served(tmp_path_factory.mktemp("lab"), runs=named) as found:
            yield found


@pytest.fixture
def ask(lab: Served) -> Ask:
    """What a page is answered; what takes a while is waited for."""

    def asked(name: str, **said: Any) -> Any:
        told = lab.ask(name, page=PAGE, **said)
        assert told.status == 200, told.text
        found = told.found
        while isinstance(found, dict) and found.get("state") == "runs":
            found = lab.ask("wait", page=PAGE, job=found["job"], seen=found["number"]).found
        if isinstance(found, dict) and "state" in found:
            assert found["state"] == "done", found
            return found["result"]
        return found

    return asked


def tables(run: Run) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Games and moves as they lie on the disk."""
    games, moves = (pl.read_parquet(run.folder / name / "*.parquet") for name in ("games", "moves"))
    return games.sort("game_id"), moves


def turns_of(game: str) -> pl.Expr:
    """How many turns a game took, counted without any query of dhstats."""
    if game == "dragon":
        whole = pl.col("turns_first").cast(int) + pl.col("turns_second")
        by_first, by_second = 2 * pl.col("turns_second").cast(int) + 1, 2 * pl.col("turns_first").cast(int)
        return pl.when(ended_by=0).then(by_first).when(ended_by=1).then(by_second).otherwise(whole + 1)
    if game == "dragonwood":
        return pl.col("turns_first").cast(int) + pl.col("turns_second")
    return pl.col("turns").cast(int)


def behind(game: str, games: pl.DataFrame, moves: pl.DataFrame) -> pl.Series:
    """How far the winner of every game was behind at most at the end of any turn."""
    if game != "dragonheart":  # a turn has several rows there: the last one tells
        moves = moves.sort("game_id", "turn").group_by("game_id", "own_turn", "mover", maintain_order=True).last()
    lead = pl.col("score_second_after").cast(int) - pl.col("score_first_after")
    worst = moves.group_by("game_id").agg(of_first=lead.max(), of_second=(-lead).max())
    both = games.join(worst, on="game_id", how="inner").sort("game_id")
    told = pl.when(winner=0).then("of_first").when(winner=1).then("of_second").otherwise(0).clip(lower_bound=0)
    return both.select(told.alias("behind"))["behind"]


def expected(game: str, run: Run) -> dict[str, tuple[pl.Series, bool]]:
    """Every respect recounted: the number of each game, and whether the largest are looked for."""
    games, moves = tables(run)
    scores = (pl.col("score_first").cast(int), pl.col("score_second").cast(int))
    seen = games.select(
        turns=turns_of(game), gap=(scores[0] - scores[1]).abs(), changes=pl.col("lead_changes").cast(int),
        best=pl.max_horizontal(*scores),
    )  # fmt: skip
    choices = moves.group_by("game_id").agg((pl.col("legal_moves") > 1).sum()).sort("game_id")["legal_moves"]
    return {
        "The longest games": (seen["turns"], True), "The shortest games": (seen["turns"], False),
        "The clearest wins": (seen["gap"], True), "The nearest finishes": (seen["gap"], False),
        "The greatest comebacks": (behind(game, games, moves), True),
        "The fewest choices": (choices, False),
        "Most changes of the lead": (seen["changes"], True), "The best results": (seen["best"], True),
    }  # fmt: skip


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_games_worth_a_look_are_those_of_a_plain_recount(game: str, ask: Ask, runs: dict[str, Run]) -> None:
    """In every respect: which games, what they had, how many of all reach that."""
    told = ask("games-find", run=name_of(runs[game].folder))
    assert told["games"] == PLAYED
    wanted = expected(game, runs[game])
    assert [each["name"] for each in told["respects"]] == list(wanted)
    for respect in told["respects"]:
        values, most = wanted[respect["name"]]
        order = sorted(range(len(values)), key=lambda each: (-values[each] if most else values[each], each))
        assert [each["game"] for each in respect["found"]] == order[:LISTED]
        for each in respect["found"]:
            value = values[each["game"]]
            reach = sum(other >= value if most else other <= value for other in values)
            assert each["has"].split()[0] == str(value)
            bound, rare = each["rare"].split(": ")
            assert bound.startswith(f"{value} ")
            assert bound.endswith("more" if most else "fewer")
            shown = int(rare.split(" (")[0].removeprefix("one game in ").replace(",", ""))
            assert shown == pytest.approx(PLAYED / reach, rel=0.05, abs=0.5)


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_a_game_is_told_as_it_is_replayed(game: str, ask: Ask, runs: dict[str, Run]) -> None:
    """Every turn in the words of `dhstats replay`, the scores of the end on the last board."""
    told = ask("games-open", run=name_of(runs[game].folder), number=7)
    again = replay(runs[game], 7)
    assert told["title"] == again.title
    assert len(told["frames"]) == len(again.turns) + 1
    assert [each["number"] for each in told["frames"]] == list(range(len(again.turns) + 1))
    if game != "dragon":  # there answers in a chain are set in by arrows
        assert [each["line"] for each in told["frames"][1:]] == [step.deed for step in again.turns]
    assert told["result"] == list(again.result)


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_other_moves_have_the_values_of_an_explanation(game: str, ask: Ask, runs: dict[str, Run]) -> None:
    """The moves of one turn with their chances; one of them is gone on with."""
    name, number = name_of(runs[game].folder), 3
    frames = ask("games-open", run=name, number=number)["frames"]
    turn = len(frames) - 4
    found = ask("games-look", run=name, number=number, turn=turn)
    seen = look_at(runs[game], number, turn, 400, every=False)
    assert 1 <= len(seen.options) <= seen.legal
    chances = {option.number: f"{100 * option.chance:.1f} %" for option in seen.options}
    assert len(found["choices"]) + found["left_out"] == seen.legal
    assert all(chances[each["number"]] == each["chance"] for each in found["choices"])
    assert not any("card " in each["move"].split(",")[0] and each["move"][-1:].isdigit() for each in found["choices"])
    others = [each for each in found["choices"] if each["note"] != "played"]
    if others:
        gone = ask("games-go", run=name, number=number, turn=turn, move=others[0]["number"])
        assert "2,000 continuations" in gone["findings"][0]
        assert gone["command"].endswith(f"{number} --turn {turn} --arm move={others[0]['number']}")


def test_a_batch_is_played_once_under_the_rules_of_the_page(ask: Ask, lab: Served) -> None:
    """The rules are those that were sent; who asks again is given the same games at once."""
    wanted = {**FFG, "settings": {"hand.size": 4}, "games": 40, "seed": 3, "player": "greedy"}
    first = ask("games-play", **wanted)
    begun = time.monotonic()
    assert ask("games-play", **wanted) == first
    assert time.monotonic() - begun < 5
    listed = {each["run"]: each for each in ask("games-runs")["runs"]}
    assert listed[first["run"]]["games"] == 40
    manifest = json.loads((Path(listed[first["run"]]["folder"]) / "manifest.json").read_text())
    assert manifest["rules"]["hand"]["size"] == 4
    assert manifest["moves"] == "all"
    assert ask("games-find", run=first["run"])["games"] == 40


@pytest.mark.parametrize(
    ("name", "said", "words"),
    [
        ("games-open", {"run": "nothing-00000000", "number": 0}, "the page opens runs of the lab's own folder"),
        ("games-open", {"run": "/etc", "number": 0}, "the page opens runs"),
        ("games-open", {"run": "../../etc/passwd", "number": 0}, "the page opens runs"),
        ("games-open", {"run": 7, "number": 0}, "run: must be a word"),
        ("games-open", {"run": "dragonheart", "number": -1}, "the page opens runs"),
        ("games-find", {"run": ""}, "the page opens runs"),
        ("games-explain", {"run": "KNOWN", "number": 60}, "no game 60; its games are 0 to 59"),
        ("games-open", {"run": "KNOWN", "number": 60}, "no game 60"),
        ("games-open", {"run": "KNOWN", "number": "7"}, "number: must be a whole number"),
        ("games-play", {**FFG, "games": 20_001}, "must be from 2 to 20,000"),
        ("games-play", {**FFG, "games": 40, "player": "/tmp/mine.py"}, "on this page play"),
        ("games-play", {**FFG, "games": 40, "player": "weights.json"}, "on this page play"),
        (
            "games-play",
            {"game": "dragonheart", "rules": "/tmp/mine.toml", "games": 40},
            "the page knows the shipped rule sets",
        ),
        ("wait", {"job": "x" * 500}, "there is no such job"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    name: str, said: dict[str, Any], words: str, lab: Served, runs: dict[str, Run]
) -> None:
    """With 400, whatever a page sends."""
    if said.get("run") == "KNOWN":
        said = {**said, "run": name_of(runs["dragonheart"].folder)}
    answer = lab.ask(name, page=PAGE, **said)
    assert answer.status == 400
    assert words in answer.found["problem"]
    assert "\n" not in answer.found["problem"]


def test_a_wrong_turn_and_a_wrong_move_are_told(lab: Served, runs: dict[str, Run]) -> None:
    """Where the answer would have come."""
    run = name_of(runs["dragonheart"].folder)
    for name, said in (
        ("games-look", {"turn": 999}),
        ("games-look", {"turn": 0}),
        ("games-go", {"turn": 3, "move": 999}),
    ):
        told = lab.ask(name, page=PAGE, run=run, number=1, **said).found
        while told["state"] == "runs":
            told = lab.ask("wait", page=PAGE, job=told["job"], seen=told["number"]).found
        assert told["state"] == "failed"
        assert "999" in told["problem"] or "not 0" in told["problem"]


def test_only_runs_below_the_folder_and_named_ones_are_opened(runs: dict[str, Run], tmp_path: Path) -> None:
    """Neither those beside it nor those that links lead to; a name is a name whatever the folder is called."""
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "link").symlink_to(runs["dragonheart"].folder)
    shelf = Shelf(tmp_path / "lab", catalogue.NAMES)
    assert shelf.listed() == []
    for name in (name_of(runs["dragonheart"].folder), str(runs["dragonheart"].folder), "link", "lab/link", ".", ""):
        with pytest.raises(BadInput, match="the page opens runs"):
            shelf.run(name)
    plan = Experiment(HOSTILE.replace("\u202e", ""), "", "dragonheart", "ffg", strategies=("random",), games=2, seed=1)
    simulate(plan, tmp_path / "lab" / HOSTILE.replace("/", ""), workers=1)
    (told,) = shelf.listed()
    assert told["run"].replace("-", "").replace("_", "").isalnum()
    assert "\u202e" not in told["folder"]
    assert shelf.run(told["run"]).manifest.games == 2


def test_what_nobody_waits_for_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a page says so or is silent; another page that waits for the same keeps it going."""
    monkeypatch.setattr(jobs, "PATIENCE", 0.3)
    ends: list[str] = []

    def work(name: str) -> Callable[[jobs.Tell], str]:
        def worked(tell: jobs.Tell) -> str:
            try:
                for step in range(200):
                    tell("steps", step, 200)
                    time.sleep(0.02)
            except jobs.Gone:
                ends.append(name)
                raise
            return name

        return worked

    going = Jobs()
    silent, left = (going.ask("page1", name, work(name)) for name in ("silent", "left"))
    going.ask("page2", "left", work("left"))
    going.leave("page1", left["job"])
    time.sleep(0.1)
    assert ends == []
    going.leave("page2", left["job"])
    time.sleep(0.1)
    assert ends == ["left"]
    time.sleep(0.5)
    assert ends == ["left", "silent"]
    assert going.wait("page1", silent["job"], 0)["state"] == "stopped"


def test_what_is_known_early_is_told_once() -> None:
    """Who waits hears it with the news in which it came, and who asks later too; at the end there is the result alone."""
    going, seen, go = Jobs(), [], threading.Event()

    def work(tell: jobs.Tell) -> str:
        tell("steps", 1, 3, "a first look")
        go.wait(20)
        tell("steps", 2, 3)
        go.clear()
        go.wait(20)
        return "all"

    told = going.ask("page1", "key", work)
    for _ in range(2):
        told = going.wait("page1", told["job"], told["number"])
        seen.append(told.get("so_far"))
        go.set()
    assert seen == ["a first look", None]
    assert going.wait("page2", told["job"], 0)["so_far"] == "a first look"
    go.set()
    while told["state"] == "runs":
        told = going.wait("page1", told["job"], told["number"])
    assert told["result"] == "all"
    assert "so_far" not in told


def test_what_does_not_last_is_worked_out_anew() -> None:
    """A training is asked for again where its player is gone; chances are not."""
    going, done = Jobs(), []
    for lasting in (True, False):
        for _ in range(2):
            told = going.ask("page", lasting, lambda _, lasting=lasting: done.append(lasting), lasting=lasting)
            while told["state"] == "runs":
                told = going.wait("page", told["job"], told["number"])
    assert done == [True, False, False]


def test_only_so_much_is_worked_out_at_once() -> None:
    """The next is refused in one sentence until something ends."""
    going = Jobs()

    def work(tell: jobs.Tell) -> None:
        while True:
            tell("steps", 0, 0)
            time.sleep(0.01)

    for number in range(jobs.MOST_AT_ONCE):
        going.ask("page", number, work)
    with pytest.raises(BadInput, match="are being computed"):
        going.ask("page", "more", work)
    going.close()


def test_of_sampled_turns_that_is_counted_over_which_games(tmp_path: Path) -> None:
    """What only logged turns tell is counted over their games alone; without any it is left out."""
    plan = Experiment("some", "", "dragonheart", "ffg", strategies=("random",), games=40, seed=1)
    some = simulate(replace(plan, moves="sample:4"), tmp_path / "some", workers=1)
    none = simulate(replace(plan, moves="none"), tmp_path / "none", workers=1)
    counted = {each.name: each.games for each in respects(some)}
    assert counted["The greatest comebacks"] == counted["The fewest choices"] == 10
    assert counted["The longest games"] == 40
    assert len(respects(none)) == len(counted) - 2
    told = [[each.found for each in respects(run) if each.name == "The longest games"] for run in (some, none)]
    assert told[0] == told[1]
    assert len(stepping.game(none, 3)["frames"]) == len(stepping.game(some, 3)["frames"])
