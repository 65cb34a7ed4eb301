"""Pages of the repository show what their commands print: written by the build, compared by it, and once on the site."""

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from docs.workshop import blocks, outputs, sittings
from docs.workshop.sittings import ROOT, Ran

PAGE = """# A page

```{command}
:first: 2
:says: 7 turns
dhstats report data/run \\
  --page a.html
```

Words.

```{file} a.py
print(1)
```

```{command}
python a.py
```
"""
SHOWN = """# A page

```{command} :first: 2 :says: 7 turns
dhstats report data/run \\
  --page a.html
```

```{printed}
Seven?
Yes, in 0.5 s.
…
```

Words.

`a.py`:

```{file} a.py
print(1)
```

```{command}
python a.py
```

```{printed}
1
```
"""
COMMANDS = ("dhstats report data/run --page a.html", "python a.py")


def page(kept: Path, text: str, first: str = "Seven?\nYes, in 0.5 s.\n7 turns\n", second: str = "1\n") -> str:
    """The page as the build writes it, after its commands printed this."""
    sitting = blocks.sitting(text)
    assert sitting is not None
    ran = [Ran(command, 0, printed, 0.0) for command, printed in zip(COMMANDS, (first, second), strict=True)]
    (kept / sitting.key).mkdir(exist_ok=True)
    (kept / sitting.key / "ran.json").write_text(json.dumps([asdict(each) for each in ran]))
    return outputs.written(text, kept)


def test_outputs_stand_below_their_commands_and_options_where_markdown_hides_them(tmp_path: Path) -> None:
    """Written from nothing, and the same again from what was written; names of files stand above them."""
    assert page(tmp_path, PAGE) == SHOWN
    assert page(tmp_path, SHOWN) == SHOWN


def test_the_site_reads_the_page_without_them() -> None:
    """Its own directives show outputs and names, so that each appears once; what is run is the same."""
    assert blocks.bare(SHOWN) == PAGE
    assert blocks.bare(PAGE) == PAGE
    assert list(blocks.typed(SHOWN)) == list(blocks.typed(PAGE)) == list(COMMANDS)
    assert blocks.sitting(SHOWN) == blocks.sitting(PAGE)


def test_what_depends_on_the_machine_is_not_compared(tmp_path: Path) -> None:
    """Another time leaves the page as it is; another answer changes it."""
    assert page(tmp_path, SHOWN, "Seven?\nYes, in 12.5 s.\n7 turns\n") == SHOWN
    assert page(tmp_path, SHOWN, second="2\n") == SHOWN.replace("{printed}\n1\n", "{printed}\n2\n")
    for one, other in (
        ("2026-01-02 10:11  run", "2027-03-04 00:01  run"), ("a.dhs: 9,300 bytes", "a.dhs: 9,412 bytes"),
        ("5 games, about 2 minutes on this machine", "5 games, under a second on this machine"),
    ):  # fmt: skip
        assert page(tmp_path, page(tmp_path, SHOWN, second=one), second=other) == page(tmp_path, SHOWN, second=one)


def test_a_difference_names_page_command_and_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, then the lines; --update writes them, and nothing differs any more."""
    monkeypatch.setattr(outputs, "ROOT", tmp_path)
    monkeypatch.setattr(outputs, "HOME", tmp_path / "docs")
    (tmp_path / "docs").mkdir()
    path = tmp_path / "docs/page.md"
    path.write_text(page(tmp_path, SHOWN))
    assert list(outputs.faults(tmp_path, update=False)) == []
    page(tmp_path, SHOWN, second="2\n")
    (fault,) = outputs.faults(tmp_path, update=False)
    sentence, *lines = fault.splitlines()
    assert sentence == (
        "docs/page.md: command 2 (python a.py): the page shows other lines than this build; `make docs UPDATE=1` "
        "writes them"
    )
    assert [line for line in lines if line in ("-1", "+2")] == ["-1", "+2"]
    assert list(outputs.faults(tmp_path, update=True)) == list(outputs.faults(tmp_path, update=False)) == []
    assert "{printed}\n2\n" in path.read_text()


def test_long_outputs_are_cut_and_long_sentences_broken() -> None:
    """At most 25 lines; rows of tables and commands stay whole, for they are copied and read across."""
    assert outputs.shown("line\n" * 30, []).splitlines() == ["line"] * 25 + ["…"]
    assert outputs.shown("\n", []) == outputs.shown("", []) == ""
    row, command = "a  " * 50, "  dhstats simulate " + "--deals 100 " * 12
    assert outputs.shown(f"{row}\n{command}", []).splitlines() == [row.rstrip(), command.rstrip()]
    broken = outputs.shown("• " + "about 95 % of games " * 10, []).splitlines()
    assert max(map(len, broken)) <= outputs.WIDTH
    assert [line[:2] for line in broken] == ["• "] + ["  "] * (len(broken) - 1)
    assert not [line for line in broken if line.startswith(("  %", "%"))]


def test_a_script_is_a_command_and_one_that_fails_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs in the folder of the page, and what it prints is shown."""
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text("print(6 * 7)\n")
    assert sittings.run("python a.py").printed == "42\n"
    Path("a.py").write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        sittings.run("python a.py")


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_that_prints_has_its_output_in_the_repository(path: Path) -> None:
    """And no more lines than a reader of Markdown wants."""
    text = path.read_text("utf-8")
    for block in blocks.FENCE.finditer(text):
        assert block["printed"], blocks.command(block)
        assert not re.match(r"\s*\n", block["options"]), "an option on a line of its own: make docs UPDATE=1"
        assert (block["printed"] or "").count("\n") <= outputs.MOST + 1
