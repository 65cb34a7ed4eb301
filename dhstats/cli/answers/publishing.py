"""Answers about games in a folder: their page, their numbers, and what the terminal shows of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from dhstats.cli.terminal.console import Console, Rows, page_of, step_bar, write_json, write_text
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.cli.answers.games import Games
    from dhstats.cli.options.request import Request
    from dhstats.cli.options.setup import Playing
    from dhstats.questions.shared.answer import Answer
    from dhstats.report.pages.writing import Inquiry, Report
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.work.checkpoints import Checkpoints
    from dhstats.storage import Run


def keep(folder: Path, page: Path, numbers: str, **more: Any) -> None:
    """Keeps an answer in a folder: its page, and its numbers with what `more` is known of it."""
    from dhstats.storage.layout import ANSWER, ANSWER_PAGE, whole_file
    from dhstats.storage.outputs import remember

    text = json.dumps({"numbers": numbers, **more}, ensure_ascii=False).encode()
    for name, new in ((ANSWER_PAGE, _bytes_of(page)), (ANSWER, text)):
        if not ((folder / name).is_file() and _bytes_of(folder / name) == new):  # what is there stays as it is
            with whole_file(folder / name) as draft:
                draft.write_bytes(new)
    remember(folder / ANSWER_PAGE)


def _bytes_of(path: Path) -> bytes:
    from dhstats.storage.places import open_file

    with open_file(path) as file:
        return file.read()


def hand_out(folder: Path, numbers: str, page: Path, json_target: str | None, *, anew: bool = True) -> None:
    """The page and the numbers that a folder keeps, to where they are wanted; a page that is there only `anew`."""
    from dhstats.report.page.sheets import gather
    from dhstats.report.pages.sources import kept_page
    from dhstats.report.pages.writing import write_file
    from dhstats.storage.layout import ANSWER_PAGE
    from dhstats.storage.outputs import is_remembered, note

    content = kept_page(folder)
    if anew or not page.is_file():
        write_file(page, content)
    else:
        note(page)
    if is_remembered(folder / ANSWER_PAGE):  # a page of strangers is data: nothing of it is opened or saved
        gather(page, content)
    if json_target:
        write_json(json_target, numbers)


def _answer_again(folder: Path, request: Request, wanted: Playing) -> None:
    """The answer of a folder once more; BadInput where something else was asked, DataProblem for a damaged file."""
    from dhstats.report.pages.sources import kept_answer
    from dhstats.storage.layout import ANSWER

    if not (folder / ANSWER).is_file():
        raise BadInput(
            f"{folder}: is finished, and its page was {page_of(folder)} unless you named another; to fork"
            " again name another --seed or --out"
        )
    kept, page = kept_answer(folder), wanted.page or page_of(folder)
    if kept.asked != request.digest(**({"seed": kept.seed} if request.is_usual("seed") else {})):
        raise BadInput(f"{folder}: is finished and answers another question; name another --out")
    hand_out(folder, kept.numbers, page, wanted.json_target, anew=wanted.page is not None)
    console, again = Console(wanted.json_target), "answered before; other games have another --seed"
    console.say(*kept.said, again, f"kept: {folder}", f"report: {page}")
    if wanted.rule_file is not None:
        write_text(str(wanted.rule_file), kept.rule_file)
        console.say(f"rule file: {wanted.rule_file}")


def folder_of(request: Request, playing: Playing, *, forks: bool = False) -> Path:
    """The folder, if this question can be begun or gone on with there; BadInput otherwise.

    Where this very question was answered before, its answer goes to where it is wanted, and the command ends. Of forks
    the answer is not all: their plan is written last.
    """
    from dhstats.simulate.positions.fork_files import PLAN
    from dhstats.simulate.work.checkpoints import is_begun, opened
    from dhstats.storage.layout import ANSWER, is_void

    folder, resume = request.place(playing.out, resume=playing.resume)
    mark = folder / (PLAN if forks else ANSWER)
    if is_void(folder):
        return folder
    if resume and mark.is_file():
        with opened(folder) as checkpoints:
            checkpoints.clear()  # it was killed right at the end
        _answer_again(folder, request, playing)
        raise typer.Exit
    if mark.is_file():
        raise BadInput(f"{folder}: has an answer already; show it with --resume, or choose another --out")
    if not is_begun(folder):
        raise BadInput(f"{folder}: exists and is not an empty folder; choose another --out")
    if not resume:
        raise BadInput(f"{folder}: holds games that were stopped; continue with --resume, or choose another --out")
    return folder


@contextmanager
def answering(folder: Path) -> Iterator[Checkpoints]:
    """The checkpoints of a question whose answer is kept in the folder: they go once the answer is written."""
    from dhstats.simulate.work.checkpoints import opened

    with opened(folder) as checkpoints:
        yield checkpoints
        checkpoints.clear()


def tell_and_keep(
    games: Games,
    answer: Answer,
    tables: Sequence[Rows],
    inquiry: Inquiry,
    values: Any,
    origin: str,
    rule_file: str = "",
) -> None:
    """The findings, what they rest on, the page, and the numbers if they are wanted; kept to be told again.

    `values` are the answer for programs, the seed among them, `origin` says in a line what it rests on, `rule_file` is
    the text of the rules that were found, if any.
    """
    from dhstats.report.pages.writing import for_studies, write_inquiry

    folder, playing = games.folder, games.playing
    console, seed = Console(playing.json_target), values["seed"]
    console.opening(answer.opening)
    for each in tables:
        console.table(*each)
        console.say("")
    page = write_inquiry(answer, inquiry, playing.page or page_of(folder))
    console.say(*(f"• {finding.text}" for finding in answer.findings), "", answer.method, answer.caution)
    console.say(*inquiry.cautions, origin)
    numbers = json.dumps(values, indent=1, ensure_ascii=False)
    keep(
        folder, page, numbers, asked=games.request.digest(seed=seed), seed=seed, said=list(console.said),
        rule_file=rule_file, study=for_studies(answer, inquiry),
    )  # fmt: skip
    console.say(f"kept: {folder}", f"report: {page}")
    if playing.json_target:
        write_json(playing.json_target, numbers)
    if playing.rule_file is not None:
        write_text(str(playing.rule_file), rule_file)
        console.say(f"rule file with the new deck: {playing.rule_file}")


RUNS, FORKS = "runs", "forks"  # what a folder holds; runs are played again for an answer, forks are not


def tell(games: Games, run: Run, known: Mapping[str, Any], *keys: str) -> None:
    """Writes the page of a run played for some questions, and prints what it found; `known` is what turned out."""
    report = report_on([run], games.playing.page or page_of(run.folder), command=games.request.text(**known))
    last = (*strengths(run), f"run folder: {run.folder}", f"report: {report.path}")
    show(report, report.findings(*keys), games.playing.json_target, *last)


def strengths(run: Run) -> tuple[str, ...]:
    """How strong the trained player of a run is, as far as that was measured here; else what measures it."""
    from dhstats.players.solving.solutions import WORTH
    from dhstats.players.strength.examining import kept, place
    from dhstats.questions.training.strength_words import in_a_line
    from dhstats.report.page.provenance import examination, trained_names

    manifest = run.manifest
    trained = trained_names(manifest)
    player = next((each for each in manifest.strategies if each.name in trained), None)
    if player is None:
        return ()
    if WORTH in player.weights:
        return (f"how strong {player.name} is: {player.idea}",)
    figure, asked = kept(place(manifest.game, manifest.rules_hash, player.hash)), examination(manifest)
    return (in_a_line(player.name, figure, asked),) if asked else ()


def show(report: Report, sentences: Iterable[str], json_target: str | None, *last: str) -> None:
    """Prints what a page says first, its findings, what has to be said of them, and last lines; its numbers as JSON."""
    if json_target:
        write_json(json_target, report.json_text)
    console = Console(json_target)
    console.opening(report.opening)
    console.say(*(f"• {sentence}" for sentence in sentences), "", *report.labels, *last)


def report_on(runs: Sequence[Run], page: Path, **more: Any) -> Report:
    """Counts runs for all questions that they can answer, and writes their page."""
    from dhstats.report import write_report

    with step_bar("counting") as advance:
        return write_report(runs, page, progress=lambda query, part, parts: advance(part, parts, query), **more)


def publish(
    games: Games, plan: Experiment, run: Run, answer: Answer, named: str = RUNS, notes: Sequence[str] = (),
    beside: Sequence[Answer] = (), **known: Any,
) -> None:  # fmt: skip
    """Writes the page of one answer about games in a folder, prints its findings, where they come from and lie.

    `beside` are answers to what else was asked of the same games.

    The folder holds what `named` says: RUNS, FORKS, or another word where the answer is not kept in it. `said` is what
    has to be said of players whose games it does not keep, `known` what turned out besides the seed.
    """
    from dhstats.report.pages.writing import write_answers
    from dhstats.storage.run import cautions_below

    folder, playing = games.folder, games.playing
    again, labels = games.request.text(seed=plan.seed, **known), (*cautions_below(folder), *notes)
    report = write_answers(run, (answer, *beside), playing.page or page_of(folder), again, labels)
    if named in (RUNS, FORKS):
        asked = {"asked": games.request.digest(seed=plan.seed)} if named == FORKS else {}
        keep(folder, report.path, report.json_text, **asked)
    rules = f"{'base' if named == RUNS else 'rules'} {plan.rules} ({run.manifest.rules_hash[:12]})"
    origin = f"{rules}, seed {plan.seed}, players {', '.join(plan.strategies)}"
    last = (origin, f"{named}: {folder}", f"report: {report.path}")
    sentences = (finding.text for each in (answer, *beside) for finding in each.findings)
    show(report, sentences, playing.json_target, *last)
