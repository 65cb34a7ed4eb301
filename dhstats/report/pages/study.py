"""One page a rule set: every topic with its sentence and its picture, linked to its own page, and what is not known."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.questions.catalogue import Progress
from dhstats.questions.shared.answer import Answer, Opening
from dhstats.questions.shared.first_screen import game_name
from dhstats.questions.topics import ALL_ANSWERS, PLAYED, TOPICS, Known, Topic, answers_to, in_short, missing
from dhstats.quoting import file_name, quoted
from dhstats.release import VERSION
from dhstats.report.drawing.drawing import Row
from dhstats.report.drawing.ledger import Step
from dhstats.report.drawing.theme import still
from dhstats.report.page import provenance
from dhstats.report.page.composition import VERDICTS, limits
from dhstats.report.page.figures import Figure, figures, opening_figure
from dhstats.report.page.identity import identity
from dhstats.report.page.numbers import opening_json, table_json
from dhstats.report.page.page import RULES, Fact, First, Link, Page, Part, Player
from dhstats.report.page.provenance import rules_in
from dhstats.report.pages.sources import Entry, is_finished, is_known, known_of, of_one_game
from dhstats.storage.layout import ANSWER, MANIFEST

STRATEGIES = ("games", "items", "unclear")  # topics that strategies are for; the others have players of their own


class StudyPlan:
    """Which rule sets a study is of, and how what is missing is played."""

    def __init__(self, game: str | None, rules: str | None, strategies: str | None, seed: int) -> None:
        self.game, self.rules, self.strategies, self.seed = game, rules, strategies, seed
        self.hash = "" if rules is None else catalogue.load(game or USUAL).rule_files.load(rules).hash
        if not 0 <= seed < 2**64:
            raise BadInput(f"--seed: must be from 0 to {2**64 - 1}, not {seed}")

    @property
    def home(self) -> Path:
        """Where what is played of the rule set lies."""
        return Path("data") / file_name(f"study-{self.game or USUAL}-{Path(self.rules or '').stem}-seed{self.seed}")

    def played(self) -> list[Path]:
        """The folders that an earlier study of the same rules left."""
        found = sorted(self.home.iterdir()) if self.rules is not None and self.home.is_dir() else []
        return [each for each in found if is_known(each)]

    def known(self, folders: Sequence[Path], progress: Progress, *, needed: bool) -> tuple[list[Known], list[Path]]:
        """What folders tell of these rules, and those that tell nothing; DataProblem where none is left."""
        useful = [each for each in folders if is_known(each)]
        useless = [each for each in folders if each not in useful]
        for each in useless:
            if not each.exists() or not useful:
                known_of(each)  # says what is wrong with it
        found = [known_of(each, progress) for each in useful]
        useless += [folder for folder, each in zip(useful, found, strict=True) if each is None]
        known = [each for each in found if each and self.game in (None, each.game)]
        of_one_game(known)
        kept = [each for each in known if not self.hash or each.rules_hash == self.hash]
        if needed and not kept:
            raise BadInput(f"study: no games of {' '.join(filter(None, (self.game, self.rules)))}; name others")
        return kept, useless

    def commands(self, known: Sequence[Known]) -> list[tuple[Topic, list[str]]]:
        """The topics that are not known yet, each with the command that plays it, but for where to."""
        if known:
            game, effective = known[0].game, known[0].rules
            own = rules_in(game, effective)
            base, settings = own.base, [f"{each.key}={each.here}" for each in own.changes]
        else:
            game, base, settings = self.game or USUAL, self.rules or "", []
            effective = catalogue.load(game).rule_files.load(base).effective
        found = []
        for topic in missing(known, game, effective):
            if settings and topic.key == "unclear":  # `audit` takes rule sets alone
                continue
            name, *rest = topic.words
            words = [name, base] if name == "audit" else [name, "--rules", base]
            words += [word for each in settings for word in ("--set", each)]
            words += ["--strategies", self.strategies] if self.strategies and topic.key in STRATEGIES else []
            found.append((topic, [*words, "--game", catalogue.typed(game), *rest, "--seed", str(self.seed)]))
        return found

    def steps(self, known: Sequence[Known], page_of: Callable[[Path], Path]) -> Iterator[list[str]]:
        """The words of one command after the other that play what is not known, and draw its pages."""
        for topic, words in self.commands(known):
            folder = self.home / topic.key
            if is_finished(folder):
                continue
            page = str(page_of(self.home / f"{self.home.name}-{topic.key}"))  # two rule sets share no page
            words = [*words, "--out", str(folder), *(["--resume"] if folder.exists() else [])]
            told = [["report", str(folder), "--page", page]] if topic.key == PLAYED else []
            yield from ([*words, *([] if told else ["--page", page])], *told)


def what_it_is(folder: Path) -> str:
    """Why a folder or file tells nothing."""
    if (folder / ANSWER).is_file():
        return (
            "has an answer of an earlier version, which only its own page shows; ask that question again in"
            " another folder"
        )
    if folder.is_dir() and any(folder.glob(f"*/{MANIFEST}")):
        return "has runs without an answer; ask that question again with --resume"
    return "is neither a run nor an answer"


NO_PICTURE = {"picture": "", "alternative": "", "legend": ""}
KEY = "study"  # what the page says that it answers
NOT_YET = "Nothing is known about these rules yet."
LEADS = {"first_player": "Going first: ", "seats": "Where you sit: "}  # what the first sentence answers, in words


@dataclass(frozen=True, slots=True)
class Study:
    """All that is known of one rule set, what is not yet and how to have it, and the pages beside the one to write."""

    known: tuple[Known, ...]
    lacking: tuple[tuple[Topic, str], ...]  # topics, each with its command
    pages: tuple[Entry, ...]
    command: str


def study_page(study: Study) -> Page:
    """The page of one rule set, of which at least one folder tells something."""
    one, shown = study.known[0], _shown(study)
    name = f"{game_name(one.game, one.rules)}: {one.rules_name}"
    drawn = _figure(shown[0][2], one.game) if shown else None
    first = replace(drawn, key="answer") if drawn else None
    digests = tuple(
        _digest(study, (topic, each, answer, said), pictured=at > 0 or first is None)
        for at, (topic, each, answer, said) in enumerate(shown)
    )
    opening = _opening(study, [(answer, said) for *_, answer, said in shown], len({topic.key for topic, *_ in shown}))
    folders = len(study.known)
    return Page(
        title=opening.question,
        labels=catalogue.labels(one.game, one.rules),
        chips=(Fact("folder" + "s" * (folders > 1), str(folders)), Fact(RULES, one.rules_name)),
        parts=(_part(study, name),),
        verdicts=VERDICTS,
        limits=limits([one.game], []),
        first=First(opening, first),
        name=name,
        identity=identity(name, opening, [KEY], one.game, (one.rules_name, one.rules_hash)),
        digests=digests,
        missing=tuple(Step(topic.title, command) for topic, command in study.lacking),
        others=_others(study, digests),
    )


def study_json(study: Study, page: Page) -> dict[str, Any]:
    """A study for programs: what its first screen says, a topic each with its tables, and what is missing."""
    one, shown = study.known[0], _shown(study)
    topics = [
        {"topic": topic.key, "folder": each.folder, "opening": opening_json(said)} for topic, each, _, said in shown
    ]
    return {
        **{"name": page.name, "game": one.game, "rules_name": one.rules_name, "rules_hash": one.rules_hash},
        "opening": opening_json(page.first.opening if page.first else None),
        "topics": topics,
        "tables": [table_json(table) for _, _, answer, _ in shown for table in answer.tables],
        "missing": [asdict(each) for each in page.missing],
    }


def _shown(study: Study) -> list[tuple[Topic, Known, Answer, Opening]]:
    """The answers that are told, in the order of the topics: that on the most deals; of changes, decks and such all."""
    found = []
    for topic in TOPICS:
        pairs = answers_to(study.known, topic)
        for each, answer in pairs if topic.key in ALL_ANSWERS else pairs[:1]:
            if opening := in_short(answer, each.game):
                found.append((topic, each, answer, opening))
    return found


def _opening(study: Study, told_first: Sequence[tuple[Answer, Opening]], topics: int) -> Opening:
    """What is asked is what is known; the answer is that to the first topic and how long games are."""
    one = study.known[0]
    every = topics + len(study.lacking)
    question = f"What is known about {game_name(one.game, one.rules)} ({one.rules_name})?"
    decision, command = f"Play what is missing: {topics} of {every} topics are answered.", f"{study.command} --play"
    if not told_first:
        return Opening(question, NOT_YET, "", decision, "undecided", command=command)
    (answer, main), short = told_first[0], [text.answer for other, text in told_first if other.key == "length"]
    start = LEADS.get(answer.key, "")
    begin = f"{start}{main.answer[0].lower()}{main.answer[1:]}" if start else main.answer
    length = f" {short[0].partition(',')[0].rstrip('.')}." if short and answer.key in LEADS and not main.caution else ""
    if main.caution or not study.lacking:
        decision, command = main.decision, main.command
    text = f"{begin}{length}"
    return replace(main, question=question, answer=text, decision=decision, written="", command=command)


def _figure(answer: Answer, game: str) -> Figure | None:
    return opening_figure(answer, game) or next(iter(figures(answer, game=game)), None)


def _digest(study: Study, found: tuple[Topic, Known, Answer, Opening], *, pictured: bool) -> Row:
    """A topic: its sentences, its picture and words in place of it, its page, or what to type for one."""
    topic, each, answer, said = found
    others = answers_to(study.known, topic) if topic.key not in ALL_ANSWERS else []  # that tell of the same topic
    links = [(other, _pages(study, other, told)) for other, told in others if other is not each]
    also = tuple(Link(link.address, Path(other.folder).name) for other, link in links if link)
    drawn, page = _figure(answer, each.game) if pictured else None, _pages(study, each, answer)
    key = f"{topic.key}-{study.known.index(each)}-{answer.key}"
    told: Row = {"key": key, "opening": said, "page": page, "also": also}
    told |= {"command": "" if page else f"dhstats report {each.folder}", "opened": not pictured}
    if drawn is None:
        return told | NO_PICTURE
    picture = Markup(still(drawn.spec))  # drawn here from numbers alone
    return told | {"picture": picture, "alternative": drawn.alternative, "legend": drawn.legend}


def _pages(study: Study, each: Known, answer: Answer) -> Link | None:
    """The page about a folder: the one that bears its name, else the newest that answers the question for the rules."""
    able = [page for page in study.pages if page.identity and page.identity.rules_hash == each.rules_hash
            and answer.key in page.identity.questions]  # fmt: skip
    folder = Path(each.folder).resolve()
    names = (f"{folder.name}.html", f"{folder.parent.name}-{folder.name}.html")
    entry = next((page for page in able if page.file in names), next(iter(able), None))
    if entry is None or entry.identity is None:
        return None
    # A page of one answer is shown from its top
    section = answer.key.replace("_", "-") if len(entry.identity.questions) > 1 else "findings"
    return Link(f"{entry.address}#{section}", "Its own page")


def _others(study: Study, digests: Sequence[Row]) -> tuple[Row, ...]:
    """Pages about the same rules that no folder told of: their sentences, without a picture."""
    links = [link for digest in digests for link in (digest["page"], *digest["also"]) if link]
    linked, rules, rows = {link.address.partition("#")[0] for link in links}, study.known[0].rule_set, list[Row]()
    for at, entry in enumerate(study.pages):
        said = entry.identity
        if not said or not said.answer or entry.address in linked or KEY in said.questions:
            continue
        if (said.game, said.rules_hash) == rules:
            opening = Opening(said.question, said.answer, said.sureness, said.decision, said.verdict)
            told = {"key": f"page-{at}", "opening": opening, "page": Link(entry.address, "Its own page"), "also": ()}
            rows.append({**told, "command": "", "opened": False, **NO_PICTURE})
    return tuple(rows)


def _part(study: Study, name: str) -> Part:
    """Rules, sources and players, and the folders that everything comes from."""
    one = study.known[0]
    players = {player: Player(*player) for each in study.known for player in each.players}
    facts = [
        Fact(each.folder, f"{each.deals:,} deals, {', '.join(name for name, *_ in each.players)}")
        for each in study.known
    ]
    return Part(
        key="", title=name, headlines=(), sections=(), rules=provenance.rules_in(one.game, one.rules),
        sources=provenance.sources_in(one.game, one.rules), players=tuple(players.values()),
        facts=(*facts, Fact("Hash of the rules", one.rules_hash), Fact("dhstats version", VERSION)),
        command=study.command,
    )  # fmt: skip


@dataclass(frozen=True)
class NumbersOfPlayers:
    """The same rules with several numbers of players: a run for each, in folders of one home."""

    plan: StudyPlan
    game: str
    rules: str
    numbers: tuple[int, ...]
    games: int

    @classmethod
    def of(cls, plan: StudyPlan, written: str, games: int) -> NumbersOfPlayers:
        """From the words of a command line; BadInput for numbers that the game or its rules are not for."""
        game = catalogue.known(plan.game or USUAL)
        bundle, (least, most) = catalogue.load(game), catalogue.players(game)
        match = re.fullmatch(r"(\d{1,2})-(\d{1,2})|\d{1,2}(,\d{1,2})+|\d{1,2}", written.replace(" ", ""))
        if match is None:
            raise BadInput(f"--players: must be numbers of players, as 2-4 or 2,3,5, not {quoted(written)}")
        ends = [int(each) for each in re.findall(r"\d+", written)]
        numbers = tuple(range(ends[0], ends[1] + 1) if match[1] else sorted(set(ends)))
        title, seats = catalogue.title(game), f"{least}" if least == most else f"{least} to {most}"
        if least == most or not all(least <= each <= most for each in numbers):
            raise BadInput(f"--players: {title} is for {seats} players, not {quoted(written)}")
        if len(numbers) < 2:
            raise BadInput("--players: one number of players is nothing to compare; name several, as 2-4 or 2,3,5")
        rules = plan.rules or bundle.default_rules
        for each in numbers:
            try:
                bundle.rule_files.load(rules, (f"players={each}",))
            except BadInput as error:
                reason = str(error).removeprefix("--set: ")
                raise BadInput(f"--players: {rules} is not for {each} players: {reason}") from error
        return cls(plan, game, rules, numbers, games)

    @property
    def home(self) -> Path:
        """Where the runs lie."""
        parts = ["players", catalogue.short(self.game), Path(self.rules).stem]
        parts += [self.plan.strategies] if self.plan.strategies else []
        return Path("data") / file_name("-".join([*parts, str(self.games), f"seed{self.plan.seed}"]))

    def steps(self) -> Iterator[tuple[Path, list[str]]]:
        """Every run with the words of the command that plays it."""
        usual = catalogue.rules(self.game).load(self.rules).effective["players"]
        for each in self.numbers:
            words = ["simulate", "--game", catalogue.typed(self.game), "--rules", self.rules]
            words += ["--set", f"players={each}"] if each != usual else []
            words += ["--strategies", self.plan.strategies] if self.plan.strategies else []
            folder = self.home / f"{each}"
            yield folder, [*words, "--games", str(self.games), "--seed", str(self.plan.seed), "--out", str(folder)]

    @property
    def command(self) -> str:
        """What asks all of it again."""
        words = ["dhstats", "study", "--game", catalogue.typed(self.game), "--rules", self.rules, "--players"]
        words += [",".join(map(str, self.numbers)), "--games", str(self.games), "--seed", str(self.plan.seed)]
        words += ["--strategies", self.plan.strategies] if self.plan.strategies else []
        return shlex.join([*words, "--play"])
