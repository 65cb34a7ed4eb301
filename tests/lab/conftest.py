"""A lab that is served in this process, and what asks it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from dhstats.lab import app
from dhstats.lab.app import Address, Lab, listening, server_of
from dhstats.lab.rules import Choice
from tests.report.chromium import browser

__all__ = ["browser"]

PATIENCE = 60.0
PAGE = "0123456789ab"
FFG = {"game": "dragonheart", "rules": "ffg"}


@dataclass(frozen=True)
class Answer:
    """What the lab answered."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def found(self) -> Any:
        """The same as a value."""
        return json.loads(self.text)


@dataclass(frozen=True)
class Served:
    """A lab that is served, and how it is asked."""

    address: Address
    folder: Path

    def get(self, path: str = "", method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """The answer to a path beside the page's own, or to a path from the root."""
        place = path if path.startswith("/") else f"/{self.address.token}/{path}"
        connection = HTTPConnection("127.0.0.1", self.address.port, timeout=PATIENCE)
        try:
            connection.request(method, place, body, {name.replace("_", "-"): text for name, text in headers.items()})
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read().decode())
        finally:
            connection.close()

    def ask(self, name: str, **said: Any) -> Answer:
        """The answer to a question of a page."""
        return self.get(f"ask/{name}", "POST", json.dumps(said).encode(), Content_Type="application/json")

    @contextmanager
    def listening(self, page: str = PAGE) -> Iterator[Callable[[Callable[[Any], Any]], Any]]:
        """What waits for an event of a page that is as wanted."""
        connection = HTTPConnection("127.0.0.1", self.address.port, timeout=PATIENCE)
        connection.request("GET", f"/{self.address.token}/events?page={page}")
        stream = connection.getresponse()

        def until(wanted: Callable[[Any], Any]) -> Any:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                line = stream.readline().decode()
                if line.startswith("data: ") and wanted(event := json.loads(line.removeprefix("data: "))):
                    return event
            raise AssertionError("no such event")

        try:
            yield until
        finally:
            connection.close()


@contextmanager
def served(folder: Path, opens: Choice = Choice("dragonheart", "ffg"), **more: Any) -> Iterator[Served]:  # noqa: B008
    """A lab on a free port, ended afterwards."""
    with listening(None) as at:
        address = Address(at.getsockname()[1], "a-token-for-tests")
        server = server_of(Lab(opens, folder, seed=1, workers=1, **more), address)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [at]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield Served(address, folder)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A lab of Dragonheart that was not warmed up, as tests play with scripts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "warm", lambda *_: None)
        with served(tmp_path_factory.mktemp("lab")) as found:
            yield found
