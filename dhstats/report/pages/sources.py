"""What a folder of any kind tells of a rule set: a run is counted, forks and comparisons keep their answer."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem, ResourceFailure
from dhstats.questions.catalogue import Progress, answer_all
from dhstats.questions.shared.first_screen import terminal_lines
from dhstats.questions.topics import Known
from dhstats.quoting import quoted
from dhstats.report.page.identity import LARGEST_HEAD, LIST, META, Identity, read_identity
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import SCHEMA, answers_of, opening_of
from dhstats.report.page.page import from_template, style
from dhstats.report.page.provenance import command
from dhstats.simulate.checks.shard import open_checked
from dhstats.storage.layout import ANSWER, ANSWER_PAGE, MANIFEST, check_target, reason, whole_file
from dhstats.storage.manifest import read_manifest
from dhstats.storage.places import open_file, remote
from dhstats.storage.tables import WORDS, Malformed, filled

LARGEST = 1 << 26  # bytes of an answer
FIELDS = {"game": str, "rules_name": str, "rules_hash": str, "rules": dict, "deals": int, "strategies": list}


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What a folder keeps of an answer: its numbers as JSON, the lines that the terminal showed, and what was asked.

    `asked` is the digest of the question with the `seed` of its games, `rule_file` the text of rules that were the
    answer.
    """

    numbers: str
    said: tuple[str, ...]
    asked: str = ""
    seed: Any = None
    rule_file: str = ""


def is_known(folder: Path) -> bool:
    """Whether a folder is a run, or keeps the answer to a question."""
    return (folder / MANIFEST).is_file() or (folder / ANSWER).is_file()


def is_finished(folder: Path) -> bool:
    """Whether nothing is left to play in a folder: a run with all its games, or an answer; DataProblem for damage."""
    if (folder / MANIFEST).is_file():
        return read_manifest(folder).complete
    return (folder / ANSWER).is_file()


def known_of(folder: Path, progress: Progress | None = None) -> Known | None:
    """What a folder tells; None for an answer about no stored run that was kept before studies took such answers."""
    if (folder / MANIFEST).is_file() or not (folder / ANSWER).is_file():
        run = open_checked(folder)
        manifest, asked = run.manifest, command(run.manifest)
        answers = tuple(ready(each, asked) for each in answer_all(run, progress))
        players = tuple((each.name, each.idea, each.source) for each in manifest.strategies)
        return Known(
            str(folder), manifest.game, manifest.rules_name, manifest.rules_hash, manifest.rules, manifest.design.deals,
            players, answers,
        )  # fmt: skip
    told = _read(folder)
    if "said" in told and "study" not in told:
        return None
    with _intact(folder):
        kept = _fields(told["study"]) if "said" in told else _run_of(told)
        players = tuple((str(each["name"]), str(each["idea"]), str(each["source"])) for each in kept["strategies"])
        return Known(
            str(folder), kept["game"], kept["rules_name"], kept["rules_hash"], kept["rules"], kept["deals"], players,
            answers_of(kept),
        )  # fmt: skip


def kept_answer(folder: Path) -> KeptAnswer:
    """The answer that a folder keeps; DataProblem for a damaged one."""
    told = _read(folder)
    with _intact(folder):
        asked, rule_file = str(told.get("asked", "")), str(told.get("rule_file", ""))
        if "said" in told:
            return KeptAnswer(told["numbers"], tuple(map(str, told["said"])), asked, told.get("seed"), rule_file)
        run = _run_of(told)
        said = [f"• {finding['text']}" for each in run["answers"] for finding in each["findings"]]
        openings = filter(None, (opening_of(each.get("opening")) for each in run["answers"]))
        first = [line for each in openings for line in (*(text for text, _ in terminal_lines(each)), "")]
        lines = (*first, *said, "", *map(str, run["labels"]))
        return KeptAnswer(told["numbers"], lines, asked, run.get("seed"), rule_file)


@contextmanager
def _intact(folder: Path) -> Iterator[None]:
    """DataProblem where what a folder keeps does not hold what an answer holds."""
    try:
        yield
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        told = str(error) if isinstance(error, Malformed) else "its content is not that of an answer"
        problem = f"{folder / ANSWER}: is damaged: {told}; remove {folder} and ask the question again"
        raise DataProblem(problem) from error


def _read(folder: Path) -> dict[str, Any]:
    told = read_json(folder / ANSWER, LARGEST, error=DataProblem)
    with _intact(folder):
        if not isinstance(told, dict) or not isinstance(told.get("numbers"), str):
            raise Malformed("it has no numbers")
    return dict(told)


def _run_of(told: dict[str, Any]) -> dict[str, Any]:
    """The one run that an answer is about, as the JSON of its page has it."""
    numbers = json.loads(told["numbers"])
    if numbers["schema"] != SCHEMA:
        raise Malformed(f"schema {quoted(numbers['schema'])}, known is {SCHEMA}")
    (run,) = numbers["runs"]
    return _fields(run)


def _fields(run: Any) -> dict[str, Any]:
    """What is known of a run, once its fields are found to be what they should."""
    run = filled(FIELDS, run, "the run")
    wrong = [name for name, kind in FIELDS.items() if not isinstance(run[name], kind)]
    if wrong:
        raise Malformed(f"{wrong[0]} is {quoted(run[wrong[0]])}, should be {WORDS[FIELDS[wrong[0]]]}")
    return dict(run)


def kept_page(folder: Path) -> bytes:
    """The page that a folder keeps; DataProblem where it is gone."""
    try:
        with open_file(folder / ANSWER_PAGE) as file:
            return file.read()
    except OSError as error:
        raise DataProblem(
            f"{folder / ANSWER_PAGE}: cannot be read ({error.strerror or error}); ask the question again"
        ) from error


def of_one_game(known: list[Known]) -> None:
    """BadInput where folders are of several games, or one is named twice."""
    folders = [str(Path(each.folder).resolve()) for each in known]
    for at, each in enumerate(known):
        if folders.index(folders[at]) < at:
            raise BadInput(f"{each.folder}: is named twice")
    games = {each.game: each.folder for each in reversed(known)}
    if len(games) > 1:
        said = " and ".join(f"{folder} is of {game}" for game, folder in sorted(games.items()))
        raise BadInput(f"a study is of one game, but {said}; name folders of one, or name one with --game")


INDEX = "index.html"
USUAL = "reports"  # the folder whose list is kept without being asked for
ATTEMPTS = 20  # at a list that other commands change meanwhile


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of a folder: its file, when it was written (nanoseconds), what it says, or why nothing is known of it."""

    file: str
    written: int
    identity: Identity | None
    fault: str = ""

    @property
    def address(self) -> str:
        """The file as an address beside the list."""
        return "./" + quote(os.fsencode(self.file))

    @property
    def day(self) -> str:
        """When it was written, in UTC."""
        return datetime.fromtimestamp(self.written / 1e9, UTC).strftime("%Y-%m-%d")


def entries(folder: Path) -> tuple[Entry, ...]:
    """The pages of a folder, newest first; files of others are left out."""
    try:
        found = [each for each in folder.iterdir() if each.suffix == ".html" and each.name != INDEX]
    except (FileNotFoundError, NotADirectoryError):
        raise DataProblem(f"{folder}: is not a folder; `dhstats report RUN` writes a page into {USUAL}/") from None
    except OSError as error:
        raise ResourceFailure(f"{folder}: cannot be read: {reason(error)}") from error
    known = [entry for file in found if (entry := _entry(file))]
    return tuple(sorted(known, key=lambda each: (-each.written, each.file)))


def _entry(file: Path) -> Entry | None:
    """What is known of a file; None for one that is gone, or of another program."""
    try:
        if not file.is_file():
            return None
        written, head = file.stat().st_mtime_ns, _head(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Entry(file.name, 0, None, error.strerror or str(error))
    try:
        identity = read_identity(head)
    except ValueError:
        return Entry(file.name, written, None, "is damaged; make it again")
    return Entry(file.name, written, identity) if identity else None


def write_contents(folder: Path) -> tuple[Path, tuple[Entry, ...]]:
    """Writes the list of a folder's pages; where it lies, and the pages.

    Pages that others write meanwhile are on it: the last to write looks again. BadInput where another program's page
    has its name, DataProblem for no folder, ResourceFailure for one that cannot be written.
    """
    file, known = folder / INDEX, entries(folder)
    check_target(file)
    if not _is_ours(file):
        raise BadInput(f"{file}: is not a list of pages of dhstats, and is not overwritten; move it away")
    for _ in range(ATTEMPTS):
        with whole_file(file) as draft:
            told, damaged = ([each for each in known if bool(each.identity) == whole] for whole in (True, False))
            text = from_template("contents.html.j2", told=told, damaged=damaged, style=Markup(style()), mark=LIST)
            draft.write_text(text, encoding="utf-8")
        seen, known = known, entries(folder)
        if seen == known:
            break
    return file, known


def keep_contents(page: Path) -> None:
    """Brings the list up to date beside a page that was written: in `reports`, and wherever there is one."""
    folder = page.parent
    if remote(page) or page.name == INDEX:
        return
    with suppress(BadInput, DataProblem, ResourceFailure):
        if folder.absolute().name == USUAL or (folder / INDEX).is_file():
            write_contents(folder)


def beside(page: Path) -> tuple[Entry, ...]:
    """The other pages in the folder of a page, newest first; none where there is no such folder, or it is far away."""
    if remote(page) or not page.parent.is_dir():
        return ()
    return tuple(each for each in entries(page.parent) if each.file != page.name and each.identity)


def _head(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(LARGEST_HEAD)


def _is_ours(file: Path) -> bool:
    """Whether there is no such file yet, or it is a list that may be written over."""
    try:
        head = _head(file)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise ResourceFailure(f"{file}: cannot be read: {reason(error)}") from error
    return f'name="{LIST}"'.encode() in head and f'name="{META}"'.encode() not in head
