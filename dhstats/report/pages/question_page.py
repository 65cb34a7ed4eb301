"""The page of a question whose games no run folder keeps: they are played, counted, and played again by the command."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from dhstats.games import catalogue
from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.page import provenance
from dhstats.report.page.composition import headlines, limits, opened, section, verdicts
from dhstats.report.page.grids import affordable
from dhstats.report.page.identity import identity
from dhstats.report.page.numbers import answer_json
from dhstats.report.page.page import RULES, Fact, Page, Part, Player


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
    return {
        "game": inquiry.game,
        "rules_name": inquiry.rules_name,
        "rules_hash": inquiry.rules_hash,
        "rules": dict(inquiry.rules),
        "deals": inquiry.deals,
        "strategies": [asdict(each) for each in inquiry.players],
        "answers": [answer_json(answer)],
    }


def page(answer: Answer, inquiry: Inquiry) -> Page:
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
        lead="",
        labels=labels,
        version=VERSION,
        chips=(Fact("deals", f"{inquiry.deals:,}"), Fact(RULES, inquiry.rules_name)),
        parts=(part,),
        verdicts=verdicts([answer]),
        limits=limits([inquiry.game], []),
        identity=identity(title, first.opening if first else None, [answer.key], inquiry.game, rules),
    )
