"""JSON files that protect themselves: the last line is the SHA-256 of every byte before it."""

import hashlib
import json
from pathlib import Path
from typing import Any

from dhstats import machine
from dhstats.documents import check_values
from dhstats.errors import DataProblem
from dhstats.storage.layout import whole_file
from dhstats.storage.places import reaching

KEY = "sha256"
MAX_BYTES = 1 << 30  # a run of 10^10 games has a tenth of this
_MARK = f',\n "{KEY}": "'.encode()
_END = b'"\n}\n'


def sealed(values: dict[str, Any]) -> bytes:
    """A file's content: the values as they are always written, and the checksum of that text."""
    return _with_seal(json.dumps(values, indent=1, ensure_ascii=False).removesuffix("\n}").encode())


def _with_seal(body: bytes) -> bytes:
    return body + _MARK + hashlib.sha256(body).hexdigest().encode() + _END


def write_sealed(path: Path, values: dict[str, Any]) -> None:
    """Replaces a file by these values as a whole."""
    with whole_file(path) as draft:
        draft.write_bytes(sealed(values))


def read_sealed(path: Path, schema: int) -> dict[str, Any]:
    """The values of a sealed file of this schema.

    Raises DataProblem for a file that cannot be read, that an earlier or later version wrote, or of which any byte is
    not the one that was written; FileNotFoundError where there is none.
    """
    try:
        with reaching(path):
            if path.exists() and not path.is_file():
                raise DataProblem(f"{path}: a folder or device, not a file")
            if path.is_file() and path.stat().st_size > MAX_BYTES:
                raise DataProblem(f"{path}: longer than {MAX_BYTES >> 20} MiB, the limit for such a file")
            content = path.read_bytes()
        values = json.loads(content.decode("utf-8"))
        check_values(values)
    except FileNotFoundError:
        raise
    except NotADirectoryError:
        raise DataProblem(f"{path.parent}: is a file; name the folder of a run") from None
    except (OSError, ValueError, RecursionError) as error:
        machine.check_shortage(error, path)
        why = getattr(error, "strerror", None) or "it is not a JSON file, or it is damaged"
        raise DataProblem(f"{path}: cannot be read: {why}") from error
    told = values.get("schema") if isinstance(values, dict) else None
    if type(told) is int and told != schema:
        raise DataProblem(f"{path}: {_other_schema(told, schema)}")
    if content != _with_seal(content.rpartition(_MARK)[0]):
        raise DataProblem(
            f"{path}: was edited or is damaged: its checksum does not fit its content; "
            "put back a copy of it, or make it again with the same seed"
        )
    return {key: value for key, value in values.items() if key != KEY}


def _other_schema(told: int, schema: int) -> str:
    """Why a file of another schema is not read.

    Files of schema 1 are refused although they could be understood: they have no checksum, so one flipped bit in the
    number of the schema would switch off the protection of a newer file.
    """
    if told < schema:
        return (
            f"has schema {told}, this version reads {schema}: an earlier version wrote it, in another form; "
            "make it again with the same seed, which gives the same games"
        )
    return f"has schema {told}, this version reads {schema}: a newer version wrote it, or it is damaged"
