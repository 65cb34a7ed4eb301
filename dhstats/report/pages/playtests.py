"""Pages of people's playtests, written down or planned: no rules and no players of programs stand behind them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dhstats.games.stacks import Stacking
from dhstats.questions.evenings import planned
from dhstats.questions.evenings.records import Evenings
from dhstats.questions.playtests.asked import Asked
from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.drawing.drawing import Row
from dhstats.report.page.composition import headlines, opened, section, shared
from dhstats.report.page.identity import identity
from dhstats.report.page.numbers import affordable, answer_json, json_text
from dhstats.report.page.page import Fact, Page, Part, Rules
from dhstats.report.pages.writing import Report, stack_list, write_page
from dhstats.simulate.playtests.schedule import PlannedGame, Wanted, evenness

LIMITS = (
    "Other people. These games show how the people at these tables play, and nothing about others.",
    "Causes. Players may have won more, or taken longer, for reasons that nobody wrote down.",
    "Whether it is fun. Ask them.",
)


def write_sheet(answers: Sequence[Answer], evenings: Evenings, path: Path) -> Report:
    """Writes the page of a sheet; ResourceFailure for a file that cannot be written."""
    games, days = len(evenings.games), len(set(evenings.names))
    title, days = f"Playtests of {evenings.sheet.name}", days if evenings.told else 0
    return _written(title, answers, (games, days), path, LIMITS)


def _written(
    title: str, answers: Sequence[Answer], counts: tuple[int, int], path: Path, limits: tuple[str, ...],
    plan: Row | None = None,
) -> Report:  # fmt: skip
    first, (games, evenings) = opened(answers), counts
    cells = affordable([table for each in answers for table in each.tables], 1)
    sections = tuple(section(each, "", cells, opens=each.opening is not None) for each in answers)
    if plan:  # what a plan says stands there already
        sections = tuple(replace(each, title="Numbers and method", findings=()) for each in sections)
    none = Rules((), "", (), ())
    above = () if plan else headlines(answers, opened=True)
    page = Page(
        title=first.opening.question if first else title,
        name=title,
        first=first,
        labels=(),
        chips=(Fact("games", f"{games:,}"), *([Fact("evenings", f"{evenings:,}")] if evenings else [])),
        parts=(Part("", title, above, sections, none, (), (), (), ""),),
        verdicts="",
        limits=limits,
        cautions=shared(each.caution for each in answers),
        identity=identity(title, first.opening if first else None, [each.key for each in answers], "", ("", "")),
        plan=plan,
    )
    said = [{"name": title, "games": games, "answers": [answer_json(each) for each in answers]}]
    numbers, written = json_text(said, VERSION), write_page(page, path)
    return Report(written, written.stat().st_size, (), page, numbers, tuple(answers))


OF_PLANS = (
    "How the games end. A plan says who plays what, and not how.",
    "What people make of it. They learn, they tire, and some will not come.",
)


def write_plan(
    games: Sequence[PlannedGame],
    wanted: Wanted,
    asked: Asked,
    path: Path,
    deals: Sequence[Row] = (),
    setup: Sequence[str] = (),
) -> Report:
    """Writes the page of planned evenings, to print; ResourceFailure for a file that cannot be written."""
    answer, counted = planned.answer(games, wanted), evenness(games, wanted)
    plan = {
        "evenings": [[each for each in games if each.evening == at + 1] for at in range(wanted.evenings)],
        "rounds": wanted.rounds, "tables": len(wanted.sizes), "versions": len(wanted.versions) > 1,
        "seats": range(max(wanted.sizes)), "seated": planned.seated, "scores": " + ".join(asked.scores),
        "shows": planned.shows(games, wanted),
        "balance": planned.balance(games, wanted, counted), "counted": counted, "titles": planned.TITLES,
        "deals": deals, "setup": setup,
    }  # fmt: skip
    counts = (len(games), wanted.evenings)
    return _written(f"Planned evenings of {asked.game}", (answer,), counts, path, OF_PLANS, plan)


def deals_of(stacking: Stacking, rules: Any, seed: int, many: int) -> list[Row]:
    """So many deals to lay out by hand, card by card."""
    return [
        {"number": deal + 1, "par": (), "lists": [stack_list(each) for each in stacking.stacks(rules, seed, deal)]}
        for deal in range(many)
    ]
