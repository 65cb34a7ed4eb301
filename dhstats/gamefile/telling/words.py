"""The words and queries in which questions are asked of a game file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from dhstats.gamefile.declarations import spoken
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.games.objective import LOWEST, POINTS_OF, SIDE, SUCCESS
from dhstats.queries.catalogue import RANKED, Query, queries_in
from dhstats.queries.dialects import Dialect, ended_turns
from dhstats.questions.runs.endings import share_of
from dhstats.questions.shared.metrics import SCORE_MARGIN, Metric, a_game, share_of_games
from dhstats.questions.shared.question import Followed, Own
from dhstats.questions.shared.vocabulary import Tally, Vocabulary
from dhstats.seats import SEATS
from dhstats.storage.run import parts_of_win

MOST_OPTIONS = 60  # of a part of a move that is counted option by option
PLAYED = "Every deal is played as often as there are players, with the same luck:"


def columns_of(file: GameFile) -> Mapping[str, Mapping[str, str]]:
    """What the columns hold that a game file adds: the fields of its moves."""
    return records.rows(file).says


def dialect_of(file: GameFile) -> Callable[[Mapping[str, Any]], Dialect]:
    """What the tables of a game file call what every game has."""

    def dialect(rules: Mapping[str, Any]) -> Dialect:
        players = int(rules.get("players", file.most_seats))
        turns = " + ".join(f"greatest(turns_{seat}, 0)" for seat in records.columns(file))
        return Dialect(
            turns=f"({turns})",
            steps="decisions",
            longer_first="(turns_first > turns_second)::INT",
            endings={each: each for each in _endings(file)},
            aims=_aims(file, players),
            measures={} if players == 1 else {"decisions": "turns"},  # alone each decision is a turn
            players=players,
            turn_rows=ended_turns(players, "a turn may take several decisions", "max_by({}, moves.turn)"),
            checkpoint=2 * players,
            also="" if players == 1 else ", decisions",
            own=_own_slots(file, players),
            chosen=_options(file),
            notes=() if players == 1 else ("decisions: rows of the moves table, of which a turn may take several.",),
        )

    return dialect


def _options(file: GameFile) -> dict[str, tuple[str, ...]]:
    """The options of each part of a move that is a choice of a few."""
    numbers = {name: each for name, each in file.move.items() if not each.is_cards}
    options = {name: each.words or tuple(map(str, range(each.low, each.high + 1))) for name, each in numbers.items()}
    return {name: every for name, every in options.items() if 1 < len(every) <= MOST_OPTIONS}


def _aims(file: GameFile, players: int) -> dict[str, str]:
    """What says of a game how far players reach what they want; of a win that two sides share each has half."""
    columns, objective = {}, file.objective
    for name in objective.aims(players):
        if name == SUCCESS:
            columns[name] = f"(end_reason IN ({_listed(objective.success)}))::INT"
        elif name.startswith(SIDE):
            side, tie = name.removeprefix(SIDE), int(len(objective.sides) == 2)
            columns[name] = f"CASE WHEN won_by::VARCHAR = '{side}' THEN 2 WHEN won_by IS NULL THEN {tie} ELSE 0 END"
        else:
            columns[name] = f"{'score' if name.startswith(POINTS_OF) else 'rank'}_{name.partition('_')[2]}"
    return columns


def _listed(several: Iterable[str]) -> str:
    return ", ".join(f"'{each}'" for each in several)


def _own_slots(file: GameFile, players: int) -> dict[str, str]:
    """The slots of the queries on what the players want: endings, sides and powers, and what seats have of a win."""
    objective, win = file.objective, parts_of_win(players)
    firsts = " + ".join(f"(rank_{seat} = 1)::INT" for seat in SEATS[:players])
    shares = [f"CASE rank_{seat} WHEN 1 THEN {win} // ({firsts}) ELSE 0 END" for seat in SEATS[:players]]
    if players == 2:
        shares = [f"CASE winner WHEN {seat} THEN {win} WHEN {1 - seat} THEN 0 ELSE {win // 2} END" for seat in (0, 1)]
    raised, lowered = (
        [_with_point(seat, better, file, players) for seat in range(players)] if not objective.sides else shares
        for better in (1, -1)
    )
    seated = [
        f"""
    SELECT
        game_id, arm, deal_id, '{name}' AS field,
        unnest(range({players})) AS seat,
        unnest([{", ".join(f"{name}_{seat}::VARCHAR" for seat in SEATS[:players])}]) AS power,
        unnest([{", ".join(shares)}])::BIGINT AS won,
        unnest([{", ".join(raised)}])::BIGINT AS raised,
        unnest([{", ".join(lowered)}])::BIGINT AS lowered
    FROM games"""
        for name, _ in objective.powers
    ]
    return {
        "success": _listed(objective.success),
        "side_rows": ", ".join(f"('{each}')" for each in objective.sides),
        "tie_halves": str(int(len(objective.sides) == 2)),
        "seated_powers": "\n    UNION ALL".join(seated),
    }


def _with_point(seat: int, better: int, file: GameFile, players: int) -> str:
    """What a seat has of the win if its final score were one point better (or worse, -1) and nobody else's changed."""
    win, own = parts_of_win(players), f"(score_{SEATS[seat]} + {-better if file.objective.kind == LOWEST else better})"
    others = [f"score_{each}" for at, each in enumerate(SEATS[:players]) if at != seat]
    least = file.objective.kind == LOWEST
    best = f"{'least' if least else 'greatest'}({', '.join(others)})"
    alike = " + ".join(f"({each} = {own})::INT" for each in others)
    first = f"WHEN {own} {'<' if least else '>'} {best} THEN {win}"
    return f"CASE {first} WHEN {own} = {best} THEN {win} // (1 + {alike}) ELSE 0 END"


def _endings(file: GameFile) -> tuple[str, ...]:
    """The ways to end that are worth telling apart: none where there is one alone; who succeeds is told besides."""
    several = file.endings[:-1] if len(file.endings) > 2 else ()
    return tuple(each for each in several if each != SUCCESS or not file.objective.together)


def queries_of(file: GameFile) -> tuple[Query, ...]:
    """The queries beside those that every game has."""
    objective = file.objective
    asked = {"success": objective.together, "sides": bool(objective.sides), "powers": bool(objective.powers)}
    own = tuple(each for each in queries_in("dhstats.queries.objectives") if asked[each.name])
    return (*(RANKED if file.most_seats > 2 else ()), *own)


def questions_of(file: GameFile) -> Own:
    """No questions of its own; how games end is followed up the ladder of skill."""
    endings = tuple(
        Followed(each, f"games that end by “{spoken(each)}”", "share", partial(share_of, reason=each))
        for each in _endings(file)
    )
    keys = tuple(lever.name for lever in file.levers)
    aims = (name for seats in range(file.seats[0], file.seats[1] + 1) for name in file.objective.aims(seats))
    columns = ("score", "points", "margin", "turns", "gap", "draws", "lead_changes", *aims)
    return Own((), endings, (), dict.fromkeys(columns, keys))


def vocabulary_of(file: GameFile) -> Vocabulary:
    """The words of a game file, as far as its declarations tell them."""
    text = "The score counts everything that the game file counts."
    if file.objective.kind == LOWEST:
        text += " The fewest points win: they are numbers below 0."
    ends = {each: f"“{spoken(each)}”" for each in file.endings[:-1]} | {file.endings[-1]: "the limit of decisions"}
    if not _endings(file):
        ends[file.endings[0]] = "the rules"
    breaks = "tie_break" in file.functions
    return Vocabulary(
        ends=ends,
        late="the final count",
        points_include=text,
        scores_include=text,
        tie="tie_break" if breaks else "",
        tie_breaker="the rule for ties" if breaks else "",
        tie_winner="who wins ties" if breaks else "",
        lot="share of the deal",
        steps="decisions",
        ending="The game file decides how the last round goes.",
        turns_tell="comebacks, margins by kind of game and the race",
        designs={
            "seat": f"{PLAYED} all move one seat on from game to game.",
            "strength": f"{PLAYED} the strategies move one seat on from game to game.",
            "quartet": "In every deal each player sits at every seat, and there gets every share of the deal.",
            "single": "Every deal is played once.",
            "league": "All pairs play every deal, and each player of a pair goes first once. If a strategy plays"
            " itself, its two copies swap who goes first.",
            "crossed": "Every deal is played by all ordered pairs, twice, with different random choices.",
        },
        cause="playing a certain move",
        cards=f"The game is the one in {file.shown}; nobody compared it with a printed rulebook.",
        endings=tuple(_ending(file, each) for each in _endings(file)),
        measures=(a_game("decisions", "decisions of all players"),),
        weak={"random": "chooses any allowed move at random", "greedy": "sees only the score right after its own move"},
        tally=Tally(
            has="points", mean="Mean score", means="mean scores", led="score", larger="a higher score",
            without="Scores as they stand after every turn.", after="Scores after every turn",
            margin=file.lead / 200.0 if file.objective.in_points else 0.0,
        ),
    )  # fmt: skip


def _ending(file: GameFile, name: str) -> Metric:
    """How often games end so; judged by a margin where that is how all succeed."""
    metric = share_of_games(name, f"games that end by “{spoken(name)}”")
    return replace(metric, margin=SCORE_MARGIN) if name in file.objective.success else metric
