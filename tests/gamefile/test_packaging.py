"""Projects of games: what `dhstats games package` writes is built, installed, listed and played."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from dhstats.cli.main import main
from tests.gamefile.examples import FOLDER, command

HEAPS = Path(__file__).parent / "games" / "heaps"


def built(projects: Sequence[Path], site: Path) -> dict[str, str]:
    """The wheels of projects, unpacked as pip lays them; the environment in which they are installed."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "-w", str(site), *map(str, projects)], check=True)
    for wheel in site.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(site)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(site), str(Path.cwd())])}


def test_a_project_is_built_installed_and_played(tmp_path: Path) -> None:
    """Of a file, and of a folder with its own player and rule set; the project's own tests pass."""
    shutil.copy(FOLDER / "pig.py", tmp_path / "lagoon.py")
    shutil.copytree(HEAPS, tmp_path / "heaps", ignore=shutil.ignore_patterns("__pycache__"))
    said = command("games", "package", str(tmp_path / "lagoon.py"), "--out", str(tmp_path / "project"))
    assert "dhstats simulate --game lagoon" in said
    readme = (tmp_path / "project/README.md").read_text("utf-8")
    assert "> Does going first help in Pig? Yes" in readme
    assert (tmp_path / "project/first_page.html").stat().st_size > 10_000
    command("games", "package", f"{tmp_path}/heaps/", "--strategies", "one,random", "--out", str(tmp_path / "second"))
    space = built([tmp_path / "project", tmp_path / "second"], tmp_path / "site")

    def there(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *words], env=space, capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    listed = there("dhstats", "games", "list")
    assert "dhstats_lagoon.lagoon (dhstats-lagoon 0.1.0)" in listed
    assert "dhstats_heaps.heaps (dhstats-heaps 0.1.0)" in listed
    there("dhstats", "simulate", "--game", "heaps", "--rules", "short", "--strategies", "one,random", "--games", "40",
          "--seed", "1", "--out", str(tmp_path / "run"))  # fmt: skip
    assert "2 passed" in there("pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "project/tests"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pig",), "is installed already"), (("pig.py",), "a shipped game is called pig"),
        (("lagoon.py", "--out", "there"), "there: exists already"), (("absent.py",), "cannot be read"),
        (("lagoon.py", "--strategies", "nobody"), "'nobody': not known"),
    ],
)  # fmt: skip
def test_a_project_that_cannot_be_is_refused(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A shipped game, a name that is taken, a folder that exists, players that are unknown: nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    for name in ("pig.py", "lagoon.py"):
        shutil.copy(FOLDER / "pig.py", name)
    Path("there").mkdir()
    before = sorted(Path.cwd().iterdir())
    assert main(["games", "package", *words]) == 2
    assert said in capfd.readouterr().err
    assert sorted(Path.cwd().iterdir()) == before
