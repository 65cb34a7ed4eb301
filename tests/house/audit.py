"""`make check`: whether what is installed is what the lock files hold, and whether its parts agree with each other.

No network is asked: hashes were checked when the packages were installed, and `make audit` asks a database of known
weaknesses where there is one to ask.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.house.check_locks import PIN, ROOT, problems

FILES = ("build.txt", "run.txt", "develop.txt")
HASH = re.compile(r"--hash=sha256:([0-9a-f]+)")


def locked(files: Iterable[str] = FILES) -> dict[str, str]:
    """The version of every package in the lock files, by its normal name."""
    lines = (line for file in files for line in (ROOT / "requirements" / file).read_text("utf-8").splitlines())
    return {canonicalize_name(found[1]): found[2] for line in lines if (found := PIN.match(line))}


def strange_hashes() -> Iterator[str]:
    """Hashes that are none: of another length than SHA-256 has."""
    for file in FILES:
        for number in HASH.findall((ROOT / "requirements" / file).read_text("utf-8")):
            if len(number) != 64:
                yield f"{file}: {number!r} is no SHA-256"


def differing(wanted: dict[str, str], installed: dict[str, str]) -> Iterator[str]:
    """Packages that are not installed as they are locked."""
    for name, version in sorted(wanted.items()):
        found = installed.get(name, "missing")
        if found != version:
            yield f"{name}: {version} is locked, installed is {found}; run `make test` in a fresh .venv"


def unmet(found: Iterable[Distribution]) -> Iterator[str]:
    """What installed packages require of each other and is not there, as `pip check` says it."""
    packages = {canonicalize_name(each.metadata["Name"]): each for each in found}
    for name, each in sorted(packages.items()):
        for requirement in map(Requirement, each.requires or ()):
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
                continue
            other = packages.get(canonicalize_name(requirement.name))
            if other is None:
                yield f"{name} needs {requirement.name}, which is not installed"
            elif not requirement.specifier.contains(other.version, prereleases=True):
                yield f"{name} needs {requirement}, but {other.version} is installed"


def main() -> int:
    """Says what is wrong; 0 if nothing is."""
    found = list(distributions())
    installed = {canonicalize_name(each.metadata["Name"]): each.version for each in found}
    wanted = locked()
    wrong = [*problems(), *strange_hashes(), *differing(wanted, installed), *unmet(found)]
    for line in wrong:
        sys.stderr.write(f"audit: {line}\n")
    hashes = sum(len(HASH.findall((ROOT / "requirements" / file).read_text("utf-8"))) for file in FILES)
    if not wrong:
        sys.stdout.write(f"audit: {len(wanted)} packages installed as locked by {hashes} hashes, all needs met\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
