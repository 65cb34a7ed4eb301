"""What there is to know of a rule set, topic by topic: which questions answer it, in short, and what to type for it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.games import catalogue
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Opening
from dhstats.questions.shared.first_screen import SURENESS
from dhstats.questions.shared.groups import LEVEL
from dhstats.questions.shared.hundred import rounded
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval

PLAYED = "games"  # the topic whose games answer several others


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a study: what is asked, the keys of the answers that tell it, and how it is played where it is not.

    `words` are a command's without rules, seed and folder, which are small on purpose; `played_by` names the topic
    whose games answer this one.
    """

    key: str
    title: str
    answers: tuple[str, ...]
    words: tuple[str, ...] = ()
    played_by: str = ""


TOPICS = (
    Topic(
        "games",
        "Does it matter who begins?",
        ("success", "sides", "first_player", "seats", "alone"),
        ("simulate", "--games", "20000"),
    ),
    Topic("length", "How long is a game?", ("length",), played_by=PLAYED),
    Topic("endings", "How do games end?", ("endings",), played_by=PLAYED),
    Topic("drama", "How long is a game open?", ("lead",), played_by=PLAYED),
    Topic("choices", "What do players decide?", ("decisions",), played_by=PLAYED),
    Topic("items", "What are things worth?", ("value", "items"), ("value", "--deals", "5000")),
    Topic("skill", "Does the answer change with skill?", ("skill",), ("skill", "--deals", "1000")),
    Topic("luck", "How much is luck?", ("luck",), ("luck", "--deals", "500")),
    Topic("unclear", "Which unclear sentences of the rulebook matter?", ("audit",), ("audit", "--deals", "5000")),
    Topic("parts", "Which parts of the game are missed?", ("mechanisms",)),
    Topic("habits", "Who can be beaten by knowing their habits?", ("probe",)),
    Topic("strength", "How far are the players from the best?", ("strength",)),
    Topic("decks", "Which decks and cards win?", ("decks", "cards", "improvement")),
    Topic("changes", "What do changes do?", ("comparison", "sweep", "choice")),
    Topic(
        "more",
        "What else is known?",
        ("plays", "what_if", "what_if_alone", "meta", "field", "certificate", "seat_certificate"),
    ),
)
ALL_ANSWERS = ("decks", "changes", "more")  # topics of which a page has every answer, not that on the most deals alone


@dataclass(frozen=True, slots=True)
class Known:
    """What a folder tells of a rule set: its rules, who played, on how many deals, and the answers."""

    folder: str
    game: str
    rules_name: str
    rules_hash: str
    rules: Mapping[str, Any]
    deals: int
    players: tuple[tuple[str, str, str], ...]  # name, idea, source
    answers: tuple[Answer, ...]

    @property
    def rule_set(self) -> tuple[str, str]:
        """What tells rule sets apart: the game, and the hash of the rules."""
        return self.game, self.rules_hash


def answers_to(known: Sequence[Known], topic: Topic) -> list[tuple[Known, Answer]]:
    """The answers to a topic with where they come from: those on the most deals first, then by folder."""
    found = [(each, answer) for each in known for answer in each.answers if answer.key in topic.answers]
    return sorted(found, key=lambda pair: (-pair[0].deals, pair[0].folder, pair[1].key))


def missing(known: Sequence[Known], game: str, effective: Mapping[str, Any]) -> list[Topic]:
    """The topics that nothing is known of yet and that can be asked of these rules, in the order of TOPICS."""
    new = [topic for topic in TOPICS if not answers_to(known, topic)]
    able = [topic for topic in new if topic.words and _applies(topic, game, effective)]
    followed = [topic.key for topic in new if topic.played_by == PLAYED]
    games = next(topic for topic in TOPICS if topic.key == PLAYED)
    objective = catalogue.load(game).objective
    alone = any(answer.key == "alone" for each in known for answer in each.answers)
    # nobody can lead who plays alone, nor all together, nor where nobody knows who wins with whom
    leads = not (alone or objective.together or objective.hidden)
    lacking = any(key != "drama" or leads for key in followed)
    return [games, *able] if lacking and games not in able else able


def _applies(topic: Topic, game: str, effective: Mapping[str, Any]) -> bool:
    """Whether a topic can be asked of a rule set: things there are, two who play, unclear places."""
    bundle = catalogue.load(game)
    record = catalogue.rules(game).restore(effective, "the rules").record()
    if topic.key in ("items", "skill", "luck") and bundle.objective.together:
        return False
    if topic.key == "items":
        return any(item.main for item in bundle.items(record))
    if topic.key in ("skill", "luck"):
        return bundle.players(record) == 2 and bundle.game.learning is not None
    return topic.key != "unclear" or bool(bundle.unclear)


Row = Mapping[str, Any]
ALONE = "Turns of the player"  # the title of a column of games for one


def in_short(answer: Answer, game: str) -> Opening | None:
    """What an answer says at first sight: its own opening, one of these, or its first headline; None for silence."""
    short = {"length": _length, "endings": _endings, "lead": _lead}.get(answer.key)
    if told := answer.opening or (short(answer, game) if short else None):
        return told
    headline = next((each for each in answer.findings if each.headline), None)
    return Opening(answer.title, headline.text, "", "", headline.verdict) if headline else None


def _length(answer: Answer, _: str) -> Opening | None:
    mean = next((row for row in _rows(answer, "means") if row["what"] == "turns"), None)
    if mean is None:
        return None
    middle = {row["p"]: row["value"] for row in _rows(answer, "quantiles") if row["what"] == "turns"}
    most = ""
    if 0.05 in middle and 0.95 in middle:
        most = f"; nine in ten take {words.step(middle[0.05])} to {words.step(middle[0.95])}"
    titles = [column.title for table in answer.tables for column in table.columns if column.name == "turns"]
    who = ", those of all players together" if any(title != ALONE for title in titles) else ""
    sentence = f"A game takes about {_rounded(mean, mean['mean'])} turns{who}{most}."
    return Opening(answer.title, sentence, _measured(mean, "the mean is "), "")


def _endings(answer: Answer, game: str) -> Opening | None:
    rows = [row for row in _rows(answer, "endings") if row["ended_by"] == "either"]
    if not rows:
        return None
    most = max((row for row in rows if row["matchup"] == rows[0]["matchup"]), key=lambda row: row["share"])
    name = vocabulary(game).ends.get(most["end_reason"], words.spoken(most["end_reason"]))
    sure = {"low": most["share_low"], "high": most["share_high"], "level": 0.95}
    sentence = f"{_rounded(sure, most['share'], factor=100.0)} of 100 games end by {name}."
    return Opening(answer.title, sentence, _measured(sure, factor=100.0), "")


def _lead(answer: Answer, _: str) -> Opening | None:
    mean = next((row for row in _rows(answer, "means") if row["what"] == "lead_changes"), None)
    if mean is None:
        return None
    settled = [row["value"] for row in _rows(answer, "quantiles") if row["p"] == 0.5][:1]
    half = f", and half of the games are decided after {words.step(settled[0])} % of their turns" if settled else ""
    sentence = f"The lead changes about {_rounded(mean, mean['mean'], 1)} times per game{half}."
    return Opening("How long is a game open?", sentence, _measured(mean, "changes of the lead "), "")


def _rows(answer: Answer, key: str) -> list[dict[str, Any]]:
    return next((each.frame.to_dicts() for each in answer.tables if each.key == key), [])


def _rounded(row: Mapping[str, Any], value: float, start: int = 0, factor: float = 1.0) -> str:
    """A mean or a share of games as its interval lets it be rounded, in so many digits or more."""
    low, high = UNBOUNDED if row["low"] is None else (row["low"], row["high"])
    digits = _digits(row, factor) if row["low"] is not None else start
    estimate = Estimate(value, math.nan, Interval(low, high, LEVEL, "", 0, "games"))
    return rounded(estimate, digits, start, factor)


def _digits(row: Mapping[str, Any], factor: float) -> int:
    return words.places(factor * max((row["high"] - row["low"]) / 4.0, 1e-9))


def _measured(row: Mapping[str, Any], what: str = "", factor: float = 1.0) -> str:
    if row["low"] is None:
        return f"{SURENESS['fact']}: too few deals differ for an interval."
    low, high = (words.number(factor * row[end], _digits(row, factor)) for end in ("low", "high"))
    return f"{SURENESS['fact']}: {what}{low} to {high} ({100.0 * row['level']:g} % interval)."
