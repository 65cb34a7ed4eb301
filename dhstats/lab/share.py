"""The score sheet for phones of the own network: paired once by a code, and their games kept in one CSV."""

import csv
import hashlib
import io
import re
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import uvicorn
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from dhstats.documents import json_value
from dhstats.errors import BadInput, ResourceFailure, UserError
from dhstats.lab.guard import Guard
from dhstats.questions.playtests.asked import Asked
from dhstats.quoting import clipped
from dhstats.report.page.page import asset, from_template, style
from dhstats.report.pages.phone import headings, score_sheet
from dhstats.report.pages.writing import write_file

LETTERS, LENGTH = "BCDFGHJKLMNPQRSTVWXZ", 6  # of a code: nobody takes one letter for another, and no word comes up
MOST_TRIES = 10  # wrong codes of all phones together, after which no other phone is paired
MOST_GAMES = 4  # that are taken at once: with the longest notes they are below what the lab reads
MOST_ROWS = 10_000
LONGEST, LONGEST_NOTE = 80, 2_500
COOKIE = "dhstats_phone"
POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"  # the pages have the rest themselves
PHONE, GAME = re.compile(r"[0-9a-f]{16}"), re.compile(r"\d{1,16}-\d{1,6}")
NUMBERS = ("minutes", "turns")


@dataclass
class Evening:
    """What is shared: the sheet of a game, the file of its rows, the code, and the phones that know it."""

    asked: Asked
    file: Path
    code: str = field(default_factory=lambda: "".join(secrets.choice(LETTERS) for _ in range(LENGTH)))
    tries: int = 0
    phones: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def pair(self, code: str) -> str | None:
        """A new phone's cookie, or None for a wrong code; BadInput after too many of them."""
        if self.tries >= MOST_TRIES:
            raise BadInput("too many wrong codes: start the lab again for a new one")
        if not secrets.compare_digest(code.strip().upper().encode(), self.code.encode()):
            self.tries += 1
            return None
        self.phones.add(cookie := secrets.token_urlsafe(24))
        return cookie

    def knows(self, cookie: str) -> bool:
        """Whether a cookie is that of a paired phone."""
        return any(secrets.compare_digest(cookie.encode(), each.encode()) for each in self.phones)

    def keep(self, sent: Any) -> int:
        """Writes the games that a phone sent, each in place of an older row of the same game; how many they are."""
        phone, games = (sent.get("phone"), sent.get("games")) if isinstance(sent, dict) else (None, None)
        if not isinstance(phone, str) or not PHONE.fullmatch(phone) or not isinstance(games, list):
            raise BadInput("send the phone and its games")
        if len(games) > MOST_GAMES:
            raise BadInput(f"send at most {MOST_GAMES} games at once")
        rows = [row_of(each, phone, headings(self.asked)) for each in games]
        with self.lock:
            kept = self.rows()
            for name, row in rows:
                kept.pop(name, None) if row is None else kept.update({name: row})
            if len(kept) > MOST_ROWS:
                raise BadInput(
                    f"{self.file.name} is full: it has {MOST_ROWS:,} games; start the lab with another --out"
                )
            text = io.StringIO()
            csv.writer(text, quoting=csv.QUOTE_ALL).writerows([headings(self.asked), *kept.values()])
            write_file(self.file, text.getvalue().encode("utf-8-sig"))
        return len(rows)

    def rows(self) -> dict[str, list[str]]:
        """The rows of the file by game; BadInput if the file is of another sheet."""
        if not self.file.exists():
            return {}
        try:
            with self.file.open(encoding="utf-8-sig", newline="") as file:
                first, *rows = list(csv.reader(file)) or [[]]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise BadInput(f"{self.file}: cannot be read as CSV; move it away, or choose another --out") from error
        if first != headings(self.asked):
            raise BadInput(f"{self.file}: is the sheet of another game; move it away, or choose another --out")
        return {row[0]: row for row in rows if row}


def row_of(game: Any, phone: str, heads: list[str]) -> tuple[str, list[str] | None]:
    """A game's name and its cells as they are written, or None for a deleted game; BadInput names a bad cell."""
    if not isinstance(game, list) or len(game) != 2 or not isinstance(game[1], list):
        raise BadInput("a game must be its name and its cells")
    name, cells = game
    if not isinstance(name, str) or not GAME.fullmatch(name):
        raise BadInput(f"{clipped(str(name))}: is not the name of a game")
    if not cells:
        return f"{phone}-{name}", None
    if len(cells) != len(heads):
        raise BadInput(f"game {name}: has {len(cells)} cells, and the sheet has {len(heads)} columns")
    for head, value in zip(heads, cells, strict=True):
        if why := _wrong(head, value):
            raise BadInput(f"game {name}, {head}: {why}, not {clipped(str(value))}")
    return f"{phone}-{name}", [f"{phone}-{name}", *map(_cell, cells[1:])]


def _wrong(head: str, value: Any) -> str:
    """What a cell must be, if it is not; "" if it may stand in its column."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return "must be a text or a number"
    if head == "date":
        return "" if re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)) else "must be a day such as 2026-02-03"
    if value != "" and (head in ("game", *NUMBERS) or re.search(r" (score|place)\b", head)):
        fits = not isinstance(value, str) and abs(value) < 1e9
        return "" if fits else "must be a number below a thousand million"
    if head.endswith(" result"):
        return "" if value in ("", "win", "loss", "tie") else "must be win, loss or tie"
    longest = LONGEST_NOTE if head in ("notes", "breakdown") else LONGEST
    return "" if isinstance(value, str) and len(value) <= longest else f"must be a text of at most {longest:,} letters"


def _cell(value: str | float) -> str:
    """A cell on one line; a text that a spreadsheet would compute stands behind an apostrophe, as on the phone."""
    text = " ".join(str(value).split())
    return f"'{text}" if isinstance(value, str) and text.startswith(("=", "+", "-", "@")) else text


def application(evening: Evening) -> Starlette:
    """What phones are answered: the sheet and its posts for paired ones, and the question for the code."""
    script, page_id = asset("pair.js"), hashlib.sha256(str(evening.file.absolute()).encode()).hexdigest()[:8]
    pair = from_template(
        "pair.html.j2", (script,), asks=True, script=Markup(script), style=Markup(style("sheet.css"))
    )  # fmt: skip
    sheet = score_sheet(evening.asked, shared=page_id)

    def paired(request: Request) -> bool:
        return evening.knows(request.cookies.get(COOKIE, ""))

    def first(request: Request) -> Response:
        return HTMLResponse(sheet if paired(request) else pair)

    def code(sent: Any) -> Response:
        cookie = evening.pair(str(sent.get("code", "")) if isinstance(sent, dict) else "")
        if cookie is None:
            return PlainTextResponse("That is not the code that the lab shows.", HTTPStatus.FORBIDDEN)
        answer = PlainTextResponse("paired")
        answer.set_cookie(COOKIE, cookie, max_age=86_400, httponly=True, samesite="strict")
        return answer

    async def pairing(request: Request) -> Response:
        return await _answer(request, code, HTTPStatus.FORBIDDEN)

    async def games(request: Request) -> Response:
        if not paired(request):
            return PlainTextResponse("pair this phone first", HTTPStatus.UNAUTHORIZED)
        return await _answer(request, lambda sent: PlainTextResponse(str(evening.keep(sent))), HTTPStatus.BAD_REQUEST)

    routes = [Route("/", first), Route("/pair", pairing, methods=["POST"]), Route("/games", games, methods=["POST"])]
    return Starlette(routes=routes)


async def _answer(request: Request, answer: Callable[[Any], Response], refused: HTTPStatus) -> Response:
    """The answer to what a phone sent, or one line that gives the reason why it is refused."""
    try:
        return answer(json_value((await request.body()).decode(), "this message"))
    except (UserError, UnicodeError) as error:
        return PlainTextResponse(str(error), refused)


def own_address() -> str:
    """The address of this machine in its network, without sending anything. ResourceFailure without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: only the way there is looked up
            host = str(probe.getsockname()[0])
        except OSError:
            host = "127.0.0.1"
    if host.startswith("127."):
        raise ResourceFailure("--share: this machine is in no network; connect it to the one that the phones use")
    return host


@contextmanager
def shared(evening: Evening, at: socket.socket) -> Iterator[str]:
    """Serves the sheet at a socket meanwhile; gives its address."""
    host, port = at.getsockname()[:2]
    config = uvicorn.Config(
        Guard(application(evening), "", port, (host,), POLICY), log_level="critical", access_log=False, ws="none",
        server_header=False, date_header=False, lifespan="off", h11_max_incomplete_event_size=16_384,
        limit_concurrency=64,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{port}/"
    finally:
        server.should_exit = True
        thread.join(5)
