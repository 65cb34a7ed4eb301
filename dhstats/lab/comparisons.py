"""Rule sets compared while somebody watches: base and changes on common deals, with verdicts that may be looked at."""

import hashlib
import json
import shlex
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, UserError, check_range
from dhstats.games.folder import USUAL
from dhstats.games.rulefile import literal
from dhstats.lab.jobs import Gone, Tell, laps
from dhstats.lab.players import NOTHING, Seated, goals_of, quantities, seated, verdict
from dhstats.lab.rules import Choice
from dhstats.players.learning.training import Lap
from dhstats.questions.certificates.certificate import certify
from dhstats.questions.certificates.words import answer
from dhstats.questions.goals.goal import Goals
from dhstats.questions.shared.metrics import ALPHA, Ask, asked
from dhstats.questions.tweaks.comparison import DealSums, deal_sums
from dhstats.questions.tweaks.key_effects import compared, stopping_rule_of
from dhstats.questions.tweaks.tweaks import Bench, Tweak, fixed, games_a_deal
from dhstats.questions.verdicts import sequential
from dhstats.questions.verdicts.sequential import LOOK, Race
from dhstats.report.page.provenance import command
from dhstats.report.pages.writing import write_answers
from dhstats.simulate.plans.experiment import Experiment, refuse_unless_won, seats, seats_at
from dhstats.simulate.running.playing import Progress
from dhstats.simulate.running.runner import prepare_run, simulate
from dhstats.simulate.tables import whole_win
from dhstats.storage.layout import whole_file

NAME, QUESTION = "lab", "What does a change of the rules do?"  # of every run: by these a lab knows its own again
MOST_DEALS = 200_000  # of a comparison on the page
MOST_CHANGES = 4  # rule sets beside the base
MOST_WRITTEN = 50_000  # deals of a comparison that is written as a page
BASE = "base"
PROVED, CERTIFIED = "proved balanced within 1pp", "data/certified"  # how long, and where, a certificate is played for
PAUSE = 0.25  # seconds between looks at slow speed, and between questions whether to go on


class Decided(Exception):
    """Every change is decided, at a table whose runs do not end by themselves."""


@dataclass(frozen=True)
class Wanted:
    """What is to be compared: a base and changes of it, by whom it is played, and from which seed."""

    base: Choice
    changes: tuple[Choice, ...]
    player: str = ""
    learn: bool = False
    seed: int = 1
    deals: int = MOST_DEALS
    goals: Goals | None = None

    def checked(self) -> Seated:
        """Who plays it; BadInput for unknown rules or players, for too many or no rules."""
        if not 1 <= len(self.changes) <= MOST_CHANGES:
            raise BadInput(f"a comparison has from 1 to {MOST_CHANGES} changes, not {len(self.changes)}")
        bundle = self.base.bundle
        every = [each.load() for each in (self.base, *self.changes)]
        here, *others = [bundle.players(rules.record()) for rules in every]
        if any(each != here for each in others):
            reason = "a change for another number of players shares no deals with it; play it in Table or Games"
            raise BadInput(f"the base is for {here} players: {reason}")
        if self.goals and self.goals.game != self.base.game:
            raise BadInput(f"the goals are about {self.goals.game}, these rules are of {self.base.game}")
        return seated(bundle, every, self.player, learn=self.learn)


@dataclass
class Control:
    """What a page may do to a comparison while it is played."""

    going: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    slow: bool = False

    def __post_init__(self) -> None:
        self.going.set()

    def check(self) -> None:
        """Waits while it is paused; Gone once nobody wants it any more, and what was played is left as it is."""
        if self.slow:
            self.left.wait(PAUSE)
        while not self.going.wait(PAUSE) and not self.left.is_set():
            pass
        if self.left.is_set():
            raise Gone


Send = Callable[[dict[str, Any]], None]


class Comparison:
    """One comparison: played in a thread of its own, told look by look."""

    def __init__(self, wanted: Wanted, folder: Path, tell: Send, workers: int | None = None) -> None:
        """BadInput, at once, for what cannot be compared."""
        self.wanted, self.players = wanted, wanted.checked()
        refuse_unless_won(wanted.base.game, seats(plans_of(wanted, self.players)[BASE]), "this room")
        self.control = Control()
        self._folder, self._tell, self._workers = folder, tell, workers
        self._tweaks = {f"change {at}": each for at, each in enumerate(wanted.changes, 1)}
        self._shown: dict[str, dict[str, Any]] = {}
        self._base: DealSums | None = None
        self._next = 2 * LOOK

    @property
    def ask(self) -> Ask:
        """What the verdict is about."""
        base = self.wanted.base
        return asked("score", None, ALPHA, base.game, seats_at(base.game, base.rules, base.settings))

    def command(self, deals: int) -> list[str]:
        """The command line that plays the same deals and judges them."""
        base, names = self.wanted.base, [" ".join(each.settings) or each.rules for each in self.wanted.changes]
        words = ["dhstats", "compare", base.rules, *names, *_of_game(base)]
        words += ["--adapt"] if self.players.adapted else []
        return [*words, "--strategies", self.players.name, "--deals", str(deals), "--seed", str(self.wanted.seed)]

    @property
    def certifying(self) -> list[list[str]]:
        """The commands that prove whether who begins is favoured under the first change, and write it down."""
        change, player = self.wanted.changes[0], self.players
        (name,) = plans_of(self.wanted, player)["change 1"].strategies
        words = ["dhstats", "simulate", "--rules", change.rules, *_of_game(change)]
        words += [word for setting in change.settings for word in ("--set", setting)]
        words += ["--strategies", name, "--until", PROVED, "--moves", "none", "--seed", str(self.wanted.seed)]
        return [[*words, "--out", CERTIFIED], ["dhstats", "certify", CERTIFIED]]

    def play(self) -> None:
        """Plays until every change is decided, the deals are used up or nobody wants it; tells what comes of it."""
        try:
            self._tell({"state": "begins", "players": asdict(self.players), "most": self.wanted.deals})
            plans = plans_of(self.wanted, self.players)
            two = seats(plans[BASE]) == 2
            if two:  # at larger tables runs have no such rule: they are left once all is decided
                rule = stopping_rule_of("decided", self.ask, adapt=False, blind=False)
                plans = {name: replace(plan, until=rule) for name, plan in plans.items()}
            prepared = {
                name: prepare_run(plan, self._folder / name, watch=self._training, shard_deals=LOOK)
                for name, plan in plans.items()
            }
            arms, ask, tweaks = games_a_deal(plans[BASE]), self.ask, len(self._tweaks)
            race = Race(arms, ask.margin, ask.alpha, tweaks, whole_win(prepared[BASE].manifest), ends=two)
            race.play(prepared, self._folder, listen=self._look, workers=self._workers)
            self._say("ended")
        except Decided:
            self._say("ended")
        except Gone:
            self._say("stopped")
        except UserError as problem:
            self._tell({"state": "failed", "problem": str(problem)})

    def _training(self, name: str, lap: Lap) -> None:
        self.control.check()
        self._tell({"state": "training", "player": name, "done": lap.done, "most": lap.planned})

    def _look(self, race: Race) -> None:
        """At every look the verdicts; at fewer and fewer of them everything else, which takes longer to count."""
        settled = [name for name, seen in self._shown.items() if seen["settled"]]
        counted = race.deals >= self._next or len(race.running) <= len(self._tweaks) - len(settled)
        if counted:
            self._next = max(self._next + 2 * LOOK, int(1.25 * race.deals))
            self._base = deal_sums(race.so_far(BASE))
        for name in (each for each in self._tweaks if each not in settled):
            judged = verdict(race.rule, race.samples[name], self.ask)
            seen_settled = name not in race.running or judged["outcome"] != "open"
            shown: dict[str, Any] = {"verdict": judged, "settled": seen_settled, "deals": race.samples[name].n}
            if counted and self._base is not None:
                here = deal_sums(race.so_far(name))
                base = self._base.first(len(here.columns["games"]))
                shown["quantities"] = quantities(base, here, self.wanted.base.game)
                shown["goals"] = goals_of(self.wanted.goals, race.so_far(name)) if self.wanted.goals else ()
            self._shown[name] = self._shown.get(name, NOTHING) | shown
        if all(seen["settled"] for seen in self._shown.values()) and len(race.running) > 1:
            raise Decided
        self._say("paused" if not self.control.going.is_set() else "plays", race.deals)
        self.control.check()

    def _say(self, state: str, deals: int = 0) -> None:
        changes = []
        for name, each in self._tweaks.items():
            row = {"name": name, "settings": list(each.settings), "rules": each.rules}
            changes.append(row | self._shown.get(name, NOTHING))
        played = deals or max((seen["deals"] for seen in self._shown.values()), default=0)
        self._tell(
            {
                "state": state, "deals": played, "most": self.wanted.deals, "players": asdict(self.players),
                "seed": self.wanted.seed, "changes": changes, "command": self.command(played) if played else [],
                "certifying": self.certifying,
            }
        )  # fmt: skip


def _of_game(choice: Choice) -> list[str]:
    """The option of a command for a game that is not the usual one."""
    return ["--game", choice.called] if choice.game != USUAL else []


def write_page(wanted: Wanted, deals: int, folder: Path, workers: int | None = None) -> Path:
    """The offline page of a comparison on a number of deals, as `dhstats compare` writes it, beside its games."""
    players = wanted.checked()
    check_range("deals", deals, 2, MOST_WRITTEN)
    compared_here = Comparison(wanted, folder, lambda _: None, workers)
    plan = replace(plans_of(wanted, players)[BASE], strategies=(players.name,))
    plan = replace(plan, name="compare", games=deals * games_a_deal(plan))
    bench = Bench(plan, folder, lambda each, place: simulate(each, place, workers=workers))
    tweaks = tweaks_of(wanted.changes)
    bench.check(tweaks)
    answer = compared(bench, tweaks, adapt=players.adapted)
    page = folder.with_suffix(".html")
    return Path(write_answers(bench.run, (answer,), page, shlex.join(compared_here.command(deals))).path)


def experiment_file(wanted: Wanted, deals: int) -> str:
    """The games of the first change as an experiment file, which `dhstats simulate` plays."""
    check_range("deals", deals, 1, MOST_DEALS)
    plan, change = plans_of(wanted, wanted.checked())["change 1"], wanted.changes[0]
    named = {
        "name": "changed", "question": QUESTION, "game": plan.game, "rules": plan.rules,
        "strategies": list(plan.strategies), "design": plan.design, "games": deals * games_a_deal(plan),
        "seed": wanted.seed,
    }  # fmt: skip
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in named.items()]
    values = change.bundle.rule_files.flat(change.load().effective)
    keys = [setting.partition("=")[0].strip() for setting in change.settings]
    return "\n".join([*lines, "", "[set]", *(f"{key} = {literal(values[key])}" for key in keys), ""])


def warm(base: Choice, folder: Path, workers: int | None = None) -> None:
    """Loads and compiles what the first comparison needs, by playing a few deals of the base rules."""
    wanted = Wanted(base, (base,))
    plan = plans_of(wanted, wanted.checked())[BASE]
    with suppress(UserError):  # whoever asks for games there is told
        deal_sums(simulate(replace(plan, games=LOOK), folder, workers=workers))


def tweaks_of(changes: Sequence[Choice]) -> list[Tweak]:
    """The changes as a comparison of the command line has them."""
    return [Tweak(" ".join(each.settings) or each.rules, each.rules, each.settings) for each in changes]


def plans_of(wanted: Wanted, players: Seated) -> dict[str, Experiment]:
    """The games of the base and of every change, by name, on common deals."""
    base = wanted.base
    plan = Experiment(
        NAME, QUESTION, base.game, base.rules, base.settings, (players.name,), design="seat", games=2,
        seed=wanted.seed, moves="none",
    )  # fmt: skip
    plan = replace(plan, games=wanted.deals * games_a_deal(plan))
    plans = {BASE: plan}
    for at, each in enumerate(wanted.changes, 1):
        plans[f"change {at}"] = replace(plan, rules=each.rules, settings=each.settings)
    return plans if players.adapted else {name: fixed(each, base.rules) for name, each in plans.items()}


FOLDER = "certificates"
MOST_PROVED = 1_000_000  # deals of two players, after which it is left open
MOST_AT_TABLE = 20_000  # deals where more than two play: such a run ends after its last deal, as all seats are judged


def proof_plan(wanted: Wanted) -> Experiment:
    """The games that prove, if it is so, that nobody is favoured by their seat under the first change."""
    plan = plans_of(wanted, wanted.checked())["change 1"]
    plan = replace(plan, name="certified", question="Is nobody favoured by their seat?")
    refuse_unless_won(plan.game, seats(plan), "a certificate")
    if seats(plan) > 2:
        return replace(plan, games=MOST_AT_TABLE * games_a_deal(plan))
    return replace(plan, games=MOST_PROVED * games_a_deal(plan), until=PROVED)


def prove(wanted: Wanted, folder: Path, workers: int | None, tell: Tell) -> dict[str, Any]:
    """Plays until it is proved or refuted, and writes certificate and page; the same question finds its games again."""
    plan = proof_plan(wanted)
    out = folder / FOLDER / identity(plan)

    def watch(progress: Progress) -> None:
        tell("plays until it is proved or refuted, games", progress.games_done, progress.games_planned)

    run = sequential.play(plan, out / "games", workers=workers, resume=True, watch=watch, watch_training=laps(tell))
    certificate = certify(run, command(run.manifest))
    shown = answer(run, certificate)
    page = write_answers(run, (shown,), out / "certificate.html", shlex.join(["dhstats", "certify", str(run.folder)]))
    with whole_file(out / "certificate.json") as draft:
        draft.write_text(certificate.text(), "utf-8")
    says = f"{shown.opening.answer} {shown.opening.sureness}" if shown.opening else shown.findings[0].text
    return {"says": says, "page": str(page.path), "text": certificate.text()}


def identity(plan: Experiment) -> str:
    """What tells the games of one proof from those of another."""
    facts = [plan.game, plan.rules, *plan.settings, *plan.strategies, str(plan.seed)]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]
