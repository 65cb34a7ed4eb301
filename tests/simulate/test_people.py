"""Games of people: logs written and read again, every turn judged, hidden cards laid down, runs that say who played."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.documents import Mistakes
from dhstats.errors import BadInput, DataProblem
from dhstats.games import catalogue
from dhstats.questions.shared.answer import Opening
from dhstats.report.page.next_step import pasteable
from dhstats.seats import SEATS
from dhstats.simulate import tables
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.people.reading import Log, read_logs
from dhstats.simulate.people.writing import write_run
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import Rematch, lines, replay
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.tables import stored_games, stored_turns
from dhstats.storage import Run, open_run
from dhstats.storage.layout import LOG
from tests.simulate.stored_runs import rewrite, with_cell

GAMES = 6
Line = dict[str, Any]
Reader = Callable[..., Log]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A few games of Dragonheart whose decks are exchanged in half of them."""
    plan = Experiment("played", strategies=("dragon_hunter",), games=GAMES, seed=5, design="seat")
    return simulate(plan, tmp_path_factory.mktemp("played") / "run", workers=1)


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Reads lines as a log."""

    def reader(*told: Any) -> Log:
        path = tmp_path / "log.jsonl"
        path.write_text("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in told))
        return read_logs([path])

    return reader


def cells(run: Run) -> tuple[list[Any], list[Any]]:
    """What a run keeps of its games and turns, but for who played and in which deal."""
    last = run.manifest.games - 1
    own = ("game_id", "deal_id", "arm", "swapped", "layout", *SEATS)
    games = [{k: v for k, v in row.items() if k not in own} for row in stored_games(run, 0, last)]
    turns = [
        {k: v for k, v in row.items() if k != "game_id"} for of in stored_turns(run, 0, last).values() for row in of
    ]
    return games, turns


@pytest.mark.parametrize(
    ("game", "rules", "strategies"),
    [("dragonwood", "two", "greedy"), ("dragonwood", "four", "greedy"), ("dragon", "standard", "greedy")],
)
def test_a_log_of_any_game_is_read_into_the_same_rows(
    game: str, rules: str, strategies: str, tmp_path: Path, read: Reader
) -> None:
    """The other games, for two and more, from the address of a deal."""
    plan = Experiment("x", game=game, rules=rules, strategies=(strategies,), games=4, seed=3, design="seat")
    run = simulate(plan, tmp_path / "played", workers=1)
    again = write_run(read(*lines(run, 4)), tmp_path / "again")
    assert cells(again) == cells(run)
    told = verify(again.folder)
    assert (told.problems, told.games_replayed) == ((), run.manifest.games)


@pytest.mark.parametrize("shown", [False, True])
def test_a_log_of_dragonheart_is_read_into_the_same_rows(
    shown: bool, played: Run, tmp_path: Path, read: Reader
) -> None:
    """By the address of a deal, and by the cards that were drawn."""
    told = list(lines(played, GAMES, shown=shown))
    assert ("hands" in told[0], "chance" in told[0]) == (shown, not shown)
    again = write_run(read(*told), tmp_path / "again")
    assert cells(again) == cells(played)
    assert [line["turns"] for line in lines(again, GAMES)] == [line["turns"] for line in told]
    assert replay(again, 1).text().split("\n")[5:] != []


@pytest.mark.parametrize("share", [0.0, 0.7, 0.95])
def test_cards_that_nobody_knows_are_laid_down_so_that_all_turns_can_be_played(
    share: float, played: Run, tmp_path: Path, read: Reader
) -> None:
    """Whatever part of the drawn cards is told: the open part of every row is as it was, and the referee agrees."""
    chance, told = np.random.default_rng(1), list(lines(played, GAMES, shown=True))
    for line in told:
        line["hands"][1] = None
        for turn in line["turns"]:
            turn["drawn"] = [card if chance.random() < share else None for card in turn["drawn"]]
            if share == 0.0:
                turn.pop("lost", None)
    log = read(*told)
    again = write_run(log, tmp_path / "again")
    games, turns = cells(again)
    right = cells(played)
    assert games == right[0]
    known = [each for game in log.games for each in game.known]
    assert turns == [
        row | {"legal_moves": row["legal_moves"] * each} for row, each in zip(right[1], known, strict=True)
    ]
    assert 0 < sum(known) < len(known) or share < 0.5
    assert verify(again.folder).problems == ()


def test_a_run_of_people_says_so(played: Run, tmp_path: Path, read: Reader) -> None:
    """In its manifest, in verify and replay; nobody can be asked to play on; names stay where they are always the same."""
    told = list(lines(played, GAMES))
    for number, line in enumerate(told):
        line["players"], line["programs"] = ["Ann", "Bob" if number else "Cid"], []
    run = write_run(read(*told), tmp_path / "evening")
    assert run.manifest.log
    assert run.manifest.matchups == (("Ann", "people"),)
    assert "people played" in verify(run.folder).left_out[0]
    assert "Played by people" in replay(run, 0).text()
    with pytest.raises(DataProblem, match="people played these games"):
        Rematch(run.manifest, ["Ann", "people"])


@pytest.mark.parametrize(
    ("kind", "names"),
    [("seat", ("greedy",)), ("seat", ("greedy", "random")), ("strength", ("greedy", "random")),
     ("quartet", ("greedy", "random")), ("single", ("greedy",))],
)  # fmt: skip
def test_games_that_share_deals_stay_together(
    kind: str, names: tuple[str, ...], tmp_path: Path, read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log of a design's games is a run of that design: as many deals, the same columns, in several shards too."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 4)
    run = simulate(Experiment("x", strategies=names, games=8, seed=2, design=kind), tmp_path / "run", workers=1)
    again = write_run(read(*(line | {"programs": []} for line in lines(run, 8))), tmp_path / "again")
    assert again.manifest.design == run.manifest.design
    assert len(again.manifest.shards) == len(run.manifest.shards) == 2
    assert list(stored_games(again, 0, 7)) == list(stored_games(run, 0, 7))
    assert stored_turns(again, 0, 7) == stored_turns(run, 0, 7)
    assert again.manifest.cautions == verify(again.folder).problems == ()


def test_games_that_share_deals_without_a_design_are_cautioned_of(played: Run, tmp_path: Path, read: Reader) -> None:
    """Deals that are not whole, games out of order, a deal that came again, other players in its second game."""
    told = list(lines(played, GAMES))
    swapped = told[1] | {"players": ["Ann", "Bob"], "programs": []}
    for number, log in enumerate((told[:5], [*told[:2], told[3], told[2]], told[:2] * 2, [told[0], swapped])):
        run = write_run(read(*log), tmp_path / str(number))
        deals = len({line["chance"]["deal"] for line in log})
        assert (run.manifest.design.kind, run.manifest.design.deals) == ("single", len(log))
        assert run.manifest.cautions == (
            f"{len(log)} games of this log are of {deals} deals: if all are counted as independent, intervals are"
            " too narrow.",
        )
        assert verify(run.folder).problems == ()


def test_a_log_that_was_changed_is_noticed(played: Run, tmp_path: Path, read: Reader) -> None:
    """In the log that is kept, and in a row of the tables."""
    run = write_run(read(*lines(played, GAMES)), tmp_path / "run")
    path = run.folder / LOG
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b"ship", b"shop", 1))
    assert any("people.jsonl: is damaged" in problem for problem in verify(run.folder).problems)
    with pytest.raises(DataProblem, match="is damaged"):
        replay(run, 0)
    path.write_bytes(kept)
    rewrite(run.folder, "games", 0, lambda table: with_cell(table, 2, "lead_changes", 99))
    assert any("row 2: lead_changes does not follow from the log" in problem for problem in verify(run.folder).problems)
    path.unlink()
    assert any("people.jsonl: is missing" in problem for problem in verify(run.folder).problems)


def test_equal_games_are_equal_bytes(played: Run, tmp_path: Path, read: Reader) -> None:
    """Twice the same log: the same files, under another name too."""
    told = list(lines(played, GAMES))
    first, second = (write_run(read(*told), tmp_path / name, "same") for name in ("a", "b"))
    names = sorted(path.relative_to(first.folder) for path in first.folder.rglob("*") if path.is_file())
    assert len(names) == 4
    assert all((first.folder / name).read_bytes() == (second.folder / name).read_bytes() for name in names)
    with pytest.raises(BadInput, match="holds a run already"):
        write_run(read(*told), tmp_path / "a")


def test_a_score_sheet_is_counted_and_makes_no_run(tmp_path: Path, read: Reader) -> None:
    """A result alone is a game; nothing of it goes into tables."""
    sheet = {"log": 1, "game": "dragonheart", "players": ["Ann", "Bob"], "result": {"scores": [40, 38]}}
    log = read(sheet, sheet | {"result": {"winner": "draw"}})
    assert (len(log.games), len(log.sheets)) == (0, 2)
    with pytest.raises(BadInput, match="no game has turns"):
        write_run(log, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_table_of_columns_is_named_as_one(read: Reader) -> None:
    """What spreadsheets write, with whatever stands between columns."""
    for line in ("first;second;winner", "Ann,Bob,first", '"Ann"\t"Bob"'):
        with pytest.raises(BadInput, match=r"line 1: a table of columns \(CSV\), not JSON"):
            read(line)


def changed(line: Line, turn: int, **keys: Any) -> Line:
    """A game in which a turn, counted from 1, says something else."""
    told = copy.deepcopy(line)
    told["turns"][turn - 1] = {k: v for k, v in (told["turns"][turn - 1] | keys).items() if v is not ...}
    return told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g: changed(g, 3, picture="unicorn"), r'line 2, turn 3: picture is "unicorn", should be one of'),
        (lambda g: changed(g, 1, picture="ship", values=[0] * 5), r"line 2, turn 1: (values|picture) is .* should be"),
        (lambda g: changed(g, 2, target="below the ship"), r"line 2, turn 2: target is .*, should be (empty|one of)"),
        (lambda g: changed(g, 2, seat="first"), "line 2, turn 2: seat is first, but the second player"),
        (lambda g: changed(g, 2, colour="red"), 'line 2, turn 2: a turn has an unknown key "colour"; allowed: picture'),
        (lambda g: changed(g, 2, values=[-1]), "line 2, turn 2: values must be a whole number from 0 to 9, not -1"),
        (lambda g: changed(g, 2, values="12"), "line 2, turn 2: values must be a list"),
        (lambda g: g | {"turns": g["turns"][:-1]}, "line 2: is not over after the .* turns that are logged"),
        (lambda g: g | {"turns": [*g["turns"], g["turns"][0]]}, "turn .*: is logged, but the game is over after"),
        (lambda g: g | {"result": {"scores": [1, 2]}}, r"line 2: result.scores are \[1, 2\], but by the turns they "
        "are"),
        (lambda g: g | {"players": ["Ann"]}, "line 2: players: these rules are for 2 players, not for 1"),
        (lambda g: g | {"players": ["Ann", "\x1b[2J"]}, "line 2: players: a name is text of 1 to 60 visible "
        "characters"),
        (lambda g: g | {"programs": ["Zoe"]}, 'line 2: programs: "Zoe" is not one of the players'),
        (lambda g: g | {"rules": "kosmos", "rules_hash": None}, "line 2: has other rules than .*line 1"),
        (lambda g: g | {"rules_hash": "0" * 64}, 'line 2: "rules_hash" is .* but these rules have'),
        (lambda g: g | {"log": 2}, 'line 2: "log" must be 1, the version of the format, not 2'),
        (lambda g: g | {"game": "go"}, "line 2: game 'go': not known"),
        (lambda g: g | {"chance": {"seed": -1, "deal": 0}}, "line 2: chance.seed must be a whole number from 0"),
        (lambda g: g | {"hands": [["ship"], None]}, "line 2: hands: the address of a deal already gives them"),
        (lambda _: "{", "line 2: not valid JSON: line 1, column 2"),
        (lambda _: [1], r"line 2: a game must be a table of keys, not \[1\]"),
    ],
)  # fmt: skip
def test_every_mistake_is_told_by_line_turn_and_reason(
    change: Callable[[Line], Any], told: str, played: Run, read: Reader
) -> None:
    """What the rules forbid, what is no game, and games that do not belong together."""
    first, second = lines(played, 2)
    with pytest.raises(BadInput, match=told):
        read(first, change(second))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g: changed(g, 1, drawn=["ship"] * 9), "turn 1: drawn: the first player draws . cards here, not"),
        (lambda g: changed(g, 1, drawn=["unicorn 3"]), 'turn 1: drawn: a card is a picture and its value, as "knight 2"'),
        (lambda g: changed(g, 1, drawn=["troll 9"]), "turn 1: troll 9 cannot be there: all such cards of the first"),
        (lambda g: changed(g, 1, lost=["ship"]), "turn 1: lost: nobody puts back this number of cards here"),
        (lambda g: g | {"hands": [["ship"] * 9, None]}, "hands: the first player is dealt 5 cards, not 9"),
        (lambda g: g | {"hands": [[*g["hands"][0][:4], "troll 8"], None]}, "troll 8 cannot be there"),
    ],
)  # fmt: skip
def test_hidden_cards_that_cannot_be_are_refused(
    change: Callable[[Line], Any], told: str, played: Run, read: Reader
) -> None:
    """Cards that a deck has not, too many of them, and cards lost where none can be."""
    with pytest.raises(BadInput, match=told):
        read(change(next(lines(played, 1, shown=True))))


def test_all_mistakes_of_a_log_are_told_together(played: Run, read: Reader) -> None:
    """One a game, in their order."""
    told = [changed(line, 2, picture="unicorn") for line in lines(played, 3)]
    with pytest.raises(Mistakes) as caught:
        read(*told)
    assert [problem.split(":")[0].split("/")[-1] for problem in caught.value.problems] == [
        f"log.jsonl, line {number}, turn 2" for number in (1, 2, 3)
    ]


def test_dice_and_chains_need_the_address_of_their_deal(tmp_path: Path, read: Reader) -> None:
    """Turns of the other games without it are refused, with what to do."""
    line = {"log": 1, "game": "dragonwood", "players": ["Ann", "Bob"], "turns": [{"act": "reload"}]}
    with pytest.raises(
        BadInput, match="chance: is needed, because cards and dice of dragonwood cannot be listed one by one"
    ):
        read(line)


def test_rules_of_a_tweak_travel_with_the_log(tmp_path: Path, read: Reader) -> None:
    """Rules that nobody ships are written out, and read again."""
    plan = Experiment("x", settings=("great_dragon.points=7",), strategies=("greedy",), games=2, seed=1, design="seat")
    run = simulate(plan, tmp_path / "run", workers=1)
    told = list(lines(run, 2))
    assert told[0]["rules"]["great_dragon"]["points"] == 7
    assert read(*told).rules.hash == run.manifest.rules_hash
    assert open_run(run.folder).manifest.log == ""
    assert catalogue.load("dragonheart").game.name == told[0]["game"]


def test_more_games_of_people_have_to_be_logged() -> None:
    """A page does not name options by which people would play on."""
    told = Opening("q", "a", "Open", "Play ten times as many games, for an interval a third as wide: `--games 400`.")
    assert pasteable(told, "dhstats import people.jsonl").decision == (
        "Log ten times as many games, for an interval a third as wide."
    )
    assert pasteable(told, "dhstats simulate --games 40").command == "dhstats simulate --games 400"
