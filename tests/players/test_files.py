"""Player files from strangers' hands: whatever is wrong is one line that names the file; runs know whose games they are."""

import base64
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput, DataProblem
from dhstats.players import roster, trained
from dhstats.players.learning import training
from dhstats.players.recipes import Recipe
from dhstats.players.trained import MAX_BYTES
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment, from_file
from dhstats.simulate.replays import replay
from dhstats.simulate.running.runner import simulate
from tests.players.pupils import FFG, HEART

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of games of self-play in plain Python take too long")

BUNDLE, novice = HEART.bundle, HEART.novice


def network(table: dict[str, Any], row: Any) -> None:
    """Puts other numbers into a file and makes the checksum agree."""
    content = np.asarray(row, "<f4").tobytes()
    table["network"] = base64.b64encode(content).decode()
    table["network_sha256"] = hashlib.sha256(content).hexdigest()


def numbers() -> Any:
    """The numbers of a small player's network."""
    return np.frombuffer(novice().network, "<f4").copy()


def with_number(value: float) -> Any:
    """A network with one odd number."""
    row = numbers()
    row[7] = value
    return row


def other_network(table: dict[str, Any], row: Any, networks: int = 2) -> None:
    """Puts a second network into a file and makes the checksum agree."""
    content = np.asarray(row, "<f4").tobytes()
    table["other_network"] = base64.b64encode(content).decode()
    table["network_sha256"] = hashlib.sha256(novice().network + content).hexdigest()
    table["recipe"]["networks"] = networks


EDITS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "wrong checksum": (lambda table: table.update(network_sha256="0" * 64), "does not match its checksum"),
    "not a number": (lambda table: network(table, with_number(np.nan)), "invalid numbers"),
    "infinite": (lambda table: network(table, with_number(-np.inf)), "invalid numbers"),
    "too short": (lambda table: network(table, numbers()[:-1]), "does not fit the inputs"),
    "too long": (lambda table: network(table, [*numbers(), 0.0]), "does not fit the inputs"),
    "empty": (lambda table: network(table, []), "does not fit the inputs"),
    "second network too short": (lambda table: other_network(table, numbers()[:-1]), "does not fit the inputs"),
    "second network of one": (lambda table: other_network(table, numbers(), 1), "does not fit the inputs"),
    "no second network": (lambda table: table["recipe"].update(networks=2), "does not fit the inputs"),
    "second network, not a number": (lambda table: other_network(table, with_number(np.nan)), "invalid numbers"),
    "second network without checksum": (
        lambda table: table.update(other_network=table["network"]),
        "does not match its checksum",
    ),
    "second network of numbers": (lambda table: table.update(other_network=3), "network must be text in base64"),
    "no base64": (lambda table: table.update(network="§§§"), "is not a whole player file"),
    "network of numbers": (lambda table: table.update(network=[1, 2]), "network must be text in base64"),
    "unknown restriction": (lambda table: table.update(restriction="no_shps"), "did you mean 'no_ships'"),
    "restriction of numbers": (lambda table: table.update(restriction=3), "restriction is 3, should be text"),
    "rules without name": (lambda table: table.update(rules_name=None), "rules_name is None, should be text"),
    "rules hash": (lambda table: table.update(rules_hash=5), "rules_hash is 5, should be text"),
    "score": (lambda table: table["card"][0].update(score="high"), "should be a number"),
    "curve": (lambda table: table.update(curve=7), "is not a whole player file (curve must be a list)"),
    "seed": (lambda table: table["recipe"].update(seed="one"), "should be a whole number"),
    "other game": (lambda table: table.update(game="dragonwood"), "is a player of dragonwood version 1"),
    "other version": (lambda table: table.update(game_version=2), "version 2, not of dragonheart 1"),
    "no rules hash": (lambda table: table.pop("rules_hash"), "is not a whole player file (missing: rules_hash)"),
    "colour": (lambda table: table.update(colour="red"), "is not a whole player file (unknown: colour)"),
    "recipe of numbers": (lambda table: table.update(recipe=[1, 2]), "recipe must be a table of keys"),
    "no format": (lambda table: table.pop("format"), r"is not a whole player file (missing: format)"),
    "recipe without rate": (lambda table: table["recipe"].update(rat=3), "unknown in recipe: rat"),
    "milestone without error": (lambda table: table["curve"][0].pop("error"), "missing in curve[0]: error"),
    "card of numbers": (lambda table: table.update(card=[3]), "card[0] must be a table of keys"),
    "other format": (lambda table: table.update(format=2), "format must be 1; another version wrote it"),
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_file_is_refused_with_its_reason(tmp_path: Path, kind: str) -> None:
    """Checksum, numbers, size, types, game and version are looked at before anybody plays."""
    edit, reason = EDITS[kind]
    table = json.loads(novice().to_json())
    edit(table)
    path = tmp_path / "player.json"
    path.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        roster.find(BUNDLE, FFG, str(path))
    assert str(refused.value).startswith(f"{path}: ")
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "content", [b"", b'{"format": 1, "ga', b"3", b"[]", b'"text"', b"null", b"{}", b"\xff\xfe", b"[" * 100_000]
)
def test_what_is_no_player_is_refused(tmp_path: Path, content: bytes) -> None:
    """Any other JSON, and what is none."""
    path = tmp_path / "player.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"player\.json: (is not a whole player file|not )"):
        trained.read(path, BUNDLE)


def test_huge_files_and_folders_are_refused(tmp_path: Path) -> None:
    """No more is read than a player needs."""
    path = tmp_path / "player.json"
    path.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(BadInput, match="longer than 4 MiB"):
        trained.read(path, BUNDLE)
    with pytest.raises(BadInput, match="not a file"):
        trained.read(tmp_path, BUNDLE)


def test_every_changed_byte_of_the_network_is_noticed() -> None:
    """A flipped bit anywhere, told by the checksum."""
    table = json.loads(novice().to_json())
    content = bytearray(base64.b64decode(table["network"]))
    for place in range(0, len(content), len(content) // 40):
        content[place] ^= 1
        broken = {**table, "network": base64.b64encode(content).decode()}
        content[place] ^= 1
        with pytest.raises(ValueError, match="checksum"):
            trained.parsed(broken)


def test_a_run_with_a_player_file_is_replayed_and_a_changed_file_is_noticed(tmp_path: Path) -> None:
    """Unlogged games are played again by the same player; by another one under their name they are not."""
    path = tmp_path / "pupil.json"
    trained.write(novice(), path)
    run = simulate(
        Experiment("x", strategies=(str(path), "expert"), games=40, seed=2, moves="none"), tmp_path / "run", workers=1
    )
    assert verify(run.folder, sample=40).games_played_again == 40
    assert not replay(run, 3).logged
    assert replay(run, 3).turns
    trained.write(novice(seed=4), path)
    with pytest.raises(DataProblem, match="has changed since the run was played"):
        replay(run, 3)
    told = verify(run.folder, sample=40)
    assert told.stands
    assert "has changed since" in " ".join(told.left_out)


def test_a_file_whose_name_begins_as_a_version_does_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`expert-1` has retired; `expert-tweak.json` is a player's file."""
    monkeypatch.chdir(tmp_path)
    trained.write(novice(), tmp_path / "expert-tweak.json")
    found = roster.find(BUNDLE, FFG, "expert-tweak.json")
    assert (found.name, found.typed) == ("expert-tweak", "expert-tweak.json")
    with pytest.raises(BadInput, match="expert-tweak"):
        roster.find(BUNDLE, FFG, "expert-tweak")


def test_a_player_beside_an_experiment_is_found(tmp_path: Path) -> None:
    """File names in an experiment are meant from where it lies."""
    file = tmp_path / "plan.toml"
    file.write_text('strategies = ["pupil.json", "expert"]\n', encoding="utf-8")
    assert from_file(file).strategies == (str(tmp_path / "pupil.json"), "expert")


def test_nobody_is_trained_for_shipped_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names that are listed play at once."""

    def never(*_: Any) -> Any:
        raise AssertionError("a player is trained")

    monkeypatch.setattr(training, "train", never)
    for rules in BUNDLE.rule_files.shipped():
        for name in roster.names(BUNDLE):
            assert roster.find(BUNDLE, BUNDLE.rule_files.load(rules), name).idea


def test_a_rival_who_fails_is_named(tmp_path: Path) -> None:
    """An impossible choice and an error, each in one line; a rival may have any name."""
    file = tmp_path / "bots.py"
    file.write_text(
        "def beyond(view, moves, count, randomness):\n    return count\n\n\n"
        "def candidate(view, moves, count, randomness):\n    return 0\n\n\n"
        "def fails(view, moves, count, randomness):\n"
        "    if count > 0:\n        raise ValueError('no idea')\n    return 0\n",
        encoding="utf-8",
    )
    tiny = Recipe(games=4, rounds=2, version=3)
    with pytest.raises(BadInput, match=r"'beyond'.*chose a move that does not exist"):
        training.train(BUNDLE, FFG, tiny, rival=BUNDLE.find_strategy(f"{file}:beyond"))
    with pytest.raises(BadInput, match=r"'fails'.*raised ValueError: no idea"):
        training.train(BUNDLE, FFG, tiny, rival=BUNDLE.find_strategy(f"{file}:fails"))
    player = training.train(BUNDLE, FFG, tiny, rival=BUNDLE.find_strategy(f"{file}:candidate"))
    assert player.card[0].opponent == "candidate"
    assert player.card[0].score != 0.5
