"""Headless Chromium over the pipe of its DevTools protocol: a page opened, asked, and watched."""

import fcntl
import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dhstats.machine import chromium

PROGRAM = chromium()
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe"
)
PATIENCE = 60.0  # seconds for any one answer; a loaded machine needs a few


class Browser:
    """A running browser with one page."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer = reader, writer
        self._rest, self._number = b"", 0
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to one command; what happens meanwhile is kept in `events`."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if hasattr(self, "_session"):
            message["sessionId"] = self._session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return dict(answer["result"])
            self.events.append(answer)

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._reader], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "Chromium does not answer"
            self._rest += os.read(self._reader, 1 << 20)
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))

    @contextmanager
    def beside(self, target: str) -> Iterator[None]:
        """Another page of the browser is asked meanwhile."""
        own = self._session
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        try:
            yield
        finally:
            self._session = own

    def open(self, page: Path, width: int, height: int = 900, *, dark: bool = False, folded: bool = False) -> None:
        """A page at a width with all its sections open, or `folded` as it opens, until its charts are drawn."""
        self.events.clear()
        mobile = width < 600
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.media(dark=dark)
        self.call("Page.navigate", url=page.as_uri())
        self.drawn()
        if not folded:
            self.unfold()

    def unfold(self) -> None:
        """All sections opened, until their charts are drawn or have failed."""
        opener = "document.getElementById('open-all')"
        self.ask(f"{opener}.textContent.startsWith('Open') && {opener}.click()")
        wanted = self.ask("'done:' + document.querySelectorAll('.canvas').length")
        self.until(
            "document.documentElement.dataset.charts || ''", lambda said: said == wanted or str(said).startswith("f")
        )

    def media(self, *, dark: bool, kind: str = "screen") -> None:
        """The system's preference, and whether the page is for the screen or for paper."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=kind, features=[scheme])

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def drawn(self) -> str:
        """What the page says of its charts, once it says something."""
        said = "document.readyState === 'complete' && document.documentElement.dataset.charts || ''"
        return str(self.until(said, bool))

    def until(self, expression: str, wanted: Callable[[Any], bool]) -> Any:
        """The value of an expression once it is as wanted."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            value = self.ask(expression)
            if wanted(value):
                return value
            time.sleep(0.05)
        raise AssertionError(f"still {value!r}: {expression}")

    def requests(self) -> list[str]:
        """Every address that the page asked for, but itself and what it carries."""
        sent = [event["params"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
        addresses = [str(each["request"]["url"]) for each in sent]
        return [url for url in addresses if not url.startswith(("file:", "data:", "blob:"))]

    def complaints(self) -> list[str]:
        """Every warning, error and exception of the page."""
        said = []
        for event in self.events:
            parameters = event.get("params", {})
            if event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                said.append(str([each.get("value") for each in parameters["args"]]))
            elif event["method"] == "Runtime.exceptionThrown":
                said.append(str(parameters["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded":
                said.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        return said


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Browser"]:
    """One running browser for all tests that look at pages; skipped where there is none, but not where CI wants one."""
    if not (PROGRAM or "CI" in os.environ):
        pytest.skip("no Chromium on this machine")
    with running(tmp_path_factory.mktemp("profile")) as started:
        yield started


@contextmanager
def running(profile: Path) -> Iterator[Browser]:
    """A browser with a fresh profile, closed afterwards."""
    (read_in, write_in), (read_out, write_out) = os.pipe(), os.pipe()
    theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (read_in, write_out)]
    line = f"exec {shlex.quote(PROGRAM)} {FLAGS} --user-data-dir={shlex.quote(str(profile))} about:blank"
    command = ["bash", "-c", f"{line} 3<&{theirs[0]} 4>&{theirs[1]}"]
    with subprocess.Popen(command, pass_fds=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        for end in (*theirs, read_in, write_out):
            os.close(end)
        try:
            yield Browser(read_out, write_in)
        finally:
            process.terminate()
            process.wait(10)
            os.close(read_out)
            os.close(write_in)
