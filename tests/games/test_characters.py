"""Weight files: what is read of them, for every game, and what is refused in one line that says what is allowed."""

from pathlib import Path

import pytest

from dhstats.errors import BadInput
from dhstats.games.catalogue import NAMES, load

GAMES = [name for name in NAMES if load(name).terms]
IDEA = 'idea = "A plan."\n'


@pytest.mark.parametrize("game", GAMES)
def test_a_weight_file_is_a_strategy(tmp_path: Path, game: str) -> None:
    """Its name is the file's, its weights are in the order of the terms, those left out are 0; its hash is its content."""
    bundle, path = load(game), tmp_path / "own.toml"
    first, second = (name for name, _ in bundle.terms[:2])
    path.write_text(f"{IDEA}[weights]\n{second} = 2\n{first} = 1.5\n", encoding="utf-8")
    own = bundle.find_strategy(str(path))
    assert (own.name, own.idea, own.source) == ("own", "A plan.", str(path))
    assert [name for name, _ in own.weights] == [name for name, _ in bundle.terms]
    assert {name: value for name, value in own.weights if value} == {first: 1.5, second: 2.0}
    path.write_text(f"{IDEA}[weights]\n{second} = 2\n{first} = 1.25\n", encoding="utf-8")
    assert bundle.find_strategy(str(path)).hash != own.hash


@pytest.mark.parametrize("game", GAMES)
def test_characters_come_with_their_ideas(game: str) -> None:
    """Each says in a sentence what it wants, and weighs what there is; a game has several."""
    bundle = load(game)
    characters = [
        bundle.find_strategy(name) for name in bundle.shipped_strategies() if name not in ("random", "greedy")
    ]
    assert len(characters) >= 4
    for character in characters:
        assert character.idea.endswith(".")
        assert [term for term, _ in character.weights] == [term for term, _ in bundle.terms]
        assert any(weight for _, weight in character.weights)


@pytest.mark.parametrize("game", NAMES)
def test_terms_and_names_are_words_of_their_own(game: str) -> None:
    """No term twice, each with a meaning; every character of a game is found by its name."""
    bundle = load(game)
    terms = [name for name, _ in bundle.terms]
    assert len(set(terms)) == len(terms)
    assert all(len(meaning) > 5 for _, meaning in bundle.terms)
    names = list(bundle.shipped_strategies())
    assert [bundle.find_strategy(name).name for name in names] == names
    with pytest.raises(BadInput, match=f"did you mean {names[-1]!r}"):
        bundle.find_strategy(f"{names[-1]}x")
