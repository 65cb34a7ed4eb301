"""What a study is of: what folders tell of it, what is not known yet, and the commands that play that."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.questions.catalogue import Progress
from dhstats.questions.topics import PLAYED, Known, Topic, missing
from dhstats.quoting import file_name
from dhstats.report.page.provenance import rules_in
from dhstats.report.pages.sources import is_finished, is_known, known_of, of_one_game
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
            raise BadInput(f"study: no folder is of {' '.join(filter(None, (self.game, self.rules)))}; name others")
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
        return [*words, "--game", catalogue.typed(game), *rest, "--seed", str(self.seed)]

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
