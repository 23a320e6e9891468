"""Many waiting results confirmed at once at the desk: each by itself, so that one that is refused holds up no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.selectors.games import submission_by_key
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotFound
from magistrar_site.shared.isolates import isolated_list
from tournaments.selectors.rounds.desk import DeskGame
from tournaments.services.results.confirm import result_accept


@dataclass(frozen=True, slots=True)
class Refused:
    """What wasn't done, and why: `what` names the table, or says again what was typed. `game_key`: the game's, where
    one was found."""

    what: str
    message: str | Promise
    code: str
    game_key: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A typed line whose game has an entry of the desk already, by the fact with the number `entry`: to be replaced?"""

    what: str
    game_key: str
    entry: int


@dataclass(frozen=True, slots=True)
class DeskOutcome:
    """What came of many results: the keys of the games that were done, what was refused, and what is asked first."""

    done: tuple[str, ...]
    refused: tuple[Refused, ...]
    asks: tuple[Ask, ...] = ()


def results_accept(*, act: Act, games: Iterable[DeskGame], submission_keys: Iterable[str]) -> DeskOutcome:
    """The desk takes these waiting versions in place of the opponents, each as `result_accept` does. `games` are those
    that were looked at: they name the tables."""
    by_key = {game.key: game for game in games}

    def accept(key: str) -> str:
        return result_accept(act=act, submission_key=key).key

    return _each(submission_keys, accept, lambda key: _table_of(by_key, key))


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
