"""Forks with bars, in a folder where they go on if they are stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from dhstats.cli.console import Console, page_of, step_bar, write_json, write_text
from dhstats.cli.cost import Forecast
from dhstats.errors import BadInput, DataProblem

if TYPE_CHECKING:
    from dhstats.cli.request import Request
    from dhstats.games.title import Item
    from dhstats.players.forks import Forked
    from dhstats.players.match import Cast
    from dhstats.questions.value_beside import Beside
    from dhstats.report.writing import Report
    from dhstats.simulate.budget import Budget
    from dhstats.simulate.experiment import Experiment
    from dhstats.simulate.forks import Progress, Study
    from dhstats.simulate.notebook import Notebook
    from dhstats.storage import Run

LARGEST = 1 << 26  # bytes of the numbers of an answer


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer to a question as it lies in the folder of its forks: the page, and the numbers with what was asked."""

    folder: Path
    request: Request

    def write(self, report: Report, seed: int | None) -> None:
        """Keeps what was written for the user, of games with this seed, whether it was named or drawn."""
        from dhstats.simulate.fork_files import ANSWER, ANSWER_PAGE
        from dhstats.storage.layout import whole_file
        from dhstats.storage.places import open_file

        kept = {"asked": self.request.digest(seed=seed), "numbers": report.json_text}
        with whole_file(self.folder / ANSWER_PAGE) as draft, open_file(report.path) as page:
            draft.write_bytes(page.read())
        with whole_file(self.folder / ANSWER) as draft:
            draft.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")

    def tell(self, page: Path | None, json_target: str | None) -> None:
        """Answers once more, to where it is wanted now; BadInput where something else was asked."""
        from dhstats.documents import read_json
        from dhstats.report.contents import keep_contents
        from dhstats.simulate.fork_files import ANSWER, ANSWER_PAGE
        from dhstats.storage.places import open_file

        path = page or page_of(self.folder)
        if not (self.folder / ANSWER).is_file():
            raise BadInput(
                f"{self.folder}: is finished, and its page was {page_of(self.folder)} unless you named another; to fork"
                " again name another --seed or --out"
            )
        kept = read_json(self.folder / ANSWER, LARGEST, error=DataProblem)
        (numbers,) = json.loads(kept["numbers"])["runs"]
        drawn = {} if self.request.says("seed") else {"seed": numbers["seed"]}
        if kept["asked"] != self.request.digest(**drawn):
            raise BadInput(f"{self.folder}: is finished, and answers another question; name another --out")
        with open_file(self.folder / ANSWER_PAGE) as file:
            text = file.read().decode()
        if page is not None or not path.is_file():
            write_text(str(path), text)
            keep_contents(path)
        if json_target:
            write_json(json_target, kept["numbers"])
        console = Console(json_target)
        console.say(*(f"• {finding['text']}" for each in numbers["answers"] for finding in each["findings"]), "")
        console.say(*numbers["labels"], "answered before; other games have another --seed")
        console.say(f"forks: {self.folder}", f"report: {path}")


def folder_of(
    out: Path | None, request: Request, *, resume: bool, page: Path | None = None, json_target: str | None = None
) -> Path:  # fmt: skip
    """The folder, if this question can be begun or gone on with there; BadInput otherwise.

    Where this very question was answered before, its answer goes to `page` and `json_target`, and the command ends.
    """
    from dhstats.simulate.fork_files import PLAN
    from dhstats.simulate.notebook import is_begun, opened
    from dhstats.storage.layout import is_void

    folder, resume = request.place(out, resume=resume)
    if is_void(folder):
        return folder
    if resume and (folder / PLAN).is_file():
        with opened(folder) as notebook:
            notebook.clear()  # it was killed right at the end
        Kept(folder, request).tell(page, json_target)
        raise typer.Exit
    if not is_begun(folder):
        raise BadInput(f"{folder}: exists and is not an empty folder; choose another --out")
    if not resume:
        raise BadInput(f"{folder}: holds forks that were stopped; go on with --resume, or choose another --out")
    return folder


def of_deals(plan: Experiment, deals: int | None = None) -> tuple[Experiment, int]:
    """The games of so many deals, or of as many as the plan's games make: as many a deal as there are seats.

    BadInput for too few or too many, and for strategies that make no table.
    """
    from dhstats.games import catalogue
    from dhstats.simulate.forks import check_names

    title = catalogue.load(plan.game)
    seats = title.players(title.load_rules(plan.rules, plan.settings).record())
    check_names(plan.strategies, seats)
    wanted = -(-plan.games // seats) if deals is None else deals
    if not 2 <= wanted <= 10**7:
        raise BadInput(f"--deals: must be from 2 to 10,000,000, not {wanted:,}")
    return replace(plan, games=seats * wanted), wanted


class Forking:
    """Forks with bars, a notebook and limits."""

    def __init__(
        self, notebook: Notebook, workers: int | None, limits: Budget, forecast: Forecast, folder: Path
    ) -> None:  # fmt: skip
        self._notebook, self._workers, self._limits = notebook, workers, limits
        self._forecast, self.folder = forecast, folder

    def fork(
        self, plan: Experiment, studies: Sequence[Study], deals: int, label: str = ""
    ) -> tuple[Cast, dict[str, Forked]]:  # fmt: skip
        """The forks of the question itself, or of the part of it that a label names."""
        from dhstats.cli.train import watching
        from dhstats.simulate.forks import fork

        with step_bar("training") as train, step_bar("forking") as advance:

            def watch(seen: Progress) -> None:
                advance(seen.deals, seen.most, label + seen.moment)
                fresh, left = seen.deals - seen.kept, seen.most - seen.kept
                self._forecast.note("deals", fresh, left, seen.seconds, None, self.folder)

            return fork(
                plan, studies, deals, workers=self._workers, watch=watch, watch_training=watching(train),
                notebook=self._notebook, label=label, budget=self._limits,
            )  # fmt: skip

    def parents(self, plan: Experiment, *, resume: bool) -> Run:
        """The parent games as an ordinary run in the folder, for their rules and sources on the page."""
        from dhstats.cli.simulate import play

        return play(plan, self.folder / "parents", workers=self._workers, resume=resume, limits=self._limits)

    def beside(
        self, plan: Experiment, item: Item, also: str | None, *, ladder: bool, ablate: bool, deals: int
    ) -> list[Beside]:  # fmt: skip
        """The value in other settings, on a fifth of the deals."""
        from dhstats.cli.train import watching
        from dhstats.questions.value_beside import beside, settings

        others = [name.strip() for name in (also or "").split(",") if name.strip()]
        found = []
        with step_bar("training") as train, step_bar("forking") as advance:
            for name, kind, there in settings(plan, item, others, ladder=ladder, ablate=ablate):
                found.append(
                    beside(
                        there, item, name, kind, max(2, deals // 5), workers=self._workers,
                        watch_training=watching(train),
                        watch=lambda seen, name=name: advance(seen.deals, seen.most, name),  # type: ignore[misc]
                        notebook=self._notebook, budget=self._limits,
                    )
                )  # fmt: skip
        return found
