"""A game file in the lab: its three rooms, what is hidden in it, and that no page ever has a file run."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.gamefile.opening import place_of
from dhstats.gamefile.sources import Sources
from dhstats.games import catalogue
from dhstats.lab import app, chairs, players, rules
from dhstats.lab.comparisons import Comparison, Wanted
from dhstats.lab.rules import Choice
from dhstats.lab.shelf import Shelf
from dhstats.lab.table.session import Session
from dhstats.lab.table.setup import Chair, Setup, open_table, person
from dhstats.lab.table.telling import Unfollowed
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from tests.gamefile.examples import FOLDER
from tests.gamefile.small import COUNT_DOWN, HIGH_CARD
from tests.gamefile.tables import DRAWN_CARD
from tests.lab.conftest import PAGE, Served, served
from tests.lab.files import EXCHANGED, PASSING, SEALED
from tests.lab.test_table import numbers, play_out

ANN, BOB = person("Ann"), person("Bob")
SHOWN_APART = ("settings",)  # of a record: the rules by which worlds of a test differ


def named(folder: Path, stem: str, text: str) -> tuple[str, Path]:
    """A game file on disk, named as a person names it: the name that runs keep, and its path."""
    path = folder / f"{stem}.py"
    path.write_text(text)
    return catalogue.name_of(str(path)), path


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Choice:
    """High card, as the command line names it."""
    name, path = named(tmp_path_factory.mktemp("files"), "high_card", HIGH_CARD)
    return Choice(name, "standard", (), str(path))


@pytest.fixture(scope="module")
def card_lab(cards: Choice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A lab of High card."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "warm", lambda *_: None)
        with served(tmp_path_factory.mktemp("lab"), cards) as found:
            yield found


def answered(lab: Served, name: str, **said: Any) -> Any:
    """What a page of the lab is answered; the result of what takes a while."""
    answer = lab.ask(name, page=PAGE, **said)
    assert answer.status == 200, answer.text
    told = answer.found
    if not isinstance(told, dict) or "job" not in told:
        return told
    while told["state"] == "runs":
        told = lab.ask("wait", page=PAGE, job=told["job"], seen=told["number"]).found
    assert told["state"] == "done", told
    return told["result"]


# ---- Whatever a page sends, no file is run --------------------------------------------------------------------------


def test_a_page_runs_no_file(card_lab: Served, tmp_path: Path) -> None:
    """Neither by its path, nor one that was named some other day, nor one that nobody knows: one sentence each."""
    mark = tmp_path / "it_ran"
    evil = COUNT_DOWN + f"\nopen({str(mark)!r}, 'w').close()\n"
    path = tmp_path / "evil.py"
    path.write_text(evil)
    kept = Sources("evil", {"evil.py": evil.encode()}).name
    place_of(kept).parent.mkdir(parents=True, exist_ok=True)
    place_of(kept).write_text(evil)
    seats = [{"person": "Ann"}, {"program": "greedy"}]
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("keys", {}), ("check", {"settings": {}}), ("file", {"settings": {}}),
        ("compare", {"changes": [{}]}), ("write", {"changes": [{}], "deals": 2}),
        ("experiment", {"changes": [{}], "deals": 2}), ("table-places", {}), ("table-open", {"seats": seats}),
        ("table-train", {"player": "expert"}), ("games-play", {"games": 2, "seed": 1}),
    )  # fmt: skip
    for game in (
        str(path),
        "evil.py",
        kept,
        "pig@000000000000",
        "high_card",
        "dhstats/gamefile/examples/pig.py",
        "nothing",
    ):
        for name, more in asked:
            answer = card_lab.ask(name, page=PAGE, game=game, rules="standard", **more)
            assert answer.status == 400, (name, game)
            problem = answer.found["problem"]
            assert problem.startswith('game "')
            assert problem.endswith("; “dhstats lab --game” names another one")
            assert "\n" not in problem
    for word in (str(path), f"{path}:leave_fours", f"expert@{path}"):
        answer = card_lab.ask("games-play", page=PAGE, **_said(card_lab), games=2, seed=1, player=word)
        assert answer.status == 400
    assert not mark.exists()
    place_of(kept).unlink()


def _said(lab: Served) -> dict[str, str]:
    """The rules with which a lab opens, as a page says them."""
    opens = lab.get("start").found["opens"]
    return {"game": opens["game"], "rules": opens["rules"]}


def test_a_lab_of_another_game_knows_no_file(lab: Served, cards: Choice) -> None:
    """A file that was named in this process is as unknown to it as any."""
    answer = lab.ask("keys", game=cards.game, rules="standard")
    assert answer.status == 400
    *most, last = map(catalogue.title, catalogue.NAMES)
    assert f"plays only {', '.join(most)} and {last};" in answer.found["problem"]


def test_runs_of_files_that_were_not_named_stay_closed(cards: Choice, tmp_path: Path) -> None:
    """Such a run below the lab's folder is not listed, and opened where it was named alone."""
    name, _ = named(tmp_path, "count_down", COUNT_DOWN)
    run = tmp_path / "lab" / "run"
    simulate(Experiment("one", "", name, "standard", strategies=("random",), games=4, seed=1), run, workers=1)
    opened = Shelf(tmp_path / "lab", (name,)).listed()
    shelf = Shelf(tmp_path / "lab", rules.playable(cards))
    assert [each["games"] for each in opened] == [4]
    assert shelf.listed() == []
    with pytest.raises(BadInput, match=r'is of "count_down@[0-9a-f]{12}", a game that was not named; .* name the run'):
        shelf.run(opened[0]["run"])
    assert Shelf(tmp_path / "lab", rules.playable(cards), (run,)).run(opened[0]["run"]).manifest.games == 4


# ---- Rules ----------------------------------------------------------------------------------------------------------


def test_people_see_titles_and_never_a_hash(card_lab: Served, cards: Choice) -> None:
    """The file that was named comes first among the games; its rules come first, how many play after them, then points."""
    first, *others = card_lab.get("start").found["games"]
    assert (first["name"], first["title"]) == (cards.game, catalogue.title(cards.game))
    assert "@" not in first["title"]
    assert [each["title"] for each in others] == [*map(catalogue.title, catalogue.NAMES)]
    assert [each["name"] for each in first["sets"]] == ["standard", "short"]
    found = answered(card_lab, "keys", **_said(card_lab))
    group, given = found["groups"]
    assert (group["title"], given["title"]) == ("the rules", "seats")
    assert [key["key"] for key in group["keys"]] == ["wanted", "hand", "players"]
    assert given["keys"][0]["key"] == "seats.first.points"
    assert found["usual"] == "highest"


def test_who_plays_before_anybody_has_learnt(cards: Choice) -> None:
    """The file's own way to play, said so; whoever asks for it has experts trained, under every rule set."""
    base, every = cards.bundle, [cards.load()]
    meanwhile = players.seated(base, every, "", learn=False)
    assert (meanwhile.name, meanwhile.note, meanwhile.adapted) == ("highest", players.MEANWHILE, False)
    assert players.seated(base, every, "", learn=True) == players.Seated("expert", players.LEARNT, adapted=True)
    assert players.seated(base, every, "greedy", learn=False).note == players.AS_THEY_ARE
    assert players.seated(base, every, "expert", learn=False).note == players.FIXED
    offered = {row["name"]: row for row in chairs.places(cards)["programs"]}
    assert [name for name, row in offered.items() if not row["needs"]] == ["random", "greedy", "highest"]
    assert offered["expert"]["needs"] == chairs.SOON
    assert offered["highest"]["words"] == chairs.OWN
    assert chairs.places(cards)["usual"] == "highest"


def test_a_change_is_compared(cards: Choice, tmp_path: Path) -> None:
    """On the same deals, by players who are there at once; the command names the file by its path."""
    told: list[dict[str, Any]] = []
    change = Choice(cards.game, cards.rules, ("wanted=5",), cards.typed)
    Comparison(Wanted(cards, (change,), deals=2_000), tmp_path, told.append, workers=1).play()
    last = told[-1]
    assert last["state"] == "ended", last
    assert last["changes"][0]["quantities"]
    assert last["players"]["name"] == "highest"
    commands = [last["command"], *last["certifying"][:1]]
    assert all(words[words.index("--game") + 1] == cards.typed for words in commands)


# ---- Table and games ------------------------------------------------------------------------------------------------


def test_a_game_is_played_kept_and_gathered(card_lab: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """Against the file's own player by the variant that is shorter, to the end; `verify` plays the log again."""
    said = {**_said(card_lab), "rules": "short", "settings": {"hand": 4}}
    seats = [{"person": "Ann"}, {"program": "highest"}]
    chance, kept = random.Random(3), []
    for deal in (1, 2):
        record = answered(card_lab, "table-open", **said, seats=seats, seed=3, deal=deal)
        assert [(each["key"], each["before"], each["after"]) for each in record["changed"]] == [("hand", "3", "4")]
        assert (record["base"], record["title"], record["advised"]) == ("short", "High card", False)
        assert record["legend"].startswith("High card: play a card")
        assert record["barred"] == []
        while not record["over"]:
            at = {"table": record["table"], "decision": record["decision"]}
            record = answered(card_lab, "table-move", **at, number=chance.choice(numbers(record)))
        assert len(answered(card_lab, "table-frames", table=record["table"])) == len(record["turns"]) + 1
        kept.append(answered(card_lab, "table-save", table=record["table"])["path"])
    assert not any("@" in each for each in kept)
    gathered = answered(card_lab, "table-gather", table=record["table"])
    assert gathered["games"] == 2
    assert main(["verify", gathered["path"]]) == 0
    assert capsys.readouterr().err == ""


# ---- What is hidden -------------------------------------------------------------------------------------------------


def test_no_hidden_card_of_a_file_is_shown(tmp_path: Path) -> None:
    """Worlds in which hidden cards lie elsewhere show who decides the same to the last byte, and who looks on too."""
    game, _ = named(tmp_path, "exchanged", EXCHANGED)
    chance, worlds, hands, closed = random.Random(4), 0, 0, 0
    for deal in range(5):
        session = Session(open_table(Setup(game, (ANN, BOB), seed=9, deal=deal)))
        while not session.over:
            moment, record = session._moment, session.shown()
            for _ in range(6):
                there = _elsewhere(session, chance)
                if there is None or there.seat != moment.seat:
                    continue
                if _known(there, whole=True) == _known(session, whole=True):
                    worlds, hands = worlds + 1, hands + (_hands(there) != _hands(session))
                    assert _shown(there.shown()) == _shown(record)
                if _known(there, whole=False) == _known(session, whole=False):
                    closed += 1
                    assert _shown(there.shown(1 - there.seat)) == _shown(session.shown(1 - session.seat))
            session.play(chance.choice(numbers(record)))
    assert worlds >= 20
    assert hands >= 5
    assert closed > worlds


def _elsewhere(session: Session, chance: random.Random) -> Session | None:
    """The same turns in a game whose pile had two cards exchanged; None where it could not have gone so."""
    setup = session.opened.setup
    settings = tuple(f"{name}={chance.randrange(24)}" for name in ("one", "other"))
    try:
        return Session(open_table(Setup(setup.game, (ANN, BOB), "", settings, seed=9, deal=setup.deal)), session.turns)
    except Unfollowed:
        return None


def _known(session: Session, *, whole: bool) -> list[bytes]:
    """What who has to decide may know, or somebody beside the table, but for the rules."""
    view, notation = session._moment.view, session._teller.notation
    seen = view if whole else notation.closed(view)
    fields = ("state", "unseen", "sizes", "hand_sizes") if whole else ("state", "hand_sizes")
    return [seen[name].tobytes() for name in fields]


def _hands(session: Session) -> Any:
    """Everybody's cards."""
    session._again()
    return session._follower._table[0]["state"]["hands"].tolist()


def _shown(record: dict[str, Any]) -> str:
    return repr({name: value for name, value in record.items() if name not in SHOWN_APART})


def test_a_sealed_bid_stays_sealed(tmp_path: Path) -> None:
    """Neither who bids next sees it, nor who hands the screen over; both once both have bid."""
    game, _ = named(tmp_path, "sealed", SEALED)
    records, covers = set(), set()
    for number in range(5):
        session = Session(open_table(Setup(game, (ANN, BOB), seed=2)))
        session.play(number)
        covers.add(repr(session.shown(0)))
        records.add(repr(session.shown(1)))
        session.play(2)
        first = session.shown()["frame"]["seats"][0]
        assert f"last: {number + 1}" in first["keeps"]
    assert len(records) == len(covers) == 1


def test_a_card_that_is_passed_on_face_down_is_told_to_who_can_see_it(tmp_path: Path) -> None:
    """Who passes it and who gets it know the card, others hear that one was passed; what is shown openly all hear."""
    game, _ = named(tmp_path, "passing", PASSING)
    for deal in range(4):
        session = Session(open_table(Setup(game, (ANN, BOB, person("Eve")), seed=4, deal=deal)))
        passed = [_first_move(session)]
        assert [each["words"] for each in session.shown(1)["last"]] == [f"first: {passed[0]}, made 0 to 1"]
        assert session.shown(0)["last"] == session.shown(2)["last"] == []  # nothing is left on a screen handed over
        passed.append(_first_move(session))
        said = [each["words"] for each in session.shown(2)["last"]]
        assert said == ["first: pass, made 0 to 1", f"second: {passed[1]}, made 1 to 2"]
        _first_move(session)
        assert session.shown(0)["last"][1]["words"] == "second: pass, made 1 to 2"
        shown = _first_move(session)
        assert session.shown(1)["last"][3]["words"].startswith(f"first: {shown}")
        play_out(session, random.Random(deal))
        assert session.shown()["turns"][0]["words"] == f"first: {passed[0]}, made 0 to 1"


def _first_move(session: Session) -> str:
    """Plays the first legal move; what it is in words."""
    words = next(move["words"] for kind in session.shown()["kinds"] for move in kind["moves"] if move["number"] == 0)
    session.play(0)
    return str(words)


def test_a_turn_is_followed_by_the_number_of_its_move(tmp_path: Path) -> None:
    """Moves whose fields are none of a turn's columns are followed too, taken back, and branched from."""
    game, _ = named(tmp_path, "sealed", SEALED)
    session = Session(open_table(Setup(game, (ANN, Chair("random")), seed=2)))
    before = repr(session.shown())
    session.play(4)
    session.take_back()
    assert repr(session.shown()) == before
    assert play_out(session, random.Random(1)) == 3
    assert session.branch(2).turns.tolist() == session.turns[:2].tolist()


# ---- One player, and six ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turn_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A lab of One turn, a game for one."""
    name, path = named(tmp_path_factory.mktemp("turn"), "one_turn", (FOLDER / "one_turn.py").read_text())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "warm", lambda *_: None)
        with served(tmp_path_factory.mktemp("lab"), Choice(name, "standard", (), str(path))) as found:
            yield found


def test_one_plays_alone_at_the_table(turn_lab: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """One seat, who is the player; a game to its end that nobody wins, kept and verified; no hint in shares of a win."""
    said, chance = _said(turn_lab), random.Random(2)
    assert answered(turn_lab, "table-places", **said)["roles"] == ["player"]
    record = answered(turn_lab, "table-open", **said, seats=[{"person": "Ann"}], seed=3, deal=1)
    with pytest.raises(AssertionError, match="in a game for one nobody does"):
        answered(turn_lab, "table-hint", table=record["table"], decision=record["decision"])
    while not record["over"]:
        at = {"table": record["table"], "decision": record["decision"]}
        record = answered(turn_lab, "table-move", **at, number=chance.choice(numbers(record)))
    assert record["winners"] == []
    assert [seat["role"] for seat in record["seats"]] == ["player"]
    assert record["result"][-1].startswith("Ann ends with ")
    kept = answered(turn_lab, "table-save", table=record["table"])["path"]
    assert main(["verify", kept]) == 0
    assert capsys.readouterr().err == ""


def test_games_of_one_player_are_found_and_stepped_through(turn_lab: Served) -> None:
    """Long and short games, the best and the worst; boards; and no chance to win."""
    run = answered(turn_lab, "games-play", **_said(turn_lab), games=30, seed=5)["run"]
    found = answered(turn_lab, "games-find", run=run)
    assert [each["name"] for each in found["respects"]][:4] == [
        "The longest games", "The shortest games", "The best results", "The worst results",
    ]  # fmt: skip
    told = answered(turn_lab, "games-open", run=run, number=0)
    assert [seat["role"] for seat in told["frames"][0]["seats"]] == ["player"]
    with pytest.raises(AssertionError, match="in a game for one nobody does"):
        answered(turn_lab, "games-explain", run=run, number=0, continuations=25)


def test_a_comparison_of_games_for_one_says_what_to_ask(tmp_path: Path) -> None:
    """The room judges who wins: one sentence, before anything is played."""
    name, path = named(tmp_path, "one_turn", (FOLDER / "one_turn.py").read_text())
    base = Choice(name, "standard", (), str(path))
    change = Choice(name, "standard", ("sides=8",), str(path))
    with pytest.raises(BadInput, match="this room asks who wins, and in a game for one nobody does"):
        Comparison(Wanted(base, (change,), deals=100), tmp_path, lambda _: None, workers=1)


def test_six_sit_at_the_table_and_each_sees_their_own_card(tmp_path: Path) -> None:
    """Ann sees one card and five backs; the game ends with six scores, of which the highest wins."""
    game, _ = named(tmp_path, "drawn_card", DRAWN_CARD)
    session = Session(open_table(Setup(game, (ANN, *[Chair("keeper")] * 5), seed=9, deal=4)))
    record = session.shown()
    assert [seat["role"] for seat in record["seats"]] == ["first", "second", "third", "fourth", "fifth", "sixth"]
    hands = [seat["hand"] for seat in record["frame"]["seats"]]
    assert sum(hand == hands[0] for hand in hands) == 1
    assert all(hand == hands[1] for hand in hands[1:])
    session.play(0)
    ended = session.shown()
    scores = [seat["score"] for seat in ended["frame"]["seats"]]
    assert sorted(scores) == sorted(set(scores))
    assert scores[ended["winners"][0]["seat"]] == max(scores)
