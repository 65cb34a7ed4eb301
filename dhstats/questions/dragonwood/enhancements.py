"""What becomes of the enhancements? When they are captured, whether they are used, how their captors fare."""

from __future__ import annotations

from dataclasses import replace

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.dragonwood.odds import Printed
from dhstats.questions.dragonwood.tries import logged_deals
from dhstats.questions.groups import Group, groups
from dhstats.questions.kinds import FIELDS, Kind, kinds
from dhstats.questions.sums import per_game, rate
from dhstats.questions.tables import MATCHUP, Line, also, ranged, table, text
from dhstats.stats.blocks import Estimate

KEY, TITLE = "enhancements", "What becomes of the enhancements?"
MORE = ""  # as the query names whoever captured more of them than any other
SEVERAL = "more of them than any other player"

HOW_TO_READ = (
    "A line an enhancement: in how many games somebody captured it, in which of his own turns, and how often he has"
    " won. The dashed line is an even chance; a bar that crosses it leaves open whether captors win more often."
)
METHOD = (
    "Games whose turns were logged. Shares of all games: t over deals, 95 %, or empirical likelihood where that would"
    " leave 0 to 100 %. Win rates, leads and turns of captors are ratios of sums over deals with linearised standard"
    " errors, 95 %."
)
CAUTION = (
    "These numbers describe; they are not what an enhancement is worth. Whoever captures one had the cards for it and"
    " the time, early captors are those who were lucky, and a player who is ahead has more turns to spare. What it is"
    " worth is asked by giving it to one player and changing nothing else (dhstats value)."
)


def answer(counts: Counts) -> Answer:
    """What goes together with every enhancement; no value of any."""
    samples, cards = groups(counts), Printed.of(counts.run.manifest.rules)
    found = {group: captors(counts, group, cards) for group in samples}
    return Answer(
        key=KEY,
        title=TITLE,
        findings=tuple(_findings(samples[0], found[samples[0]], cards)),
        tables=(_table(found, cards),),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("enhancements", "race")),
    )


def captors(counts: Counts, group: Group, cards: Printed) -> dict[str, Kind]:
    """The games in which each enhancement was captured; those first in which one player captured most of them."""
    logged = replace(group, deals=logged_deals(counts, group))
    rows = kinds(counts, "enhancements", group, ("target",))
    return {name: Kind(logged, rows[name,], concerns=True) for name in (MORE, *cards.titles) if (name,) in rows}


def used(kind: Kind) -> Estimate | None:
    """How often a captor put it to use."""
    return rate(per_game(kind.group, kind.rows, "used"))


def _findings(group: Group, found: dict[str, Kind], cards: Printed) -> list[Finding]:
    single = {name: kind for name, kind in found.items() if name != MORE}
    if not single:
        return [Finding(group.says("No enhancement was captured in the logged games."))]
    told = [_winner(found[MORE])] if MORE in found else []
    told += [_frequent(single), _luckiest(single), *_idle(single, cards)]
    return [Finding(group.says(sentence)) for sentence in told if sentence]


def _winner(kind: Kind) -> str:
    wins = kind.win_rate
    if wins is None:
        return ""
    return (
        f"Whoever captured more enhancements than any other has won {words.percent(wins.value, wins.se)} of those games"
        f" ({words.share_span(wins.interval, wins.se)}): the two go together, but this is not their value."
    )


def _frequent(found: dict[str, Kind]) -> str:
    """Which is captured most and least often, and when."""
    shares = sorted(((kind.share.value, name) for name, kind in found.items()), reverse=True)
    parts = []
    for _, name in (shares[0], shares[-1]):
        share, turn = found[name].share, found[name].mean("turn")
        when = f", on average in turn {words.number(turn.value, words.places(turn.se))}" if turn else ""
        size, shown = words.percent(share.value, share.se), words.share_span(share.interval, share.se)
        parts.append(f"the {words.spoken(name)} in {size} of the games ({shown}{when})")
    return f"Captured most often: {parts[0]}; least often: {parts[1]}."


def _luckiest(found: dict[str, Kind]) -> str:
    """Whose captor wins most and least often."""
    known = [(kind.win_rate, name) for name, kind in found.items()]
    rates = sorted(((each.value, name, each) for each, name in known if each is not None), reverse=True)
    parts = [
        f"with the {words.spoken(name)}, {words.percent(each.value, each.se)}"
        f" ({words.share_span(each.interval, each.se)})"
        for _, name, each in (rates[0], rates[-1])
    ]
    return f"Captors win most often {parts[0]}, and least often {parts[1]}."


def _idle(found: dict[str, Kind], cards: Printed) -> list[str]:
    """How often what helps but once was used at all."""
    rates = {name: rate for name, kind in found.items() if cards.once(name) and (rate := used(kind))}
    parts = [
        f"the {words.spoken(name)} in {words.percent(r.value, r.se)} ({words.share_reach(r.interval, r.se)})"
        for name, r in rates.items()
    ]
    sure = "of the games in which they had it (95 % intervals)"
    return [f"Of those that help but once, captors used {words.listed(parts)} {sure}."] if parts else []


def _table(found: dict[Group, dict[str, Kind]], cards: Printed) -> Table:
    fields = (
        MATCHUP, text("enhancement", "Enhancement"), *FIELDS, *ranged("turn", "Own turn of its capture", "turns"),
        *ranged("used", "How often its captor used it, if it helps but once", "share of these games"),
    )  # fmt: skip
    lines: list[Line] = [
        {
            "matchup": group.label, "enhancement": words.spoken(name) or SEVERAL, **kind.line(),
            **also("turn", kind.mean("turn") if name != MORE else None),
            **also("used", used(kind) if name != MORE and cards.once(name) else None),
        }
        for group, captured in found.items()
        for name, kind in captured.items()
    ]  # fmt: skip
    return table("captors", "Enhancements and their captors", fields, lines)
