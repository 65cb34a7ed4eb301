"""What planned evenings will show: what the plan balances, how many games its questions need, when one may look."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from dhstats.questions.evenings.differences import EDGE
from dhstats.questions.evenings.records import ALPHA, POWER, games_for
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.first_screen import SURENESS, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, number, table, text, whole
from dhstats.simulate.playtests.schedule import MOST_EVENINGS, Evenness, PlannedGame, Wanted, evenness
from dhstats.stats.sequential.power import blocks_for_effect

VARY = 0.15  # of the mean: how much lengths of games are taken to vary, as nobody has played yet
OF_MEAN, OF_WINS = "% of the mean and lengths vary by 15 %", "games in 100"
EACH_MEASURE = 3  # length, duration and gap of a version; duration, length and points of learning
WHAT = {
    "games": "Each person plays", "seats": "Each person sits in each seat",
    "versions": "Each person plays each version",
    "powers": "Each person plays each power", "power seats": "Each power is played in each seat",
    "power versions": "Each power is played in each version", "meetings": "Every two people meet",
}  # fmt: skip
TITLES = {
    "games": "How often everybody plays", "seats": "Who sits in which seat", "versions": "Who plays which version",
    "powers": "Who plays which power", "power seats": "Which power is in which seat",
    "power versions": "Which power is in which version", "meetings": "Who meets whom",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Need:
    """A question of a plan: how many of its games tell of it, how many are needed, and what as many as planned show.

    `planned` are all games of the plan, and `which` says which of them tell of it, if not all do. `edge` is what is
    worth showing and `least` the smallest that the planned games probably show, both as shares, in the words of `unit`.
    """

    question: str
    which: str
    planned: int
    games: int
    needed: int
    edge: float
    least: float
    unit: str
    most: float = 1.0  # which no difference exceeds

    @property
    def enough(self) -> bool:
        """Whether as many games are planned as are needed."""
        return self.games >= self.needed

    @property
    def subject(self) -> str:
        """The games that tell of it, as a sentence begins with them."""
        if self.games == self.planned:
            return "One game is" if self.games == 1 else f"{self.games:,} games are"
        one = self.games == 1
        games = f"The {'one game' if one else f'{self.games:,} games'} {self.which}"
        return f"{games} (of {self.planned:,}) {'is' if one else 'are'}"

    @property
    def size(self) -> str:
        """The difference that is worth showing, in one unit."""
        return f"{100.0 * self.edge:.0f} {self.unit.partition(' and ')[0]}"

    @property
    def visible(self) -> str:
        """The smallest difference that the games probably show; "" if no difference is as large."""
        return f"{100.0 * self.least:.0f} {self.unit.partition(' and ')[0]}" if self.least < self.most else ""

    @property
    def short(self) -> str:
        """The same at first sight."""
        if self.enough:
            return f"{self.subject} enough to show {self.question} by {self.size}."
        return f"{self.subject} too few to show {self.question} by {self.size}; about {self.needed:,} would."

    @property
    def sentence(self) -> str:
        """Whether the plan has enough games for it, and how many that would be."""
        edge = f"{100.0 * self.edge:.0f} {self.unit}"
        if self.enough:
            return f"{self.subject} enough to show {self.question}, if it is {edge}: about {self.needed:,} would do."
        sees = f"; {spelt(self.games)} can probably show {self.visible}" if self.visible else ""
        return f"{self.subject} too few to show {self.question}, if it is {edge}: about {self.needed:,} would{sees}."


def needs(games: Sequence[PlannedGame], wanted: Wanted) -> tuple[Need, ...]:
    """The questions that `playtests` will ask of these games, with a look after each evening; versions first."""
    sizes = Counter(len(game.players) for game in games)
    size = max(sizes, key=lambda each: (sizes[each], each))
    versions, powers = len(wanted.versions), len(wanted.powers)
    asked = (size if size > 2 else size - 1) + (powers if powers > 2 else max(0, powers - 1))
    asked += EACH_MEASURE * versions + 2 * (len(sizes) > 1)  # each version against the one before, and learning
    questions, even, result = asked * wanted.evenings, 1.0 / size, list[Need]()

    def need(question: str, which: str, count: int, variance: float, unit: str) -> Need:
        least = EDGE * sqrt(blocks_for_effect(variance, EDGE, POWER, ALPHA / questions) / max(1, count))
        most = 1.0 if unit == OF_MEAN else 1.0 - even
        return Need(question, which, len(games), count, games_for(variance, EDGE, questions), EDGE, least, unit, most)

    if versions > 1:
        one, other = wanted.versions[:2]
        both = sum(game.version in (one, other) for game in games)
        question = f"whether version {other} takes longer or shorter than {one}"
        result.append(need(question, f"of versions {one} and {other}", both, 4 * VARY**2, OF_MEAN))
    wins = "wins more or less than an even share"
    if powers > 1:
        rarest = min(sum(power in game.powers for game in games) for power in wanted.powers)
        variance = even * (1.0 - even) * len(games) / max(1, rarest)
        result.append(need(f"whether a power {wins}", "", len(games), variance, OF_WINS))
    if size > 1:
        which = f"with {spelt(size)} players"
        result.append(need(f"whether the first seat {wins}", which, sizes[size], even * (1.0 - even), OF_WINS))
    return tuple(result)


def balance(games: Sequence[PlannedGame], wanted: Wanted, counted: Sequence[Evenness]) -> list[Finding]:
    """What the plan balances, and what it does not; all of it is counted."""
    texts = [*map(_balanced, counted), *_of_versions(games, wanted), *_of_sizes(games, wanted)]
    if 0 < len(wanted.powers) < max(wanted.sizes):
        texts.append("There are fewer powers than seats: several people play the same power in one game.")
    return [Finding(each) for each in texts]


def _balanced(each: Evenness) -> str:
    what, (low, high) = WHAT[each.kind], each.ends
    if each.off == 0:
        return f"{what} {_times(low)}." if low == high else f"{what} as often as all others."
    often = f"{low} to {high} times"
    if each.off == each.least and high - low <= 1:
        return f"{what} as often as all others, or once more: {often}. These numbers do not divide evenly."
    return f"{what} {often}: no plan that is more even was found."


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _of_versions(games: Sequence[PlannedGame], wanted: Wanted) -> list[str]:
    """Whether versions are apart from evenings, and from the order in which they are played."""
    if len(wanted.versions) < 2:
        return []
    evenings = [{game.version for game in games if game.evening == at + 1} for at in range(wanted.evenings)]
    whole, total = sum(len(each) == len(wanted.versions) for each in evenings), len(evenings)
    if whole == total:
        texts = ["Every evening has all versions, so that a version is not taken for its evening."]
    else:
        texts = [
            f"{spelt(whole).capitalize()} of {total} evenings {'has' if whole == 1 else 'have'} all versions: on the"
            " others, an effect of the evening may look like an effect of the version."
        ]
    first = Counter(game.version for game in games if game.round == 1)
    counts = words.listed([f"{each} {_times(first[each])}" for each in wanted.versions])
    return [*texts, f"The first game of an evening is of version {counts}."] if wanted.rounds > 1 else texts


def _of_sizes(games: Sequence[PlannedGame], wanted: Wanted) -> list[str]:
    """Who sits at the largest tables, and which version is played there, if that is not even."""
    most, texts = max(wanted.sizes), list[str]()
    large = [game for game in games if len(game.players) == most]
    people = Counter({who: sum(who in game.players for game in large) for who in wanted.people})
    versions = Counter({each: sum(each == game.version for game in large) for each in wanted.versions})
    for counts, version, verb in ((people, "", "plays"), (versions, "Version ", "is played")):
        (high, often), (low, seldom) = counts.most_common()[0], counts.most_common()[-1]
        if len(large) < len(games) and often > seldom:
            texts.append(f"{version}{high} {verb} {_times(often)} with {spelt(most)} players, {low} {_times(seldom)}.")
    return texts


def shows(games: Sequence[PlannedGame], wanted: Wanted) -> list[Finding]:
    """Whether each question has games enough, and when one may look."""
    return [*(Finding(each.sentence) for each in needs(games, wanted)), *stopping(wanted)]


def stopping(wanted: Wanted) -> list[Finding]:
    """After how many looks what of `playtests` is right."""
    many = wanted.evenings
    if many == 1:
        return [
            Finding(
                "There is one evening: look once, after it. Intervals of `dhstats playtests FILE` are for one look."
            )
        ]
    level = f"{100.0 * (1.0 - ALPHA / many):.4g} %"
    return [
        Finding(
            f"You may look after each of the {many} evenings, and stop after any, with `dhstats playtests FILE --looks"
            f" {many}`: its intervals have {level} each, so all looks together hold with 95 %."
        ),
        Finding(
            "Without `--looks` an interval holds for one look that was fixed beforehand, not if you stop when you "
            "like the result."
        ),
    ]


def answer(games: Sequence[PlannedGame], wanted: Wanted) -> Answer:
    """All that a plan shows before it is played."""
    counted, asked = evenness(games, wanted), needs(games, wanted)
    findings = [*shows(games, wanted), *balance(games, wanted, counted)]
    tables = [_plan(games, wanted), *(_counts(each) for each in counted), _needs(asked)]
    return QUESTION.answered(findings, tables, _opening(games, wanted, asked))


def _opening(games: Sequence[PlannedGame], wanted: Wanted, asked: Sequence[Need]) -> Opening:
    many = f"{spelt(wanted.evenings)} evening{'s' * (wanted.evenings > 1)}"
    question = f"What can {many} with {spelt(len(wanted.people))} people show?"
    if not asked:
        planned = f"{words.count(len(games), 'games')} are planned."
        return Opening(
            question,
            planned,
            f"{SURENESS['fact']}: in a game for one player there are no seats to compare.",
            "Play them.",
        )
    one = asked[0]
    verdict = "fact" if one.enough else "undecided"
    looks = "one look" if wanted.evenings == 1 else f"a look after each of the {spelt(wanted.evenings)} evenings"
    sure = f"{SURENESS[verdict]}: counted for a chance of 80 in 100, with {looks}"
    shows = (
        f"Play the plan: it can probably show a difference of {one.visible} or more"
        if one.visible
        else "Plan more games"
    )
    more = f"{shows}. To show {one.size} takes {_later(games, wanted)}."
    enough = "Play the whole plan, and look only at what it asks."
    return Opening(question, one.short, f"{sure}.", enough if one.enough else more, verdict)


def _later(games: Sequence[PlannedGame], wanted: Wanted) -> str:
    """How many evenings like these the first question takes: a look after each of them makes it take more games."""
    for many in range(wanted.evenings + 1, MOST_EVENINGS + 1):
        first = needs(games, replace(wanted, evenings=many))[0]
        if first.games * many >= first.needed * wanted.evenings:
            return f"about {many} such evenings, with a look after each"
    return f"more than {MOST_EVENINGS} such evenings, if you look after each"


def _plan(games: Sequence[PlannedGame], wanted: Wanted) -> Table:
    def seat_of(seat: int) -> Field:
        return text(f"seat_{seat + 1}", f"Seat {seat + 1}", lambda game: seated(game, seat))

    columns = (
        whole("evening", "Evening", ""), whole("table", "Table", ""), whole("round", "Game", ""),
        text("version", "Version"), *map(seat_of, range(max(wanted.sizes))),
    )  # fmt: skip
    return table("plan", "The plan", columns, games)


def seated(game: PlannedGame, seat: int) -> str:
    """Who sits in a seat, with their power."""
    if seat >= len(game.players):
        return ""
    return f"{game.players[seat]} ({game.powers[seat]})" if game.powers else game.players[seat]


def _counts(each: Evenness) -> Table:
    def count(at: int) -> Field:
        return whole(f"column_{at}", each.columns[at], "games", lambda row: row[1][at])

    columns = (text("row", "", lambda row: row[0]), *map(count, range(len(each.columns))))
    rows = zip(each.rows, each.counts, strict=True)
    return table(each.kind.replace(" ", "_"), TITLES[each.kind], columns, rows)


def _needs(asked: Sequence[Need]) -> Table:
    columns = (
        text("question", "Question"), whole("games", "Games of the plan that show it", "games"),
        whole("needed", "Games needed, about", "games"), number("edge", "Difference that is worth showing", "share"),
        number("least", "Smallest difference that the plan probably shows", "share"),
    )  # fmt: skip
    return table("needs", "How many games are needed", columns, asked)


QUESTION = Question(
    "planned_evenings", "What will these evenings show?",
    method="The plan starts from rotations, then exchanges people and powers within a round as long as counts become "
    "more even; its balance is counted. Games needed: for a chance of 80 in 100, from the variance of even shares, or "
    "of lengths that vary by 15 % of their mean; the error level is divided among all questions that `dhstats "
    "playtests` asks of such a sheet, and among the looks, one after each evening. Games count as"
    " independent; if games of an evening are alike, it takes more.",
    caution="A plan balances who sits where and plays what. It does not change that people learn, tire, and play as "
    "they like.",
)  # fmt: skip
