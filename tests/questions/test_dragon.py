"""Dragon!'s own questions against direct computations with numpy, and the shared ones in its words."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import t as student

from dhstats.games.dragon.bundle import BUNDLE
from dhstats.games.dragon.questions.facing import _by_deck, rival
from dhstats.games.dragon.questions.plays import CardList
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.sums import Counted
from dhstats.storage import Run
from tests.queries.dragon_runs import Game, games_of, kind, play
from tests.questions.lookup import TOGETHER, Pair, answers_of, by_deal, keys_of, line, plain_english, ratio

KEYS = keys_of("dragon", "sources")
DEALS = 32


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """As many deals of three matchups as intervals need."""
    return play(tmp_path_factory.mktemp("runs") / "small", deals=DEALS)


@pytest.fixture(scope="module")
def games(run: Run) -> list[Game]:
    """The same games as Python reads them."""
    return games_of(run)


@pytest.fixture(scope="module")
def answers(run: Run) -> dict[str, Answer]:
    """All its answers by key."""
    return answers_of(run)


def mean(games: list[Game], number: Callable[[Game], float]) -> tuple[float, float, float]:
    """A mean over games with Student's 95 % interval over deals."""
    count, total = by_deal(games, lambda game: (1, number(game)))
    means = total / count
    half = float(student.ppf(0.975, len(means) - 1)) * means.std(ddof=1) / math.sqrt(len(means))
    return means.mean(), means.mean() - half, means.mean() + half


def interval(row: dict[str, Any], name: str) -> tuple[float, float, float]:
    """An estimate of a row with its interval."""
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


def test_sentences_speak_plain_english(answers: dict[str, Answer]) -> None:
    """No word of another game strays in, nothing is called significant, and each sentence ends as one does."""
    plain_english(answers, "figure", " ship", "pile", "dice", "points in his", *"{}$")
    assert "association, not what the facing is worth" in answers["facing"].findings[0].text
    assert "This is an association, not an effect" in answers["facing"].caution
    assert "not what these cards are worth" in " ".join(each.text for each in answers["played"].findings)
    assert "health left" in answers["scores"].findings[0].text
    assert answers["scores"].title == "How much health is left?"


def test_nothing_is_said_of_ties(answers: dict[str, Answer]) -> None:
    """A game of Dragon! cannot be tied."""
    assert len(answers["outcomes"].findings) == 1
    assert "tie" not in answers["outcomes"].how_to_read.split()


def test_decks_agree_with_numpy(answers: dict[str, Answer], games: list[Game]) -> None:
    """What the deck banish wins, and by banishing; all shares add up."""
    mirror = [game for game in games if game.matchup == 0]
    frame = answers["winning"].table("ways").frame.filter(pl.col("matchup") == "greedy against itself")
    found = line(
        answers["winning"], "ways", matchup="greedy against itself", deck="banish", result="wins", end_reason="banish"
    )
    wins = [
        any(game.place(seat) == 1 and game.won(seat) for seat in (0, 1)) and game.row["end_reason"] == "banish"
        for game in mirror
    ]
    assert found["share"] == pytest.approx(np.mean(wins))
    assert found["games"] == sum(wins)
    assert frame["share"].sum() == pytest.approx(2.0)  # somebody wins every game, and somebody loses it
    every = answers["winning"].table("wins").frame.filter(pl.col("matchup") == TOGETHER)
    assert every["share"].sum() == pytest.approx(1.0)
    assert every["level"].to_list() == pytest.approx([0.95**0.5] * 2)


def melee(game: Game) -> list[Any]:
    """The melee attacks of a game, with what became of them."""
    return [chain for chain in game.chains() if kind(chain.card) == "melee"]


def before_the_front(game: Game) -> Pair:
    """Turns that began before the rival's front, and how many of those were a winner's."""
    faced, turns, won = ["front", "front"], 0, 0
    for mover, own_turn in game.taken():
        last = [row for row in game.turns if (row["mover"], row["own_turn"]) == (mover, own_turn)][-1]
        turns += faced[1 - mover] == "front"
        won += faced[1 - mover] == "front" and game.won(mover)
        faced = [last["facing_first_after"], last["facing_second_after"]]
    return turns, won


def quick_turns(game: Game) -> int:
    """How often a Quick Turn was used."""
    return sum(game.book[row["card"]].name == "quick_turn" for row in game.turns if row["act"] in ("play", "top"))


def most_siege(game: Game) -> float:
    """The most lair attack against the deck kill, which lies at place 0."""
    return float(max(row[f"siege_{('first', 'second')[game.arm.moved]}_after"] for row in game.turns))


def twice_topped(game: Game) -> Pair:
    """Cards played, and those with two cards on top of them."""
    tops = [chain.tops for chain in game.chains()]
    return len(tops), tops.count(2)


ESTIMATES: tuple[tuple[str, str, dict[str, Any], str, Callable[..., Any], Callable[[Game], Any]], ...] = (
    # question, table, row, column, and what it is: a mean over games, or a ratio; what else the row says
    ("topping", "lengths", {"tops": 2, "result": "takes effect"}, "share", ratio, twice_topped),
    ("wounds", "types", {"type": "melee", "attack": "yes"}, "toll", mean, lambda game: sum(c.wounds for c in melee(game))),
    ("wounds", "types", {"type": "melee"}, "game", mean, lambda game: len(melee(game))),
    ("wounds", "types", {"type": "melee"}, "cancelled", ratio,
     lambda game: (len(melee(game)), sum(c.cancelled for c in melee(game)))),
    ("facing", "rivals", {"rival": "front"}, "win_rate", ratio, before_the_front),
    ("played", "cards", {"card": "Quick Turn", "types": "turn"}, "used", mean, quick_turns),
    ("grounds", "sieges", {"deck": "kill", "lair": 8}, "most", mean, most_siege),
)  # fmt: skip


@pytest.mark.parametrize(("key", "table", "row", "column", "estimate", "number"), ESTIMATES)
def test_estimates_agree_with_numpy(
    answers: dict[str, Answer], games: list[Game], key: str, table: str, row: dict[str, Any], column: str,
    estimate: Callable[..., Any], number: Callable[[Game], Any],
) -> None:  # fmt: skip
    """Counted anew game by game, with the interval over deals."""
    found = line(answers[key], table, matchup=TOGETHER, **row)
    assert interval(found, column) == pytest.approx(estimate(games, number))


def test_shares_add_up(answers: dict[str, Answer]) -> None:
    """Chains of every length, turns by the rival's facing, what topped each type; cards stand by how often they are used."""

    def together(key: str, table: str) -> pl.DataFrame:
        return answers[key].table(table).frame.filter(pl.col("matchup") == TOGETHER)

    assert together("topping", "lengths")["share"].sum() == pytest.approx(1.0)
    assert together("facing", "rivals")["share"].sum() == pytest.approx(1.0)
    for _, rows in together("topping", "grid").group_by("under"):
        assert rows["share"].sum() == pytest.approx(1.0)
    used = together("played", "cards")["used"].to_list()
    assert used == sorted(used, reverse=True)


def test_a_deck_seen_once_behind_a_tail_is_not_told() -> None:
    """One turn of one deal among 1,500 is no win rate of 0.00 %; a deck that was seen often is told with its interval."""

    def turns(deals: int, wins: int) -> Counted:
        row = {"deals": 1500, "deals_with_turns": deals, "turns": deals, "wins": wins}
        row |= {"turns_squares": deals, "wins_squares": wins, "turns_wins": wins}
        return Counted(row, row)

    found = {rival("tail", place=0): turns(1, 0), rival("front", place=0): turns(1500, 700)}
    found |= {rival("tail", place=1): turns(400, 220), rival("front", place=1): turns(1500, 700)}
    (told,) = _by_deck(found, ("banish", "kill"))
    assert told.startswith("with the deck kill alone 55")
    assert "400 deals with such turns" in told


# ---- Where decks and seats, or decks and players, cannot be separated ------------------------------------------


def answered(folder: Path, **changes: Any) -> dict[str, Answer]:
    """The answers of a small run without logged turns."""
    return answers_of(play(folder, deals=1, moves="none", **changes))


def test_seats_that_keep_their_decks_get_no_verdict(tmp_path: Path) -> None:
    """Games that each have a deal of their own, first the deck kill: that is no advantage of the seat."""
    found = answered(tmp_path / "single", matchups=(("greedy", "greedy"),), design="single", games=20)
    for key in ("first_player", "seats"):
        assert {each.verdict for each in found[key].findings} == {"fact"}
        assert "the first seat has the deck kill and the second seat has the deck banish" in found[key].caution
    assert "who has the deck kill in every game" in found["first_player"].findings[0].text
    assert "so the worth of the seat cannot be separated from that of its deck" in found["winning"].caution


def test_equal_decks_need_no_caution(tmp_path: Path) -> None:
    """Where both play the same deck, a single game is a sample of what the seat is worth."""
    run = play(
        tmp_path / "alike", "decks.second=kill", moves="none", matchups=(("greedy", "greedy"),), design="single", games=20
    )  # fmt: skip
    found = answers_of(run)
    assert "cannot be separated" not in found["first_player"].caution
    assert "who has the deck" not in found["first_player"].findings[0].text
    assert "kill (first place)" in found["winning"].findings[0].text


def test_players_who_keep_their_decks_are_told_so(tmp_path: Path) -> None:
    """In the design seat greedy always has the first deck; in the design strength he has not."""
    kept = answered(tmp_path / "seat", matchups=(("greedy", "random"),), games=20)
    assert "greedy has the deck kill and random has the deck banish" in kept["matchups"].findings[0].text
    moved = answered(tmp_path / "strength", matchups=(("greedy", "random"),), games=20, design="strength")
    assert "cannot be separated" not in moved["matchups"].caution
    assert "the first seat has the deck kill" in moved["first_player"].caution


# ---- Runs that say little ---------------------------------------------------------------------------------------


def test_without_logged_turns_six_answers_say_so(tmp_path: Path) -> None:
    """What asks for decisions needs them; decks and seats do not."""
    found = answered(tmp_path / "silent", games=24)
    assert tuple(found) == KEYS
    silent = {key for key, answer in found.items() if not answer.tables}
    assert silent == {
        "why",
        "decisions",
        "comebacks",
        "margins",
        "race",
        "facing",
        "topping",
        "wounds",
        "grounds",
        "played",
    }
    assert all("logged no turns" in found[key].findings[0].text for key in silent)


def test_three_players_are_asked_of_all_but_facings(tmp_path: Path) -> None:
    """A table of three has seats and decks; whose tail one is behind is a question for two."""
    run = play(tmp_path / "three", deals=1, matchups=(("random",) * 3,), rules="three", games=18)
    found = answers_of(run)
    of_any = ("seats", "health", "scores", "length", "decisions", "endings", "lead", "comebacks")
    assert tuple(found) == (*of_any, "winning", "topping", "wounds", "grounds", "played")
    wins = found["winning"].table("wins").frame
    assert wins["deck"].to_list() == ["kill", "banish", "exhaust"]
    assert wins["share"].sum() == pytest.approx(1.0)
    assert "an even share is 33.3 %." in found["winning"].findings[0].text


def test_partners_win_together(tmp_path: Path) -> None:
    """Of two sides one wins, with both its decks."""
    run = play(tmp_path / "teams", deals=1, matchups=(("random",) * 4,), rules="teams", games=40)
    found = answers_of(run)
    assert {"scores", "endings", "lead", "comebacks"}.isdisjoint(found)  # what one player does is not what a side does
    won = found["winning"]
    wins = won.table("wins").frame
    assert wins["share"].sum() == pytest.approx(2.0)
    assert wins["even"].to_list() == [0.5] * 4
    assert wins["share"][0] == pytest.approx(wins["share"][2])
    assert "an even share is 50 %, as partners win together." in won.findings[0].text


def test_cards_of_one_title_are_told_apart() -> None:
    """Names for people need not differ; sentences that pick one of several cards go by them."""
    settings = ['pack.actions.claw_attack.title="Swipe"', 'pack.actions.quick_turn.title="Swipe"']
    titles = CardList.of(BUNDLE.rule_files.load("standard", settings).effective).titles
    assert len(set(titles)) == len(titles)
    assert {"Swipe (claw_attack)", "Swipe (quick_turn)"} <= set(titles)
