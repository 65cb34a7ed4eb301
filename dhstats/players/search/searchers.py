"""Players that search, by name: `mc:N`, `search:N`, and `search-1:N` to `search-3:N`, who search as it did before."""

from collections.abc import Callable

from dhstats.engine.game import Game, Learning
from dhstats.engine.strategy import Strategy, file_hash
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.players import thinking
from dhstats.players.search import searching
from dhstats.players.search.searching import bound_search
from dhstats.players.thinking import bound_choice
from dhstats.players.trained import Trained

MOST_TRIES = 1_000_000
SEARCH = "search"
# How `search` searched Dragonheart before, the latest first: no try looked far ahead; guesses were weighed more boldly
# as well; they were not weighed at all.
FORMER_SEARCHES = {
    "search-3": searching.choose_by_weighing, "search-2": searching.choose_by_recall,
    "search-1": searching.choose_by_search,
}  # fmt: skip
SEARCHES = (SEARCH, *FORMER_SEARCHES)


def searches(kind: str) -> bool:
    """Whether the name of a kind is that of players who search, as they do now or did before."""
    return kind == SEARCH or (kind.startswith(f"{SEARCH}-") and whole(kind.removeprefix(f"{SEARCH}-")) >= 0)


def guided(bundle: GameBundle, text: str, expert: Callable[[], Trained]) -> Strategy:
    """Who looks ahead with an expert; BadInput for an impossible number of tries, or a former search where none was."""
    kind, _, rest = text.partition(":")
    if kind not in SEARCHES:
        known = ", ".join(f"{each}:N" for each in SEARCHES)
        raise BadInput(f"strategy {text!r}: not known; those who search are {known}")
    budget, guide = _tries(text, rest), expert()
    recalls = searching.recalls(thinking.learning_of(bundle.game, guide.recipe.version))
    if kind != SEARCH and not recalls:
        raise BadInput(f"strategy {text!r}: not known; players that search {bundle.game.name} are all {SEARCH}:{rest}")
    usual = searching.choose_by_averaging if recalls else searching.choose_by_search
    template = FORMER_SEARCHES.get(kind, usual)
    about = "about " if searching.races(template, budget) else ""
    idea = f"looks ahead with expert, {about}{budget} tries a move on guessed deals"
    return _searcher(bundle, text, budget, template, guide, idea)


def playing_out(bundle: GameBundle, text: str) -> Strategy:
    """Who plays options out on guessed tables; BadInput for a number of tables that cannot be."""
    budget = _tries(text, text.partition(":")[2])
    idea = f"plays its options out, {budget} guessed deals a move"
    return _searcher(bundle, text, budget, searching.choose_by_playing_out, None, idea)


def bound(game: Game, learning: Learning, template: Callable[..., int]) -> Callable[..., int]:
    """The way in which a made player chooses, bound to a game and how it is learnt with all that it is made of."""
    return (bound_search if template.__module__ == searching.__name__ else bound_choice)(game, learning, template)


def whole(text: str) -> int:
    """The whole number that a text says, or -1."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _tries(text: str, rest: str) -> int:
    if not 0 < whole(rest) <= MOST_TRIES:
        raise BadInput(f"strategy {text!r}: the colon must be followed by a whole number from 1 to {MOST_TRIES:,}")
    return whole(rest)


def _searcher(
    bundle: GameBundle, name: str, budget: int, template: Callable[..., int], guide: Trained | None, idea: str
) -> Strategy:
    network = guide.network if guide else b""
    learning = thinking.learning_of(bundle.game, guide.recipe.version if guide else 0)
    weights = (("noise", 0.0), ("restriction", 0.0), ("budget", float(budget)))
    mark = f"{template.__name__} {budget} 1".encode()
    return Strategy(
        name, idea, "built in", file_hash(network, mark),
        bound(bundle.game, learning, template), weights, learning.version, network,
    )  # fmt: skip
