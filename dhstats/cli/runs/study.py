"""`dhstats study`: all that is known of a rule set on one page, and what is not yet."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.options import completion, places
from dhstats.cli.options.playing import Json, Page
from dhstats.cli.options.setup import GAME, game_option, players_option
from dhstats.cli.terminal.console import Console, check_targets, page_of, step_bar, write_json
from dhstats.errors import BadInput
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.questions.topics import Known, Topic
    from dhstats.report.page.page import Page as Sheet

SEED = 1
STRATEGIES = ("games", "items", "unclear")  # topics that --strategies is for; the others have players of their own


def command(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of runs, forks, comparisons, sweeps and so on.", metavar="[FOLDER]…", parser=places.path
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="The rule set alone (default: every one in the folders).", autocompletion=completion.rules),
    ] = None,
    game: Annotated[str | None, game_option("The game alone (default: that of the folders).")] = None,
    play: Annotated[
        bool,
        typer.Option(
            "--play", help="Play what is not known yet of --rules: 20,000 games and 500 to 5,000 deals a topic."
        ),
    ] = False,
    strategies: Annotated[str | None, players_option("Who plays what is not known yet.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of what is played.")] = SEED,
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Put all that is known of a rule set on one page: a sentence and a picture a topic, linked to its own page.

    Takes folders of any kind and groups them by rule set, a page each. What is not known yet is listed with the command
    that plays it; with --play it is played, into data/study-GAME-RULES-seedSEED, where a stopped study goes on.

    Examples:

      dhstats study data/*

      dhstats study data/first data/value-dragonheart -o known.html

      dhstats study --rules kosmos --play --seed 1
    """
    check_targets(page, json_target)
    chosen = [Path(folder) for folder in folders or []]
    if not chosen and rules is None:
        raise BadInput("study: name folders, or a rule set with --rules")
    if play and rules is None:
        raise BadInput("study --play: say of which rule set with --rules")
    wanted = _Wanted(game, rules, strategies, seed)
    console = Console(json_target)
    if play:
        chosen += [each for each in wanted.play(wanted.known(chosen, console, needed=False)) if each not in chosen]
    known = wanted.known(chosen or wanted.played(), console, needed=bool(chosen))
    if not known:
        wanted.say_missing(console)
        return
    publish(known, wanted, page, json_target)


def study(folders: Sequence[Path], page: Path | None, json_target: str | None) -> None:
    """The study of all rule sets that folders tell of."""
    wanted = _Wanted(None, None, None, SEED)
    publish(wanted.known(folders, Console(json_target), needed=True), wanted, page, json_target)


class _Wanted:
    """Which rule sets a study is of, and how what is missing is played."""

    def __init__(self, game: str | None, rules: str | None, strategies: str | None, seed: int) -> None:
        from dhstats.games import catalogue

        self.game, self.rules, self.strategies, self.seed = game, rules, strategies, seed
        self.hash = "" if rules is None else catalogue.load(game or GAME).load_rules(rules, ()).hash
        if not 0 <= seed < 2**64:
            raise BadInput(f"--seed: must be from 0 to {2**64 - 1}, not {seed}")

    @property
    def home(self) -> Path:
        """Where what is played of the rule set lies."""
        return Path("data") / file_name(f"study-{self.game or GAME}-{Path(self.rules or '').stem}-seed{self.seed}")

    def played(self) -> list[Path]:
        """The folders that an earlier study of the same rules left."""
        from dhstats.report.pages.sources import is_known

        found = sorted(self.home.iterdir()) if self.rules is not None and self.home.is_dir() else []
        return [each for each in found if is_known(each)]

    def known(self, folders: Sequence[Path], console: Console, *, needed: bool) -> list[Known]:
        """What folders tell of these rules; those that tell nothing are named, DataProblem where none is left."""
        from dhstats.report.pages.sources import is_known, known_of, of_one_game

        useful = [each for each in folders if is_known(each)]
        useless = [each for each in folders if each not in useful]
        for each in useless:
            if not each.exists() or not useful:
                known_of(each)  # says what is wrong with it
        with step_bar("counting") as advance:
            found = [known_of(each, lambda query, part, parts: advance(part, parts, query)) for each in useful]
        useless += [folder for folder, each in zip(useful, found, strict=True) if each is None]
        known = [each for each in found if each and self.game in (None, each.game)]
        of_one_game(known)
        kept = [each for each in known if not self.hash or each.rules_hash == self.hash]
        if needed and not kept:
            raise BadInput(f"study: no folder is of {' '.join(filter(None, (self.game, self.rules)))}; name others")
        console.say(*(f"left out: {each} {_what_it_is(each)}" for each in useless))
        return kept

    def commands(self, known: Sequence[Known]) -> list[tuple[Topic, list[str]]]:
        """The topics that are not known yet, each with the command that plays it, but for where to."""
        from dhstats.games import catalogue
        from dhstats.questions.topics import missing
        from dhstats.report.page.provenance import rules_in

        if known:
            game, effective = known[0].game, known[0].rules
            own = rules_in(game, effective)
            base, settings = own.base, [f"{each.key}={each.here}" for each in own.changes]
        else:
            game, base, settings = self.game or GAME, self.rules or "", []
            effective = catalogue.load(game).load_rules(base, ()).effective
        found = missing(known, game, effective)
        return [
            (topic, self._words(topic, game, base, settings))
            for topic in found
            if not (settings and topic.key == "unclear")  # `audit` takes rule sets alone
        ]

    def _words(self, topic: Topic, game: str, base: str, settings: Sequence[str]) -> list[str]:
        name, *rest = topic.words
        words = [name, base] if name == "audit" else [name, "--rules", base]
        words += [word for each in settings for word in ("--set", each)]
        words += ["--strategies", self.strategies] if self.strategies and topic.key in STRATEGIES else []
        return [*words, "--game", game, *rest, "--seed", str(self.seed)]

    def play(self, known: Sequence[Known], run: Callable[[list[str]], int] | None = None) -> list[Path]:
        """Plays what is not known; the folders. The exit code of a command that fails is that of the study."""
        from dhstats.cli import main
        from dhstats.questions.topics import PLAYED
        from dhstats.report.pages.sources import is_finished

        for topic, words in self.commands(known):
            folder = self.home / topic.key
            if is_finished(folder):
                continue
            page = str(page_of(self.home / f"{self.home.name}-{topic.key}"))  # two rule sets share no page
            words = [*words, "--out", str(folder), *(["--resume"] if folder.exists() else [])]
            told = [["report", str(folder), "--page", page]] if topic.key == PLAYED else []
            for each in ([*words, *([] if told else ["--page", page])], *told):
                typer.echo(f"plays: {shlex.join(['dhstats', *each])}", err=True)
                if code := (run or main.main)(each):
                    raise typer.Exit(code)
        return self.played()

    def say_missing(self, console: Console) -> None:
        """The commands for all that is not known, where nothing is."""
        console.say(f"nothing is known of {self.rules} yet; --play plays all of this:")
        console.say(*(f"• {topic.title} {shlex.join(['dhstats', *words])}" for topic, words in self.commands([])))


def _what_it_is(folder: Path) -> str:
    """Why a folder or file tells nothing."""
    from dhstats.storage.layout import ANSWER, MANIFEST

    if (folder / ANSWER).is_file():
        return (
            "keeps an answer of an earlier version, which its own page tells; ask that question again in another folder"
        )
    if folder.is_dir() and any(folder.glob(f"*/{MANIFEST}")):
        return "holds runs without the answer made of them; ask that question again with --resume"
    return "is neither a run nor an answer"


def publish(known: Sequence[Known], wanted: _Wanted, page: Path | None, json_target: str | None) -> None:
    """Writes a page for each rule set, and prints what is known."""
    groups: dict[tuple[str, str], list[Known]] = {}
    for each in known:
        groups.setdefault(each.rule_set, []).append(each)
    if page is not None and len(groups) > 1:
        names = ", ".join(several[0].rules_name for several in groups.values())
        raise BadInput(f"--page: the folders are of {len(groups)} rule sets ({names}); say which with --rules")
    files = _files(list(groups.values()), page)
    written = [_written(several, wanted, file) for several, file in zip(groups.values(), files, strict=True)]
    sheets = [sheet for sheet, _ in written]
    if json_target:
        write_json(json_target, {"runs": [numbers for _, numbers in written]})
    console = Console(json_target)
    for sheet, file in zip(sheets, files, strict=True):
        console.say(sheet.title, *(f"• {each.opening.question} {each.opening.answer}" for each in sheet.digests))
        console.say(*(f"• not known yet: {each.what} {each.command}" for each in sheet.missing), f"study: {file}", "")


def _files(groups: Sequence[Sequence[Known]], page: Path | None) -> list[Path]:
    """The page of each rule set; equal names are told apart by their hashes."""
    if page is not None:
        return [page]
    names = [f"study-{several[0].game}-{several[0].rules_name}" for several in groups]
    return [
        Path("reports") / f"{file_name(name + (f'-{several[0].rules_hash[:8]}' if names.count(name) > 1 else ''))}.html"
        for name, several in zip(names, groups, strict=True)
    ]


def _written(several: Sequence[Known], wanted: _Wanted, file: Path) -> tuple[Sheet, dict[str, Any]]:
    """Writes the page of one rule set; the page, and its numbers."""
    from dhstats.report.pages.contents import beside
    from dhstats.report.pages.study import Study, study_json, study_page
    from dhstats.report.pages.writing import write_page

    lacking = tuple((topic, shlex.join(["dhstats", *words])) for topic, words in wanted.commands(several))
    again = shlex.join(["dhstats", "study", *(each.folder for each in several)])
    study = Study(tuple(several), lacking, beside(file), again)
    sheet = study_page(study)
    write_page(sheet, file)
    return sheet, study_json(study, sheet)
