"""Who won, by what a playtest sheet says of it, winner, results, places or points, and where these contradict."""

from collections.abc import Sequence

from dhstats.quoting import quoted
from dhstats.simulate.playtests.headings import MINE, MOST_PLAYERS, SLOTS, THEIRS, fold
from dhstats.simulate.playtests.rows import Draft, Log, Told
from dhstats.simulate.playtests.values import NOBODY, TIE, Unreadable, names_in_cell, place

BEST = {"highest": max, "lowest": min}
WINS = (*BEST, "any")  # what `wins` may say of points
EVIDENCE = 3  # games by which a sheet shows that the fewest points win, where no person says so
SETTLE = "correct one of the two, or use --column wins=lowest or wins=any if the most points do not win"


def judge(games: Sequence[Draft], log: Log, wins: str) -> None:
    """Gives each player of each game a share of the win, or none where the sheet does not say or contradicts itself."""
    most = max((2, *(_number(each.winner) or 0 for each in games if not each.players)))
    for game in games:
        _named(game, most, log)
    wins = wins or _direction(games, log)
    least = "fewest" if wins == "lowest" else "most"
    derived = f"if nothing else says who won, the {least} points won; if that is wrong, --column wins=lowest or any"
    for game in games:
        first = _first(game.players, wins)
        if any(each.won is not None for each in game.players):
            if problem := _contradiction(game.players, first, wins):
                log.cannot(_cell(game), f"{problem}; {SETTLE}")
                for each in game.players:
                    each.won = each.score = each.place = None
        elif first:
            _share(game.players, first)
            log.remark(derived)


def _cell(game: Draft) -> str:
    """Where a game says who won."""
    roles = ("winner", "result", "place", "ranked", "player")
    cells = [game.cells, *(each.cells for each in game.players)]
    return next((each[role] for role in roles for each in cells if role in each), "")


def _named(game: Draft, most: int, log: Log) -> None:
    """Shares of the win by the words of the sheet: its winner, results, or places."""
    players = game.players
    if game.winner:
        return _by_winner(game, most, log)
    if game.common:
        return _by_common(game, log)
    if any(each.result for each in players):
        return _by_results(players)
    if best := [each for each in players if each.place == 1]:
        return _share(players, best)
    if any(each.place for each in players):
        log.cannot(_cell(game), "nobody has the first place; write 1 for the winner")
    return None


def _share(players: Sequence[Told], winners: Sequence[Told]) -> None:
    for each in players:
        each.won = 1 / len(winners) if each in winners else 0.0


def _by_results(players: Sequence[Told]) -> None:
    """Shares by a result for each player; of two, what one has says what the other has."""
    if len(players) == 2:
        for each, other in (players, players[::-1]):
            each.result = each.result or {"win": "loss", "loss": "win"}.get(other.result, other.result)
    best = [each for each in players if each.result == "win"] or [each for each in players if each.result == "tie"]
    if best or all(each.result for each in players):
        _share(players, best)


def _by_common(game: Draft, log: Log) -> None:
    """Shares by one result for the table: of the only player, of me, of all who play together; a tie is everybody's."""
    game.players = players = game.players or [Told() for _ in range(min(game.count or 1, MOST_PLAYERS))]
    together = len(players) > 1 and game.common != "tie"
    if together and any(each.score is not None for each in players):
        where = game.cells["result"]
        log.remark(f"{where} and the like do not say for which player, and are not used; write the name of the winner")
        return
    _share(players, () if game.common == "loss" else players)
    if together:
        log.remark("a result that stands once for a game counts for all its players, who won or lost together")


def _by_winner(game: Draft, most: int, log: Log) -> None:
    """Shares by the winner that is named, by name, power, number, or with others."""
    if not game.players:
        _unlisted(game, most, log)
    players, best = game.players, _first(game.players, "highest")
    if {game.winner, fold(game.winner)} & TIE:
        best = best or players
        return _share(players, best if len(best) > 1 else players)
    if fold(game.winner) in NOBODY:
        return _share(players, ())
    if len(best) == 1 and not _number(game.winner) and not any(each.name or each.power for each in players):
        log.remark("if scores have no names, the player with the most points counts as the winner")
        best[0].name = game.winner
    named = [game.winner] if find(game.winner, players) else names_in_cell(game.winner)
    winners = {name: find(name, players) for name in named}
    log.strangers += (strange := [name for name, one in winners.items() if one is None])
    if strange:
        names = ", ".join(each.name or each.power or "?" for each in players)
        reason = f"the winner {quoted(game.winner)} is not among the players ({names}); write one of them"
        return log.cannot(game.cells["winner"], reason)
    return _share(players, [one for one in winners.values() if one]) if winners else None


def _unlisted(game: Draft, most: int, log: Log) -> None:
    """Players of a game of which only the winner is named: as many as are counted, else the winner alone.

    Where winners are numbers there are as many as the greatest of all such games, `most`.
    """
    number = _number(game.winner) or 0
    count = min(game.count or (most if number else 1), MOST_PLAYERS)
    if number or {game.winner, fold(game.winner)} & (TIE | NOBODY):
        game.players = [Told(seat=at + 1 if number else None) for at in range(max(count, number))]
        return
    names = names_in_cell(game.winner)
    game.players = [Told(name) for name in names] + [Told() for _ in range(count - len(names))]
    if not game.count:
        log.remark("if only the winner is named, nobody knows who else played; write all players, or how many")


def _number(text: str) -> int | None:
    """The number of a player: 2, P2, player 2, second."""
    words = [word for word in fold(text).split() if word not in SLOTS]
    try:
        return round(place(" ".join(words)))
    except Unreadable:
        return None


def find(name: str, players: Sequence[Told]) -> Told | None:
    """The player of a name, a power, a number, or the only one whose name begins so."""
    word = fold(name)
    for same in ([each for each in players if word and fold(each.name) == word],
                 [each for each in players if word and fold(each.power) == word]):  # fmt: skip
        if len(same) == 1:
            return same[0]
    if whose := "me" if word in MINE else "opponent" if word in THEIRS else "":
        return next((each for each in players if each.whose == whose), None)
    if (number := _number(name)) and number <= len(players):
        return next((each for each in players if each.seat == number), players[number - 1])
    begin = [each for each in players if word and fold(each.name).startswith(word)]
    return begin[0] if len(begin) == 1 else None


def _first(players: Sequence[Told], wins: str) -> list[Told]:
    """Who has the best score; nobody where some have none, or no score wins."""
    scores = [each.score for each in players if each.score is not None]
    if wins not in BEST or len(scores) < max(2, len(players)):
        return []
    return [each for each in players if each.score == BEST[wins](scores)]


def _direction(games: Sequence[Draft], log: Log) -> str:
    """Whether the most or the fewest points win, by all games of the sheet that say who won."""
    counts = dict.fromkeys(BEST, 0)
    for game in games:
        winners = [each for each in game.players if each.won]
        for wins in BEST:
            first = _first(game.players, wins)
            counts[wins] += bool(winners) and len(first) < len(game.players) and all(each in first for each in winners)
    if counts["lowest"] < EVIDENCE or counts["lowest"] <= 2 * counts["highest"]:
        return "highest"
    log.remark(f"the fewest points win: they won {counts['lowest']} games, the most {counts['highest']}")
    return "lowest"


def _contradiction(players: Sequence[Told], first: Sequence[Told], wins: str) -> str:
    """Why who won cannot be what the sheet says; empty where it can."""

    def name(told: Told) -> str:
        return told.name or told.power or f"player {players.index(told) + 1}"

    winners = [each for each in players if each.won]
    second = next((each for each in winners if each.place and each.place > 1), None)
    if second and any(each.place == 1 for each in players):
        return f"says that {name(second)} won, who has place {second.place:g}"
    wrong = next((each for each in winners if first and each not in first), None)
    if not wrong:
        return ""
    least = "fewer" if wins == "lowest" else "more"
    if len(winners) == len(players):
        return f"says that nobody won alone, but {name(first[0])} has {least} points than the others"
    points = f"{first[0].score:g} against {wrong.score:g}"
    return f"says that {name(wrong)} won, but {name(first[0])} has {least} points ({points})"
