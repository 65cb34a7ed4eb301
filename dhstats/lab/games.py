"""The room of the games: runs that can be opened, games worth a look, one of them turn by turn or played on."""

import hashlib
import json
import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem, check_range
from dhstats.games import catalogue
from dhstats.games.ruleset import RuleSet
from dhstats.lab import chairs
from dhstats.lab import jobs as asked
from dhstats.lab.jobs import Jobs, News, Query, Tell, choice, known, laps, page, settings, whole, word
from dhstats.lab.players import offered, seated
from dhstats.lab.rules import Choice, playable
from dhstats.lab.shelf import Shelf, name_of
from dhstats.lab.table.session import Session
from dhstats.lab.table.setup import Chair, Opened, Origin, Setup, open_table, person
from dhstats.lab.table.telling import Follower, Unfollowed
from dhstats.players.positions.judging import Chance
from dhstats.questions.forks import what_if
from dhstats.questions.forks.asking import AS_IT_IS
from dhstats.questions.forks.explanation import Explanation, explain, fork_command, look_at
from dhstats.questions.playtests.extremes import respects
from dhstats.questions.tweaks.tweaks import games_a_deal
from dhstats.quoting import quoted
from dhstats.release import VERSION
from dhstats.report.boards import chances, choices, frames
from dhstats.report.drawing.drawing import own
from dhstats.report.page.page import seen
from dhstats.simulate import tables
from dhstats.simulate.people.writing import game_of
from dhstats.simulate.plans.experiment import Experiment, rules_of
from dhstats.simulate.replays import kept_game, replay, version_problem
from dhstats.simulate.running.playing import Progress
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.tables import Row, recorded
from dhstats.storage import Run

MOST_GAMES = 20_000
USUAL_GAMES = 2_000
SHARD_DEALS = 500  # so that a batch soon ends that nobody waits for
FOLDER = "games"  # below the lab's, where batches are kept
QUESTION = "Which games are worth a look?"
Record = dict[str, Any]


class Games:
    """What pages ask about games."""

    def __init__(
        self, opens: Choice, folder: Path, seed: int, jobs: Jobs, named: Sequence[Path] = (), workers: int | None = None
    ) -> None:
        self._opens, self._folder, self._seed, self._workers = opens, folder / FOLDER, seed, workers
        self._shelf, self._jobs = Shelf(folder, playable(opens), named), jobs
        beside = {"most": MOST_GAMES, "usual": USUAL_GAMES, "seed": seed, "continuations": list(CONTINUATIONS)}
        self.questions: dict[str, Callable[[Query], Any]] = {
            "games-runs": lambda _: {"runs": self._shelf.listed(), **beside},
            "games-play": self._play,
            "games-find": self._find,
            "games-open": lambda query: game(self._run(query), whole(query, "number")),
            "games-explain": self._explain,
            "games-look": self._look,
            "games-go": self._go,
        }

    def _run(self, query: Query) -> Run:
        return self._shelf.run(word(query, "run"))

    # ---- What takes a while ------------------------------------------------------------------------------------

    def _play(self, query: Query) -> News:
        """A batch of games under rules; the same batch is played once, and gone on with where it was left."""
        here = known(self._opens, choice(query))
        games, seed = whole(query, "games", USUAL_GAMES), asked.seed(query, "seed", self._seed)
        check_range("games", games, 2, MOST_GAMES)
        rules = here.load()
        named = word(query, "player", "")
        if named and named not in offered(here.bundle):
            raise BadInput(f"player {quoted(named)}: on this page play {', '.join(offered(here.bundle))}")
        player = seated(here.bundle, (rules,), named, learn=False).name
        plan = Experiment(
            "", QUESTION, here.game, here.rules, here.settings, (player,), design="seat", games=games, seed=seed,
            moves="all",
        )  # fmt: skip
        games += -games % games_a_deal(plan)  # whole deals
        plan = replace(plan, name=f"{games:,} games", games=games)
        # A name of all that a batch depends on
        facts = [plan.name, here.game, rules.hash, here.rules, here.settings, player, games, seed, VERSION]
        text = json.dumps([*facts, catalogue.load(here.game).game.version]).encode("utf-8", "surrogatepass")
        key = f"{catalogue.short(here.game)}-{games}-{hashlib.sha256(text).hexdigest()[:12]}"
        folder = self._folder / key

        def work(tell: Tell) -> Record:
            def playing(seen: Progress) -> None:
                tell("games played", min(seen.games_played, seen.games_planned), seen.games_planned)

            tell("getting ready", 0, 0)
            simulate(
                plan, folder, workers=self._workers, resume=True, watch=playing, watch_training=laps(tell),
                shard_deals=SHARD_DEALS,
            )  # fmt: skip
            return {"run": name_of(folder)}

        return self._jobs.ask(page(query), ("play", key), work)

    def _find(self, query: Query) -> News:
        run = self._run(query)

        def work(tell: Tell) -> Record:
            tell("games counted", 0, 0)
            answers = respects(run, lambda _, part, parts: tell("parts of the games counted", part, parts))
            counted = {"games": run.manifest.games, "deals": run.manifest.design.deals}
            return {**counted, "respects": [asdict(each) for each in answers]}

        return self._jobs.ask(page(query), ("find", *_identity(run)), work)

    def _explain(self, query: Query) -> News:
        run, number = self._game(query)
        continuations = whole(query, "continuations", CONTINUATIONS[1])

        key = ("explain", *_identity(run), number, continuations)
        return self._jobs.ask(page(query), key, lambda tell: explained(run, number, continuations, tell, self._workers))

    def _look(self, query: Query) -> News:
        run, number = self._game(query)
        turn = whole(query, "turn")

        def work(tell: Tell) -> Record:
            tell("every move is played on", 0, 0)
            return turn_choices(run, number, turn)

        return self._jobs.ask(page(query), ("look", *_identity(run), number, turn), work)

    def _go(self, query: Query) -> News:
        run, number = self._game(query)
        turn, move = whole(query, "turn"), whole(query, "move")

        def work(tell: Tell) -> Record:
            tell("the game continues", 0, 0)
            return going_on(run, number, turn, move)

        return self._jobs.ask(page(query), ("go", *_identity(run), number, turn, move), work)

    def play_on(self, query: Query) -> tuple[Session, Choice]:
        """A game that continues at the table after a turn, with a person at a seat, perhaps under other rules."""
        run, number = self._game(query)
        wanted = Wanted(
            run, number, whole(query, "turn"), whole(query, "seat") if query.get("seat") is not None else None,
            word(query, "others", ""), settings(query.get("settings", {})), word(query, "name", "Player 1"),
        )  # fmt: skip
        here = Choice(run.manifest.game, run.manifest.rules_name, wanted.settings)
        return session(wanted), here

    def _game(self, query: Query) -> tuple[Run, int]:
        """A run and the number of one of its games; BadInput for a number that it has not."""
        run, number = self._run(query), whole(query, "number")
        every = run.manifest.game_ids
        if number not in every:
            raise BadInput(f"the run has no game {number}; its games are {every[0]} to {every[-1]}")
        return run, number


def _identity(run: Run) -> tuple[str, str, int]:
    """What tells a run from another that lay in its folder before."""
    return str(run.folder), run.manifest.rules_hash, run.manifest.seed


MOST_TURNS = 3_000  # of a game that is drawn
CONTINUATIONS = (25, 100, 400)  # of every move, when a whole game is explained
OF_A_TURN = 400
WAYS = 2_000  # games that go on with one move


def game(run: Run, number: int) -> Record:
    """The game of a number, drawn turn by turn; errors as of `replay`, and BadInput for one too long to draw."""
    retold = replay(run, number)
    if len(retold.turns) > MOST_TURNS:
        raise BadInput(f"game {number}: has {len(retold.turns):,} turns; the page draws at most {MOST_TURNS:,}")
    shown = {
        "movers": [step.seat for step in retold.turns], "players": list(retold.players), "others": places(run),
        "game": retold.game, "number": number, "called": catalogue.title(retold.game), "title": retold.title,
        "origin": retold.origin, "step": own(retold.game).step,
        "legend": own(retold.game).legend,
        "labels": list(catalogue.labels(retold.game, retold.rules)), "cautions": list(retold.cautions),
        "result": list(retold.result), "people": retold.people, "frames": [asdict(frame) for frame in frames(retold)],
        "command": shlex.join(["dhstats", "replay", str(run.folder), str(number), "--html", f"game{number}.html"]),
    }  # fmt: skip
    return _shown(shown)


def explained(run: Run, number: int, continuations: int, tell: Tell, workers: int | None = None) -> Record:
    """Chances at every turn, turning points, and what else could be played in each; told before: a first look."""
    if continuations not in CONTINUATIONS:
        allowed = ", ".join(str(each) for each in CONTINUATIONS)
        raise BadInput(f"continuations: must be one of {allowed}, not {continuations}")
    doing = "the game played on from every turn"

    def first(early: Explanation) -> None:
        nonlocal doing
        doing = "turns whose other moves are played on"
        tell(doing, 0, len(early.moments), _shown(chances(early)))

    def watch(done: int, most: int) -> None:
        tell(doing, done, most if done else 0)

    return _shown(chances(explain(run, number, continuations, watch, first, workers)))


def turn_choices(run: Run, number: int, turn: int) -> Record:
    """What is worth playing in one turn, counted from 1, and how often who moves wins with it."""
    return _shown(choices(look_at(run, number, turn, OF_A_TURN, every=False), str(run.folder), number))


def going_on(run: Run, number: int, turn: int, move: int) -> Record:
    """What comes of another move in a turn: the game continues from there many times, with it and as it was."""
    answer = what_if.of_state(run, number, turn, (f"move={move}",), AS_IT_IS, WAYS)
    texts = [finding.text for finding in answer.findings]
    return _shown({"findings": texts, "command": fork_command(str(run.folder), number, turn - 1, move)})


def _shown(record: Record) -> Record:
    """A record as a page shows it: each invisible letter is spelt out."""
    return {name: _spelt(value) for name, value in record.items()}


def _spelt(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _spelt(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_spelt(each) for each in value]
    return seen(value)


Array = np.ndarray[Any, Any]
OPTIONS = "legal_moves"  # a column that tells of what was not played
SEEN = "You could see all of this game in the room Games."


@dataclass(frozen=True)
class Wanted:
    """What is asked for: a game of a run after a number of turns, and who plays on.

    `seat` is that of the person, None: who has to decide. `others` is the program at all other seats, "" for those who
    played. `settings` change the rules.
    """

    run: Run
    number: int
    turn: int
    seat: int | None = None
    others: str = ""
    settings: tuple[str, ...] = ()
    name: str = "Player 1"


def places(run: Run) -> list[str]:
    """The programs that can be seated at once for the games of a run."""
    bundle = catalogue.load(run.manifest.game)
    return chairs.ready(chairs.programs(bundle, rules_of(run.manifest)))


def session(wanted: Wanted) -> Session:
    """The game at a table of its own."""
    run, manifest = wanted.run, wanted.run.manifest
    if other := version_problem(catalogue.load(manifest.game), manifest):
        raise DataProblem(other)
    row, turns, _ = kept_game(run, wanted.number)
    if wanted.turn >= len(turns):
        raise BadInput(f"turn: the game is over after {len(turns)}; play on from one before")
    chance, rules = _chance(run, wanted.number, row), rules_of(manifest, wanted.settings)
    seat = int(turns[wanted.turn]["seat"]) if wanted.seat is None else wanted.seat
    sitting, replaced = _chairs(wanted, tables.seated(manifest, row), rules, seat)
    # Notes on a game that continues, kept with it
    number, turn = wanted.number, wanted.turn
    moment = f"after {'the deal' if not turn else f'turn {turn}'} of game {number}"
    texts = [f"This game continues {moment} of {seen(manifest.name)}. {SEEN}"]
    if wanted.settings:
        changed = seen(", ".join(wanted.settings))
        texts.append(f"With {changed}: under these rules too, the game reaches this moment in the same way.")
    texts += [
        f"{seen(each)}, who played there, cannot play here; another player takes their place." for each in replaced
    ]
    note, place = {"branched_after": turn, "of_run": manifest.name, "of_game": number}, name_of(run.folder)
    draws = tuple[int, ...]()  # the numbers by seat at which programs drew; nothing of games of people
    if not manifest.log:
        arm = manifest.design.arms[number % len(manifest.design.arms)]
        draws = tuple(arm.replicate * len(arm.players) + each for each in arm.players)
    origin = Origin(rules, chance.layout, draws, tuple(texts), f"games/{place}/{number}/{turn}", note)
    setup = Setup(manifest.game, sitting, rules.name, seed=chance.seed, deal=chance.deal, origin=origin)
    opened, rows = open_table(setup), recorded(catalogue.load(manifest.game), turns[: wanted.turn])
    try:
        if wanted.settings:
            _check_same(wanted, replace(opened, rules=rules_of(manifest)), opened, rows)
        return Session(opened, rows)
    except Unfollowed as problem:
        raise DataProblem(f"{run.folder}: game {wanted.number} cannot be followed: {problem}") from problem


def _chance(run: Run, number: int, row: Row) -> Chance:
    """Where the deal of a game lies; BadInput where its cards were told one by one."""
    if not run.manifest.log:
        return Chance(run.manifest.seed, int(row["deal_id"]), int(row.get("layout", row["swapped"]) or 0))
    game = game_of(run.folder, run.manifest, number)
    if game.dealt is not None:
        unknown = "the cards below are not known, so it cannot be played on"
        raise BadInput(f"the cards of this game were listed one by one: {unknown}")
    return game.chance


def _chairs(wanted: Wanted, players: Sequence[str], rules: RuleSet, seat: int) -> tuple[tuple[Chair, ...], list[str]]:
    """Who sits where, and who of those who played cannot be seated."""
    bundle = catalogue.load(wanted.run.manifest.game)
    if not 0 <= seat < len(players):
        raise BadInput(f"seat: must be from 0 to {len(players) - 1}, not {seat}")
    offered = chairs.programs(bundle, rules)
    names = chairs.ready(offered)
    if wanted.others:
        chairs.chairs([{"program": wanted.others}], offered)
    sitting = [wanted.others or (each if each in names else chairs.usual(bundle, rules, names)) for each in players]
    missing = [each for at, each in enumerate(players) if at != seat and not wanted.others and each not in names]
    sitters = tuple(person(wanted.name) if at == seat else Chair(each) for at, each in enumerate(sitting))
    return sitters, list(dict.fromkeys(missing))


def _check_same(wanted: Wanted, base: Opened, changed: Opened, rows: Array) -> None:
    """BadInput where the game so far would not have been the same under the changed rules, to the last hidden card."""
    was, now = Follower(base), Follower(changed)
    before = was.reach(rows)
    try:
        after = now.reach(rows)
    except Unfollowed as problem:
        raise BadInput(_too_late(wanted, f"turn {problem.turn} would not have been allowed")) from problem
    if after.over:
        raise BadInput(_too_late(wanted, "the game would be over by then"))
    for turn, (one, other) in enumerate(zip(before.rows, after.rows, strict=True), start=1):
        names = [name for name in one.dtype.names if name != OPTIONS and one[name] != other[name]]
        if names:
            raise BadInput(_too_late(wanted, f"turn {turn} would end differently ({names[0].replace('_', ' ')})"))
    if was.lies() != now.lies():
        raise BadInput(_too_late(wanted, "the cards would lie differently by then"))


def _too_late(wanted: Wanted, why: str) -> str:
    changed = ", ".join(wanted.settings)
    command = ["dhstats", "fork", str(wanted.run.folder), str(wanted.number), "--turn", str(wanted.turn + 1)]
    shown = shlex.join([*command, "--arm", changed])
    return f"{seen(changed)}: under these rules {why}; `{seen(shown)}` changes rules in the middle of a game"
