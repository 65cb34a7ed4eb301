"""Where a command reads and writes: s3://BUCKET/PATH is a place in an object store, anything else on this machine."""

from pathlib import Path

from dhstats.errors import BadInput


def path(text: str) -> Path:
    """The place that a user named; it is asked for at once where it is in an object store."""
    from dhstats.storage.places import place

    if not text:
        raise BadInput('"": an empty text names no file or folder')
    return place(text)
