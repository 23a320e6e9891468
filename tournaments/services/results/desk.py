"""Many results at once at the desk: each by itself, so that one that is refused holds up no other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.selectors.games import submission_by_key
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotFound
from magistrar_site.shared.isolates import isolated_list
from tournaments.selectors.rounds.desk import DeskGame
from tournaments.services.results.confirm import result_accept
from tournaments.services.results.rule import Ruling, result_rule, result_take

# What is typed for a result, the players by position: kind of ruling, and the winner's position (None: nobody).
RESULTS: Mapping[str, tuple[str, int | None]] = {
    "1": ("bare", 0),
    "2": ("bare", 1),
    "0": ("bare", None),
    "=": ("bare", None),
    "1+": ("forfeit", 0),
    "2+": ("forfeit", 1),
    "--": ("forfeit", None),
}
MOST_LINES = 500
ALL_FORFEIT = "--"
PLACING = re.compile(r"\d([>=]\d)*\+?")
LINE = re.compile(r"(?P<table>\d{1,5})(?:\.(?P<number>\d{1,2}))?\s+(?P<result>\S+)")


@dataclass(frozen=True, slots=True)
class Refused:
    """What wasn't done, and why: `what` names the table, or says again what was typed."""

    what: str
    message: str | Promise
    code: str


@dataclass(frozen=True, slots=True)
class DeskOutcome:
    """What came of many results: the keys of the games that were done, and what was refused."""

    done: tuple[str, ...]
    refused: tuple[Refused, ...]


def results_accept(*, act: Act, games: Iterable[DeskGame], submission_keys: Iterable[str]) -> DeskOutcome:
    """The desk takes these waiting versions in place of the opponents, each as `result_accept` does. `games` are those
    that were looked at: they name the tables."""
    by_key = {game.key: game for game in games}

    def accept(key: str) -> str:
        return result_accept(act=act, submission_key=key).key

    return _each(submission_keys, accept, lambda key: _table_of(by_key, key))


def results_enter(*, act: Act, games: Iterable[DeskGame], text: str, may_rule: bool = True) -> DeskOutcome:
    """Results as they are typed, separated by commas or lines: "12 1" (at table 12 the first player won), "12 2",
    "12 0" (a tie); "12 1+" (the first one wins without playing), "12 2+", "12 --" (neither came). In a match of
    several games "12.2 1" is its second game. At a table of more than two the seats are placed: "12 1>3>2", "12 1>2=3"
    (2 and 3 share the second place), "12 1>3+" (the others didn't come), "12 --". Each is a ruling, with the reason in
    `act.why`; who doesn't rule (`may_rule`) writes down who won, where the event accepts that.

    Invalid `nothing_typed`, `too_many_lines`.
    """
    lines = [line.strip() for line in re.split(r"[,;\n]", text) if line.strip()]
    if not lines:
        raise Invalid("nothing_typed", _("Type a table and its result."), fields={"line": _("Such as 12 1.")})
    if len(lines) > MOST_LINES:
        raise Invalid("too_many_lines", _("Type at most %(most)d results at once.") % {"most": MOST_LINES})
    at_table: dict[int, list[DeskGame]] = {}
    for game in games:
        at_table.setdefault(game.table, []).append(game)

    told: Counter[str] = Counter()
    for line in dict.fromkeys(lines):
        with suppress(DomainError):
            told[line_read(line, at_table)[0].key] += 1

    def enter(line: str) -> str:
        game, ruling = line_read(line, at_table)
        if told[game.key] > 1:
            raise Invalid("typed_twice", _("Several results were typed for this game, so none was recorded."))
        said = {"winner": ruling.winner, "placing": ruling.placing}
        if ruling.kind == "bare" and not may_rule:
            return result_take(act=act, game_key=game.key, **said).key
        return result_rule(act=act, game_key=game.key, kind=ruling.kind, **said).key

    return _each(lines, enter, lambda line: line)


def line_read(line: str, at_table: Mapping[int, list[DeskGame]]) -> tuple[DeskGame, Ruling]:
    """The open game that a line is about, and the ruling that is typed. Invalid `unreadable_line`, `no_such_table`,
    `no_such_game`, `has_result`, `already_decided`."""
    found = LINE.fullmatch(line)
    if found is None or not (found["result"] in RESULTS or PLACING.fullmatch(found["result"])):
        raise Invalid("unreadable_line", _("Type a table and a result: 1, 2, 0, 1+, 2+ or --; of more than two 1>3>2."))
    games = at_table.get(int(found["table"]), [])
    if not games:
        raise Invalid("no_such_table", _("This round has no such table."))
    is_decided = games[0].best_of > 1 and all(game.is_settled for game in games if not game.is_friendly)
    if found["number"]:
        games = [game for game in games if game.number == int(found["number"])]
    else:
        games = [game for game in games if not game.is_friendly]
    game = next((game for game in games if game.is_open), None)
    if game is None and is_decided:
        raise Invalid(
            "series_decided", _("The match at this table is decided: a further game isn’t part of it. Rule on a game.")
        )
    if not games:
        raise Invalid("no_such_game", _("The match at this table has no such game."))
    if game is None:
        raise Invalid("has_result", _("There is a result already. Confirm it, or rule on the game."))
    return game, _ruling(game, found["result"])


def _ruling(game: DeskGame, result: str) -> Ruling:
    """What is typed for a game: for two who won, at larger tables the places of all."""
    if len(game.seats) == 2 and result in RESULTS:
        kind, position = RESULTS[result]
        return Ruling(kind, "" if position is None else game.seats[position].side)
    if result == ALL_FORFEIT:
        return Ruling("forfeit")
    if result in RESULTS and not result.endswith("+"):
        message = _("More than two play at this table: type the places of all seats, as in 1>3>2.")
        raise Invalid("places_missing", message)
    return Ruling("forfeit" if result.endswith("+") else "bare", placing=result.removesuffix("+"))


def _each(wanted: Iterable[str], act_on: Callable[[str], str], name: Callable[[str], str]) -> DeskOutcome:
    done, refused = [], []
    for item in dict.fromkeys(wanted):
        try:
            done.append(act_on(item))
        except DomainError as refusal:
            refused.append(Refused(name(item), refusal.message, refusal.code))
    return DeskOutcome(tuple(done), tuple(refused))


def _table_of(by_key: Mapping[str, DeskGame], submission_key: str) -> str:
    """The table that a submission is for, with its players; the key itself where it is for none of these."""
    try:
        game = by_key.get(submission_by_key(submission_key).game.key)
    except NotFound:
        game = None
    if game is None:
        return submission_key
    names = isolated_list((seat.name for seat in game.seats), " – ")
    return _("Table %(table)d, %(names)s") % {"table": game.table, "names": names}
