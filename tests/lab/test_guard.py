"""Whom the lab answers: its own pages alone, and in few words."""

import pytest

from dhstats.lab.guard import MOST_BYTES, POLICY
from tests.lab.conftest import FFG, Served


def test_the_page_comes_with_a_policy_that_lets_nothing_in(lab: Served) -> None:
    """Every answer has it, refusals too; scripts and styles are the lab's own files."""
    page = lab.get()
    assert page.status == 200
    assert "<h1" in page.text
    assert "<script>" not in page.text
    assert "style=" not in page.text
    for each in (
        page,
        lab.get("start"),
        lab.get("lab.css"),
        lab.get("nothing.js"),
        lab.get("/"),
        lab.ask("keys", **FFG),
    ):
        assert each.headers["content-security-policy"] == POLICY
        assert each.headers["x-content-type-options"] == "nosniff"
        assert each.headers["cache-control"] == "no-store"
        assert not [name for name in each.headers if name.startswith("access-control")]
    assert "'unsafe" not in POLICY


@pytest.mark.parametrize("path", ["/", "/start", "/wrong/start", "/a-token-for-test/", "//", "/a-token-for-tests"])
def test_nothing_is_known_without_the_token(lab: Served, path: str) -> None:
    """Neither without one, nor with another or a part of it."""
    assert lab.get(path).status == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://127.0.0.1"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "same-origin"}, 200),
        ({"Sec_Fetch_Site": "none"}, 200),
    ],
)
def test_pages_of_other_sites_are_refused_though_they_know_the_token(
    lab: Served, headers: dict[str, str], status: int
) -> None:
    """By host, by origin, and by what the browser says of who asks."""
    assert lab.get("start", **headers).status == status


def test_this_machine_has_two_names(lab: Served) -> None:
    """And pages of either may ask."""
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{lab.address.port}"
        assert lab.get("start", Host=host, Origin=f"http://{host}").status == 200


def test_what_is_sent_is_json_and_short(lab: Served) -> None:
    """A form of another site can send neither; what is too long is not read."""
    sent = b'{"game": "dragonheart", "rules": "ffg"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert lab.get("ask/keys", "POST", sent, Content_Type=kind).status == 415
    assert lab.get("ask/keys", "POST", sent).status == 415
    assert lab.get("ask/keys", "POST", sent, Content_Type="application/json; charset=utf-8").status == 200
    long = b'{"game": "' + b"x" * MOST_BYTES + b'"}'
    assert lab.get("ask/keys", "POST", long, Content_Type="application/json").status == 413
    assert lab.get("start", "DELETE").status == 405


@pytest.mark.parametrize("sent", [b"", b"[1]", b"{", b"\xff", b"[" * 60_000, b"null", b'{"game": 7, "rules": {}}'])
def test_nonsense_is_answered_in_a_sentence(lab: Served, sent: bytes) -> None:
    """Whatever is sent, the lab goes on."""
    answer = lab.get("ask/keys", "POST", sent, Content_Type="application/json")
    assert answer.status == 400
    assert answer.found["problem"]
    assert lab.get("start").status == 200


@pytest.mark.parametrize("name", ["..%2fapp.py", "%2e%2e/app.py", "app.py", "lab.html.j2", "../../pyproject.toml"])
def test_no_file_but_the_pages_own_is_served(lab: Served, name: str) -> None:
    """Neither above their folder nor beside."""
    assert lab.get(name).status == 404
