"""A game file to begin with: it runs, and its comments say what each part is for."""

from pathlib import Path

from dhstats.errors import BadInput
from dhstats.gamefile.reading.source import check_name
from dhstats.quoting import one_line

TEXT = Path(__file__).with_suffix(".txt")


def write(place: Path, name: str) -> None:
    """Writes the file; BadInput where there is one already, or where it cannot be written."""
    shown = one_line(str(place))
    check_name(place.stem if place.suffix == ".py" else "", shown, package=False)
    text = TEXT.read_text("utf-8").format(title=name.replace("_", " ").capitalize(), file=place.name)
    try:
        with place.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"game file {shown}: there is a file already; choose another NAME or --out") from None
    except OSError as error:
        raise BadInput(f"game file {shown}: cannot be written: {error.strerror}") from error
