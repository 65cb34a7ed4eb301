"""How do games end? Who brings the end about, and how that player fares."""

from __future__ import annotations

from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.groups import LEVEL, Group, groups
from dhstats.questions.spreads import MEANS, mean, mean_table
from dhstats.questions.sums import block_sums, ratio_estimate, ratio_sums
from dhstats.questions.tables import MATCHUP, Value, also, ranged, table, text, whole
from dhstats.stats.blocks import Estimate

ANY, ANYBODY = "", -2  # as the query names all reasons, or all players, together
REASONS = {
    "ships": "the last ship stack",
    "deck": "an empty deck",
    "turn_limit": "the limit of turns",
    ANY: "any",
}
SEATS = {0: "first", 1: "second", -1: "nobody", ANYBODY: "either"}

HOW_TO_READ = (
    "A line a way to end and a player who brought it about: how often it happened, how often that player"
    " won, and by how many points he was ahead on average at the end."
)
METHOD = (
    "Shares of all games: t over deals, 95 %. Rates and margins within a kind of ending are ratios of sums"
    f" over deals with linearised standard errors, 95 %. {MEANS}"
)
CAUTION = (
    "Who ends the game and who wins go together, but that does not show that ending it helps: a player who"
    " is ahead has good reason to end the game. The player who does not end it usually has one more turn."
)


def answer(counts: Counts) -> Answer:
    """Endings by reason and by player."""
    samples = groups(counts)
    return Answer(
        key="endings",
        title="How do games end?",
        findings=tuple(_findings(counts, samples[0])),
        tables=(
            _endings(counts, samples),
            mean_table(
                counts, samples, {"longer_first": "games with one turn more for the first player"}, "share"
            ),
        ),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("endings", "means")),
    )


def _rows(counts: Counts, group: Group) -> dict[tuple[str, int], dict[str, Any]]:
    rows = counts.rows("endings", matchup=group.number)
    return {(row["end_reason"], row["ended_by"]): row for row in rows}


def _share(group: Group, row: dict[str, Any]) -> Estimate:
    return block_sums(group.deals, row, "games", group.games).estimate(LEVEL, (0.0, 1.0))


def _findings(counts: Counts, group: Group) -> list[Finding]:
    rows = _rows(counts, group)
    reasons = sorted((-row["games"], reason) for (reason, seat), row in rows.items() if seat == ANYBODY)
    shares = [
        (REASONS.get(reason, words.spoken(reason)), _share(group, rows[reason, ANYBODY]))
        for _, reason in reasons
    ]
    parts = [
        f"{words.percent(e.value, e.se)} by {name} ({words.share_span(e.interval, e.se)})"
        for name, e in shares
    ]
    findings = [Finding(group.says(f"Games end {words.listed(parts)}."), headline=True)]
    findings += [
        Finding(group.says(_ender(group, seat, rows[ANY, seat]))) for seat in (0, 1) if (ANY, seat) in rows
    ]
    return [*findings, Finding(group.says(_longer(mean(counts, group, "longer_first"))))]


def _ender(group: Group, seat: int, row: dict[str, Any]) -> str:
    share, wins = _share(group, row), ratio_sums(group.deals, row, "games", "wins").estimate(LEVEL)
    return (
        f"The {SEATS[seat]} player brings about {words.percent(share.value, share.se)} of the endings"
        f" ({words.share_span(share.interval, share.se)}) and wins {words.percent(wins.value, wins.se)} of"
        f" those games ({words.share_span(wins.interval, wins.se)})."
    )


def _longer(share: Estimate) -> str:
    return (
        f"In {words.percent(share.value, share.se)} of the games the first player has one turn more than"
        f" the second ({words.share_span(share.interval, share.se)})."
    )


def _endings(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (
        MATCHUP,
        text("end_reason", "How the game ended"),
        text("ended_by", "Who brought it about"),
        whole("games", "Games", "games"),
        *ranged("share", "Share of games", "share of games"),
        *ranged("win_rate", "How often that player won", "share of these games"),
        *ranged("margin", "Points that player was ahead", "points"),
        *ranged("turns", "Turns of both players", "turns"),
    )
    lines = [
        _line(group, reason, seat, row)
        for group in samples
        for (reason, seat), row in _rows(counts, group).items()
    ]
    return table("endings", "Endings by reason and player", fields, lines)


def _line(group: Group, reason: str, seat: int, row: dict[str, Any]) -> dict[str, Value]:
    def per_game(name: str) -> Estimate | None:
        return ratio_estimate(ratio_sums(group.deals, row, "games", name))

    someone = seat in (0, 1) or (seat == ANYBODY and reason != "turn_limit")
    return {
        "matchup": group.label,
        "end_reason": reason or "any",
        "ended_by": SEATS[seat],
        "games": row["games"],
        **also("share", _share(group, row)),
        **also("win_rate", per_game("wins") if someone else None),
        **also("margin", per_game("margin") if someone else None),
        **also("turns", per_game("turns")),
    }
