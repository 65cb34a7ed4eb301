"""The room of the table over HTTP: games are played to their end, several at once, and nothing hidden is in any answer."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.lab import tables
from dhstats.lab.jobs import Jobs, exact
from dhstats.lab.rules import Choice
from dhstats.lab.tables import MOST_TABLES, Tables
from dhstats.lab.watching import Watchers
from tests.lab.conftest import FFG, PAGE, Served
from tests.lab.test_table import numbers
from tests.lab.worlds import Twin

ANN, BOB = {"person": "Ann"}, {"person": "Bob"}
GREEDY = {"program": "greedy"}
BESIDE = (
    "table",
    "title",
    "advised",
    "trains",
    "base",
    "changes",
    "changed",
)  # what an answer says beside what a seat is shown
Ask = Callable[..., Any]


def played(ask: Ask, record: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The last answer of a game in which one person plays at random."""
    while not record["over"]:
        number = chance.choice(numbers(record))
        record = ask("table-move", table=record["table"], number=number, decision=record["decision"])
    return record


@pytest.fixture
def ask(lab: Served) -> Ask:
    """What a page of the lab is answered, where it is answered."""

    def asked(name: str, **said: Any) -> Any:
        answer = lab.ask(name, page=PAGE, **said)
        assert answer.status == 200, answer.text
        return answer.found

    return asked


def test_three_play_dragonwood_and_keep_it(ask: Ask, capsys: pytest.CaptureFixture[str]) -> None:
    """To its end, looked at, kept once however often it is asked for; the run is judged by the referee."""
    seats = [{"program": "random"}, ANN, GREEDY]
    record = ask("table-open", game="dragonwood", rules="three", seats=seats, seed=3, deal=1)
    record = played(ask, record, random.Random(2))
    assert len(record["seats"]) == 3
    assert record["result"]
    at = {"table": record["table"]}
    assert len(ask("table-frames", **at)) == len(record["turns"]) + 1
    assert len(ask("table-after", **at)["seats"]) == 3
    kept = [ask("table-save", **at) for _ in range(2)]
    assert kept[0] == kept[1]
    assert kept[0]["commands"][0] == f"dhstats verify {kept[0]['path']}"
    assert main(["verify", kept[0]["path"]]) == 0
    again = ask("table-back", **at)
    assert not again["over"]
    second = ask("table-open", game="dragonwood", rules="three", seats=seats, seed=3, deal=2)
    ask("table-save", table=played(ask, second, random.Random(2))["table"])
    gathered = ask("table-gather", table=second["table"])
    assert gathered["games"] == 2
    assert main(["verify", gathered["path"]]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("seats", [
    [{"program": "mybots.py:play"}, ANN], [{"program": "/tmp/player.json"}, ANN], [{"program": "character.toml"}, ANN],
    [{"program": "mc:1000000"}, ANN], [{"program": "expert@/tmp/rules.toml"}, ANN], [{"program": "~root"}, ANN],
    [ANN], [ANN, ANN], [{"person": "x" * 500}, GREEDY], "nobody", [{"person": "A", "program": "random"}, ANN], None,
])  # fmt: skip
def test_a_page_runs_no_code_and_opens_no_file(lab: Served, seats: Any) -> None:
    """Only programs that are offered sit down; whatever else is said is refused in one line."""
    refused(lab, "table-open", **FFG, seats=seats)


def refused(lab: Served, name: str, **said: Any) -> str:
    """The one line in which a question is refused."""
    answer = lab.ask(name, **({"page": PAGE} | said))
    assert answer.status == 400, answer.text
    problem = str(answer.found["problem"])
    assert problem
    assert "\n" not in problem
    return problem


def test_files_of_the_machine_stay_closed(lab: Served, tmp_path: Path) -> None:
    """Rules, packs and decks by their paths, in every room."""
    secret = tmp_path / "secret.toml"
    secret.write_text('title = "secret words"\n')
    seats = [ANN, GREEDY]
    dragon = {"game": "dragon", "rules": "standard"}
    sneaked = (f'pack="{secret}" #', f'"pack"="{secret}" #', f"pack={secret} ", f'hand.size=6\npack="{secret}" #', "")
    for name in ("table-open", "table-places", "check", "file"):
        more = {"seats": seats} if name == "table-open" else {}
        said = [refused(lab, name, game="dragonheart", rules=str(secret), **more)]
        said += [refused(lab, name, **dragon, settings={"pack": f'"{secret}"'}, **more)]
        said += [refused(lab, name, **dragon, settings={" pack ": str(secret)}, **more)]
        said += [refused(lab, name, **dragon, settings={key: "x"}, **more) for key in sneaked]
        assert not any("secret words" in each or "title" in each for each in said)
    assert "from ambush" in refused(lab, "table-open", **dragon, seats=seats, decks=[str(secret), "kill"])


def test_numbers_without_end_are_refused(lab: Served) -> None:
    """Of any question, as a value of its own and within others; they never end the lab."""
    for text in ("9" * 5_000, '{"page": 1' + "0" * 5_000 + "}", '{"settings": {"hand.size": ' + "7" * 9_000 + "}}"):
        answer = lab.get("ask/check", "POST", text.encode(), Content_Type="application/json")
        assert (answer.status, "150 digits" in answer.found["problem"]) == (400, True), answer.text
    for value in ("0x" + "f" * 900, "9" * 900):
        answer = lab.ask("check", game="dragonheart", rules="ffg", settings={"hand.size": value})
        assert answer.status == 200
        assert "whole number from 1 to 12" in answer.found["problem"]


def test_mistakes_are_one_sentence(lab: Served, ask: Ask) -> None:
    """A wrong table, a move that is none, what is for the end alone; and the game is as it was."""
    record = ask("table-open", **FFG, seats=[ANN, GREEDY], deal=4)
    at = {"table": record["table"]}
    many = len(numbers(record))
    for number in (-1, many, "0", None, 0.5, True):
        assert "whole number" in refused(lab, "table-move", **at, number=number, decision=0)
    assert "made already" in refused(lab, "table-move", **at, number=0, decision=3)
    assert "decision" in refused(lab, "table-move", **at, number=0)
    for name in ("table-after", "table-frames", "table-save"):
        assert "not over yet" in refused(lab, name, **at)
    assert "not over yet" in refused(lab, "table-branch", **at, turn=0)
    assert "have made 0 decisions" in refused(lab, "table-back", **at)
    assert "people play this game" in refused(lab, "table-go", **at)
    assert "no person plays" in refused(lab, "table-look", **at, seat=1)
    for name in ("table-look", "table-move", "table-hint", "table-save", "table-branch"):
        assert "no such table" in refused(lab, name, table="x" * 900)
    assert "letters and digits" in refused(lab, "table-open", **FFG, seats=[ANN, GREEDY], page="?")
    assert "cannot be trained" in refused(lab, "table-train", **FFG, player="mybots.py:play")
    assert ask("table-look", **at) == record


@pytest.mark.parametrize(("game", "rules", "seats"), [
    ("dragonheart", "ffg", [ANN, BOB]), ("dragonwood", "three", [ANN, BOB, {"person": "Eve"}]),
    ("dragon", "standard", [ANN, BOB]),
], ids=["dragonheart", "dragonwood", "dragon"])  # fmt: skip
def test_no_answer_tells_what_is_hidden(game: str, rules: str, seats: list[Any], tmp_path: Path) -> None:
    """All that a page is answered is what a seat is shown, and that is the same wherever hidden cards lie."""
    opened = Tables(Choice(game, rules), tmp_path, 1, Watchers(tmp_path), Jobs())
    questions, chance, worlds = opened.questions, random.Random(1), 0
    record = questions["table-open"]({"page": PAGE, "game": game, "rules": rules, "seats": seats, "deal": 7})
    table = opened._tables[record["table"]]
    for number in range(40):
        if table.session.over:
            break
        seat = table.session.seat
        record = questions["table-look"]({"table": record["table"], "seat": seat})
        shown = {name: value for name, value in record.items() if name not in BESIDE}
        if number % 4 == 1:
            told = list(Twin(table.session, chance).worlds(8))
            assert all(other == repr(shown) for other, _ in told)
            worlds += len(told)
        assert shown == table.session.shown(seat)
        answer = questions["table-move"](
            {"table": record["table"], "seat": seat, "number": chance.choice(numbers(record)), "decision": record["decision"]}
        )  # fmt: skip
        if not answer["over"]:
            others = [each for each in answer["frame"]["seats"] if each["role"] != record["you"]["role"]]
            assert {card[0] for each in others for card in each["hand"]} <= {"?"}
            assert not answer["turns"]
            assert not answer["result"]
    assert worlds >= 10


def test_tables_are_bounded_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that opens many loses the one that it touched longest ago; those of pages that have gone are cleared."""
    watchers = Watchers(tmp_path)
    opened = Tables(Choice("dragonheart", "ffg"), tmp_path, 1, watchers, Jobs())

    def new(page: str) -> str:
        return str(opened.questions["table-open"]({"page": page, **FFG, "seats": [ANN, GREEDY]})["table"])

    names = [new(PAGE) for _ in range(MOST_TABLES)]
    opened.questions["table-look"]({"table": names[0]})
    names.append(new(PAGE))
    assert [name in opened._tables for name in names] == [True, False, *[True] * (MOST_TABLES - 1)]
    monkeypatch.setattr(tables, "MOST_OF_ALL", MOST_TABLES)
    with pytest.raises(BadInput, match="open already"):
        new("another00page")
    opened.forget()
    assert len(opened._tables) == MOST_TABLES
    monkeypatch.setattr(tables, "KEPT", -1.0)
    opened.forget()
    assert len(opened._tables) == MOST_TABLES
    monkeypatch.setattr("dhstats.lab.watching.PATIENCE", -1.0)
    watchers.forget_those_who_left()
    opened.forget()
    assert not opened._tables


def test_seeds_are_those_that_were_named(lab: Served, ask: Ask) -> None:
    """As text in both directions: a browser takes …993 for …992."""
    large = 2**53 + 1
    record = ask("table-open", **FFG, seats=[ANN, GREEDY], seed=str(large), deal=str(large + 2))
    assert (record["seed"], record["deal"]) == (str(large), str(large + 2))
    assert ask("table-open", **FFG, seats=[ANN, GREEDY], seed=7, deal="9")["deal"] == 9
    for seed in ("1e3", "-1", "9" * 30, "٣", 1.5, [1]):
        assert "must be a whole number" in refused(lab, "table-open", **FFG, seats=[ANN, GREEDY], seed=seed)
    said = {**FFG, "changes": [{"great_dragon.points": 4}], "player": "random", "seed": str(large)}
    assert f"seed = {large}\n" in ask("experiment", **said, deals=10)["text"]
    kept = [2**53 - 1, True, 0.5, "x"]
    assert exact({"a": [large, -large, *kept]}) == {"a": [str(large), f"-{large}", *kept]}


def test_no_mark_of_code_is_shown(lab: Served) -> None:
    """A page sets sentences as text: a command in them stands in quotation marks."""
    problem = refused(lab, "check", game="chess", rules="ffg")
    assert "“dhstats lab --game” names another one" in problem
    assert "`" not in problem
