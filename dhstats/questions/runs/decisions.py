"""What do players decide? How many options they have, how long they wait for others, what they take and never take."""

from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import OF_100, bars
from dhstats.questions.shared.first_screen import either
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.sums import RATIOS, Row, rate, ratio_estimate, ratio_sums
from dhstats.questions.shared.tables import by_matchup, ranged, resting, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate

LOGGED = "with logged turns"  # the deals that all of this rests on
HARDLY_EVER = 0.001  # of the decisions
WATCHED = 0.05  # of the decisions of a game: less is not worth a sentence
NAMED = 5  # options that a sentence names


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a group's players had to decide: legal moves, decisions without a choice, decisions of others in between.

    `watched` is the share of a game that whoever is done first watches, beyond one decision of each other.
    """

    number: int
    options: Estimate
    forced: Estimate
    waits: Estimate | None  # nothing where nobody decided twice, or nobody else does
    watched: Estimate | None


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a part of a move: its share of all decisions with a choice, and of those that open games."""

    part: str
    name: str
    times: int
    decisions: int
    taken: Estimate
    opened: Estimate | None

    @property
    def spoken(self) -> str:
        """The option as a sentence names it."""
        return f"“{words.spoken(self.name)}”" if not self.name.isdecimal() else f"{words.spoken(self.part)} {self.name}"


def decisions_of(counts: Counts, group: Group) -> Decisions:
    """What there was to decide in a group's logged games."""
    (row,) = counts.rows("decisions", matchup=group.number)
    several = len(counts.run.manifest.seats) > 1
    options = ratio_estimate(ratio_sums(row, "decisions", "options"), LOGGED)
    waits = ratio_estimate(ratio_sums(row, "gaps", "waits"), LOGGED) if several else None
    forced = rate(ratio_sums(row, "decisions", "forced"), LOGGED)
    watched = rate(ratio_sums(row, "decisions", "watched"), LOGGED) if several else None
    assert options is not None  # every logged deal has decisions
    assert forced is not None
    return Decisions(int(row["decisions"]), options, forced, waits, watched)


def options_of(counts: Counts, group: Group) -> list[Option]:
    """Every option of the parts of a move that are counted: those most often taken first, part by part."""
    rows = counts.rows("chosen", matchup=group.number)
    parts = list(dict.fromkeys(row["part"] for row in rows))
    return sorted(map(_option, rows), key=lambda each: (parts.index(each.part), -each.taken.value, each.name))


def _option(row: Row) -> Option:
    taken = rate(ratio_sums(row, "all_taken", "taken"), LOGGED)
    opened = rate(ratio_sums(row, "all_opened", "opened"), LOGGED)
    assert taken is not None  # parts of which nothing was taken have no row
    return Option(row["part"], row["option"], int(row["taken"]), int(row["all_taken"]), taken, opened)


def answer(counts: Counts) -> Answer:
    """How many options players have, how long they wait, and what they choose, by matchup and together."""
    samples = groups(counts)
    by_group = {group: decisions_of(counts, group) for group in samples}
    chosen = {group: options_of(counts, group) for group in samples}
    main = samples[0]
    told = [_choices(by_group[main]), *_waiting(by_group[main]), *_first(chosen[main]), *_never(chosen[main])]
    columns = (
        whole("number", "Decisions", "decisions"),
        *ranged("options", "Legal moves at a decision", "moves"),
        *ranged("forced", "Decisions with one legal move", "share of decisions"),
        *resting("waits", "Decisions of others between two of a player", "decisions", LOGGED),
        *resting("watched", "Decisions that the player who finishes first watches", "share of decisions", LOGGED),
    )
    of_options = (
        text("part", "Part of the move", lambda each: words.spoken(each.part)),
        text("option", "Option", "name"),
        whole("times", "Times taken", "decisions"),
        *ranged("taken", "Share of decisions with a choice", "share of decisions"),
        *ranged("opened", "Share of first decisions", "share of games"),
    )
    each_alone = {group: [each] for group, each in by_group.items()}
    tables = (
        by_matchup("decisions", "What there is to decide", columns, each_alone),
        by_matchup("chosen", "What is chosen", of_options, chosen),
    )
    findings = [Finding(main.says(sentence), headline=at == 0) for at, sentence in enumerate(told)]
    return QUESTION.told(counts, findings, tables)


def _choices(decisions: Decisions) -> str:
    if decisions.forced.value == 1.0:
        return "Players never have a choice: every decision has one option."
    if not decisions.options.se:
        return f"Players choose among {words.value(decisions.options, digits=0)} options at every decision."
    options = words.stated(decisions.options, of="options on average")
    if not decisions.forced.value:
        return f"Players choose among {options}, and always have more than one."
    if decisions.forced.interval.high < HARDLY_EVER:
        return f"Players choose among {options}, and hardly ever have only one."
    forced = words.stated(decisions.forced, PERCENT, "of the decisions", after=decisions.options.interval)
    return f"Players choose among {options}; at {forced} they have only one."


def _waiting(decisions: Decisions) -> list[str]:
    """How long players wait for the others, and watch once they are out; nothing where they decide strictly in turn."""
    sentences = []
    if decisions.waits is not None and decisions.waits.se:
        sentences.append(f"Between two decisions of one player the others make {words.stated(decisions.waits)}.")
    if decisions.watched is not None and decisions.watched.value >= WATCHED:
        watched = words.stated(decisions.watched, PERCENT, "of its decisions")
        sentences.append(f"The first player to drop out of a game watches the last {watched}.")
    return sentences


def _first(chosen: Sequence[Option]) -> list[str]:
    """The option that most games open with; of moves of several parts no part alone is an opening."""
    first = [(each.opened, each.spoken) for each in chosen if each.opened is not None]
    if len({each.part for each in chosen}) != 1 or not first:
        return []
    opened, option = max(first, key=lambda each: each[0].value)
    return [f"Games open with {option} most often: {words.stated(opened, PERCENT, 'of them')}."]


def _never(chosen: Sequence[Option]) -> list[str]:
    """The named options that nobody took; of numbers not all may be there under some rules."""
    never = unused(chosen)
    if not never:
        return []
    more = [f"{len(never) - NAMED} others"] if len(never) > NAMED else []
    which = either([*(each.spoken for each in never[:NAMED]), *more])
    return [f"Nobody took {which} at any of {words.count(never[0].decisions)} decisions with a choice."]


def unused(chosen: Sequence[Option]) -> list[Option]:
    """The options with a name that nobody took."""
    return [each for each in chosen if not each.times and not each.name.lstrip("-").isdecimal()]


TAKEN = ("taken", "Decisions, of 100", OF_100)
SAID = "Bar chart: how often each option was taken."
QUESTION = Question(
    "decisions", "What do players decide?", ("decisions", "chosen"), answer, 85, ANY, of_turns=True, together=True,
    charts=(bars("What players choose if they have a choice", "chosen", "option", TAKEN, SAID),),
    read="Each bar is an option of a part of the move: of 100 decisions with a choice, how many took it. The table has"
    " the same for the first decision of a game.",
    method="All rows of the moves table; options are legal moves. A player waits for the decisions of others between"
    " two of their own; the player who finishes first watches the rest of a game, in which one decision of each other"
    f" player is not counted. Shares of options count decisions with more than one legal move. Intervals: {RATIOS}.",
    caution="How many options there are does not say how much they matter: `dhstats plays` measures what options are"
    " worth. An option that nobody took may be one that these players dislike, or one that the rules never allow.",
)  # fmt: skip
