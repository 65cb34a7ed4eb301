"""Weight files: what is read of them, for every game, and what is refused in one line that says what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dhstats.errors import BadInput
from dhstats.games.catalogue import NAMES, load

IDEA = 'idea = "A plan."\n'
REFUSED = {
    "no weights": (IDEA, r"needs a table \[weights\]; terms: points, "),
    "no table": (f"{IDEA}weights = 3\n", r"needs a table \[weights\]"),
    "unknown term": (f"{IDEA}[weights]\npionts = 1.0\n", "weights.pionts: no such term; did you mean 'points'"),
    "unknown key": (f"{IDEA}plan = 1\n[weights]\npoints = 1\n", "unknown key plan"),
    "no number": (f'{IDEA}[weights]\npoints = "much"\n', "weights.points: must be a number from -1e6 to 1e6"),
    "yes": (f"{IDEA}[weights]\npoints = true\n", "weights.points: must be a number"),
    "not a number": (f"{IDEA}[weights]\npoints = nan\n", "weights.points: must be a number"),
    "too large": (f"{IDEA}[weights]\npoints = 2e6\n", "weights.points: must be a number"),
    "no idea": ("[weights]\npoints = 1.0\n", "idea must be a sentence that says the plan"),
    "empty idea": ('idea = " "\n[weights]\npoints = 1.0\n', "idea must be a sentence"),
    "no TOML": ("idea = \n", "not valid TOML"),
}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("kind", REFUSED)
def test_a_bad_weight_file_is_refused(tmp_path: Path, kind: str, game: str) -> None:
    """The file is named, and what it may hold."""
    text, told = REFUSED[kind]
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=told) as refused:
        load(game).find_strategy(str(path))
    assert str(refused.value).startswith(f"{path}: ")


@pytest.mark.parametrize("game", NAMES)
def test_a_weight_file_is_a_strategy(tmp_path: Path, game: str) -> None:
    """Its name is the file's, its weights are in the order of the terms, those left out are 0; its hash is its content."""
    title, path = load(game), tmp_path / "own.toml"
    path.write_text(f"{IDEA}[weights]\ncards = 2\npoints = 1.5\n", encoding="utf-8")
    own = title.find_strategy(str(path))
    assert (own.name, own.idea, own.source) == ("own", "A plan.", str(path))
    assert [name for name, _ in own.weights] == [name for name, _ in title.terms]
    assert {name: value for name, value in own.weights if value} == {"cards": 2.0, "points": 1.5}
    path.write_text(f"{IDEA}[weights]\ncards = 2\npoints = 1.25\n", encoding="utf-8")
    assert title.find_strategy(str(path)).hash != own.hash


@pytest.mark.parametrize("game", NAMES)
def test_terms_and_names_are_words_of_their_own(game: str) -> None:
    """No term twice, each with a meaning; every character of a game is found by its name."""
    title = load(game)
    terms = [name for name, _ in title.terms]
    assert len(set(terms)) == len(terms)
    assert all(len(meaning) > 5 for _, meaning in title.terms)
    assert [title.find_strategy(name).name for name in title.shipped_strategies()] == list(title.shipped_strategies())
    with pytest.raises(BadInput, match="did you mean 'denier'"):
        title.find_strategy("deniar")
