"""What there is to know of a rule set, topic by topic: which questions answer it, and what to type to play it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.games import catalogue
from dhstats.questions.shared.answer import Answer

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
    Topic("games", "Does it matter who begins?", ("first_player", "seats", "alone"), ("simulate", "--games", "20000")),
    Topic("length", "How long is a game?", ("length",), played_by=PLAYED),
    Topic("endings", "How do games end?", ("endings",), played_by=PLAYED),
    Topic("drama", "How long is a game open?", ("lead",), played_by=PLAYED),
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
    able = [
        topic for topic in TOPICS if topic.words and not answers_to(known, topic) and _applies(topic, game, effective)
    ]
    games = next(topic for topic in TOPICS if topic.key == PLAYED)
    followed = [topic for topic in TOPICS if topic.played_by == PLAYED and (topic.key != "drama" or not _alone(known))]
    lacking = any(not answers_to(known, topic) for topic in followed)
    return [games, *able] if lacking and games not in able else able


def _alone(known: Sequence[Known]) -> bool:
    """Whether one plays alone, who has no lead."""
    return any(answer.key == "alone" for each in known for answer in each.answers)


def _applies(topic: Topic, game: str, effective: Mapping[str, Any]) -> bool:
    """Whether a topic can be asked of a rule set: things there are, two who play, unclear places."""
    bundle = catalogue.load(game)
    record = catalogue.rules(game).restore(effective, "the rules").record()
    if topic.key == "items":
        return any(item.main for item in bundle.items(record))
    if topic.key in ("skill", "luck"):
        return bundle.players(record) == 2 and bundle.game.learning is not None
    return topic.key != "unclear" or bool(bundle.unclear)
