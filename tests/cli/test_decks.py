"""`--decks` and `--pack`: who plays which deck, from whose cards; what is refused, and what goes on once it was stopped."""

import json
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.games.dragon.files import packfile, rulesets
from dhstats.games.dragon.files.schema import PACK
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
