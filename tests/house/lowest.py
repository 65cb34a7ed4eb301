"""`make lowest`: whether the lowest versions that pyproject.toml allows do: installed, and a run played, counted, asked.

The newest are those of the lock files, with which all tests run.
"""

import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
EXTRAS = ("cluster", "s3")  # what users may install besides; tests and checks are always run with the locked versions
RUN = ["--strategies", "random", "--games", "60", "--seed", "1"]
SMOKE = (
    ["--help"],
    ["simulate", *RUN, "--out", "run"],
    ["simulate", *RUN, "--out", "again", "--cluster", "local:1"],
    ["report", "run", "-o", "page.html", "--json", "numbers.json"],
    ["sql", "run", "SELECT count(*) FROM games JOIN moves USING (game_id)"],
    ["verify", "run", "--sample", "10"],
)


def lowest(project: dict[str, object], extras: Sequence[str] = EXTRAS) -> list[str]:
    """Every direct dependency at its lower bound; ValueError for one without."""
    named = [*project["dependencies"], *(each for extra in extras for each in project["optional-dependencies"][extra])]
    return [_pinned(Requirement(each)) for each in named]


def _pinned(requirement: Requirement) -> str:
    bounds = [each.version for each in requirement.specifier if each.operator == ">="]
    if len(bounds) != 1:
        raise ValueError(f"{requirement}: needs one lower bound")
    return f"{requirement.name}=={bounds[0]}"


def main() -> int:
    """Installs, tries, and says what was tried; the exit code of what failed."""
    pins, started = lowest(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv" / "bin" / "python"
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
        space = os.environ | {"PYTHONPATH": str(ROOT), "DHSTATS_CACHE": f"{folder}/cache"}
        commands = [[sys.executable, "-m", "venv", f"{folder}/venv"], [*pip, *pins]]
        commands += [[str(python), "-m", "dhstats", *words] for words in SMOKE]
        for words in commands:
            done = subprocess.run(words, cwd=folder, env=space, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.stderr.write(f"lowest: {' '.join(words)}\n{done.stdout}{done.stderr}")
                return done.returncode
    sys.stdout.write(f"lowest: {', '.join(pins)}: {len(SMOKE)} commands in {time.monotonic() - started:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
