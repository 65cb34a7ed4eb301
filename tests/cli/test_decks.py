"""`--decks` and `--pack`: who plays which deck, from whose cards; what is refused, and what goes on once it was stopped."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.games.dragon.files import packfile, rulesets
from dhstats.games.dragon.files.schema import PACK
from dhstats.simulate.positions import deck_matches, forks
from dhstats.simulate.positions.deck_matches import DeckMatches
from dhstats.simulate.work.workers import Budget
from dhstats.storage import open_run
from tests.cli.conftest import Typed

DRAGON = ["--game", "dragon"]
PLAYED = [*DRAGON, "--strategies", "random", "--moves", "none", "--seed", "1"]


@pytest.fixture
def own_pack(tmp_path: Path) -> Path:
    """The reference pack as a file of its own, with a deck more and a deck that is too small."""
    pack = dict(rulesets.load("standard").effective[PACK])
    decks = pack["decks"]
    pack["title"] = "A pack of mine"
    pack["decks"] = {
        "mine": decks["kill"] | {"title": "Mine"},
        "small": decks["kill"] | {"cards": decks["kill"]["cards"][1:]},
        "many": decks["kill"] | {"cards": ["4 claw_attack", "2 fang_bite", *decks["kill"]["cards"][2:]]},
    }
    path = tmp_path / "mine.toml"
    text = "\n".join(packfile._tables(PACK, pack))
    path.write_text(text.replace(f"[[{PACK}.", "[[").replace(f"[{PACK}.", "[").replace(f"[{PACK}]\n", ""))
    return path


def test_every_player_has_his_deck_and_one_deck_is_for_all(tmp_path: Path) -> None:
    """The manifest keeps who has which, whose cards they are, and which pack by title and hash."""
    for decks, expected in (("mixed,exhaust", ("mixed", "exhaust")), ("banish", ("banish", "banish"))):
        folder = tmp_path / decks
        assert main(["simulate", *PLAYED, "--games", "4", "--decks", decks, "--out", str(folder)]) == 0
        manifest = open_run(folder).manifest
        assert tuple(manifest.rules["decks"][seat] for seat in ("first", "second")) == expected
        assert packfile.fingerprint(manifest.rules[PACK])[:12] in manifest.cards
        assert "not the publisher's cards" in manifest.cards
        assert "Reference pack of dhstats" in manifest.cards
        assert json.loads((folder / "manifest.json").read_text())["cards"] == manifest.cards
        assert main(["verify", str(folder)]) == 0


def test_a_pack_of_ones_own_is_a_file(own_pack: Path, tmp_path: Path, said: Typed) -> None:
    """Its title and its own hash are said wherever its games are."""
    folder = tmp_path / "run"
    words = ["--pack", str(own_pack), "--decks", "mine", "--games", "4", "--out", str(folder)]
    told = said("simulate", *PLAYED, *words)
    assert "A pack of mine" in told
    reference = rulesets.load("standard").effective[PACK]
    pack = open_run(folder).manifest.rules[PACK]
    assert packfile.fingerprint(pack) != packfile.fingerprint(reference)
    assert packfile.fingerprint(pack)[:12] in told


def test_names_of_people_do_not_change_the_hash_of_a_pack() -> None:
    """A wound more does."""
    reference = rulesets.load("standard").effective[PACK]
    renamed = rulesets.load("standard", ('pack.title="Other"', 'pack.actions.claw_attack.title="Paw"')).effective[PACK]
    harder = rulesets.load("standard", ("pack.actions.claw_attack.wounds=3",)).effective[PACK]
    assert packfile.fingerprint(renamed) == packfile.fingerprint(reference)
    assert packfile.fingerprint(harder) != packfile.fingerprint(reference)


@pytest.mark.parametrize(
    ("decks", "fault"),
    [
        ("small", "decks.small: has 42 cards, must be exactly 45 (construction.size)"),
        ("many", "decks.many: has 4 copies of claw_attack, must be at most 3 (construction.copies)"),
    ],
)
def test_what_is_wrong_with_decks_is_said(own_pack: Path, refused: Typed, decks: str, fault: str) -> None:
    """Illegal decks with the rule that they break, unknown ones with what there is."""
    assert fault in refused("simulate", *PLAYED, "--pack", str(own_pack), "--decks", decks).replace('"', "'")


# ---- Questions about decks that were stopped -----------------------------------------------------------------------


@pytest.mark.long(
    "that commands about decks go on; test_requests asks them again from what they keep, test_checkpoints stops "
    "and goes on"
)
@pytest.mark.parametrize(
    ("words", "checks"),
    [
        (["decks", "kill", "mixed", "--deals", "20"], 2),
        (["cards", "ambush", "--against", "kill", "--deals", "10", "--forks", "6"], 4),
        (["improve", "mixed", "--against", "kill", "--swaps", "2", "--deals", "500", "--confirm", "20"], 2),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_was_stopped_goes_on(
    words: list[str], checks: int, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Out of time it says how to go on; --resume, or the same again, does, with the seed that was drawn."""
    for work in (deck_matches, forks):
        monkeypatch.setattr(work, "CHUNK_DEALS", 4)  # so that there are several with few deals
    asked = [*words, "--strategies", "random"]
    left = iter(range(checks))
    with monkeypatch.context() as patch:
        patch.setattr(Budget, "used_up", property(lambda _: "" if next(left, None) is not None else "time is over"))
        assert main(asked) == 4
    assert "are kept; continue with --resume" in capsys.readouterr().err
    (folder,) = (place / "data").iterdir()
    seed, kept = kept_in(folder)
    played: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(DeckMatches, "_played", noting(DeckMatches._played, played))
        assert main([*asked, "--resume", "--json", "first.json"]) == 0
    assert not (folder / "unfinished").exists()
    assert not set(played) & kept
    assert main([*asked, "--seed", str(seed), "--out", "other", "--json", "second.json"]) == 0
    assert not (place / "other" / "unfinished").exists()
    assert (place / "first.json").read_bytes() == (place / "second.json").read_bytes()


def kept_in(folder: Path) -> tuple[int, set[int]]:
    """The seed of what was stopped, and the deals of deck matches that are kept."""
    entries = json.loads((folder / "unfinished" / "list.json").read_text("utf-8"))
    kept: set[int] = set()
    for name, entry in entries.items():
        if name.startswith("bouts from deal ") and entry["parts"]:
            first = int(name.rpartition(" ")[2])
            kept |= set(range(first, first + entry["parts"][-1]["upto"]))
    return next(iter(entries.values()))["terms"]["seed"], kept


def noting(play: Callable[..., Any], deals: list[int]) -> Callable[..., Any]:
    """Matches that note which deals are played."""

    def noted(matches: DeckMatches, lineup: Any, players: Any, seed: int, first: int, count: int) -> Any:
        deals.extend(range(first, first + count))
        return play(matches, lineup, players, seed, first, count)

    return noted
