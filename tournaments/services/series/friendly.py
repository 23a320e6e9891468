"""One more game of a match that is decided: unrated, and it counts for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action, GameState
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed
from tournaments.models import MatchGame
from tournaments.services.permissions import allowed, seat_of
from tournaments.services.rounds.matches import NextGame, games_arrange
from tournaments.services.series.follow import already_decided, series_for_change

if TYPE_CHECKING:
    from games.models import Game


@transaction.atomic
def friendly_arrange(*, act: Act, match_key: str) -> Game:
    """One more game of a decided match, for the fun of it: unrated, and it counts for nothing. By its players or the
    desk. While one is open, it is that one. DomainError `already_decided` where the event refuses surplus games,
    `series_open` before the decision."""
    match, series = series_for_change(act, match_key)
    event = match.round.stage.event
    if seat_of(act.actor, match) is None and not allowed(act.actor, event, Action.DESK):
        raise NotAllowed("not_your_game", _("This isn’t your game. Open your own personal link, or ask at the desk."))
    if not series.standing.is_decided:
        raise DomainError("series_open", _("This match isn’t decided yet: play its next game."))
    if series.rules.surplus_games != "friendly":
        raise already_decided(series)
    open_one = next((row for row in series.links if row.is_friendly and row.game.state == GameState.EXPECTED), None)
    if open_one is not None:
        return open_one.game
    links = MatchGame.objects.filter(match=match).order_by("-number")
    number = links.values_list("number", flat=True)[0] + 1
    seat = series.set_up_of(number)
    wanted = NextGame(match, number, seat.starter, is_friendly=True)
    return games_arrange(act, match.round, [wanted])[0]
