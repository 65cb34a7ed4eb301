"""Checks the lock files: every requirement pinned and hashed, nothing addressed by host, and up to date."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([A-Za-z0-9_.\-]+)==([^\s\\;]+)")


def problems() -> list[str]:
    """What is wrong with the lock files, a sentence each."""
    found = []
    for file in sorted((ROOT / "requirements").glob("*.txt")):
        found += _unhashed(file) + _addressed(file)
    return found + _missing()


def _unhashed(file: Path) -> list[str]:
    """Requirements without a version or a hash."""
    entries = re.split(r"\n(?=\S)", "\n".join(line for line in file.read_text().splitlines() if "# via" not in line))
    bad = [entry.split()[0] for entry in entries if entry.strip() and not entry.lstrip().startswith("#")
           and not (PIN.match(entry) and "--hash=sha256:" in entry)]  # fmt: skip
    return [f"{file.name}: {name} is not pinned with a hash" for name in bad]


def _addressed(file: Path) -> list[str]:
    """Lines that name a place to load from."""
    lines = [line for line in file.read_text().splitlines() if "://" in line or line.startswith(("-", "--"))]
    return [f"{file.name}: names an address or option: {line.strip()}" for line in lines]


def _missing() -> list[str]:
    """Dependencies of pyproject.toml that the lock files do not hold."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = dict(project["optional-dependencies"])
    site = extras.pop("docs")
    wanted = {
        "run.txt": project["dependencies"],
        "develop.txt": [*project["dependencies"], *(r for e in extras.values() for r in e)],
        "docs.txt": [*project["dependencies"], *site],
    }
    found = []
    for name, requirements in wanted.items():
        pinned = {
            m[1].lower() for line in (ROOT / "requirements" / name).read_text().splitlines() if (m := PIN.match(line))
        }
        names = {re.split(r"[<>=!~\[ ;]", requirement)[0].lower() for requirement in requirements}
        found += [f"{name}: {missing} is not locked; run `make lock`" for missing in sorted(names - pinned)]
    return found


if __name__ == "__main__":
    sys.exit("\n".join(problems()) or None)
