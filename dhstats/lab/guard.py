"""Who may ask the lab: pages that it served itself, on this machine, with the token of this run in their address."""

import secrets
from collections.abc import Sequence
from http import HTTPStatus

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024  # of what a page may send at once
NAMES = ("127.0.0.1", "localhost")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Refused(Exception):
    """A request that is not answered, with the status that says why."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


class Guard:
    """Hands on what the lab's own pages ask, and refuses everything else before it is read.

    The token, where there is one, stands first in every path; the host must be this machine by its own name, so that a
    name from elsewhere that leads here is none; a page of another origin is refused even where it knows the token.
    """

    def __init__(self, app: ASGIApp, token: str, port: int, names: Sequence[str] = NAMES, policy: str = POLICY) -> None:
        self._app, self._token, self._headers = app, token, HEADERS | {"Content-Security-Policy": policy}
        self._hosts = {f"{name}:{port}" for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        try:
            self._check(scope)
            body = await self._body(scope, receive)
        except Refused as refused:
            await PlainTextResponse(f"{refused}\n", refused.status, self._headers)(scope, receive, send)
            return
        inner = {**scope, "path": scope["path"].removeprefix(f"/{self._token}" if self._token else "")}
        inner["raw_path"] = inner["path"].encode()
        await self._app(inner, _with_body(body, receive), _with_headers(send, self._headers))

    def _check(self, scope: Scope) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if host not in self._hosts:
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, "this server answers only on this machine")
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            raise Refused(HTTPStatus.FORBIDDEN, "pages of other sites may not ask here")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused(HTTPStatus.FORBIDDEN, "pages of other sites may not ask here")
        given = scope["path"].split("/")[1] if scope["path"].count("/") > 1 else ""
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            raise Refused(HTTPStatus.NOT_FOUND, "open exactly the address that `dhstats lab` printed")
        kind = headers.get("content-type", "").partition(";")[0].strip()
        if scope["method"] == "POST" and kind != "application/json":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send JSON")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "GET and POST are answered")

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """All that was sent, which is little; what is more is not read to its end."""
        body, more = b"", scope["method"] == "POST"
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > MOST_BYTES:
                raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {MOST_BYTES:,} bytes")
        return body


def _with_body(body: bytes, receive: Receive) -> Receive:
    """The body that was read, and after it other events, such as that the page has gone."""
    waiting = [body]

    async def told() -> Message:
        return {"type": "http.request", "body": waiting.pop(), "more_body": False} if waiting else await receive()

    return told


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    more = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            known = {name for name, _ in given}
            message = {**message, "headers": [*given, *(each for each in more if each[0] not in known)]}
        await send(message)

    return sent


def new_token() -> str:
    """A token that nobody guesses, for one run of the lab."""
    return secrets.token_urlsafe(24)
