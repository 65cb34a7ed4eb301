"""What happens to the enhancements? When they are captured, whether they are used, how their captors fare."""

from dataclasses import replace

from dhstats.games.dragonwood.questions.tries import Printed
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import Chart, differing, most
from dhstats.questions.shared.extremes import PICKED, Pick, extremes, picked, ranked
from dhstats.questions.shared.groups import Group, groups, logged_deals
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import ALONE, FIELDS, RATIOS, SHARES, SUCH, Kind, kinds, per_game, rate
from dhstats.questions.shared.tables import by_matchup, resting, text
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate

MORE = ""  # as the query names whoever captured more of them than any other
SEVERAL = "more of them than any other player"

NONE = "No enhancement was captured in the logged games; use players who take them, such as --strategies expert."


def answer(counts: Counts) -> Answer:
    """What goes together with every enhancement; no value of any."""
    samples, cards = groups(counts), Printed.of(counts.run.manifest.rules)
    by_group = {group: captors(counts, group, cards) for group in samples}
    group = samples[0]
    single = {name: kind for name, kind in by_group[group].items() if name != MORE}
    named = {f"the {words.spoken(name)}": kind for name, kind in single.items()}
    told = [_winner(by_group[group][MORE])] if MORE in by_group[group] else []
    if seen := extremes({name: kind.share for name, kind in named.items()}):
        most, least = (_captured(pick, named[pick.name].mean("turn")) for pick in (seen.most, seen.least))
        told.append(f"Captured most often: {most}; least often: {least}.")
    winners = "Captors win most often with {most}, {much}, and least often with {least}, {little}."
    told.append(ranked({name: kind.win_rate for name, kind in named.items()}, winners, PERCENT))
    told = [sentence for sentence in (*told, *_idle(single, cards)) if sentence]
    too_few = "Too few enhancements were captured to compare them." if single else NONE
    findings = [Finding(group.says(sentence)) for sentence in told or [too_few]]
    return QUESTION.told(counts, findings, (_table(by_group, cards),))


def captors(counts: Counts, group: Group, cards: Printed) -> dict[str, Kind]:
    """The games in which each enhancement was captured; those first in which one player captured most of them."""
    logged = replace(group, deals=logged_deals(counts, group))
    found = kinds(counts, "enhancements", logged, ("target",))
    return {name: found[name,] for name in (MORE, *cards.titles) if (name,) in found}


def used(kind: Kind) -> Estimate | None:
    """How often a captor put it to use."""
    return rate(per_game(kind.rows, "used"), SUCH)


def _winner(kind: Kind) -> str:
    wins = kind.win_rate()
    if wins is None:
        return ""
    return (
        "Players who captured more enhancements than any other won"
        f" {words.stated(wins, PERCENT, 'of those games')}: the two go together, but this is not their value."
    )


def _captured(pick: Pick, turn: Estimate | None) -> str:
    when = f", on average in turn {words.value(turn)}" if turn else ""
    return f"{pick.name} in {picked(pick, PERCENT, 'of the games')}{when}"


def _idle(found: dict[str, Kind], cards: Printed) -> list[str]:
    """How often what helps but once was used at all."""
    rates = {name: rate for name, kind in found.items() if cards.once(name) and (rate := used(kind))}
    if not rates:
        return []
    told = words.series(((rate, "") for rate in rates.values()), PERCENT)
    parts = [f"the {words.spoken(name)} in {rate}" for name, rate in zip(rates, told, strict=True)]
    return [
        f"Captors used enhancements that help only once, of the games in which they had one: {words.listed(parts)}."
    ]


def _table(by_group: dict[Group, dict[str, Kind]], cards: Printed) -> Table:
    def turn(kind: Kind) -> Estimate | None:
        return kind.mean("turn") if kind.key[0] != MORE else None

    def used_once(kind: Kind) -> Estimate | None:
        return used(kind) if kind.key[0] != MORE and cards.once(kind.key[0]) else None

    columns = (
        text("enhancement", "Enhancement", lambda kind: words.spoken(kind.key[0]) or SEVERAL),
        *FIELDS,
        *resting("turn", "Own turn of its capture", "turns", SUCH, turn),
        *resting(
            "used", "How often its captor used it, if it helps only once", "share of these games", SUCH, used_once
        ),
    )
    return by_matchup("captors", "Enhancements and their captors", columns, by_group)


OWN = "games.dragonwood.pages"
QUESTION = Question(
    "enhancements", "What happens to the enhancements?", ("enhancements", "race"), answer, 240, OF_MORE, of_turns=True,
    charts=(
        Chart("How often each enhancement is captured", ("captors",), f"{OWN}.captured", worth=differing("share")),
        Chart(
            "How often its captor has won", ("captors",), f"{OWN}.captor_wins",
            says=most("enhancement", "win_rate", "Captors win most often with: {what} ({value})"),
        ),
    ),
    read="Each line is an enhancement: in how many games a player captured it, in which of their own turns, and how "
    "often they won. The dashed line is an even chance; a bar that crosses it leaves open whether captors win more "
    "often.",
    method=f"Games whose turns were logged. Shares of all games, 95 %: {SHARES}. Win rates, leads and turns of "
    f"captors: {RATIOS}. {ALONE} {PICKED}",
    caution="These numbers are descriptive; they are not what an enhancement is worth. A player who captures one had "
    "the cards and the time for it, early captors were lucky, and a player who is ahead has more turns to spare. To "
    "measure what it is worth, `dhstats value` gives it to one player and changes nothing else.",
)  # fmt: skip
