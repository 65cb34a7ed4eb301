"""Which unclear sentences of the rulebook matter? Every reading is played against the base rules on the same deals."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dhstats.errors import BadInput
from dhstats.games.bundle import Unclear
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, About, More, at_once, capital, game_name, spelt
from dhstats.questions.shared.metrics import Ask
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, number, table, text
from dhstats.questions.tweaks.compare import RESCORED, all_quantities, change_and_verdict, margin_fields, named
from dhstats.questions.tweaks.compare_opening import margin, what
from dhstats.questions.tweaks.comparison import Comparison, Judged, deals_query, judged, refused
from dhstats.questions.tweaks.differences import in_its_unit
from dhstats.questions.tweaks.tweaks import ADAPTED, Bench, Tweak, changed_fields
from dhstats.quoting import file_name
from dhstats.stats.intervals.intervals import EXACT
from dhstats.storage import Manifest

SAYS = {
    "balanced": "does not matter",
    "unbalanced": "matters",
    "leaning": "matters a little, perhaps within the margin",
    "undecided": "not known yet",
    "refused": "not judged",
    "fact": "described",
}


@dataclass(frozen=True)
class Reading:
    """One way to read an unclear place, as a tweak of the rules of a bench: the base's, or a variant of them."""

    place: Unclear
    words: str
    tweak: Tweak
    bench: Bench

    @property
    def settings(self) -> str:
        """What is set for it, on the base rules."""
        return " ".join((*self.place.variant, *self.tweak.settings))


def readings(bench: Bench) -> list[Reading]:
    """Every reading that plays otherwise than the base rules, or than the variant of them that it is about."""
    if not bench.bundle.unclear:
        raise BadInput(
            f"game {bench.bundle.game.name}: names no place of its rules that can be read in several ways; a game file"
            " lists them as UNCLEAR"
        )
    benches = {place.variant: _with_variant(bench, place.variant) for place in bench.bundle.unclear}
    every = [
        Reading(place, said, Tweak(f"{place.name}: {said}", bench.plan.rules, settings), benches[place.variant])
        for place in bench.bundle.unclear
        for said, settings in place.readings
    ]
    return [each for each in every if changed_fields(each.bench.rules, each.bench.rules_of(each.tweak))]


def _with_variant(bench: Bench, variant: tuple[str, ...]) -> Bench:
    if not changed_fields(bench.rules, bench.rules_of(Tweak("", bench.plan.rules, variant))):
        return bench
    plan = replace(bench.plan, settings=(*bench.plan.settings, *variant))
    return replace(bench, plan=plan, folder=bench.folder / file_name(f"with {' '.join(variant)}"))


def play(
    bench: Bench, *, adapt: bool = False, watch: Callable[[int, int], None] = lambda *_: None
) -> list[tuple[Reading, Comparison]]:
    """Every reading against the base."""
    every = readings(bench)
    found: list[tuple[Reading, Comparison]] = []
    for done, reading in enumerate(every):
        watch(done, len(every))
        found += [(reading, each) for each in reading.bench.compared(reading.tweak, adapt=adapt)]
    return found


def answer(bench: Bench, found: Sequence[tuple[Reading, Comparison]]) -> Answer:
    """What each reading changes, and whether that matters."""
    # Every reading with its verdicts, without those where the games cannot show that it does not matter
    every = []
    for (reading, _), each in zip(found, judged([each for _, each in found]), strict=True):
        blind = [
            refused(claim) if reading.bench.uneven or (claim.verdict == "balanced" and _never_met(each)) else claim
            for claim in each.judged
        ]
        every.append((reading, replace(each, judged=tuple(blind))))
    comparisons = [each for _, each in every]
    several = sum(len(each.judged) for each in comparisons)
    kinds: dict[str, list[str]] = {}
    for each in comparisons:
        kinds.setdefault(each.kind, []).append(each.tweak)
    metric, within = bench.ask.metric, bench.ask.within
    said = {
        "unbalanced": f"Change the {metric.what} by more than {within.lstrip('±')}",
        "leaning": "Change it, but perhaps by less",
        "balanced": f"Proven not to matter, within {within}",
        "undecided": "Not known yet",
        "refused": "Not judged",
        "fact": "Described, not judged",
    }
    parts = [f"{said[kind]}: {'; '.join(kinds[kind])}." for kind in said if kind in kinds]
    findings = [Finding(" ".join(parts), headline=True)]
    findings += [Finding(_sentence(*pair, several), pair[1].kind, size=pair[1].size) for pair in every]
    uneven = dict.fromkeys(reading.bench.uneven.sentence for reading, _ in every if reading.bench.uneven)
    never = [NEVER_MET] if any(_never_met(each) and not reading.bench.uneven for reading, each in every) else []
    findings += [Finding(sentence, "refused", headline=True) for sentence in (*uneven, *never)]
    findings += [Finding(words.ONE_TRAINING)] if any(each.tweak.endswith(ADAPTED) for each in comparisons) else []
    largest = max(comparisons, key=lambda each: abs(each.largest.claim.value))
    opening = readings_opening(bench.run.manifest, kinds, bench.ask, (largest.tweak, largest.largest, several))
    method = QUESTION.method + (RESCORED if any(each.rescored for each in comparisons) else "")
    tables = _table(bench.ask, every), all_quantities(comparisons)
    return QUESTION.answered(findings, tables, opening, queries=(deals_query(bench.run),), method=method)


def _never_met(comparison: Comparison) -> bool:
    return all(each.alike for each in comparison.differences)


NEVER_MET = (
    "If no deal differs, these players never reached the situation, so the page cannot show how much the reading "
    "matters. Use other players, or more deals."
)


def _sentence(reading: Reading, each: Comparison, several: int) -> str:
    moved = sorted(each.others, key=lambda other: -other.clearness)[:2]
    more = [f"{other.metric.what} {other.amount}" for other in moved if other.clearness > 2.0]
    also = f", and also {words.listed(more)}" if more else ""
    if _never_met(each) and not reading.bench.uneven:
        also = f"; none of {words.count(each.primary.blocks.sums.n, 'deals')} differs"
    change = change_and_verdict(each, several, SAYS[each.kind])
    variant = f"; compared where {' '.join(reading.place.variant)} is played" if reading.place.variant else ""
    return f"{each.tweak}: {change}{also}; unclear in {reading.place.where}{variant}."


def _table(ask: Ask, every: Sequence[tuple[Reading, Comparison]]) -> Table:
    rows = [{"reading": reading, "of": each, "judged": claim} for reading, each in every for claim in each.judged]
    fields = (
        text("reading", "Reading", lambda row: named(row["of"], row["judged"])),
        *margin_fields(ask, ask.metric.what), text("verdict", "Verdict", "judged.verdict"),
        text("says", "In words", lambda row: SAYS[row["judged"].verdict]),
        number("holm", "p-value (Holm)", "", "judged.holm"),
        number("factor", "Variance reduction factor", "", "judged.claim.factor"),
        text("where", "Where", "reading.place.where"), text("question", "Question", "reading.place.question"),
        text("settings", "Settings", "reading.settings"), *basis_of("judged.interval"),
    )  # fmt: skip
    return table("scores", "Every other reading, against the base rules", fields, rows)


OTHERS = "Use other players (`--strategies`)."
NAMED = 2  # readings named at first sight


def readings_opening(
    base: Manifest, kinds: Mapping[str, Sequence[str]], ask: Ask, largest: tuple[str, Judged, int] | None = None
) -> Opening:
    """How many readings matter, and which, from their names by verdict; `largest` changes most, `of` so many."""
    number, about = sum(map(len, kinds.values())), About.of(base)
    matter, harmless = (list(kinds.get(kind, ())) for kind in ("unbalanced", "balanced"))
    decided = len(matter) + len(harmless)
    more = More(base.design.deals)
    question = f"Which unclear sentences of the {game_name(base.game, base.rules)} rulebook change {what(ask)}?"
    if len(kinds.get("refused", ())) == number:
        told = (
            "These games cannot answer this: no unclear situation was reached, or one player wins nearly all of them."
        )
        return Opening(question, told, f"{SURENESS['refused']}: no reading is judged.", OTHERS, "refused")
    verdict = "unbalanced" if decided == number else "leaning" if decided else "undecided"
    sure = {
        "unbalanced": "every reading is decided",
        "leaning": f"{spelt(decided)} of {spelt(number)} readings are decided, the others are open or not judged",
        "undecided": "no reading is decided yet",
    }[verdict]
    limit = f"by more than {margin(ask)}, {about.between}"
    others = f" and {spelt(len(matter) - NAMED)} more" if len(matter) > NAMED else ""
    do = "reading does" if len(matter) == 1 else "readings do"
    some = f"{capital(spelt(len(matter)))} {do}, {limit}: {'; '.join(matter[:NAMED])}{others}."
    decision = "Leave the rulebook as it is." if decided == number else more.advice
    if matter:
        decision = "Rewrite these sentences so that everybody reads them the same way."
    if largest and math.isfinite(largest[1].interval.high):
        name, change, of = largest
        measured = change.interval.method != EXACT
        level = f" ({words.level(change.interval)} interval{at_once(of)})" if measured else ""
        far = in_its_unit(change.interval, change.claim.metric)
        sure += f"; the largest change so far, with “{name}”, is {far}{level}"
    answer = some if matter else _none(len(harmless), number, limit)
    return about.opening(question, answer, verdict, sure, decision, more)


def _none(harmless: int, number: int, limit: str) -> str:
    if harmless == number:
        return f"None of them does {limit}."
    if not harmless:
        return f"Not known yet. None of them is known to do so {limit}."
    do = "does" if harmless == 1 else "do"
    return (
        f"Not known yet. {capital(spelt(harmless))} of {spelt(number)} readings {do} not, {limit}; the others are open."
    )


QUESTION = Question(
    "audit",
    "Which unclear sentences of the rulebook matter?",
    charts=(Chart("What each reading changes", ("scores",), f"{RESULTS}.changes", wide=True),),
    first=(Chart("What each reading changes", ("scores",), f"{OPENINGS}.tweaks", wide=True, most=MOST_ROWS),),
    read="Each row is another reading of the rulebook than that of the base rules. A bar inside the shaded strip means"
    " that the reading does not matter, a bar outside that it does; a bar that crosses an edge leaves it open.",
    method="Every reading is a rule tweak, compared with the base rules on the same deals (see the method of"
    " comparisons): paired differences per deal, simultaneous intervals over all readings (max-T), p-values by Holm. A"
    " reading matters if its interval lies outside the margin, and provably does not if the interval of level 1 − 2α"
    " lies inside. Readings of a variant of the rulebook are compared under that variant, on both sides. A reading is"
    " not judged if no deal differs, because these players never reach the situation. If one player wins nearly"
    " always, the score judges only readings that are proven to matter.",
    caution="The players learnt under the base rules. If a reading would change how people play, look at adapted"
    " players as well (--adapt).",
)
