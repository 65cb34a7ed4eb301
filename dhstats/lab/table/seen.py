"""What a person at the table is shown, as a record for JSON: their own view in words and pictures, and nothing else."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np

from dhstats.games.positions import HAND
from dhstats.games.retelling import Reason, seat_names
from dhstats.lab.table.setup import Opened
from dhstats.lab.table.telling import Moment, Teller
from dhstats.report.drawing.drawing import Frame, own
from dhstats.storage.run import first_seats

LAST = 30  # turns that are told
DOWN = ("?", "face down")  # a card of a hand that is not shown
Shown = dict[str, Any]


def shown(opened: Opened, teller: Teller, moment: Moment, seat: int | None) -> Shown:
    """The table as it is shown to a seat, or as who only watches sees it, which is all of it (None).

    Where another person has to decide, nobody's hand is shown, and `hand_over` says to whom the screen goes.
    """
    record = _about(opened, moment)
    if moment.over or seat is None:
        # Everything: of a game that is over, or that programs play
        heard, steps = teller.noticed(moment.rows, None), teller.steps(moment.rows)
        frame = teller.frame(teller.open_position(moment.rows), heard[-1][1] if heard else "the deal", len(heard))
        lines = list(steps[-1].board) if steps else []
        look: Shown = {"frame": asdict(frame), "lines": lines, "last": _told(opened, heard[-LAST:])}
        if moment.over:
            first = first_seats(moment.result, opened.players) if opened.players > 1 else ()
            winners = first if len(first) < opened.players else ()
            look |= {"result": teller.result(moment), "turns": _told(opened, heard)}
            look |= {"winners": [_who(opened, seat) for seat in winners]}
        return record | look
    due, mine = moment.seat, moment.seat == seat
    view = moment.view if mine else teller.notation.closed(moment.view)
    heard = teller.noticed(moment.rows, seat) if mine else teller.heard_by_all(moment.rows)
    position = teller.position(replace(moment, view=view))
    frame, lines = teller.frame(position), teller.notation.lines(position, view, opened.rules.effective)
    record |= {
        "you": _who(opened, seat),
        "hand_over": None if mine else _who(opened, due),
        "frame": asdict(_face_down(frame, moment, due if mine else -1)),
        "lines": lines if mine else [line.split(HAND)[0].rstrip(" ,") if HAND in line else line for line in lines],
        "last": _told(opened, heard[-LAST:]),
    }
    if mine:
        made = decisions(moment)
        record |= {"decision": made, "take_back": made > 0}
        record |= {"asked": teller.notation.asked(moment.view, opened.rules.effective)}
        record |= {"kinds": _moves(teller, moment), "left_out": moment.count - len(moment.moves)}
        record |= _barred(teller, moment)
    return record


def _about(opened: Opened, moment: Moment) -> Shown:
    setup, origin = opened.setup, opened.setup.origin
    return {
        "game": setup.game, "rules": opened.rules.name, "settings": list(setup.settings), "seed": setup.seed,
        "deal": setup.deal, "seats": [_who(opened, seat) for seat in range(opened.players)],
        "cautions": list(opened.cautions), "step": own(setup.game).step, "legend": own(setup.game).legend,
        "over": moment.over,
        "to_decide": None if moment.over else _who(opened, moment.seat), "you": None, "hand_over": None, "asked": "",
        "decision": None, "take_back": moment.over and bool(opened.people), "kinds": [], "left_out": 0, "barred": [],
        "idle": {}, "result": [], "winners": [], "turns": [],
        "origin": {"address": origin.address, "said": list(origin.said)} if origin else None,
    }  # fmt: skip


def _who(opened: Opened, seat: int) -> Shown:
    role = seat_names(opened.players)[seat]
    return {"seat": seat, "role": role, "name": opened.names[seat], "person": seat in opened.people}


def own_decisions(opened: Opened, moment: Moment) -> list[int]:
    """The turns, from 0, in which people decided something."""
    asked = np.isin(moment.rows["seat"], sorted(opened.people)) & (moment.rows["legal_moves"] > 0)
    return [int(turn) for turn in np.flatnonzero(asked)]


def decisions(moment: Moment) -> int:
    """How many decisions whoever decides has made; unlike the number of all turns that tells nothing of others."""
    return int(((moment.rows["seat"] == moment.seat) & (moment.rows["legal_moves"] > 0)).sum())


def _told(opened: Opened, lines: list[tuple[int, str]]) -> list[Shown]:
    return [{**_who(opened, seat), "words": words} for seat, words in lines]


def _face_down(frame: Frame, moment: Moment, mine: int) -> Frame:
    """The frame with every hand but one's own face down, as it is told by its size."""
    sides = tuple(
        side if seat == mine else replace(side, hand=(DOWN,) * int(moment.view["hand_sizes"][seat]))
        for seat, side in enumerate(frame.seats)
    )
    return replace(frame, seats=sides)


def _moves(teller: Teller, moment: Moment) -> list[Shown]:
    """The legal moves in words, those of a kind together, each with its number."""
    kinds: dict[str, list[Shown]] = {}
    for number, move in enumerate(moment.moves):
        words, kind = teller.move(move, moment.view), teller.kind(move, moment.view)
        kinds.setdefault(kind, []).append({"number": number, "words": words})
    return [{"kind": kind, "moves": moves} for kind, moves in kinds.items()]


def _barred(teller: Teller, moment: Moment) -> Shown:
    """What is not allowed now, what has the same reason together, and the cards of the hand that are of no use."""
    tries = teller.tried(moment.rows)
    reasons: dict[Reason, list[str]] = {}
    for each in tries:
        if each.reason:
            reasons.setdefault(each.reason, []).append(each.words)
    useful = {each.card for each in tries if not each.reason}
    idle = {each.card: each.reason.words for each in tries if each.reason and each.card and each.card not in useful}
    mine = {each.reason for each in tries if each.card}  # what stops a card of the hand is told first
    order = sorted(reasons, key=lambda each: each not in mine)
    listed = [{"reason": each.words, "key": each.key, "tries": reasons[each]} for each in order]
    return {"barred": listed, "idle": idle}


def frames(teller: Teller, moment: Moment) -> list[Shown]:
    """All moments of a finished game as pages draw them, the deal first."""
    texts = ["the deal", *(words for _, words in teller.noticed(moment.rows, None))]
    places = [teller.open_position(moment.rows[:0]), *(step.after for step in teller.steps(moment.rows))]
    return [asdict(teller.frame(place, line, at)) for at, (place, line) in enumerate(zip(places, texts, strict=True))]
