"""What other pages show of leagues: a club's leagues, a player's honours, and what an event is a part of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django import template

from leagues.models import Honour, League
from leagues.selectors.leagues import leagues_of_actor, leagues_of_club
from leagues.selectors.seasons import honours_of_player
from magistrar_site.shared.acts import act_of

if TYPE_CHECKING:
    from games.models import Club, Player

register = template.Library()


@register.simple_tag
def club_leagues(club: Club) -> Sequence[League]:
    """The leagues that a club runs, those that only their address leads to left out."""
    return [league for league in leagues_of_club(club.key) if league.is_listed and not league.is_hidden]


@register.simple_tag
def player_honours(player: Player) -> Sequence[Honour]:
    """What a player won or lost in closed seasons, newest first."""
    return honours_of_player(player.pk)


@register.simple_tag(takes_context=True)
def my_leagues(context: template.Context) -> Sequence[League]:
    """The leagues in which the reader has a role, be it as owner of the club."""
    return list(leagues_of_actor(act_of(context["request"]).actor))
