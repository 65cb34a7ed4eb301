"""A game file as the value that the engine plays, with what training, searching and luck need."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind, compiled, explain
from dhstats.engine.copies import checked_copy
from dhstats.engine.game import Game, Learning
from dhstats.engine.network import MAX_UNITS
from dhstats.engine.stream import below, mix
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import hiding, inputs, play, records, written
from dhstats.gamefile.playing.compiling import refusals
from dhstats.gamefile.playing.forking import forking_of
from dhstats.gamefile.playing.solving import skipped, solving_of
from dhstats.gamefile.playing.written import checked, trusted
from dhstats.games.objective import LOWEST

Function = Callable[..., Any]

USUAL: Mapping[str, Function] = {  # where a file says nothing of it
    "then": lambda state, rules, chance: None,
    "stuck": play.pass_on,
    "tie_break": lambda state, rules, seat: 0,
    "side": lambda state, rules, seat: seat,
    "ending": lambda state, rules: 0,
    "fits": lambda state, rules, seat: True,
}
PLAYED = (
    play.which_end, play.check_mover, play.points_of, play.totals, play.same_side, play.note_lead,
    play.finish, play.worth_of, play.break_tie,
    play.find_winner, play.rank_of,
    play.prepare, play.shuffle, play.lay, play.sight, play.deal, play.look, play.play, play.skip,
    play.to_move, play.over, play.score,
)  # fmt: skip
# How players of a game file learn, whether winning counts or points: options are compared at most decisions. Chosen by
# Pig, of which optimal play is known (`python -m tests.benchmarks.examples`).
RECIPE = (
    ("games", 300_000), ("rate", 0.006), ("batch", 8), ("memory", 0.8), ("exploration", 0.1), ("compared", 0.6),
    ("keep", "last"), ("parts", 8), ("patience", 3), ("win_share", 1.0),
)  # fmt: skip
IN_POINTS = (("win_share", 0.0), ("patience", 0))  # the curve counts wins, so it does not show when they stop learning


def game_of(file: GameFile) -> Game:
    """The game of a file."""
    bound = _bound(file)
    return Game(
        name=file.name,
        version=1,
        home=file.path,
        maker=Path(__file__),
        seats=file.most_seats,
        rules=records.rules(file),
        table=records.table(file),
        view=records.view(file, records.ENGINE),
        options=np.dtype([("moves", records.move(file), file.moves + file.spare)], align=True),
        event=records.rows(file).event,
        result=records.rows(file).result,
        learning=_learning(file, bound),
        forking=forking_of(file),
        solving=solving_of(file, bound),
        **{
            name: bound[name]
            for name in ("shuffle", "deal", "look", "legal", "play", "skip", "same_move", "to_move", "over", "score")
        },
    )


@cache
def _bound(file: GameFile) -> dict[str, Any]:
    """All that plays a game file, by the names under which functions call each other."""
    explain(lambda: refusals(file))
    own = {f"own_{name}": checked_copy(function, divisions=True) for name, function in file.compiled.items()}
    usual: dict[str, Function] = {f"own_{name}": compiled()(function) for name, function in USUAL.items()}
    if file.objective.side_of:
        sides = {"SIDES": np.array(file.objective.side_of)}
        usual["own_side"] = trusted(written.function("side", "state, rules, seat", ["return SIDES[seat]"], sides))
    space = (usual | own) | _written(file)
    for template in PLAYED:
        if template is play.score:
            known = {name: space[name] for name in ("rank_of", "own_side")}
            space["write_result"] = checked(written.write_result(file, known))
        made = play.points_alone if template is play.points_of and not file.objective.sides else template
        space[template.__name__] = checked(bind(made, file.name, **space))
    space["legal"] = checked(bind(play.offered if file.offers else play.legal, file.name, **space))
    return space


def script(file: GameFile, template: Function) -> Function:
    """A way to play bound to a game file, as a strategy's function."""
    return bind(template, file.name, **_bound(file))


def _written(file: GameFile) -> dict[str, Any]:
    parts = {
        "hide": hiding.hide(file),
        "go_round": hiding.go_round(file),
        "write_scores": written.write_scores(file),
        "write_row": written.write_row(file),
        "write_pass": written.write_pass(file),
        "same_move": written.same_move(file),
    }
    made: dict[str, Any] = {name: trusted(function) for name, function in parts.items()}
    made |= {} if file.offers else {"MOVES": records.all_moves(file)}
    made |= {"START": records.start(file, records.ENGINE), "LIMIT": len(file.endings) - 1, "SKIPPED": skipped(file)}
    return made | {"SIGN": -1 if file.objective.kind == LOWEST else 1, "SHARED": int(file.objective.together)}


def _learning(file: GameFile, bound: Mapping[str, Function]) -> Learning:
    """What a trained player of a game file takes in: the state right after a move, before chance speaks."""
    taken = inputs.fitting(file)
    outlook = inputs.take_in(taken, 1, {"own_play": bound["own_play"]})
    own = {name: bound.get(name) for name in ("own_guess", "own_allowed", "own_moves")}
    helpers = {"mix": checked_copy(getattr(mix, "py_func", mix)), "below": below}
    moves_of = checked(bind(play.room_for_moves if file.offers else play.all_moves, file.name, **bound))
    laid = checked(hiding.lay_hidden(file, own | helpers))
    guess = checked(bind(play.lay_anew, file.name, **bound, lay_hidden=laid, moves_of=moves_of))
    return Learning(
        fixed=1,
        inputs=1 + taken.count,
        lead=file.lead,
        situation=trusted(_situation),
        outlook=checked(outlook),  # a pile may hold what it may not
        outcome=trusted(written.outcome(file)),
        guess=guess,
        fast_policy=compiled()(play.at_random),
        forbids=compiled()(play.permits),
        hidden=(0,),
        restrictions=(),
        units=MAX_UNITS,
        second=32,
        alike=False,
        recipe=(*RECIPE, *(IN_POINTS if file.objective.in_points and file.most_seats > 1 else ())),
    )


def _situation(view: Any, x: Any) -> None:
    """Nothing is the same for all moves but the rules, which a player learns with."""
    x[0] = np.float32(0.0)
