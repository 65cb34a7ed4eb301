"""The lab as a process: a port of this machine, a browser that is opened, and an end at Ctrl-C."""

import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import uvicorn

from dhstats.errors import BadInput, ResourceFailure
from dhstats.lab.app import Lab, application
from dhstats.lab.guard import NAMES, Guard, new_token

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


def listening(port: int | None) -> socket.socket:
    """A socket of this machine alone at a port, or at the usual one or the next that is free.

    Raises BadInput for a port that is none or is taken, ResourceFailure where there is none to be had.
    """
    if port is not None and not 1 <= port <= 65_535:
        raise BadInput(f"--port: must be from 1 to 65535, not {port}")
    for each in [port] if port is not None else [USUAL_PORT, *range(USUAL_PORT + 1, USUAL_PORT + 20), 0]:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, each))
            found.listen()  # from here on whoever asks waits, until there is somebody who answers
        except OSError as error:
            found.close()
            if port is not None:
                raise BadInput(
                    f"--port {port}: cannot be used ({error.strerror}); leave --port out for one that is free"
                ) from error
        else:
            return found
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
