"""A score sheet for the phone: one file that works without a server and without a network."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path

from markupsafe import Markup

from dhstats.questions.playtests.asked import FEWEST, MOST, TAPPED, Asked
from dhstats.report.page.packing import embed_json
from dhstats.report.page.page import asset, from_template, style
from dhstats.report.pages.writing import write_file
from dhstats.simulate.playtests.schedule import PlannedGame
from dhstats.storage.places import place

RULES = {MOST: "", FEWEST: " (fewest points win)", TAPPED: " (points do not decide)"}


def write_phone(
    asked: Asked, path: Path, people: Sequence[str] = (), versions: Sequence[str] = (), plan: Sequence[PlannedGame] = ()
) -> Path:
    """Writes a score sheet that keeps its games on the phone; ResourceFailure for a file that cannot be written."""
    write_file(file := place(path), score_sheet(asked, people, versions, plan).encode())
    return file


def headings(asked: Asked) -> list[str]:
    """The columns of a CSV of such games; those of a seat stand between the first three and the last five."""
    of_seat = ("player", "power", f"score{RULES[asked.wins]}", "place", "result")
    seats = [f"seat {seat + 1} {what}" for seat in range(asked.seats[1]) for what in of_seat]
    return ["game", "date", "version", *seats, "minutes", "turns", "ended by", "breakdown", "notes"]


def score_sheet(
    asked: Asked,
    people: Sequence[str] = (),
    versions: Sequence[str] = (),
    plan: Sequence[PlannedGame] = (),
    shared: str = "",
) -> str:
    """The page of a score sheet; `shared` names the list of a lab to which it also sends its games."""
    seated = [
        {
            "label": f"Evening {game.evening}, table {game.table}, game {game.round}", "table": game.table,
            "version": game.version,
            "players": [
                {"name": who, "power": power} for who, power in zip_longest(game.players, game.powers, fillvalue="")
            ],
        }
        for game in plan
    ]  # fmt: skip
    plan_id = hashlib.sha256(json.dumps(seated).encode()).hexdigest()[:8]
    seated = [each | {"key": f"{each['label']} of plan {plan_id}"} for each in seated]
    script = asset("sheet.js")
    values = asdict(asked) | {"people": list(people), "versions": list(versions), "plan": seated}
    values |= {"headings": headings(asked), "shared": shared}
    return from_template(
        "sheet.html.j2", (script,), asks=bool(shared), shared=bool(shared), game=asked.game,
        asked=Markup(embed_json(values)), script=Markup(script), style=Markup(style("sheet.css")),
    )  # fmt: skip
