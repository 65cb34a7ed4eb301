"""Who is trained anew by the benchmark of trained players: everybody who comes along."""

import pytest

from dhstats.games import catalogue
from dhstats.games.ruleset import RuleSet
from dhstats.players.learning import training
from dhstats.players.recipes import Recipe
from dhstats.players.trained import Trained
from tests.benchmarks import experts


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_every_player_who_comes_along_is_trained_anew(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each file once, by its own recipe and rules, unless who it went on from has retired; one that differs is said."""
    title = catalogue.load(game)
    known = experts.shipped(title)
    asked: list[tuple[bytes, str]] = []
    files = {path.stem for path in (title.game.home.parent / "trained").glob("*.json")}
    assert set(known) == files
    for name, player in known.items():  # so that equal texts are equal files
        assert player.to_json() == (title.game.home.parent / "trained" / f"{name}.json").read_text("utf-8")
    assert ({"all_decks", "balanced"} <= set(known)) == (game == "dragon")

    def made(_: object, rules: RuleSet, recipe: Recipe, restriction: str, *, origin: Trained | None) -> Trained:
        assert (origin.checksum if origin else "") == recipe.origin
        player = next(each for each in known.values() if (each.recipe, each.rules_hash) == (recipe, rules.hash))
        asked.append((player.network, restriction))
        return player

    monkeypatch.setattr(training, "train", made)
    assert experts.again(title)
    anew = [each for each in known.values() if not each.recipe.origin or experts.origin_of(title, each)]
    assert asked == [(each.network, each.restriction) for each in anew]
    first = anew[0]
    monkeypatch.setattr(training, "train", lambda *_, **__: first)
    assert experts.again(title) == (len(anew) == 1)
    assert capsys.readouterr().out.count("ANOTHER") == len(anew) - 1
