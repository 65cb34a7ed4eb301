"""What the lab answers: its page, what a page asks about rules, and a stream of what is known of a comparison."""

import json
import shutil
import socket
import tempfile
import time
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from dhstats.documents import json_value
from dhstats.errors import BadInput, ResourceFailure, UserError
from dhstats.lab import players, rules
from dhstats.lab.comparisons import MOST_CHANGES, Wanted, experiment_file, identity, proof_plan, prove, warm, write_page
from dhstats.lab.games import Games
from dhstats.lab.guard import NAMES, Guard, new_token
from dhstats.lab.jobs import Jobs, choice, exact, known, page, seed, settings, whole, word
from dhstats.lab.rules import Choice
from dhstats.lab.tables import Tables
from dhstats.lab.watching import Watcher, Watchers
from dhstats.questions.goals.goal import Goals
from dhstats.release import VERSION
from dhstats.report.drawing import theme
from dhstats.report.page.page import asset, style

TYPES = {".css": "text/css", ".js": "text/javascript", ".html": "text/html"}
BEAT = 5.0  # seconds after which a page that hears nothing new is told so
Answering = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Lab:
    """What one run of the lab is about; pages may open the named `runs` and those in the folder; it has to `say`."""

    opens: Choice
    folder: Path
    seed: int
    goals: Goals | None = None
    workers: int | None = None
    runs: tuple[Path, ...] = ()
    say: Callable[[str], None] = lambda _: None


def application(lab: Lab) -> Starlette:
    """The lab as a server's application; who may ask is decided before it (`guard.py`)."""
    desk = Desk(lab)
    routes = [
        Route("/", _file),
        Route("/start", desk.start),
        Route("/events", desk.events),
        Route("/ask/{name}", desk.answer, methods=["POST"]),
        Route("/{name}", _file),
    ]
    return Starlette(routes=routes, lifespan=desk.lifespan)


class Desk:
    """What pages ask, and who answers."""

    def __init__(self, lab: Lab) -> None:
        self._lab, self._watchers = lab, Watchers(lab.folder, lab.workers, lab.say)
        self._jobs = Jobs()
        self._tables = Tables(lab.opens, lab.folder, lab.seed, self._watchers, self._jobs)
        games = Games(lab.opens, lab.folder, lab.seed, self._jobs, lab.runs, lab.workers)
        self._asked: dict[str, Answering] = {
            **self._jobs.questions,
            **self._tables.questions,
            **games.questions,
            "games-on": lambda query: self._tables.take(*games.play_on(query), query),
            "keys": lambda query: _keys(lab, query),
            "check": lambda query: rules.checked(known(lab.opens, choice(query))),
            "file": lambda query: {"text": rules.rule_file(known(lab.opens, choice(query)))},
            "compare": lambda query: {"comparison": self._watchers.of(word(query, "page")).ask(_wanted(lab, query))},
            "write": lambda query: _write(lab, query),
            "prove": lambda query: self._prove(query),
            "experiment": lambda query: {"text": experiment_file(_wanted(lab, query), whole(query, "deals"))},
            "steer": lambda query: self._watchers.of(word(query, "page")).steer(word(query, "action")),
        }

    def _prove(self, query: dict[str, Any]) -> dict[str, Any]:
        """A certificate for the first change that a page has on the screen, played for in the background."""
        wanted, lab = _wanted(self._lab, query), self._lab
        key = ("prove", identity(proof_plan(wanted)))  # what cannot be played is said at once
        return self._jobs.ask(page(query), key, lambda tell: prove(wanted, lab.folder, lab.workers, tell))

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Forgets pages that were closed, and at the end everything that is played."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._forget)
            group.start_soon(self._warm)
            group.start_soon(anyio.to_thread.run_sync, self._watchers.clear)
            yield
            group.cancel_scope.cancel()
        self._jobs.close()
        self._watchers.close()

    async def _forget(self) -> None:
        while True:
            await anyio.sleep(BEAT)
            self._watchers.forget_those_who_left()
            self._tables.forget()

    async def _warm(self) -> None:
        """What is compiled for the first comparison is compiled while the page is read."""
        folder, lab = Path(tempfile.mkdtemp(prefix="dhstats-lab-")), self._lab
        try:
            await anyio.to_thread.run_sync(warm, lab.opens, folder / "warm", lab.workers, abandon_on_cancel=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    async def start(self, request: Request) -> Response:
        """What a page has to know before it asks anything."""
        lab, opens = self._lab, self._lab.opens
        goals: dict[str, Any] | None = None
        if lab.goals:
            goals = {"title": lab.goals.title, "goals": [{"name": g.name, "range": g.range} for g in lab.goals.goals]}
        known_first = {
            "version": VERSION, "games": rules.games(opens), "seed": lab.seed, "most": MOST_CHANGES, "goals": goals,
            "opens": {"game": opens.game, "rules": opens.rules, "values": rules.turned(opens)},
        }  # fmt: skip
        return JSONResponse(exact(known_first))

    async def answer(self, request: Request) -> Response:
        """The answer to a question, or in one line why there is none."""
        name = request.path_params["name"]
        if name not in self._asked:
            return PlainTextResponse("there is no such question\n", HTTPStatus.NOT_FOUND)
        try:
            query = json_value((await request.body() or b"{}").decode(), "this question")
            if not isinstance(query, dict):
                raise BadInput("send an object")
            return JSONResponse(exact(await anyio.to_thread.run_sync(self._asked[name], query)))
        except UnicodeDecodeError:
            problem = "this is not UTF-8 text"
        except UserError as error:
            problem = str(error)
        return JSONResponse(exact({"problem": problem}), HTTPStatus.BAD_REQUEST)

    async def events(self, request: Request) -> Response:
        """A stream of what pages are told; one for all of a browser, which keeps six connections to a place."""
        seen, problem = {}, ""
        for name in request.query_params.getlist("page") or [""]:
            try:
                seen[name] = self._watchers.of(name)
            except BadInput as refused:
                problem = str(refused)
        if not seen:
            return JSONResponse({"problem": problem}, HTTPStatus.BAD_REQUEST)
        return StreamingResponse(_events(self._watchers, seen), media_type="text/event-stream")


async def _events(watchers: Watchers, pages: dict[str, Watcher]) -> AsyncIterator[str]:
    """What pages are told, as it happens; the last word once more for a page that was loaded again."""
    seen = dict.fromkeys(pages, -1)
    for each in pages.values():
        each.listeners += 1
    try:
        while True:
            news = await anyio.to_thread.run_sync(watchers.news, dict(seen), BEAT, abandon_on_cancel=True)
            lines = [json.dumps(exact({**event, "page": name})) for name, (_, event) in news.items()]
            yield "".join(f"data: {each}\n\n" for each in lines) or ": still here\n\n"
            seen |= {name: number for name, (number, _) in news.items()}
    finally:
        for each in pages.values():
            each.listeners -= 1
            each.left = time.monotonic()


def _keys(lab: Lab, query: dict[str, Any]) -> dict[str, Any]:
    base = known(lab.opens, Choice(word(query, "game"), word(query, "rules")))
    usual = players.usual(base.bundle, [base.load()])
    return {"groups": rules.keys(base), "players": players.offered(base.bundle), "usual": usual}


def _write(lab: Lab, query: dict[str, Any]) -> dict[str, Any]:
    """The place of the page of a comparison, which is written now."""
    deals, wanted, pages = whole(query, "deals"), _wanted(lab, query), lab.folder / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="compare-", dir=pages))
    return {"path": str(write_page(wanted, deals, folder / "games", lab.workers))}


def _wanted(lab: Lab, query: dict[str, Any]) -> Wanted:
    """The comparison that a page asks for; BadInput for what cannot be one."""
    base, several = known(lab.opens, choice(query)), query.get("changes")
    if not isinstance(several, list):
        raise BadInput("changes: must be a list of what each rule set changes")
    changes = tuple(replace(base, settings=settings(each)) for each in several)
    goals = lab.goals if lab.goals and lab.goals.game == base.game else None
    player, first = word(query, "player", ""), seed(query, "seed", lab.seed)
    return Wanted(base, changes, player, bool(query.get("learn")), first, goals=goals)


async def _file(request: Request) -> Response:
    """A part of the page; its style sheets begin with the colours of all pages, and with the board that others draw."""
    name = request.path_params.get("name", "lab.html")
    kind, folder = TYPES.get(Path(name).suffix), files("dhstats.lab").joinpath("page")
    if kind is None or name not in {each.name for each in folder.iterdir()}:
        return PlainTextResponse("there is no such file\n", HTTPStatus.NOT_FOUND)
    text = folder.joinpath(name).read_text("utf-8")
    if name == "lab.css":
        text = style("page.css", f"--font:{theme.FONT};--heading:{theme.FONT};") + text
    if name == "table.css":
        text = asset("board_parts.css") + text
    return Response(text, media_type=kind)


HOST = NAMES[0]
USUAL_PORT = 8642
GRACE = 1  # seconds that streams have to end


@dataclass(frozen=True)
class Address:
    """Where the lab is to be found: its port, and the token of this run."""

    port: int
    token: str

    @property
    def url(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.port}/{self.token}/"


def listening(port: int | None, host: str = HOST) -> socket.socket:
    """A socket of this machine alone at a port, or at the usual one or the next that is free; or of its network."""
    if port is not None and not 1 <= port <= 65_535:
        raise BadInput(f"--port: must be from 1 to 65535, not {port}")
    for each in [port] if port is not None else [USUAL_PORT, *range(USUAL_PORT + 1, USUAL_PORT + 20), 0]:
        probe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, each))
            probe.listen()  # from here on whoever asks waits, until there is somebody who answers
        except OSError as error:
            probe.close()
            if port is not None:
                free = "leave --port out to use a free one"
                raise BadInput(f"--port {port}: cannot be used ({error.strerror}); {free}") from error
        else:
            return probe
    raise ResourceFailure("no port of this machine is free")


def serve(lab: Lab, port: int | None, opened: Callable[[Address], None], *, browser: bool) -> None:
    """Serves until Ctrl-C; `opened` is told where, once it answers. Errors: those of `listening`."""
    with listening(port) as at:
        address = Address(at.getsockname()[1], new_token())
        server = server_of(lab, address)
        opened(address)
        if browser:
            with suppress(webbrowser.Error):
                webbrowser.open(address.url)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[at])


def server_of(lab: Lab, address: Address) -> uvicorn.Server:
    """The server of a lab, which answers whoever knows its address."""
    app = Guard(application(lab), address.token, address.port)
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, date_header=False, ws="none",
        timeout_graceful_shutdown=GRACE, h11_max_incomplete_event_size=16_384,
    )  # fmt: skip
    return uvicorn.Server(config)
