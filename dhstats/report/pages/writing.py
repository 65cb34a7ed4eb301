"""The verb of this room: ask every question of a run, write the page, and the same numbers as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.stacks import Stack
from dhstats.queries.connection import Limits
from dhstats.queries.counts import Counts
from dhstats.questions.catalogue import Progress, answer_all, possible
from dhstats.questions.playtests import kit as words_of
from dhstats.questions.playtests.aids import ParDeal, winners
from dhstats.questions.playtests.extremes import bound, rare
from dhstats.questions.playtests.kit import Playtest, answer
from dhstats.questions.runs import player_count, player_count_words
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Opening
from dhstats.release import VERSION
from dhstats.report.page import composition, provenance
from dhstats.report.page.composition import headlines, limits, opened, section, verdicts
from dhstats.report.page.identity import identity
from dhstats.report.page.next_step import ready
from dhstats.report.page.numbers import affordable, answer_json, json_text, to_json
from dhstats.report.page.page import RULES, Fact, Page, Part, Player, render
from dhstats.report.page.provenance import command as run_command
from dhstats.report.page.sheets import gather
from dhstats.report.pages.sources import keep_contents
from dhstats.seats import SEATS
from dhstats.storage import Run, outputs
from dhstats.storage.layout import check_target, whole_file
from dhstats.storage.places import place


@dataclass(frozen=True, slots=True)
class Inquiry:
    """Games that were played for one answer: under which rules, by whom, and what to type to play them again.

    `rules` are the effective ones by the name `rules_name`; `deals` is how many each comparison had at most,
    `facts` say how it was done, `cautions` what has to be said of the players.
    """

    game: str
    rules: Mapping[str, Any]
    rules_name: str
    players: tuple[Player, ...]
    deals: int
    facts: tuple[Fact, ...]
    command: str
    cautions: tuple[str, ...] = ()

    @property
    def rules_hash(self) -> str:
        """The hash of the rules, by which a study knows them."""
        found: str = catalogue.rules(self.game).restore(self.rules, self.rules_name).hash
        return found


def for_studies(answer: Answer, inquiry: Inquiry) -> dict[str, Any]:
    """What a study takes from the answer: the rules, who played, and the answer, as the JSON of a run has them."""
    names = ("game", "rules_name", "rules_hash", "rules", "deals")
    about = {name: getattr(inquiry, name) for name in names} | {"rules": dict(inquiry.rules)}
    return {**about, "strategies": [asdict(each) for each in inquiry.players], "answers": [answer_json(answer)]}


def inquiry_page(answer: Answer, inquiry: Inquiry) -> Page:
    """The page of one answer; a finding that is a label of the page is not said again."""
    labels = (*catalogue.labels(inquiry.game, inquiry.rules), *inquiry.cautions)
    own = tuple(each for each in answer.findings if each.text.removesuffix(".") not in labels)
    answer = replace(answer, findings=own)
    title = f"{inquiry.rules['source']['title'] or inquiry.game.capitalize()}: {answer.title}"
    part = Part(
        key="",
        title=title,
        headlines=headlines([answer], opened=True),
        sections=(section(answer, "", affordable(list(answer.tables), 1), opens=answer.opening is not None),),
        rules=provenance.rules_in(inquiry.game, inquiry.rules),
        sources=provenance.sources_in(inquiry.game, inquiry.rules),
        players=inquiry.players,
        facts=(*inquiry.facts, Fact("dhstats version", VERSION)),
        command=inquiry.command,
    )
    first = opened([answer])
    rules = (inquiry.rules_name, inquiry.rules_hash)
    return Page(
        title=first.opening.question if first else title,
        name=title,
        first=first,
        labels=labels,
        chips=(Fact("deals", f"{inquiry.deals:,}"), Fact(RULES, inquiry.rules_name)),
        parts=(part,),
        verdicts=verdicts([answer]),
        limits=limits([inquiry.game], []),
        identity=identity(title, first.opening if first else None, [answer.key], inquiry.game, rules),
    )


@dataclass(frozen=True, slots=True)
class Report:
    """A written report: where it lies and how large it is, its headlines, and its numbers as JSON."""

    path: Path
    size: int
    headlines: tuple[str, ...]
    page: Page
    json_text: str
    answers: tuple[Answer, ...]

    @property
    def opening(self) -> Opening | None:
        """What the page says first; nothing where it is about several runs."""
        return self.page.first.opening if self.page.first else None

    @property
    def labels(self) -> tuple[str, ...]:
        """What has to be said of whose cards the games were played with."""
        return self.page.labels

    def findings(self, *keys: str) -> tuple[str, ...]:
        """The sentences of these questions."""
        return tuple(finding.text for answer in self.answers if answer.key in keys for finding in answer.findings)


def write_report(
    runs: Run | Sequence[Run],
    path: Path | str,
    json_path: Path | str | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
    command: str = "",
    more: Callable[[Run, tuple[Answer, ...]], tuple[Answer, ...]] = lambda _, answers: answers,
) -> Report:
    """Answers every question about a run, or about several, and writes one HTML page that needs no network.

    With `json_path` the numbers of the page are written too. `limits` says how much memory counting may use (default:
    as the environment says), `progress` is called with each question. `command` is what the page shows to make it
    again (default: what plays each run), and `more` adds further answers about a run.
    """
    chosen = [runs] if isinstance(runs, Run) else list(runs)
    if not chosen:
        raise BadInput("report: name at least one run folder")
    counted, manifests = list[player_count.Count](), [run.manifest for run in chosen]

    def also(counts: Counts, logged: bool) -> None:
        if player_count.alike(manifests):
            counted.append(player_count.measure(counts, len(chosen), logged=logged))

    answered = [(run, more(run, tuple(answer_all(run, progress, limits, also)))) for run in chosen]
    joined = player_count_words.answer(counted, manifests) if counted else None
    return _written(answered, path, json_path, command, joined=joined)


def write_answers(
    run: Run, answers: Sequence[Answer], path: Path | str, command: str = "", labels: Sequence[str] = ()
) -> Report:
    """A page with these answers alone; rules, players and sources are those of the run."""
    return _written([(run, tuple(answers))], path, None, command, labels)


def write_inquiry(answer: Answer, inquiry: Inquiry, path: Path | str) -> Path:
    """The page of an answer about games that no run folder keeps."""
    return write_page(inquiry_page(ready(answer, inquiry.command), inquiry), path)


def write_page(page: Page, path: Path | str) -> Path:
    """Writes a page; ResourceFailure for a file that cannot be written."""
    file = place(path)
    _draw(page, file)
    return file


def _draw(page: Page, file: Path) -> int:
    """Writes a page, and tells of it whoever saves more of it; its bytes."""
    content = render(page).encode()
    write_file(file, content)
    gather(file, content, page)
    return len(content)


def _written(
    answered: list[tuple[Run, tuple[Answer, ...]]], path: Path | str, json_path: Path | str | None, command: str,
    labels: Sequence[str] = (), joined: Answer | None = None,
) -> Report:  # fmt: skip
    joined = ready(joined, command) if joined else None
    commands = [command or run_command(run.manifest) for run, _ in answered]
    answered = [
        (run, tuple(ready(each, asked) for each in answers))
        for (run, answers), asked in zip(answered, commands, strict=True)
    ]
    with possible(answered[0][0]):
        page = composition.page(answered, command, joined)
    page = replace(page, labels=tuple(dict.fromkeys((*page.labels, *labels))))
    numbers = json_text([to_json(answers, run, labels) for run, answers in answered], page.version, joined)
    file = place(path)
    size = _draw(page, file)
    if json_path is not None:
        write_file(place(json_path), numbers.encode())
    every = [*([(joined,)] if joined else []), *(answers for _, answers in answered)]
    headlines = tuple(line.finding.text for answers in every for line in composition.headlines(answers))
    told = tuple(answer for answers in every for answer in answers)
    return Report(file, size, headlines, page, numbers, told)


def write_file(path: Path, content: bytes) -> None:
    """Writes a file as a whole, and renews the list of pages beside a page; ResourceFailure where it cannot be."""
    check_target(path)
    outputs.check_ours(path)
    with whole_file(path, make_folder=True) as draft:
        draft.write_bytes(content)
    outputs.note(path)
    if path.suffix == ".html":
        keep_contents(path)


def write_kit(run: Run, playtest: Playtest, path: Path, command: str) -> Report:
    """Writes the page of a kit; ResourceFailure for a file that cannot be written."""
    said = ready(answer(playtest), command)
    made = composition.page([(run, (said,))], command)
    (part,) = made.parts
    # What the kit says is not said again in the section with its numbers
    sections = tuple(replace(each, title="Numbers and method", findings=()) for each in part.sections)
    made = replace(made, parts=(replace(part, headlines=(), sections=sections),), kit=kit_of(playtest))
    size, numbers = _draw(made, path), json_text([to_json((said,), run)], made.version)
    return Report(path, size, (), made, numbers, (said,))


ROW = 10  # cards in a row of a list
Record = dict[str, Any]


def kit_of(playtest: Playtest) -> Record:
    """All blocks of a kit in words; `seats` are the seats by name, `lines` what is typed in after the evening."""
    stacking = playtest.stacking
    place = f"{stacking.place.capitalize()} 1 begins at both"
    teams = (
        "one team has the first seat at A, the other at B" if playtest.seats == 2 else "at B everybody moves one seat"
    )
    steps = (  # in the order of an evening
        "Print the lists of the par deals and the score sheet.",
        f"Stack deal 1 twice, for tables A and B. {place}; {teams}.",
        "Play, and write each game into its row of the sheet. Do not show the lists or par to anyone before.",
        "Compare both tables with par, then type the rows in: `dhstats import` counts them.",
    )
    extremes = [
        (each.name, f"{each.value:,} {each.unit}", bound(each), rare(each), f"{100.0 * each.met:.0f} of 100")
        for each in playtest.extremes
    ]
    left = "Nothing else is left to chance, so par is one game between experts."
    if stacking.chance:
        left = (
            f"Left to chance: {stacking.chance}. So par is a mean over many games with the same cards; its 95"
            " % interval is printed after the lead."
        )
    moments = [
        (str(row["turn"]), _percent(row["score"]), f"{_percent(row['score_low'])} to {_percent(row['score_high'])}")
        for row in playtest.moments
    ]
    return {
        "steps": steps, "expected": words_of.expectations(playtest), "extremes": extremes, "games": playtest.games,
        "setup": (*stacking.setup, left), "range": words_of.par_range(playtest),
        "deals": [_deal(playtest, deal) for deal in playtest.par], "course": playtest.course, "moments": moments,
        "rung": playtest.rung.rung, "missed": words_of.missed(playtest), "rulings": playtest.rulings,
        "shows": words_of.shows(playtest), "sheet": playtest.sheet,
        "lines": "\n".join(each.line for each in playtest.sheet),
        "seats": SEATS[: playtest.seats], "score": stacking.score, "winners": winners(playtest.seats),
    }  # fmt: skip


def _deal(playtest: Playtest, deal: ParDeal) -> Record:
    """A deal to stack: its number, par for each who may begin, its lists."""
    par = [
        (f"{playtest.stacking.place} {game.first} begins", words_of.par_words(playtest, game)) for game in deal.games
    ]
    return {"number": deal.number, "par": par, "lists": [stack_list(stack) for stack in deal.stacks]}


def stack_list(stack: Stack) -> Record:
    """A stack as it is printed: rows of cards, each with the number of its first card; `note` says how it lies."""
    usual = "open on the table" if stack.open else "in any order" if stack.away else "top card first"
    note = stack.note or usual
    cards = stack.cards
    rows = [(at + 1, cards[at : at + ROW]) for at in range(0, len(cards), ROW)]
    return {
        "name": stack.name,
        "note": f"{words.count(len(cards), stack.unit if len(cards) > 1 else stack.unit.removesuffix('s'))}, {note}",
        "rows": rows,
    }


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f}"
