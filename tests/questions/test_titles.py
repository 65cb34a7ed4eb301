"""Sentences about rule keys: each has a subject and a verb, in titles, pictures, lists of changes and sweeps."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from dhstats.cli.answers.games import warn_of, warn_of_tweaks
from dhstats.cli.main import main
from dhstats.lab.rules import Choice, checked
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks.rule_changes import KEY, RuleChange, clauses, in_words
from dhstats.questions.tweaks.tweaks import Bench, tweak_of
from dhstats.report.charts import results
from dhstats.simulate.plans.experiment import Experiment
from tests.questions.titles import STORED, asked, books, changes, names, rendered

# The verbs of sentences about rules; a new sentence with another verb adds it here.
VERBS = [
    "acts",
    "add",
    "adds",
    "allows",
    "are",
    "begin",
    "begins",
    "bring",
    "brings",
    "calls",
    "can",
    "change",
    "changes",
    "chooses",
    "come",
    "comes",
    "continues",
    "costs",
    "count",
    "counts",
    "dies",
    "discards",
    "does",
    "draw",
    "draws",
    "end",
    "ends",
    "face",
    "faces",
    "fight",
    "fights",
    "get",
    "gets",
    "give",
    "gives",
    "go",
    "goes",
    "has",
    "have",
    "heals",
    "help",
    "holds",
    "inflict",
    "inflicts",
    "is",
    "lead",
    "leave",
    "leaves",
    "let",
    "lets",
    "lie",
    "loses",
    "make",
    "makes",
    "may",
    "must",
    "pass",
    "passes",
    "play",
    "plays",
    "prevents",
    "puts",
    "refill",
    "refills",
    "replaces",
    "roll",
    "rolls",
    "say",
    "says",
    "scores",
    "starts",
    "stay",
    "stays",
    "take",
    "takes",
    "top",
    "win",
    "wins",
]
# What begins a sentence without a subject, as "At most 3 cards", or one that is not over.
NO_SUBJECT = re.compile(r"(to|at most|at least|of|in|with|by|for|not|its|it|he|she)\b", re.IGNORECASE)


def whole(clause: str) -> bool:
    """Whether a clause has words before a verb, none of them a preposition that it begins with, and no blanks."""
    words = re.sub(r"[,.]", "", re.sub(r"“[^”]*”", "it-all", clause)).split()
    verb = next((at for at, word in enumerate(words) if word in VERBS), -1)
    return verb > 0 and not NO_SUBJECT.match(clause) and not re.search("[{}]|  | $|_|None", clause)


BOOKS = books()


@pytest.mark.parametrize("title", BOOKS)
def test_every_key_says_every_level_in_a_whole_sentence(title: str) -> None:
    """What follows "if" in a title, and both sides of a line of changes."""
    book, wrong = BOOKS[title], []
    for every in names(book).values():
        for name in every:
            for level, change in changes(book, name):
                told = (in_words([change]), change.said_before, change.said_after)
                wrong += [(name, level, each) for each in told if not whole(each)]
                assert change.said_before.endswith(".")
                assert change.said_after.endswith(".")
    assert not wrong


@pytest.mark.parametrize("title", BOOKS)
def test_every_key_has_a_title_as_a_sweep(title: str) -> None:
    """Its own key is not in it, what its values are neither, and it asks one question."""
    book = BOOKS[title]
    for every in names(book).values():
        for name in every:
            for question in asked(book, name, title):
                assert re.search(r"\b(makes?|change)\b", question), question
                assert question.endswith("?")
                assert ("." not in question, "_" in question) == (True, False), question
                assert question.count(":") <= 1, question


def label(change: RuleChange) -> str:
    """A change of one rule as a row of a picture is called; "" where a row has no room for that."""
    changed = table(KEY, "", (text("tweak", ""), text("said_after", "")), [{"tweak": "x", **asdict(change)}])
    scores = table("scores", "", (text("tweak", ""),), [{"tweak": "x"}])
    return results.in_words(scores, [changed]).get("x", "")


def test_a_row_of_a_picture_says_what_its_title_says() -> None:
    """The sentence without its dot, where a row has room for it, as it mostly has."""
    every = [
        (label(change), change.said_after.removesuffix("."))
        for book in BOOKS.values()
        for name in names(book).values()
        for _, change in list(changes(book, name[0]))[:1]
    ]
    assert all(said in ("", told) for said, told in every)
    assert sum(bool(said) for said, _ in every) > 0.6 * len(every)


def test_the_list_that_people_read_is_as_it_was_read() -> None:
    """`python -m tests.questions.titles` writes it anew: read what changed before it is kept."""
    assert STORED.read_text(encoding="utf-8") == rendered()


def test_the_sentence_of_the_manual() -> None:
    """A space of Dragonheart with a row of three."""
    book = BOOKS["Dragonheart"]
    said = [in_words([each]) for _, each in changes(book, "spaces.dwarf.slots")]
    assert "the dwarf space is a row of 1 that acts when it is full" in said


def bench(name: str, *settings: str) -> Bench:
    """Rules against which tweaks are set; nothing is played."""
    plan = Experiment(name, "", "dragonheart", "ffg", settings, ("random",), design="seat", games=2, seed=1)
    return Bench(plan, Path("nowhere"), lambda *_: pytest.fail("nothing is played"))


@pytest.mark.parametrize(
    ("base", "tweaks", "said"),
    [
        (bench("compare"), ["hand.size=5"], ["hand.size=5 is already the rule of ffg."]),
        (bench("compare"), ["hand.size=5 deck=bga"], ["hand.size=5 deck=bga is already the rule of ffg."]),
        (
            bench("compare"), ["hand.size=5 end.last_turn=false"],
            ["hand.size=5 end.last_turn=false: hand.size=5 is already the rule of ffg."],
        ),
        (bench("sweep"), ["end.last_turn=true hand.size=5", "end.last_turn=false hand.size=5"],
         ["end.last_turn=true hand.size=5 is already the rule of ffg."]),
        (bench("compare", "end.last_turn=false"), ["end.last_turn=false"],
         ["end.last_turn=false is already the rule of ffg as it is set."]),
        (bench("compare", "end.last_turn=true"), ["end.last_turn=false", "ffg"],
         ["end.last_turn=true is already the rule of ffg.", "ffg has the rules of ffg as it is set."]),
        (bench("compare"), ["cards.ship.values=[0,0,0,0,0,0]", "source.note=mine"],
         ["cards.ship.values=[0,0,0,0,0,0] is already the rule of ffg."]),
    ],
)  # fmt: skip
def test_what_is_already_the_rule_is_said(
    base: Bench, tweaks: list[str], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of settings of the base and of tweaks; of the levels of a sweep only where nothing at all is changed."""
    found = warn_of_tweaks(base, [tweak_of("ffg", each) for each in tweaks])
    assert [each for each in found if "already" in each or "has the rules" in each] == said
    assert capsys.readouterr().err.splitlines()[: len(said)] == [f"warning: {each}" for each in said]


def test_a_title_says_what_is_already_the_rule() -> None:
    """Of a comparison and of a sweep: both take the words of `clauses`."""
    said = clauses(bench("compare"), [tweak_of("ffg", "hand.size=5"), tweak_of("ffg", "hand.size=6")])
    assert said == {"hand.size=5": "players refill to 5 cards, as now", "hand.size=6": "players refill to 6 cards"}


def test_a_run_says_what_is_already_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    """Where settings stand beside a rule set, as in `simulate` and `rules show`."""
    assert main(["rules", "show", "ffg", "--set", "hand.size=5", "--set", "deck=skula"]) == 0
    assert capsys.readouterr().err.splitlines()[0] == "warning: hand.size=5 is already the rule of ffg."
    warn_of(bench("simulate", "end.last_turn=true").plan)
    assert capsys.readouterr().err == "warning: end.last_turn=true is already the rule of ffg.\n"


def test_the_lab_says_what_is_already_the_rule() -> None:
    """Of some changes beside the others, and in place of a comparison where nothing is changed."""
    found = checked(Choice("dragonheart", "ffg", ("hand.size=5", "end.last_turn=false")))
    assert (found["valid"], found["cautions"][0]["says"]) == (True, "hand.size=5 is already the rule of ffg.")
    none = checked(Choice("dragonheart", "ffg", ("hand.size=5",)))
    assert none == {
        "valid": False, "title": "Nothing is changed yet", "problem": "hand.size=5 is already the rule of ffg.",
    }  # fmt: skip
