"""A player's choice to be shown by code instead of name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.selectors.players import player_by_key
from magistrar_site.shared.acts import Act, act_of
from tournaments.selectors.events import entry_keys_of
from tournaments.services.player_names import may_hide_name, player_shown_by

if TYPE_CHECKING:
    from games.models import Player


def act_about(request: HttpRequest, player: Player) -> Act:
    """The act of whoever asks: with a personal link of the player that was opened in this browser, else by account."""
    opened = request.link_subjects()  # type: ignore[attr-defined] # set by PersonalLinkMiddleware
    own = next(iter(entry_keys_of(player.pk) & opened), None) if opened else None
    return act_of(request, entry=own)


def may_choose(request: HttpRequest, player: Player) -> bool:
    """Whether the reader may choose how the player is shown; costs nothing for strangers."""
    act = act_about(request, player)
    return act.actor.kind in {"link", "user"} and may_hide_name(act.actor, player)


@require_POST
def player_name(request: HttpRequest, key: str) -> HttpResponse:
    """Show a player by code (`show` is "code") or by name."""
    player = player_by_key(key)
    code = request.POST.get("show") == "code"
    player_shown_by(act=act_about(request, player), player=player, code=code)
    messages.success(
        request, _("The public now sees the code instead of the name.") if code else _("The name is shown again.")
    )
    return redirect("tournaments:player", key=player.key)
