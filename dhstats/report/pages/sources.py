"""What a folder of any kind tells of a rule set: a run is counted, forks and comparisons keep their answer."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem
from dhstats.questions.catalogue import Progress, answer_all
from dhstats.questions.shared.first_screen import terminal_lines
from dhstats.questions.topics import Known
from dhstats.quoting import quoted
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import SCHEMA, answers_of, opening_of
from dhstats.report.page.provenance import command
from dhstats.simulate.checks.plan import open_checked
from dhstats.storage.layout import ANSWER, ANSWER_PAGE, MANIFEST
from dhstats.storage.manifest import read_manifest
from dhstats.storage.places import open_file
from dhstats.storage.typed import WORDS, Malformed, filled

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
    """What a folder tells; None for an answer about no stored run that was kept before studies took such answers.

    Errors: DataProblem where there is nothing, where it is damaged or not finished.
    """
    if (folder / MANIFEST).is_file() or not (folder / ANSWER).is_file():
        run = open_checked(folder)
        answers = answer_all(run, progress)
        manifest = run.manifest
        asked = command(manifest)
        answers = tuple(ready(each, asked) for each in answers)
        players = tuple((each.name, each.idea, each.source) for each in manifest.strategies)
        return Known(
            str(folder), manifest.game, manifest.rules_name, manifest.rules_hash, manifest.rules, manifest.design.deals,
            players, answers,
        )  # fmt: skip
    told = _read(folder)
    if "said" not in told:
        return _of_answer(folder, _run_of(folder, told))
    return _of_answer(folder, _fields_of(folder, told["study"])) if "study" in told else None


def kept_answer(folder: Path) -> KeptAnswer:
    """The answer that a folder keeps; DataProblem for a damaged one."""
    told = _read(folder)
    try:
        asked, rule_file = str(told.get("asked", "")), str(told.get("rule_file", ""))
        if "said" in told:
            return KeptAnswer(told["numbers"], tuple(map(str, told["said"])), asked, told.get("seed"), rule_file)
        run = _run_of(folder, told)
        said = [f"• {finding['text']}" for each in run["answers"] for finding in each["findings"]]
        openings = filter(None, (opening_of(each.get("opening")) for each in run["answers"]))
        first = [line for each in openings for line in (*(text for text, _ in terminal_lines(each)), "")]
        lines = (*first, *said, "", *map(str, run["labels"]))
        return KeptAnswer(told["numbers"], lines, asked, run.get("seed"), rule_file)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _damaged(folder, error) from error


def _read(folder: Path) -> dict[str, Any]:
    told = read_json(folder / ANSWER, LARGEST, error=DataProblem)
    if not isinstance(told, dict) or not isinstance(told.get("numbers"), str):
        raise _damaged(folder, Malformed("it has no numbers"))
    return told


def _run_of(folder: Path, told: dict[str, Any]) -> dict[str, Any]:
    """The one run that an answer is about, as the JSON of its page has it."""
    try:
        numbers = json.loads(told["numbers"])
        if numbers["schema"] != SCHEMA:
            raise Malformed(f"schema {quoted(numbers['schema'])}, known is {SCHEMA}")
        (run,) = numbers["runs"]
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise _damaged(folder, error) from error
    return _fields_of(folder, run)


def _fields_of(folder: Path, run: Any) -> dict[str, Any]:
    """What is known of a run, once its fields are found to be what they should; DataProblem else."""
    try:
        run = filled(FIELDS, run, "the run")
        wrong = [name for name, kind in FIELDS.items() if not isinstance(run[name], kind)]
        if wrong:
            raise Malformed(f"{wrong[0]} is {quoted(run[wrong[0]])}, should be {WORDS[FIELDS[wrong[0]]]}")
        return dict(run)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _damaged(folder, error) from error


def _damaged(folder: Path, error: Exception) -> DataProblem:
    told = str(error) if isinstance(error, Malformed) else "it does not hold what an answer holds"
    return DataProblem(f"{folder / ANSWER}: is damaged: {told}; remove {folder} and ask the question again")


def kept_page(folder: Path) -> bytes:
    """The page that a folder keeps; DataProblem where it is gone."""
    try:
        with open_file(folder / ANSWER_PAGE) as file:
            return file.read()
    except OSError as error:
        raise DataProblem(
            f"{folder / ANSWER_PAGE}: cannot be read ({error.strerror or error}); ask the question again"
        ) from error


def _of_answer(folder: Path, run: dict[str, Any]) -> Known:
    try:
        players = tuple((str(each["name"]), str(each["idea"]), str(each["source"])) for each in run["strategies"])
        return Known(
            str(folder), run["game"], run["rules_name"], run["rules_hash"], run["rules"], run["deals"], players,
            answers_of(run),
        )  # fmt: skip
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _damaged(folder, error) from error


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
