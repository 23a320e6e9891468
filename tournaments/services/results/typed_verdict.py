"""What a typed line says of its game, as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils.translation import gettext as _

from games.engine.core.multiplayer import read_placing
from games.engine.registry import game_system
from games.enums import Grade, ResultKind
from games.pages.registry import game_pages
from games.selectors.editions import StoredEditions
from games.selectors.games import set_up_of
from games.services.results import Verdict
from games.services.rulings import bare_verdict, forfeit_verdict, no_such_places
from games.values.results import places_of
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.isolates import isolated
from tournaments.selectors.rounds.desk import DeskGame
from tournaments.services.results.typed import ALL_FORFEIT, WINNERS, TypedLine

if TYPE_CHECKING:
    from games.models import Game


def typed_verdict(typed: TypedLine, desk: DeskGame, game: Game) -> Verdict:
    """What is typed as a result of the game's seats: players are typed by position, at larger tables by seat. Invalid
    `no_such_places`, `places_missing`, `impossible_score`, `score_level`, `no_typed_scores`, `unreadable_line`."""
    return replace(_verdict(typed, desk, game), by_seat=desk.own_seat)


def _verdict(typed: TypedLine, desk: DeskGame, game: Game) -> Verdict:
    players = len(desk.seats)
    if typed.numbers:
        return _scored(typed, desk, game)
    if typed.winner == ALL_FORFEIT:
        return forfeit_verdict(game=game, places=[None] * players)
    if typed.winner and players == 2:
        kind, position = WINNERS[typed.winner]
        won = None if position is None else desk.seats[position].seat
        if kind == "forfeit":
            return forfeit_verdict(game=game, places=[1 if seat == won else None for seat in (1, 2)])
        return bare_verdict(game=game, places=places_of(2, won))
    placing = typed.placing or (typed.winner.removesuffix("+") if typed.winner.endswith("+") else "")
    if not placing:
        raise Invalid(
            "places_missing", _("More than two play at this table: type the places of all seats, as in 1>3>2.")
        )
    try:
        places = read_placing(placing, players)
    except ValueError:
        raise no_such_places() from None
    forfeits = typed.forfeits or bool(typed.winner)
    return forfeit_verdict(game=game, places=places) if forfeits else bare_verdict(game=game, places=places)


def _scored(typed: TypedLine, desk: DeskGame, game: Game) -> Verdict:
    """The game's own score: the engine says whether a game can end so, and who has won."""
    system, players = game_system(game.system), len(desk.seats)
    most = system.typed_numbers
    if not most:
        raise Invalid("no_typed_scores", _("Type the places of this game’s seats, as in 1>3>2."))
    if len(typed.numbers) > most or any(len(values) != players for values in typed.numbers):
        raise Invalid("unreadable_line", _("Type a score as in 12 23:13."))
    by_seat = {seat.seat: index for index, seat in enumerate(desk.seats)}
    numbers = [tuple(values[by_seat[seat]] for seat in range(1, players + 1)) for values in typed.numbers]
    report = _report(game, numbers)
    judged = system.judged(report)
    as_json: dict[str, Any] = msgspec.to_builtins(report)
    if not judged.legal:
        if len(numbers) == most and judged.violations:
            names = {seat.side: isolated(seat.name) for seat in desk.seats}
            raise Invalid("impossible_score", game_pages(game.system).sentence(as_json["violations"][0], names))
        raise Invalid("impossible_score", _("No game can end with this score. Check the numbers."))
    if not judged.complete:
        raise Invalid(
            "score_level", _("These numbers alone don’t tell who won. Type more of the score, as in 12 20:20 3-2.")
        )
    return Verdict(ResultKind.PLAYED, Grade.SCORE, judged.places, as_json)


def _report(game: Game, numbers: Sequence[tuple[int, ...]]) -> Any:
    """By the game's set-up; without what was said at the table where that isn't all of it yet: a score may leave it
    open."""
    system, set_up = game_system(game.system), set_up_of(game)
    editions = StoredEditions(game.system)
    report = system.typed_score(set_up, numbers, editions)
    if "variants" in set_up and not system.judged(report).is_readable:
        said = {name: value for name, value in set_up.items() if name != "variants"}
        return system.typed_score(said, numbers, editions)
    return report
