"""What little sheets cannot show: false alarms, causes that cannot be told apart, games that were not judged."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from dhstats.questions.evenings import differences, programs
from dhstats.questions.evenings.records import Evenings
from dhstats.questions.evenings.telling import answers
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from dhstats.simulate.running.runner import simulate
from dhstats.stats.estimates import lookalikes
from dhstats.stats.estimates.lookalikes import dealt_p


def game(at: int, names: str, winner: str = "", powers: str = "", **more: object) -> SheetGame:
    """A game on the day `at`, people as letters in the order of their seats; `winner` is one or several of them."""
    shared = 1.0 / max(1, len(winner))
    players = tuple(
        SheetPlayer(name, seat, powers[seat - 1] if powers else None, None, None, shared * (name in winner))
        for seat, name in enumerate(names, start=1)
    )
    day = date(2026, 1, 1) + timedelta(at)
    return SheetGame(at + 2, players, day, day.isoformat(), **more)  # type: ignore[arg-type]


def evenings_of(*games: SheetGame) -> Evenings:
    """A sheet of these games."""
    return Evenings(Sheet("sheet.csv", games, ()))


def drawn(rng: np.random.Generator, games: int, ties: float) -> Evenings:
    """Games of two among three people of different skill, two an evening, to whom seats are dealt."""
    skills, told = dict(zip("ABC", rng.normal(0.0, 0.6, 3), strict=True)), []
    for at in range(games):
        names = "".join(rng.permutation(list("ABC"))[:2])
        best = max(names, key=lambda name: skills[name] + rng.gumbel())
        told.append(game(at // 2, names, names if rng.random() < ties else best))
    return evenings_of(*told)


@pytest.mark.parametrize(("games", "ties"), [(4, 0.0), (6, 0.2), (8, 0.15)])
def test_little_sheets_in_which_seats_are_worth_nothing_show_none(games: int, ties: float) -> None:
    """Of 150 drawn sheets at most 5 % and two standard errors of luck say that a seat is worth something."""
    rng = np.random.default_rng(games)
    shown = sum(any(each.shown for each in differences.differences(drawn(rng, games, ties))) for _ in range(150))
    assert shown <= 12


def test_four_games_that_the_first_seat_wins_show_nothing() -> None:
    """The exact p-value is 0.125; with six it is 0.031 and shown, with an interval that six games allow."""
    for games, p, shown in ((4, 0.125, False), (6, 0.03125, True)):
        turns = [("AB", "BA")[at % 2] for at in range(games)]
        found = differences.differences(evenings_of(*(game(at, who, who[0]) for at, who in enumerate(turns))))
        assert found[0].p == pytest.approx(p)
        assert found[0].shown is shown
    assert found[0].estimate.interval.low < 0.5 - 1.0 / 6


def test_programs_are_named_by_game_rules_and_players(tmp_path: Path) -> None:
    """Not by the folder that somebody typed."""
    plan = Experiment("few", "", "dragonheart", "ffg", strategies=("greedy",), games=8, seed=1, design="seat")
    run = programs.games_of(simulate(plan, tmp_path / "run", workers=1))
    assert run.sheet.name == "dragonheart, rules ffg, played by greedy"
    people = evenings_of(*(game(at, "AB", "A") for at in range(6)))
    (method,) = [told.method for told in answers(people, run) if "Compared with" in told.method]
    assert (
        "dragonheart, rules ffg, played by greedy, one of each deal; nothing checks that yours is the same game"
        in method
    )


def test_large_tables_are_counted_in_no_time() -> None:
    """Of thirty players half have a role: 155 million ways to deal it, counted by how many marks hold how much."""
    games, marks = np.repeat(np.arange(6), 30), np.tile([1] * 15 + [0] * 15, 6)
    won = np.tile([1.0] + [0.0] * 29, 6)
    assert dealt_p(won, marks, games) == pytest.approx(2 / 64)


@pytest.mark.parametrize("hits", [0, 3, 5, 9])
def test_wins_dealt_anew_are_the_binomial_of_equal_seats(hits: int) -> None:
    """Of nine games at tables for two; with three at the table it is the sum of those as far from even."""
    games, marks = np.repeat(np.arange(9), 2), np.tile([1, 0], 9)
    won = np.concatenate([[1.0, 0.0] if at < hits else [0.0, 1.0] for at in range(9)])
    assert dealt_p(won, marks, games) == pytest.approx(stats.binomtest(hits, 9).pvalue)
    games, marks, won = np.repeat(np.arange(9), 3), np.tile([1, 0, 0], 9), np.zeros(27)
    won[[3 * at + (at >= hits) for at in range(9)]] = 1.0
    away = np.abs(np.arange(10) - 3) >= abs(hits - 3)
    assert dealt_p(won, marks, games) == pytest.approx(stats.binom.pmf(np.arange(10), 9, 1 / 3)[away].sum())


def test_power_that_the_same_person_always_plays_may_be_the_person() -> None:
    """It is said where powers are people, and not where they change hands."""
    wins = "AABAAABAAA"
    same = [game(at, "AB" if at % 2 else "BA", who, "CD" if at % 2 else "DC") for at, who in enumerate(wins)]
    (found,) = differences.powers(evenings_of(*same))
    assert "each power was always played by the same people, who may be the cause instead" in found.sentence
    turned = [game(at, "AB" if at % 2 else "BA", who, "CD" if at % 4 < 2 else "DC") for at, who in enumerate(wins)]
    (found,) = differences.powers(evenings_of(*turned))
    assert "same people" not in found.sentence
    seated = [game(at, "AB", who) for at, who in enumerate(wins)]
    assert "each seat was always played by the same people" in differences.seats(evenings_of(*seated))[0].sentence


def test_seats_beyond_the_tenth_have_numbers() -> None:
    """Twelve players a game."""
    people = "ABCDEFGHIJKLM"
    found = differences.seats(evenings_of(*(game(at, (people[at:] + people[:at])[:12], people[at]) for at in range(6))))
    assert found[-1].question.startswith("whether the 12th seat wins")


def test_how_many_games_would_show_it_is_by_luck_at_an_even_share_and_all_questions() -> None:
    """Not by a spread that happens to be small: 7.85 times a quarter over a hundredth, more with more questions."""
    (found,) = differences.differences(evenings_of(*(game(at, ("AB", "BA")[at % 2], "A") for at in range(8))))
    assert found.needed == 200
    several = differences.differences(
        evenings_of(*(game(at, ("AB", "BA")[at % 2], "A", minutes=30.0 + at % 3) for at in range(8)))
    )
    assert several[0].needed > 200


def test_first_screen_never_contradicts_itself() -> None:
    """Where nothing is shown, its interval, which is that of all questions together, has 0 in it."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        told = [
            game(at, ("AB", "BA")[at % 2], "AB"[at % 2] if rng.random() < 0.8 else "BA"[at % 2], minutes=30.0 + at % 3)
            for at in range(8)
        ]
        for each in differences.differences(evenings_of(*told)):
            assert each.shown != each.joint.contains(0.0)


def test_games_that_are_not_judged_are_told() -> None:
    """Tables of other sizes; powers that never met."""
    told = [game(at, "ABC"[: 2 + (at < 3)], "A") for at in range(9)]
    assert "your 6 games with two players" in differences.seats(evenings_of(*told))[0].sentence.lower()
    apart = evenings_of(*(game(at, "AB", "A", ("CD", "EF")[at % 2]) for at in range(8)))
    assert differences.powers(apart) == []
    said = [each.text for each in answers(apart)[0].findings]
    assert "Nothing compares C and D with E and F: they never met in a game." in said


def of_evenings(rng: np.random.Generator, games: int, alike: float, each: int = 4) -> Evenings:
    """Games of two whose length and ending depend on the evening by the share `alike` of their variance."""
    told = []
    for evening in range(games // each):
        mood = rng.normal() * alike**0.5
        for _ in range(each):
            luck = mood + rng.normal() * (1.0 - alike) ** 0.5
            told.append(
                game(evening, "AB", "", turns=float(round(60 + 8 * luck)), ended_by="Deck" if luck > 0.0 else "ships")
            )
    return evenings_of(*told)


def test_checks_keep_their_level_where_evenings_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """At five evenings of four games whose lengths correlate by 0.35: of 150 sheets at most 5 % and luck differ."""
    monkeypatch.setattr(lookalikes, "DRAWS", 499)
    rng = np.random.default_rng(5)
    told = [SheetGame(at, (SheetPlayer(), SheetPlayer()), turns=float(round(rng.normal(60, 8))),
                      ended_by=("deck", "ships")[at % 2]) for at in range(2000)]  # fmt: skip
    false = {"Length": 0, "The mix of endings": 0}
    for _ in range(150):
        for each in programs.checks(of_evenings(rng, 20, 0.35), evenings_of(*told)):
            false[each.what] += each.p < 0.05
    assert max(false.values()) <= 13


def test_endings_that_programs_do_not_know_are_named() -> None:
    """One word among many is enough: the check is left out, and the page says why."""
    run = evenings_of(*(game(at, "AB", "A", ended_by="deck") for at in range(9)))
    people = evenings_of(*(game(at, "AB", "A", ended_by="Deck" if at else "Bedtime") for at in range(9)))
    said = [each.text for told in answers(people, run) for each in told.findings]
    assert 'How games end was not compared: programs never end by "bedtime", but by deck; use these names.' in said


def test_other_numbers_of_players_are_a_cause_as_well() -> None:
    """Of versions, of learning; and versions and people of numbers of players; nothing where nothing differs."""
    told = [
        game(at, "ABC"[: 2 + (at > 5)], "A", version="12"[at > 5], minutes=40.0 + at % 4 + 20 * (at > 5))
        for at in range(12)
    ]
    but = {each.topic: each.but for each in differences.differences(evenings_of(*told))}
    assert "with other numbers of players" in but["version"]
    assert "versions and numbers of players changed as well" in but["learning"]
    assert "partly other people's, they were of other versions and they were at another time" in but["players"]
    mixed = [game(at, "ABC"[: 2 + at % 2], "A", minutes=40.0 + at % 5) for at in range(12)]
    nameless = [replace(each, players=tuple(replace(one, player=None) for one in each.players)) for each in mixed]
    assert differences.player_counts(evenings_of(*nameless))[0].but.startswith("not everybody is named")
    same = [game(at, ("AB", "ABC", "AC", "BCA")[at % 4], "A", minutes=40.0 + at % 5) for at in range(12)]
    assert differences.player_counts(evenings_of(*same))[0].but == ""


def test_cautions_know_why_games_are_independent() -> None:
    """No days; one evening; an evening for each game."""
    games = [game(at, ("AB", "BA")[at % 2], "A") for at in range(6)]
    undated = evenings_of(*(replace(each, day=None, evening="") for each in games))
    one = evenings_of(*(replace(each, day=games[0].day, evening="x") for each in games))
    for evenings, said in (
        (undated, "The sheet has no evenings"),
        (one, "on one evening"),
        (evenings_of(*games), "on a different evening"),
    ):
        assert said in answers(evenings)[0].caution


def test_a_line_through_every_game_is_not_called_the_same_in_all() -> None:
    """Three minutes more a game, exactly; equal minutes on one evening are those of games."""
    along = differences.learning(evenings_of(*(game(at, "AB", minutes=30.0 + 3 * at) for at in range(6))))
    assert "the same in all" not in along[0].sentence
    assert differences.learning(evenings_of(*(game(at, "AB", minutes=30.0 + at % 2) for at in range(4)))) == []
    told = [game(at // 4, "AB", minutes=30.0 if at < 4 else None) for at in range(8)]
    ((_, _, mean),) = differences.means(evenings_of(*told))
    assert (mean.interval.n, mean.interval.unit) == (4, "games")
    wild = [game(at, "AB", minutes=[1.0, 90.0, 2.0, 3.0][at]) for at in range(4)]
    assert differences.means(evenings_of(*wild))[0][2].interval.low >= 0.0


def test_what_is_typed_about_players_and_advice_fits() -> None:
    """Nobody plays best whose interval has 0 in it; minutes alone are not advised to deal seats."""
    rng = np.random.default_rng(1)
    said = [each.text for told in answers(drawn(rng, 8, 0.0)) for each in told.findings]
    assert not [each for each in said if "plays best" in each]
    assert [each for each in said if each.startswith("Better play cannot be separated from luck")]
    opening = answers(evenings_of(*(game(at, "AB", minutes=50.0 + 7 * at % 11) for at in range(6))))[0].opening
    assert opening
    assert opening.decision.endswith("with the same people.")
    always = evenings_of(*(game(at, ("AB", "BA")[at % 2], ("AB", "BA")[at % 2][0]) for at in range(8)))
    assert ".00" not in differences.differences(always)[0].sentence
