"""What commands say that refuse: `tests/golden/*.txt`, read by people, kept by this test.

A block `$ dhstats …` is typed in a folder that holds nothing but the files above it (a name, and the text below it, set in
by four blanks); what follows is what it says on standard error, and `[3]` an exit code that is not 2. A new case is a line
`$ dhstats …`. `python -m pytest tests/cli/test_refusals.py --update` writes what is said: read what changed before it is kept.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from dhstats.cli.main import main

GOLDEN = Path(__file__).parents[1] / "golden"
TYPED = "$ dhstats "


def answer(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says that refuses: a line for each mistake, after which nothing lies there that did not before."""
    before = sorted(Path().rglob("*"))
    capsys.readouterr()
    code = main(shlex.split(words))
    out, told = capsys.readouterr()
    assert out == "", f"dhstats {words}: {out}"
    assert all(line.startswith("dhstats: ") and line.isprintable() for line in told.splitlines()), told
    assert sorted(Path().rglob("*")) == before, f"dhstats {words}: leaves something behind"
    return told + (f"[{code}]\n" if code != 2 else "")


def answered(text: str, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """The blocks of a golden file with what is said now."""
    for block in text.rstrip("\n").split("\n\n"):
        first, _, rest = block.partition("\n")
        if first.startswith(TYPED):
            yield f"{first}\n{answer(first.removeprefix(TYPED), capsys)}"
        else:
            Path(first).write_text(dedent(rest) + "\n", "utf-8")
            yield f"{block}\n"


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
@pytest.mark.usefixtures("place")
def test_what_is_refused_is_said_before_anything_is_played(
    file: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    """Which word is wrong and where, what is allowed, what was probably meant."""
    kept = file.read_text("utf-8")
    now = "\n".join(answered(kept, capsys))
    if request.config.getoption("--update"):
        file.write_text(now, "utf-8")
    else:
        assert now == kept
