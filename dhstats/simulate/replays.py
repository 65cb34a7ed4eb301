"""Games told again: what a log holds in words, a game played again as it was, and the rematch of a kept game."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dhstats import programs
from dhstats.engine.strategy import Strategy, source_file_hash
from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.games import catalogue, logged, retelling
from dhstats.games.bundle import GameBundle
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import Kept, Step
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.positions import forks
from dhstats.players.positions.forks import Forked, ForkTable, Rollouts, RolloutTable, State
from dhstats.quoting import plain
from dhstats.seats import SEATS
from dhstats.simulate.people.writing import game_of, log_of
from dhstats.simulate.plans.designs import loop_plan
from dhstats.simulate.plans.experiment import is_logged, rules_of
from dhstats.simulate.positions.forks import switched
from dhstats.simulate.tables import Row, differences, odd_cell, planned, seated, stored_games, stored_turns, worded
from dhstats.storage import Manifest, Player, Run
from dhstats.storage.manifest import PEOPLE_SOURCE, Arm
from dhstats.storage.run import first_seats


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was just played again: its row of the games table and its turns."""

    row: Row
    turns: list[Row]


def find_again(bundle: GameBundle, rules: RuleSet, player: Player) -> Strategy:
    """The strategy that a run played with; DataProblem if it is gone, has retired or was changed since."""
    if player.source == PEOPLE_SOURCE:
        raise DataProblem("people played these games; they cannot play them again or play on")
    if player.source.endswith((".toml", ".json")):
        text = player.source
    else:
        text = f"{player.source}:{player.name}" if player.source.endswith(".py") else player.name
    try:  # of a program that changed not even a line is run
        same = not player.source.endswith(".py") or source_file_hash(Path(player.source)) == player.hash
    except UserError as error:
        raise DataProblem(f"the strategy that played cannot be found: {error}") from error
    if same and (file := programs.file_of(text)) and not programs.may_run(file):  # nobody but the run named it
        raise BadInput(f"strategy {player.name!r}: {programs.refusal(file, 'the run')}")
    try:
        strategy = trainees.find(bundle, rules, text) if same else None
    except UserError as error:
        retired = roster.retirement(text, changed=False)
        raise DataProblem(retired or f"the strategy that played cannot be found: {error}") from error
    if strategy is None or strategy.hash != player.hash:
        changed = f"strategy {player.name!r} ({player.source}): has changed since the run was played"
        raise DataProblem(roster.retirement(text, changed=True) or changed)
    return replace(strategy, name=player.name)  # who was named expert@player.json is found by the file


def version_problem(bundle: GameBundle, manifest: Manifest) -> str:
    """Why a run's games are not those of this game any more, or nothing."""
    ours, theirs = bundle.game.version, manifest.game_version
    text = f"the run was played by version {theirs} of {manifest.game}, this is version {ours}"
    return "" if ours == theirs else text


def lineup_again(manifest: Manifest, names: Collection[str] | None = None, *, whole: bool = True) -> Lineup:
    """The players of a run, all or those of these names, under its rules; DataProblem where they are others by now."""
    bundle = catalogue.load(manifest.game)
    if problem := version_problem(bundle, manifest):
        raise DataProblem(problem)
    rules = rules_of(manifest)
    players = [each for each in manifest.strategies if names is None or each.name in names]
    return line_up(bundle, rules, [find_again(bundle, rules, player) for player in players], whole=whole)


class Rematch:
    """Plays single games of a run again, as they were played: seed, deal and arm determine them."""

    def __init__(self, manifest: Manifest, names: Sequence[str], lineup: Lineup | None = None) -> None:
        """Compiles the named strategies, unless all that played are there as a lineup."""
        self._lineup: Lineup = lineup or lineup_again(manifest, names)
        self._manifest, self._bundle = manifest, self._lineup.bundle
        self._matches: dict[int, Match] = {}
        self._lookouts: dict[tuple[int, int], RolloutTable] = {}

    def play(self, game_id: int) -> Played:
        """The game of a number, every turn of it."""
        deal, arm = self._place(game_id)
        number = arm.matchup
        if number not in self._matches:
            self._matches[number] = Match(self._lineup, self._manifest.matchups[number])
        match, seed = self._matches[number], self._manifest.seed
        results, turns = match.play(loop_plan([arm]), seed, deal, 1, logged=True)
        row = worded(self._bundle, results[0, 0])
        del row["logged_turns"]
        logged = [{"game_id": game_id} | worded(self._bundle, event) for event in turns]
        return Played(planned(self._manifest, game_id) | row, logged)

    def look_into(
        self, game_id: int, turn: int, replicates: int, numbers: Sequence[int] | None = None
    ) -> Rollouts | None:
        """The legal moves after some turns of a game, all or those of some numbers, played on."""
        deal, arm = self._place(game_id)
        seen = self._lookout(arm, replicates).moves(loop_plan([arm]), self._manifest.seed, deal, turn, numbers)
        return seen if seen.legal else None

    def state(self, game_id: int, turn: int, replicates: int) -> State | None:
        """What could be played after some turns of a game; None where there is nothing to choose."""
        deal, arm = self._place(game_id)
        return self._lookout(arm, replicates).state(loop_plan([arm]), self._manifest.seed, deal, turn)

    def _lookout(self, arm: Arm, replicates: int) -> RolloutTable:
        key = (arm.matchup, replicates)
        if key not in self._lookouts:
            self._lookouts[key] = RolloutTable(self._lineup, self._manifest.matchups[arm.matchup], replicates)
        return self._lookouts[key]

    def fork(self, game_id: int, turn: int, arms: Sequence[forks.Arm], continuations: int) -> Forked:
        """A game after some turns, continued in every arm, the hidden cards dealt again each time.

        No fork where the game has fewer turns, or no move there of a kind that an arm asks for.
        """
        deal, arm = self._place(game_id)
        others = switched(self._bundle, arms, partial(rules_of, self._manifest))
        pair = self._manifest.matchups[arm.matchup]
        table = ForkTable(self._lineup, pair, turn, arms, continuations + 1, others)
        played = table.play(loop_plan([arm]), self._manifest.seed, deal, 1)
        return replace(played, results=played.results[:, :, 1:])  # the first has the cards as they lay

    def _place(self, game_id: int) -> tuple[int, Arm]:
        """The deal of a game, and which game of it."""
        deal, number = divmod(game_id, len(self._manifest.design.arms))
        return deal, self._manifest.design.arms[number]


@dataclass(frozen=True, slots=True)
class Replay:
    """A game for people: who played by which rules, the deal, each turn with what lay on the table after it.

    `rules` are the effective rules. `logged` says whether the turns were read from the run, or played again because it
    did not keep them. `cautions` are what has to be said of its players; `people` says that people played.
    """

    run: str
    game: str
    game_id: int
    deal_id: int
    arm: int
    seed: int
    players: tuple[str, ...]
    rules_name: str
    rules: Mapping[str, Any]
    logged: bool
    deal: tuple[str, ...]
    opening: Any
    turns: tuple[Step, ...]
    result: tuple[str, ...]
    cautions: tuple[str, ...] = ()
    people: bool = False

    @property
    def title(self) -> str:
        """The game and its players in one line."""
        first, *others = self.players
        against = f" against {', '.join(others)}" if others else ""
        return f"Game {self.game_id} of {self.run}: {first}{against}, {self.rules_name}"

    @property
    def origin(self) -> str:
        """Where the game comes from in one line."""
        source = "as logged" if self.logged else "played again, because the run logged no turns of it"
        if self.people:
            return "Played by people; the turns come from their log, and the referee has judged them."
        return f"Seed {self.seed}, deal {self.deal_id}, arm {self.arm}; {source}."

    def text(self, *, boards: bool = False) -> str:
        """The whole game as text, with the board after every turn if wanted."""
        lines = [self.title, self.origin, *self.cautions, "", *self.deal, ""]
        for step in self.turns:
            lines += ["", step.line, *step.board] if boards else [step.line]
        return "\n".join(map(plain, [*lines, "", *self.result]))


def replay(run: Run, game_id: int) -> Replay:
    """A game of a run by its number."""
    manifest = run.manifest
    row, turns, logged = kept_game(run, game_id)
    kept = Kept(manifest.seed, row, turns)
    if manifest.log:
        kept = game_of(run.folder, manifest, game_id).kept(row)
    # The kept game as its rules tell it; DataProblem where the manifest holds no rules
    try:
        rules = rules_of(manifest)
    except BadInput as error:
        raise DataProblem(f"{run.folder}: the rules in its manifest are damaged: {error}") from error
    story, players = retelling.load(manifest.game).tell(rules.effective, kept), seated(manifest, row)
    return Replay(
        manifest.name, manifest.game, game_id, int(row["deal_id"]), int(row["arm"]), manifest.seed, players,
        manifest.rules_name, manifest.rules, logged, story.deal, story.opening, story.steps, story.result,
        manifest.cautions_of(players), bool(manifest.log),
    )  # fmt: skip


def kept_game(run: Run, game_id: int) -> tuple[Row, list[Row], bool]:
    """A game and its turns as stored, or played again where the run does not keep them; and which of both it was."""
    every = run.manifest.game_ids
    if game_id not in every:
        raise BadInput(f"{run.folder}: has no game {game_id}; its games are {every[0]} to {every[-1]}")
    if run.manifest.keep == "totals":
        names = seated(run.manifest, planned(run.manifest, game_id))
        played = Rematch(run.manifest, names).play(game_id)
        return played.row, played.turns, False
    bundle, row = catalogue.load(run.manifest.game), _row(run, game_id)
    _check_cells(run, [row], bundle.result_types())
    if not is_logged(run.manifest, int(row["deal_id"])):
        # The turns of a game that were not logged; DataProblem if it cannot be played as it was
        try:
            played = Rematch(run.manifest, seated(run.manifest, row)).play(row["game_id"])
        except DataProblem as problem:
            raise DataProblem(
                f"{run.folder}: no turns of game {row['game_id']} were logged, and it cannot be played again: {problem}"
            ) from problem
        if other := differences(played.row, row):
            raise DataProblem(
                f"{run.folder}: game {row['game_id']} played again differs from the stored one in {', '.join(other)}; "
                f"`dhstats verify {run.folder}` shows what is wrong"
            )
        return row, played.turns, False
    turns = stored_turns(run, game_id, game_id).get(game_id, [])
    _check_cells(run, turns, bundle.event_types())
    return row, turns, True


def _check_cells(run: Run, rows: list[Row], types: Mapping[str, np.dtype[Any]]) -> None:
    """DataProblem where stored rows are not made of the numbers, flags and words that a game has."""
    bundle = catalogue.load(run.manifest.game)
    if text := next(filter(None, (odd_cell(bundle, row, types) for row in rows)), ""):
        raise DataProblem(f"{run.folder}: {text}; `dhstats verify {run.folder}` shows what is wrong")


def _row(run: Run, game_id: int) -> Row:
    rows = stored_games(run, game_id, game_id)
    if len(rows) != 1:
        raise DataProblem(
            f"{run.folder}: holds {len(rows)} rows of game {game_id}; `dhstats verify {run.folder}` shows what is wrong"
        )
    if other := differences(planned(run.manifest, game_id), rows[0]):
        raise DataProblem(f"{run.folder}: the row of game {game_id} differs from the plan in {', '.join(other)}")
    return rows[0]


Line = dict[str, Any]


def lines(
    run: Run, games: int, watch: Callable[[int], None] = lambda _: None, *, shown: bool = False
) -> Iterator[Line]:
    """The first games of a run, a line each; `shown` tells the cards that everybody drew in place of seed and deal."""
    if games < 1:
        raise BadInput(f"--games: must be at least 1, not {games}")
    manifest, logging = run.manifest, logged.load(run.manifest.game)
    if shown and (manifest.log or logging.show is None):
        of_game = f"is of {manifest.game}, which has dice or more"
        why = "has its own log of them" if manifest.log else of_game
        raise BadInput(f"--cards: {run.folder} {why}; leave it out")
    rules = rules_of(manifest)
    head = {"log": FORMAT, "game": manifest.game, **rules_keys(manifest.game, rules)}
    if manifest.log:
        for number, told in enumerate(log_of(run.folder, manifest).told[:games], start=1):
            yield head | {name: value for name, value in told.line.items() if name not in head}
            watch(number)
        return
    for number, game_id in enumerate(manifest.game_ids[:games], start=1):
        row, turns, _ = kept_game(run, game_id)
        players = seated(manifest, row)
        layout = int(row.get("layout", row["swapped"]) or 0)
        table = retelling.load(manifest.game).set_up(rules.effective, Kept(manifest.seed, row, turns))
        chance: Line = {"chance": {"seed": manifest.seed, "deal": int(row["deal_id"]), "layout": layout}}
        steps = [logging.turn(table, turn) for turn in turns]
        if shown and logging.show and logging.opening:
            chance = {"hands": logging.opening(table)}
            steps = [each | logging.show(table, turn) for each, turn in zip(steps, turns, strict=True)]
        names = {"players": list(players), "programs": list(dict.fromkeys(players))}
        yield head | (names | chance | {"turns": steps, "result": result_of(row, len(players))})
        watch(number)


def rules_keys(game: str, rules: RuleSet) -> Line:
    """How a line names its rules: by the name of a shipped rule set, or by all that they say; and their hash."""
    files = catalogue.rules(game)
    shipped = [name for name in files.shipped() if files.load(name).hash == rules.hash]
    named: Line = {"rules": shipped[0]} if shipped else {"rules": rules.kept, "rules_name": rules.name}
    return named | {"rules_hash": rules.hash}


def result_of(row: Any, players: int) -> Line:
    """The scores of a game by its row, and who won: a seat, the seats that share the win, or a draw of all."""
    scores = [int(row[f"score_{name}"]) for name in SEATS[:players]]
    if players == 1:
        return {"scores": scores}
    first = first_seats(row, players)
    shared = "draw" if len(first) == players else [SEATS[seat] for seat in first]
    return {"scores": scores, "winner": SEATS[first[0]] if len(first) == 1 else shared}
