"""`dhstats doctor`: what it says of machines that lack something."""

import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from dhstats.cli.main import main
from dhstats.cli.runs import doctor


def parts() -> dict[str, doctor.Part]:
    """What is said, by what it is about."""
    return {each.what: each for each in doctor.examined()}


def test_every_part_is_said_as_data_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The same parts in the same order, with nothing else on the stream of the data."""
    assert main(["doctor", "--json", "-"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [each["what"] for each in said] == list(parts())
    assert {"Python", "cores", "memory", "compiler cache", "this folder", "browser"} <= parts().keys()


def test_a_cache_that_cannot_be_written_slows_and_does_not_stop(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The folder that is there decides: of one that is to be made, the nearest above it."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path / "file" / "cache"))
    cache = parts()["compiler cache"]
    assert f"{tmp_path / 'file'} cannot be written to" in cache.advice
    assert "DHSTATS_CACHE" in cache.advice
    assert not cache.broken


def test_a_folder_that_cannot_be_written_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Nothing could be kept there: the exit code is that of a lacking resource, the first line says so."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    assert main(["doctor"]) == doctor.RESOURCE
    said = capsys.readouterr().out
    assert said.startswith("dhstats cannot work here yet.\n")
    assert f"this folder: {tmp_path} cannot be written to; work in another folder" in said


def test_a_folder_that_is_gone_stops_and_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other parts are said all the same; so where the system says nothing of its memory."""

    def gone() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "getcwd", gone)
    monkeypatch.setattr(os, "sysconf", lambda _: gone())
    found = parts()
    assert found["this folder"].broken
    assert "could not be examined" in found["memory"].here
    assert {"browser", "terminal", "temporary files"} <= found.keys()


def test_a_full_disk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than a gigabyte is too little for a large run."""
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=doctor.DISK - 1))
    assert "too little room" in parts()["this folder"].advice


def test_busy_and_small_machines_are_told_what_to_expect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as much work as processors; a gigabyte of memory; a number of workers that was chosen."""
    monkeypatch.setenv("DHSTATS_WORKERS", "3")
    monkeypatch.setattr(os, "getloadavg", lambda: (6.0, 6.0, 6.0))
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 18}.__getitem__)
    found = parts()
    assert found["cores"].here == "3, as DHSTATS_WORKERS says; load 6.0"
    assert "results are the same" in found["cores"].advice
    assert found["memory"].here == "1.0 GiB"
    assert "--workers 1" in found["memory"].advice
