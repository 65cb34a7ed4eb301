"""Who won, by what a playtest sheet says of it, winner, results, places or points, and where these contradict."""

from collections.abc import Callable, Sequence

from dhstats.quoting import quoted
from dhstats.simulate.playtests.headings import MINE, MOST_PLAYERS, SLOTS, THEIRS, fold
from dhstats.simulate.playtests.rows import Draft, Log, Told
from dhstats.simulate.playtests.values import NOBODY, TIE, Unreadable, names_in_cell, place

WINS = ("highest", "lowest", "any")  # what `wins` may say of points
EVIDENCE = 3  # games by which a sheet shows that the fewest points win, where no person says so
SETTLE = "correct one of the two, or say --column wins=lowest or wins=any if the most points do not win"


def judge(games: Sequence[Draft], log: Log, wins: str, place_of: Callable[[Draft], str]) -> None:
    """Gives each player of each game a share of the win, or none where the sheet does not say or contradicts itself."""
    for game in games:
        _named(game, games, log, place_of)
    wins = wins or _direction(games, log)
    derived = False
    for game in games:
        told = any(each.won is not None for each in game.players)
        if not told:
            derived |= _by_points(game, wins)
        elif problem := _contradiction(game, wins):
            log.cannot(game.winner_cell or _cell(game), f"{problem}; {SETTLE}")
            for each in game.players:
                each.won = each.score = each.place = None
    if derived:
        least = "fewest" if wins == "lowest" else "most"
        log.remark(
            f"where nothing else says who won, it is who has the {least} points; if not, --column wins=lowest or any"
        )


def _cell(game: Draft) -> str:
    roles = ("result", "place", "player")
    return next((each.cells[role] for role in roles for each in game.players if role in each.cells), "")


def _named(game: Draft, games: Sequence[Draft], log: Log, place_of: Callable[[Draft], str]) -> None:
    """Shares of the win by the words of the sheet: its winner, results, or places."""
    if game.winner:
        _by_winner(game, games, log, place_of)
    elif game.common:
        _by_common(game, log)
    elif any(each.result for each in game.players):
        _by_results(game.players)
    elif any(each.place is not None for each in game.players):
        best = [each for each in game.players if each.place == 1]
        if best:
            _share(game.players, best)
        else:
            log.cannot(_cell(game) or place_of(game), "nobody has the first place; write 1 for who won")


def _share(players: Sequence[Told], winners: Sequence[Told]) -> None:
    for each in players:
        each.won = 1 / len(winners) if any(each is other for other in winners) else 0.0


def _by_results(players: Sequence[Told]) -> None:
    """Shares by a result for each player; of two, what one has says what the other has."""
    if len(players) == 2 and [each.result for each in players].count("") == 1:
        for each, other in (players, players[::-1]):
            each.result = each.result or {"win": "loss", "loss": "win"}.get(other.result, other.result)
    best = [each for each in players if each.result == "win"] or [each for each in players if each.result == "tie"]
    if best or all(each.result for each in players):
        _share(players, best)


def _by_common(game: Draft, log: Log) -> None:
    """Shares by one result for the table: of the only player, of me, of all who play together; a tie is everybody's."""
    players = game.players
    if not players:
        players = game.players = [Told() for _ in range(min(game.count or 1, MOST_PLAYERS))]
    if game.common == "tie":
        return _share(players, players)
    apart = any(each.score is not None for each in players) and len(players) > 1
    if apart:
        log.remark(
            f"{game.winner_cell} and the like do not say for whom, and are not used; write the name of the winner"
        )
    elif game.common == "win":
        _share(players, players)
    else:
        _share(players, ())
    if len(players) > 1 and not apart:
        log.remark("a result that stands once for a game is taken for all its players, who won or lost together")
    return None


def _by_winner(game: Draft, games: Sequence[Draft], log: Log, place_of: Callable[[Draft], str]) -> None:
    """Shares by the winner that is named, by name, power, number, or with others."""
    word = fold(game.winner)
    if not game.players:
        _unlisted(game, games, log)
    if game.winner in TIE or word in TIE:
        best = _first(game.players, max) or _first(game.players, min)
        return _share(game.players, best if len(best) > 1 else game.players)
    if word in NOBODY:
        return _share(game.players, ())
    best = _first(game.players, max)
    if len(best) == 1 and not _number(game.winner) and not any(each.name or each.power for each in game.players):
        log.remark("where scores stand without names, the winner is taken for the one with the most points")
        best[0].name = game.winner
    winners: list[Told] = []
    for name in [game.winner] if find(game.winner, game.players) else names_in_cell(game.winner):
        if (one := find(name, game.players)) is None:
            log.strangers.append(name)
            names = ", ".join(each.name or each.power or "?" for each in game.players)
            reason = f"the winner {quoted(game.winner)} is not among the players ({names}); write one of them"
            return log.cannot(game.winner_cell, reason)
        winners.append(one)
    return _share(game.players, winners) if winners else None


def _unlisted(game: Draft, games: Sequence[Draft], log: Log) -> None:
    """Players of a game of which only the winner is named: as many as are counted, else the winner alone."""
    number = _number(game.winner)
    most = max([number or 0, *(_number(each.winner) or 0 for each in games if not each.players)])
    count = min(game.count or (max(most, 2) if number else 1), MOST_PLAYERS)
    if number or game.winner in TIE or fold(game.winner) in TIE | NOBODY:
        game.players = [Told(seat=at + 1 if number else None) for at in range(max(count, number or 0))]
    else:
        named = names_in_cell(game.winner)
        game.players = [Told(name) for name in named] + [Told() for _ in range(count - len(named))]
        if not game.count:
            log.remark("where the winner alone is named, nobody knows who else played; write all players, or how many")


def _number(text: str) -> int | None:
    """The number of a player: 2, P2, player 2, second."""
    words = [word for word in fold(text).split() if word not in SLOTS]
    try:
        return round(place(" ".join(words))) if words else None
    except Unreadable:
        return None


def find(name: str, players: Sequence[Told]) -> Told | None:
    """The player of a name, a power, a number, or the only one whose name begins so."""
    word = fold(name)
    for own in ("name", "power"):
        if len(same := [each for each in players if word and fold(getattr(each, own)) == word]) == 1:
            return same[0]
    if whose := "me" if word in MINE else "opponent" if word in THEIRS else "":
        return next((each for each in players if each.whose == whose), None)
    if (number := _number(name)) and number <= len(players):
        seated = [each for each in players if each.seat == number]
        return seated[0] if seated else players[number - 1]
    begin = [each for each in players if word and fold(each.name).startswith(word)]
    return begin[0] if len(begin) == 1 else None


def _first(players: Sequence[Told], best: Callable[..., float]) -> list[Told]:
    """Who has the best score; nobody where some have none."""
    scores = [each.score for each in players if each.score is not None]
    if len(scores) < len(players) or len(scores) < 2:
        return []
    return [each for each in players if each.score == best(scores)]


def _direction(games: Sequence[Draft], log: Log) -> str:
    """Whether the most or the fewest points win, by all games of the sheet that say who won."""
    counts = {"highest": 0, "lowest": 0}
    for game in games:
        winners = [each for each in game.players if each.won]
        for side, best in (("highest", max), ("lowest", min)):
            first = _first(game.players, best)
            counts[side] += (
                bool(winners) and 0 < len(first) < len(game.players) and all(each in first for each in winners)
            )
    if counts["lowest"] < EVIDENCE or counts["lowest"] <= 2 * counts["highest"]:
        return "highest"
    log.remark(f"the fewest points win: they do in {counts['lowest']} games, the most in {counts['highest']}")
    return "lowest"


def _by_points(game: Draft, wins: str) -> bool:
    """Shares by points; False where not all players have some."""
    first = [] if wins == "any" else _first(game.players, min if wins == "lowest" else max)
    if first:
        _share(game.players, first)
    return bool(first)


def _contradiction(game: Draft, wins: str) -> str:
    """Why who won cannot be what the sheet says; empty where it can."""
    winners = [each for each in game.players if each.won]
    second = next((each for each in winners if each.place is not None and each.place > 1), None)
    if second and any(each.place == 1 for each in game.players):
        return f"says that {_name(second, game)} won, who has place {second.place:g}"
    first = [] if wins == "any" else _first(game.players, min if wins == "lowest" else max)
    wrong = [each for each in winners if first and not any(each is other for other in first)]
    if not wrong:
        return ""
    least = "fewer" if wins == "lowest" else "more"
    if len(winners) == len(game.players):
        return f"says that nobody won alone, but {_name(first[0], game)} has {least} points than the others"
    return (
        f"says that {_name(wrong[0], game)} won, but {_name(first[0], game)} has {least} points"
        f" ({first[0].score:g} against {wrong[0].score:g})"
    )


def _name(told: Told, game: Draft) -> str:
    at = next(at for at, each in enumerate(game.players) if each is told)
    return told.name or told.power or f"player {at + 1}"
