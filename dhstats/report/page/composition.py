"""From answers to a page: a section a question, its charts, its tables, and what the page leaves open."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from dhstats.games import catalogue
from dhstats.questions.runs import player_count
from dhstats.questions.runs.health import KEY as HEALTH
from dhstats.questions.runs.health import PASSED
from dhstats.questions.shared.answer import RANKS, Answer, Finding, by_weight
from dhstats.questions.shared.first_screen import game_name
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.report.drawing.ledger import ledgers, steps
from dhstats.report.page import provenance
from dhstats.report.page.figures import figures, opening_figure
from dhstats.report.page.identity import identity
from dhstats.report.page.numbers import affordable, grid
from dhstats.report.page.page import RULES, Fact, First, Headline, Page, Part, Rules, Section
from dhstats.storage import Manifest, Run

VERDICTS = (
    "A verdict judges a difference against a margin declared beforehand, and needs an interval to do so. Balanced:"
    " the 90 % interval lies within the margin. Unbalanced: the 95 % interval lies outside it. Leaning: a difference"
    " is certain, but perhaps within the margin. Undecided: more games are needed. Refused: games like these cannot"
    " answer the question, however many are played; the reason is given."
)

PLAY = (
    "How people play. Every number is about the strategies named here; with better players a verdict"
    " may change, so ask again with stronger ones."
)
CAUSES = (
    "Causes. What is associated with winning, such as {}, may follow from being ahead. Forks measure"
    " what a thing is worth: they change it and nothing else."
)
REST = (
    "All questions at once. Each interval is right 95 times in 100 on its own; among many intervals a few are wrong.",
    "Whether it is fun. Tension, table talk, learning and the pleasure of a lucky draw are not simulated.",
)
# Questions for which games are played in a way of their own: where one is answered, the page is about it.
ASKED_FOR = ("skill", "luck", "meta")
NO_MOVES = "The course of a game. No turns were logged in this run, so the page cannot show decisions, {}."


def page(runs: Sequence[tuple[Run, Sequence[Answer]]], command: str = "", joined: Answer | None = None) -> Page:
    """The page of one run, or of several below each other; `command` gives it again, else that of each run does.

    Runs that differ in the number of players alone have a `joined` answer, with which their page opens.
    """
    first = runs[0][0].manifest
    several = len(runs) > 1
    every = [*([joined] if joined else []), *(answer for _, answers in runs for answer in answers)]
    methods, cautions = shared(each.method for each in every), shared(each.caution for each in every)
    found = {sentence for each in every for finding in each.findings for sentence in _sentences(finding.text)}
    of_runs = [run.manifest for run, _ in runs]
    labels = [said for each in of_runs for said in (*catalogue.labels(each.game, each.rules), *each.cautions)]
    cells = affordable([table for answer in every for table in answer.tables], len(runs))
    parts = _parts(runs, cells, command, joined)
    name = " and ".join(dict.fromkeys(each.title for each in parts)) if several else parts[0].title
    name = f"{game_name(first.game, first.rules)}: {first.rules_name}" if joined else name
    # A page that opens with what its games were played for says what was asked
    asked_for = (opening := opener(runs[0][1])) is not None and opening.key in ASKED_FOR
    screen = opened([joined] if joined else runs[0][1], first.game) if joined or not several else None
    return Page(
        title=screen.opening.question if screen else name,
        name=name,
        first=screen,
        lead="" if several or len(runs[0][1]) == 1 or asked_for else first.question,
        labels=tuple(dict.fromkeys(labels)),
        chips=(*_chips(of_runs), *_checked(every)),
        parts=tuple(_own(each, {*methods, *cautions, *found}) for each in parts),
        verdicts=verdicts(every, of_runs),
        methods=methods,
        cautions=tuple(each for each in cautions if each not in found),
        limits=limits([each.game for each in of_runs], [each.game for each in of_runs if each.moves == "none"]),
        ledgers=() if several else tuple(each for told in runs[0][1] for each in ledgers(told)),
        steps=() if several else tuple(each for told in runs[0][1] for each in steps(told)),
        identity=identity(
            name, screen.opening if screen else None, (each.key for each in every), first.game,
            (" and ".join(dict.fromkeys(each.rules_name for each in of_runs)), first.rules_hash),
        ),
    )  # fmt: skip


def _parts(
    runs: Sequence[tuple[Run, Sequence[Answer]]], cells: int, command: str, joined: Answer | None
) -> tuple[Part, ...]:
    """A part for each run, and before them one for what is said of all together."""
    several = len(runs) > 1
    parts = tuple(
        part(run, answers, f"run{at}-" if several else "", cells, command, opened=not several)
        for at, (run, answers) in enumerate(runs, start=1)
    )
    if joined is None:
        return parts
    shown = section(joined, "all-", cells, opens=True, game=runs[0][0].manifest.game)
    found, none = headlines([joined], "all-", opened=True), Rules((), "", (), ())
    named = (replace(each, title=player_count.named(run.manifest)) for each, (run, _) in zip(parts, runs, strict=True))
    return Part("all-", "All numbers of players", found, (shown,), none, (), (), (), ""), *named


def limits(games: Sequence[str], silent: Sequence[str]) -> tuple[str, ...]:
    """What a page does not show; what belongs to a game is said of each game on it, `silent` ones logged no turns."""
    each = [vocabulary(game) for game in dict.fromkeys(games)]
    return (
        PLAY,
        *(CAUSES.format(words.cause) for words in each),
        *(words.cards for words in each),
        *REST,
        *(NO_MOVES.format(vocabulary(game).turns_tell) for game in dict.fromkeys(silent)),
    )


def opened(answers: Sequence[Answer], game: str = "") -> First | None:
    """The first screen of a page about a game."""
    answer = opener(answers)
    if answer is None or answer.opening is None:
        return None
    drawn = opening_figure(answer, game)
    return First(answer.opening, replace(drawn, key="answer") if drawn else None)


def opener(answers: Sequence[Answer]) -> Answer | None:
    """The answer that a page opens with: of what the games were played for, else the first that can open one."""
    able = [each for each in answers if each.opening]
    return next((each for key in ASKED_FOR for each in able if each.key == key), able[0] if able else None)


def part(
    run: Run, answers: Sequence[Answer], prefix: str, cells: int, command: str = "", *, opened: bool = False
) -> Part:
    """One run: its headlines, a section a question, and where it all comes from."""
    manifest, first = run.manifest, opener(answers)
    # The answers but those that only say again why there is none, as questions on turns of a run that logged none
    says = {finding.text: answer for answer in reversed(answers) for finding in answer.findings}
    once = [each for each in answers if each.tables or any(says[line.text] is each for line in each.findings)]
    return Part(
        key=prefix,
        title=provenance.title(manifest),
        headlines=headlines(answers, prefix, opened=opened),
        sections=tuple(
            section(answer, prefix, cells, opens=opened and answer is first, game=manifest.game) for answer in once
        ),
        rules=provenance.rules_in(manifest.game, manifest.rules),
        sources=provenance.sources_in(manifest.game, manifest.rules),
        players=provenance.players(manifest),
        facts=provenance.facts(manifest),
        command=command or provenance.command(manifest),
    )


def shared(texts: Iterable[str]) -> tuple[str, ...]:
    """Sentences that several texts have: of methods a page says them once after all sections, of cautions before."""
    found = Counter(sentence for text in texts for sentence in dict.fromkeys(_sentences(text)) if sentence)
    return tuple(sentence for sentence, times in found.items() if times > 1)


def _own(found: Part, said: Container[str]) -> Part:
    """A part whose sections say of their methods and cautions what no other section says."""

    def kept(text: str) -> str:
        return " ".join(sentence for sentence in _sentences(text) if sentence not in said)

    sections = (replace(each, method=kept(each.method), caution=kept(each.caution)) for each in found.sections)
    return replace(found, sections=tuple(sections))


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) (?=[A-Z])", text)


def verdicts(answers: Sequence[Answer], judged: Sequence[Manifest] = ()) -> str:
    """What verdicts mean, for a page on which something is judged, and how far the players of runs are from perfect."""
    if not any(finding.verdict in RANKS for answer in answers for finding in answer.findings):
        return ""
    return " ".join((VERDICTS, *dict.fromkeys(filter(None, map(provenance.perfection, judged)))))


def headlines(answers: Sequence[Answer], prefix: str = "", *, opened: bool = False) -> tuple[Headline, ...]:
    """The findings that open a page by how much they matter, each with its section."""
    first = opener(answers) if opened else None
    sections = {
        finding: (prefix + anchor(answer.key), answer.title)
        for answer in answers
        for finding in _leading(answer, opens=answer is first)
    }
    return tuple(Headline(finding, *sections[finding]) for finding in by_weight(sections))


def _leading(answer: Answer, *, opens: bool) -> list[Finding]:
    """The headlines of an answer; of the one that opens the page those that its opening does not say."""
    leading = [finding for finding in answer.findings if finding.headline]
    return leading[1:] if opens else leading


def section(answer: Answer, prefix: str, cells: int, *, opens: bool = False, game: str = "") -> Section:
    """One question about a game with its charts; a table shows so many cells at most."""
    leading = _leading(answer, opens=opens)
    key, drawn = prefix + anchor(answer.key), figures(answer, opened=opens, game=game)
    return Section(
        key=key,
        title=answer.title,
        findings=tuple(by_weight(finding for finding in answer.findings if finding not in leading)),
        figures=tuple(replace(each, key=f"{key}-{at}") for at, each in enumerate(drawn, start=1)),
        how_to_read=answer.how_to_read,
        method=answer.method,
        caution=answer.caution,
        tables=tuple(grid(table, cells) for table in answer.tables),
        queries=answer.queries,
    )


def anchor(text: str) -> str:
    """A name as the end of an address: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _checked(answers: Sequence[Answer]) -> tuple[Fact, ...]:
    """How many of the checks of its games a page passes."""
    results = [result for each in answers if each.key == HEALTH for result in each.table("checks").frame["result"]]
    return (Fact("checks passed", f"{results.count(PASSED)} of {len(results)}"),) if results else ()


def _chips(manifests: Sequence[Manifest]) -> tuple[Fact, ...]:
    names = {player.name for each in manifests for player in each.strategies}
    games, deals = sum(each.games for each in manifests), sum(each.design.deals for each in manifests)
    told = (Fact("deals", f"{deals:,}"),) if all(map(provenance.tells_deals, manifests)) else ()
    several = (Fact("strategies", str(len(names))),) if len(names) > 1 else ()
    rules = dict.fromkeys(each.rules_name for each in manifests)
    return (Fact("games", f"{games:,}"), *told, *several, Fact(RULES, " and ".join(rules)))
