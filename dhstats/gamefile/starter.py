"""A game file to begin with: one that explains each part, or one of a kind of games, which runs as it is."""

import re
from collections.abc import Mapping
from pathlib import Path

from dhstats.errors import BadInput, nearest
from dhstats.gamefile.reading.source import check_name
from dhstats.quoting import one_line

TEXT = Path(__file__).with_suffix(".txt")
# Kinds of games, and the example that a new game of this kind begins as.
LIKE: Mapping[str, str] = {
    "push-your-luck": "pig",
    "trick-taking": "partners",
    "drafting": "draft",
    "deck-building": "cellar",
    "worker-placement": "harbour",
    "co-op": "fires",
    "area-control": "borders",
    "hidden-roles": "village",
    "auction": "auction",
    "abstract": "tic_tac_toe",
    "race": "deep_dive",
    "solitaire": "three_dice",
    "poker": "leduc",
    "climbing": "ladder",
    "simultaneous": "gops",
    "programming": "duel",
    "bluffing": "liars_dice",
}
BEGINNING = (
    "# This is the example {example}. Change what you like, and check it: dhstats games check {file}\n"
    "# docs/games.md explains each part; `dhstats games new NAME` writes a file that explains all of them.\n"
)


def write(place: Path, name: str, like: str = "") -> str:
    """Writes the file, and names players of it; BadInput where there is one already, or where it cannot be written."""
    shown = one_line(str(place))
    check_name(place.stem if place.suffix == ".py" else "", shown, package=False)
    if like and like not in LIKE:
        raise BadInput(f"--like {like!r}: is not a kind of game; {nearest(like, LIKE)}")
    title = name.replace("_", " ").capitalize()
    if like:
        example = (Path(__file__).with_name("examples") / f"{LIKE[like]}.py").read_text("utf-8")
        named = re.sub(r"^TITLE = .*$", f'TITLE = "{title}"', example, count=1, flags=re.MULTILINE)
        text = BEGINNING.format(example=LIKE[like], file=place.name) + named
    else:
        text = TEXT.read_text("utf-8").format(title=title, file=place.name)
    try:
        with place.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"game file {shown}: the file exists; choose another NAME or --out") from None
    except OSError as error:
        raise BadInput(f"game file {shown}: cannot be written: {error.strerror}") from error
    players = re.search(r"^PLAYERS = \((\w+)", text, re.MULTILINE)
    alone = re.search(r"^SEATS = 1$", text, re.MULTILINE)
    return f"{players[1] if players else 'greedy'}{'' if alone else ',random'}"
