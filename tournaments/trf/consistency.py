"""Refuses a document whose lines contradict each other, naming the place of the first contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from tournaments.trf.document import Document, Place, PlayerLine, Result, RoundEntry
from tournaments.trf.errors import TrfError
from tournaments.trf.player_line import POINTS_COLUMNS
from tournaments.trf.worth import entry_points, written_half_points

_WINS = frozenset({Result.WIN, Result.UNRATED_WIN})
_UNPLAYED = frozenset({Result.FORFEIT_WIN, Result.FORFEIT_LOSS})
_RESULT_COLUMN = 7


def check_consistency(document: Document) -> None:
    """Raises TrfError where numbers are missing or doubled, opponents disagree, or points don't add up."""
    players = _by_number(document)
    for player, round_number, entry, opponent in _meetings(document):
        if opponent not in players:
            where = _where(round_number, player)
            raise _fail(entry.place, entry.place.column, f"{where}: there is no player {opponent}")
    for player, round_number, entry, opponent in _meetings(document):
        _check_opponent(players[opponent], player, round_number, entry)
    _check_one_bye_a_round(document)
    _check_named_players(document, players)
    _check_rounds(document)
    _check_acceleration(document)
    for player in document.players:
        _check_points(document, player)


def _fail(place: Place, column: int, message: str) -> TrfError:
    return TrfError(place.line, column, message)


def _by_number(document: Document) -> dict[int, PlayerLine]:
    players: dict[int, PlayerLine] = {}
    for player in document.players:
        if player.number in players:
            raise _fail(player.place, 5, f"starting number {player.number} is given twice")
        players[player.number] = player
    for player in document.players:
        if player.number > len(players):
            missing = next(number for number in range(1, player.number) if number not in players)
            raise _fail(player.place, 5, f"starting number {missing} is missing, though there is a {player.number}")
    return players


def _meetings(document: Document) -> Iterator[tuple[PlayerLine, int, RoundEntry, int]]:
    """Each round in which a line names an opponent: the player, the round, what is written, the opponent's number."""
    for player in document.players:
        for round_number, entry in enumerate(player.rounds, 1):
            if entry.opponent is not None:
                yield player, round_number, entry, entry.opponent


def _where(round_number: int, player: PlayerLine) -> str:
    return f"round {round_number} of player {player.number}"


def _check_opponent(opponent: PlayerLine, player: PlayerLine, round_number: int, entry: RoundEntry) -> None:
    where = _where(round_number, player)
    other = opponent.rounds[round_number - 1] if round_number <= len(opponent.rounds) else None
    if other is None or other.opponent != player.number:
        message = f"{where}: player {opponent.number} has another opponent, or none"
        raise _fail(entry.place, entry.place.column, message)
    if entry.colour is not None and entry.colour is other.colour:
        raise _fail(entry.place, entry.place.column + 5, f"{where}: both players have the same colour")
    if _results_contradict(entry.result, other.result):
        message = (
            f"{where}: result {entry.result.value} doesn't go with {other.result.value} of player {opponent.number}"
        )
        raise _fail(entry.place, entry.place.column + _RESULT_COLUMN, message)


def _results_contradict(one: Result, other: Result) -> bool:
    if (one is Result.PENDING) != (other is Result.PENDING):
        return True
    if (one in _UNPLAYED) != (other in _UNPLAYED):
        return True
    if one is Result.FORFEIT_WIN and other is Result.FORFEIT_WIN:
        return True
    # An arbiter may give both a loss, or one a draw and the other a loss; nobody wins against a draw or a win.
    return one in _WINS and other not in (Result.LOSS, Result.UNRATED_LOSS)


def _check_one_bye_a_round(document: Document) -> None:
    seen: dict[int, int] = {}
    for player in document.players:
        for round_number, entry in enumerate(player.rounds, 1):
            if entry.result is not Result.PAIRING_BYE:
                continue
            if round_number in seen:
                message = f"round {round_number}: players {seen[round_number]} and {player.number} both have its bye"
                raise _fail(entry.place, entry.place.column + _RESULT_COLUMN, message)
            seen[round_number] = player.number


def _check_named_players(document: Document, players: dict[int, PlayerLine]) -> None:
    named = [(group.place, group.players) for group in (*document.forbidden, *document.avoided)]
    named += [(byes.place, byes.players) for byes in document.byes]
    named += [(record.place, record.players) for record in document.abnormal]
    named += [(game.place, game.players) for game in document.annulled]
    for place, numbers in named:
        for number in numbers:
            if number not in players:
                raise _fail(place, 5, f"there is no player {number}")
    for number in document.absent_next:
        if number not in players:
            raise TrfError(1, 1, f"record XXZ: there is no player {number}")


def _check_rounds(document: Document) -> None:
    planned = document.planned_rounds
    if planned is None:
        return
    for player in document.players:
        if len(player.rounds) > planned:
            place = player.rounds[planned].place
            raise _fail(place, place.column, f"a round {planned + 1}, though the tournament has {planned}")


def _check_acceleration(document: Document) -> None:
    scoring = document.scoring
    if document.is_baku and (scoring.loss or 2 * scoring.draw != scoring.win):
        raise TrfError(1, 1, "record 192 asks for Baku acceleration, which needs a draw to be worth half a win")


def _check_points(document: Document, player: PlayerLine) -> None:
    """The points of the rounds paired. Those of the rounds behind, in which everybody has a bye (announced, or passed
    without a game), may be in them up to any of these rounds, and fictitious points may be in them or not."""
    paired = document.rounds_paired
    worth = [entry_points(document, player, number, entry) for number, entry in enumerate(player.rounds, 1)]
    abnormal = document.abnormal_by_player.get(player.number, ())
    total = sum(worth[:paired]) + sum(record.points for record in abnormal if record.kind is None)
    with_byes = set(accumulate(worth[paired:], initial=total))
    fictitious = player.acceleration[paired] if paired < len(player.acceleration) else 0
    if not {player.points, player.points - fictitious} & with_byes:
        written, counted = written_half_points(player.points), written_half_points(total)
        message = f"player {player.number} has {written} points, but the rounds give {counted}"
        raise _fail(player.place, POINTS_COLUMNS[0], message)
