"""How a path on the command line is read: s3://BUCKET/PATH means an object store, anything else this machine."""

from __future__ import annotations

from pathlib import Path


def path(text: str) -> Path:
    """The place that a user named; it is asked for at once where it is in an object store."""
    from dhstats.storage.places import place

    return place(text)
