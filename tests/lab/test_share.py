"""The score sheet that phones get: by a code alone, with nothing else of the lab, and their rows in one CSV."""

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from dhstats.errors import BadInput, ResourceFailure
from dhstats.lab.app import listening
from dhstats.lab.share import MOST_TRIES, Evening, own_address, shared
from dhstats.questions.playtests.asked import Asked
from dhstats.simulate.playtests.reading import read_sheet
from tests.report.chromium import Browser
from tests.report.test_phone import SCRIPT, enter

PHONE = "0123456789abcdef"
ROW = [1, "2026-02-03", "A", "Ann", "", 34, 1, "win", "Ben", "", 28.5, 2, "loss", 42, 17, "", "", "=1+1"]


@dataclass
class Phones:
    """A shared sheet on this machine, and how a phone asks it."""

    evening: Evening
    at: socket.socket
    address: str
    cookie: str = ""

    def ask(self, path: str, sent: Any = None, **headers: str) -> tuple[int, str]:
        """Status and text of an answer; the cookie is kept."""
        connection = HTTPConnection(*self.at.getsockname()[:2], timeout=30)
        given = {"Cookie": self.cookie, "Content-Type": "application/json"} | headers
        body = None if sent is None else json.dumps(sent)
        connection.request("GET" if sent is None else "POST", path, body, given)
        answer = connection.getresponse()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def send(self, *games: Any, phone: Any = PHONE) -> tuple[int, str]:
        """The answer to games that a phone sends."""
        return self.ask("/games", {"phone": phone, "games": list(games)})


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[Phones]:
    """A sheet of two seats that is shared."""
    evening = Evening(Asked("Harbour", (2, 2)), tmp_path / "games.csv")
    at = listening(None)
    with at, shared(evening, at) as address:
        yield Phones(evening, at, address)


def test_a_phone_gets_the_sheet_by_the_code_and_nothing_else(phones: Phones) -> None:
    """Without the code there is only the question for it; nothing of the lab is there, with or without it."""
    assert "Pair this phone" in phones.ask("/")[1]
    assert phones.send(["1-1", ROW])[0] == 401
    assert phones.ask("/pair", {"code": "AAAAAA"})[0] == 403
    assert phones.ask("/pair", {"code": f" {phones.evening.code.lower()} "})[0] == 200
    assert 'id="players"' in phones.ask("/")[1]
    for path in ("/start", "/events", "/lab.js", "/ask/keys", "/../start", "//start"):
        assert phones.ask(path)[0] == 404
    assert phones.ask("/ask/keys", {})[0] == 404
    assert phones.ask("/", Host="evil.example")[0] == 421
    assert phones.ask("/games", {}, Origin="http://evil.example")[0] == 403
    phones.cookie = "dhstats_phone=guessed"
    assert phones.send(["1-1", ROW])[0] == 401


def test_wrong_codes_are_counted(phones: Phones) -> None:
    """After ten the right one is refused too; who is paired stays so."""
    assert phones.ask("/pair", {"code": phones.evening.code})[0] == 200
    for _ in range(MOST_TRIES):
        assert phones.ask("/pair", {"code": "é"})[1].startswith("That is not the code")
    status, text = phones.ask("/pair", {"code": phones.evening.code})
    assert (status, text) == (403, "too many wrong codes: start the lab again for a new one")
    assert phones.send(["1-1", ROW])[0] == 200


def test_a_game_has_one_row_and_playtests_reads_it(phones: Phones) -> None:
    """Sent twice it is there once; changed it is replaced; deleted it goes; two phones do not mix."""
    phones.ask("/pair", {"code": phones.evening.code})
    for _ in range(2):
        assert phones.send(["1-1", ROW], ["2-2", [2, *ROW[1:]]]) == (200, "2")
    assert phones.send(["1-1", [1, "2026-02-03", "B", *ROW[3:]]], phone="f" * 16)[0] == 200
    assert phones.send(["2-2", [2, "2026-02-04", *ROW[2:]]])[0] == 200
    sheet = read_sheet(phones.evening.file, names="keep")
    assert sheet.unusable == ()
    assert [(str(each.day), each.version) for each in sheet.games] == [
        ("2026-02-03", "A"), ("2026-02-04", "A"), ("2026-02-03", "B"),
    ]  # fmt: skip
    assert [(each.player, each.score, each.won) for each in sheet.games[0].players] == [
        ("Ann", 34.0, 1.0), ("Ben", 28.5, 0.0),
    ]  # fmt: skip
    assert '"\'=1+1"' in phones.evening.file.read_text("utf-8-sig")
    assert phones.send(["1-1", []], ["9-9", []])[0] == 200
    assert len(phones.evening.rows()) == 2


@pytest.mark.parametrize(
    ("at", "value", "why"),
    [
        (1, "yesterday", "game 1-1, date: must be a day"),
        (5, "34", "seat 1 score: must be a number"),
        (5, 1e12, "seat 1 score: must be a number"),
        (5, 10**100, "seat 1 score: must be a number"),
        (3, "\ud800", "surrogates not allowed"),
        (7, "won", "seat 1 result: must be win, loss or tie"),
        (3, "x" * 81, "seat 1 player: must be a text of at most 80"),
        (3, {"a": 1}, "seat 1 player: must be a text or a number"),
    ],
)
def test_a_bad_cell_is_named_and_nothing_is_kept(phones: Phones, at: int, value: Any, why: str) -> None:
    """By game and column; the good games that came with it wait too."""
    phones.ask("/pair", {"code": phones.evening.code})
    status, text = phones.send(["2-2", ROW], ["1-1", [*ROW[:at], value, *ROW[at + 1 :]]])
    assert status == 400
    assert why in text
    assert not phones.evening.file.exists()


@pytest.mark.parametrize("sent", [[], {}, {"phone": "../x", "games": []}, {"phone": PHONE, "games": [["1", []]] * 99}])
def test_nonsense_is_refused(phones: Phones, sent: Any) -> None:
    """Of any shape, and what is too long is not read."""
    phones.ask("/pair", {"code": phones.evening.code})
    assert phones.ask("/games", sent)[0] == 400
    assert phones.ask("/games", ["x" * 70_000])[0] == 413
    assert phones.ask("/games", {}, **{"Content-Type": "text/plain"})[0] == 415


def test_a_file_of_another_game_is_left_as_it_is(tmp_path: Path) -> None:
    """Before anybody plays."""
    (file := tmp_path / "games.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="is the sheet of another game"):
        Evening(Asked("Harbour", (2, 2)), file).rows()
    assert file.read_text() == "a,b\n1,2\n"


def test_without_a_network_nothing_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is this machine alone offered in its place."""

    def refused(*_: Any) -> None:
        raise OSError("unreachable")

    monkeypatch.setattr("dhstats.lab.share.socket.socket.connect", refused)
    with pytest.raises(ResourceFailure, match="--share: this machine is in no network"):
        own_address()


def _pair(phones: Phones, browser: Browser) -> None:
    """Opens the address on a phone, types the code, and waits for the sheet."""
    browser.call("Page.navigate", url=phones.address)
    browser.until("document.getElementById('code') !== null", bool)
    browser.ask(f"code.value = '{phones.evening.code}', pair.requestSubmit()")
    browser.until("document.getElementById('players') !== null && document.readyState === 'complete'", bool)
    browser.ask(SCRIPT)


@pytest.mark.browser
def test_what_a_phone_saves_waits_for_the_lab(phones: Phones, browser: Browser) -> None:
    """Saved while the lab is away, sent when it is back, once; changed and deleted games too."""
    _pair(phones, browser)
    browser.ask("window.reach = window.fetch; window.fetch = () => Promise.reject(new Error('away'))")
    enter(browser, ["Ann", "Ben"], [10, 4])
    enter(browser, ["Ann", "Ben"], [3, 8])
    sent = "document.getElementById('sent').textContent"
    assert "2 to send, which stay here" in browser.until(sent, lambda text: "2 to send, which" in text)
    assert not phones.evening.file.exists()
    browser.ask("window.fetch = window.reach, send()")
    browser.until(sent, lambda text: text == "The lab has all games.")
    assert "as soon as you save it" in browser.ask("document.querySelector('[aria-labelledby=all]').textContent")
    browser.ask("send()")
    games = read_sheet(phones.evening.file, names="keep").games
    assert [[each.score for each in game.players] for game in games] == [[10.0, 4.0], [3.0, 8.0]]
    browser.ask("document.querySelector('[aria-label=\"Delete game 1\"]').click()")
    browser.until(f"{sent} === 'The lab has all games.' && !due().length", bool)
    assert len(phones.evening.rows()) == 1
    browser.ask("localStorage.clear()")


@pytest.mark.browser
def test_a_refused_game_does_not_block_the_games_behind_it(phones: Phones, browser: Browser) -> None:
    """It stays on the phone with the lab's reason until it is changed; the others are sent."""
    _pair(phones, browser)
    # A row as only a damaged phone would send it
    browser.ask(
        "window.usual = rowOf, window.damaged = true, window.rowOf = (game, seats) => {"
        " const row = usual(game, seats);"
        " return damaged && game.number === 1 ? row.map((cell) => cell === game.date ? 'Friday' : cell) : row; }, 0"
    )
    enter(browser, ["Ann", "Ben"], [10, 4])
    enter(browser, ["Ann", "Ben"], [3, 8])
    sent = "document.getElementById('sent').textContent"
    marks = "[...document.querySelectorAll('#games .refused')].map((each) => each.textContent)"
    reason = "date: must be a day such as 2026-02-03, not Friday."
    browser.until(f"{sent}.startsWith('The lab refused 1') && due().length === 1 && !sending", bool)
    assert browser.ask(sent) == f"The lab refused 1 of your games, which stay here: {reason}"
    assert sorted(browser.ask(marks)) == ["", f"The lab refused this game: {reason}"]
    assert len(phones.evening.rows()) == 1
    browser.ask("window.damaged = false, send(), 0")
    browser.until(f"{sent} === 'The lab has all games.' && !due().length", bool)
    assert browser.ask(marks) == ["", ""]
    assert len(phones.evening.rows()) == 2
    browser.ask("localStorage.clear()")
