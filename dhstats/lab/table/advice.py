"""Programs at the table: decisions with the draws of a simulation, a hint, a finished game looked at afterwards."""

from __future__ import annotations

from typing import Any

import numpy as np

from dhstats.engine.compiled import entry
from dhstats.engine.game import Function
from dhstats.engine.loop import checked
from dhstats.engine.strategy import Strategy
from dhstats.engine.stream import PLAYER, address, next_turn
from dhstats.errors import BadInput
from dhstats.games.retelling import counted
from dhstats.lab.table.setup import COMPILING, Opened
from dhstats.lab.table.telling import Follower, Moment, Teller
from dhstats.players.match import Company, line_up
from dhstats.players.positions.judging import MOST_OPTIONS, ROOM, Chance, Judge, Judged
from dhstats.players.positions.luck import LuckJudge, can_weigh, taken_off
from dhstats.questions.shared.first_screen import capital
from dhstats.report.drawing.drawing import own
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import refuse_unless_wins_count
from dhstats.simulate.tables import win_parts
from dhstats.storage.run import parts_of_win

# Parts of compiled functions as Python calls them
_address: Function = getattr(address, "py_func", address)
_next_turn: Function = getattr(next_turn, "py_func", next_turn)


class Programs:
    """Strategies at the seats of a game, who draw as `dhstats simulate` has them draw in the first game of a deal."""

    def __init__(self, opened: Opened, strategies: dict[int, Strategy]) -> None:
        lineup = opened.lineup
        if set(strategies.items()) != set(opened.programs.items()):
            with COMPILING:
                lineup = line_up(opened.bundle, opened.rules, list(strategies.values()), whole=False)
        anybody = next(iter(strategies.values())).name  # has people's seats, at which nobody is asked
        self._company = Company(
            lineup, [strategies[seat].name if seat in strategies else anybody for seat in range(opened.players)]
        )
        self._chooses = {seat: entry(lineup.compiled[each.name]) for seat, each in strategies.items()}
        self._setup, self._record = opened.setup, opened.lineup.rules

    def choose(self, moment: Moment, follower: Follower) -> int:
        """The number of the move that the program plays whose turn it is; BadInput naming one that fails."""
        company, seat = self._company, moment.seat
        place, mind = company.place, company.minds[seat]
        place["player"], place["deal"] = seat, self._setup.deal
        noise = mind["noise"]
        _address(noise, np.uint64(self._setup.seed), self._setup.deal, PLAYER + self._setup.draws(seat))
        noise["turn"] = int((moment.rows["seat"] == seat).sum()) - 1
        _next_turn(noise)
        mind["mark"] = place["rules"]

        def ask() -> int:
            choice = self._chooses[seat](moment.view, follower.options, moment.count, mind)
            return int(checked(choice, moment.count, place))

        number = company.played(ask, view=moment.view)
        company.check_rooms(self._record)
        return number


Array = np.ndarray[Any, Any]
HUNDRED = 100.0
WORTH_A_WORD = 0.005  # of a win that a decision cost
MOST_NAMED = 3  # decisions of a seat
UNIT = "chance to win, in percent"
NEARLY = 0.01  # of a win: as good as the best


class Adviser:
    """The expert of the rules, or who stands in for them, asked about one game."""

    def __init__(self, opened: Opened, teller: Teller) -> None:
        """BadInput where nobody is trained for the rules."""
        refuse_unless_wins_count(opened.bundle.game.name, opened.players, "a hint or a look back")
        self._opened, self._teller = opened, teller
        self._programs = Programs(opened, dict.fromkeys(range(opened.players), opened.adviser))
        with COMPILING:
            self._judge = Judge(opened.bundle, opened.rules, opened.adviser)
        self._chance = Chance(opened.setup.seed, opened.setup.deal, opened.setup.layout)
        self._luck: LuckJudge | None = None
        self._step = own(opened.setup.game).step

    @property
    def name(self) -> str:
        """What the adviser is called."""
        return self._opened.adviser.name

    def hint(self, moment: Moment, follower: Follower) -> dict[str, Any]:
        """What the adviser would play, and what every move is worth to them, the best first."""
        choice = self._programs.choose(moment, follower)
        rows = follower.with_move(moment, choice)
        wanted = np.zeros(len(rows), np.int64)
        wanted[-1] = 1
        judged = self._judge.judge(0, self._chance, rows.view(np.recarray), wanted)
        values = judged.values[: moment.count].astype(float) if len(judged.turns) else np.zeros(0)
        words = self._teller.move(follower.options["moves"][choice], moment.view)
        order = [int(number) for number in np.argsort(-values, kind="stable")]
        best = float(values[order[0]]) if order else 0.0
        options = [
            {
                "number": number, "words": self._teller.move(moment.moves[number], moment.view),
                "value": _percent(values[number]), "behind": _percent(best - values[number]),
            }
            for number in order
        ]  # fmt: skip
        text = f"{self.name} would play {words}"
        if moment.count == 1:
            sentence = f"{text}: it is the only move."
        elif not len(values):
            sentence = f"{text}; there are too many moves to value each."
        else:
            near = int((values >= values.max() - NEARLY).sum()) - 1
            alike = f"; {counted(near, 'other move')} as good to within one percent" if near > 0 else ""
            sentence = f"{text}: a chance to win of {_percent(values[choice])} %{alike}."
        return {
            "adviser": self.name, "number": choice, "words": words, "unit": UNIT, "options": options,
            "sentence": sentence,
        }  # fmt: skip

    def afterwards(self, moment: Moment, follower: Follower) -> dict[str, Any]:
        """A finished game: the curve of chances, the costliest moves of each seat, luck beside decisions."""
        rows = np.asarray(moment.rows).view(np.recarray)
        options = np.where(rows["legal_moves"] <= MOST_OPTIONS, rows["legal_moves"].astype(np.int64), 0)
        judged = self._judge.judge(0, self._chance, rows, np.asarray(np.cumsum(options) <= ROOM).astype(np.int64))
        shares = self._shares(moment)
        luck = None  # of every turn, a column a seat, in a game that says what chance is
        if can_weigh(self._opened.bundle):
            with COMPILING:
                self._luck = self._luck or LuckJudge(self._opened.bundle, self._opened.rules, self._opened.adviser)
            luck = self._luck.weigh(0, self._chance, rows)
        seats = [self._seat(seat, judged, rows, follower, luck, float(shares[seat])) for seat in range(len(shares))]
        curve = [
            {
                "turn": int(judged.turns[at]), "seat": int(judged.seats[at]),
                "best": _percent(judged.values[int(judged.starts[at] + judged.bests[at])]),
                "played": _percent(judged.values[int(judged.starts[at] + judged.choices[at])]),
            }
            for at in range(len(judged.turns))
        ]  # fmt: skip
        return {
            "adviser": self.name, "unit": UNIT, "curve": curve, "seats": seats,
            "not_judged": int((rows["legal_moves"] > 1).sum()) - len(judged.turns),
            "method": (
                f"Values are those of {self.name}, from what the player to move could see; they are an opinion, and a"
                " play better than the adviser's counts as an error."
            ),
        }  # fmt: skip

    def _shares(self, moment: Moment) -> Array:
        players = self._opened.players
        return np.asarray(win_parts(moment.result.reshape(1), players)[:, 0] / parts_of_win(players))

    def _seat(
        self, seat: int, found: Judged, rows: Any, follower: Follower, luck: Array | None, share: float
    ) -> dict[str, Any]:
        mine = np.flatnonzero(found.seats == seat)
        losses = found.losses
        order = sorted(mine.tolist(), key=lambda at: (-losses[at], at))[:MOST_NAMED]
        named = [self._missed(at, found, rows, follower) for at in order if losses[at] >= WORTH_A_WORD]
        if named and share < 1.0:
            named[0]["line"] = self._line(order[0], seat, found, rows, follower)
        cost, name = float(losses[mine].sum()) if len(mine) else 0.0, self._opened.names[seat]
        gave = None if luck is None else _percent(taken_off(luck, seat))
        text = f"{name}: {counted(len(mine), 'decision')} cost {_percent(cost)} percent of a win"
        text += f", chance gave {gave:+.1f}" if gave is not None else ""
        text += f"; the costliest was {self._step} {named[0]['turn'] + 1}, {named[0]['cost']}" if named else ""
        return {
            "seat": seat, "role": SEATS[seat], "name": name, "share_of_win": _percent(share),
            "decisions": len(mine), "cost": _percent(cost), "luck": gave, "costliest": named, "sentence": f"{text}.",
        }  # fmt: skip

    def _missed(self, at: int, found: Judged, rows: Any, follower: Follower) -> dict[str, Any]:
        """A decision in which something better could have been played."""
        turn, start = int(found.turns[at]), int(found.starts[at])
        before = follower.reach(rows[:turn])
        choice, best = int(found.choices[at]), int(found.bests[at])
        numbers, moves = (choice, best), follower.options["moves"]
        played, better = (self._teller.move(moves[number], before.view) for number in numbers)
        values = [_percent(found.values[start + number]) for number in numbers]
        cost = _percent(float(found.losses[at]))
        return {
            "turn": turn, "played": played, "better": better, "chance_played": values[0], "chance_better": values[1],
            "cost": cost,
            "sentence": f"{capital(self._step)} {turn + 1}: {played} ({values[0]} %), better {better} ({values[1]} %).",
        }  # fmt: skip

    def _line(self, at: int, seat: int, found: Judged, rows: Any, follower: Follower) -> str:
        """What would have become of the better move, had the adviser gone on at every seat; the cards as they lay."""
        moment = follower.reach(rows[: int(found.turns[at])])
        moment = follower.reach(follower.with_move(moment, int(found.bests[at])))
        while not moment.over:
            number = self._programs.choose(moment, follower) if moment.count else 0
            moment = follower.reach(follower.with_move(moment, number))
        share = float(self._shares(moment)[seat])
        end = "have won" if share == 1.0 else "have shared the win" if share > 0.0 else "still have lost"
        who, if_ = self._opened.names[seat], "If" if share > 0.0 else "Even if"
        return f"{if_} {self.name} had played every hand from there on the same cards, {who} would {end}."


def _percent(share: Any) -> float:
    """A share in percent with one digit; a tiny loss is 0."""
    return round(HUNDRED * float(share), 1) + 0.0


def check_over(moment: Moment) -> None:
    """BadInput while a game continues."""
    if not moment.over:
        raise BadInput("the game is not over yet; play it to its end, or take a hint")
