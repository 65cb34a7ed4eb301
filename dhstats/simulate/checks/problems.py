"""Problems of a folder as they are told: so many of them, and the rest by their number."""

from collections.abc import Iterable, Iterator, Sequence

from dhstats.quoting import shortened

LONGEST_LINE = 2_000  # letters of a problem: what a file holds may be endless
MOST_LINES = 500  # problems of a folder that are told
MOST_TOLD = 20  # problems of sampled games that are told; a wrong seed makes thousands


def readable(problems: Sequence[str]) -> tuple[str, ...]:
    """As many problems as somebody reads, each on a line that is not too long."""
    return tuple(shortened(problem, LONGEST_LINE) for problem in first_of(problems, "", MOST_LINES))


def first_of(problems: Sequence[str], where: str, most: int = MOST_TOLD) -> tuple[str, ...]:
    """The first problems, and how many more there are of their kind."""
    more = len(problems) - most
    return tuple(problems) if more <= 0 else (*problems[:most], f"{more:,} more problems{where}")


def repeated(hashes: Iterable[tuple[str, str]], what: str) -> Iterator[str]:
    """Shards, by name and hash of what is in them, that hold the same as an earlier one; no hash is like no other."""
    seen: dict[str, str] = {}
    for name, digest in hashes:
        if digest and seen.setdefault(digest, name) != name:
            yield f"shard {name}: its {what} are those of shard {seen[digest]} again"
