"""The rules of a game, by number: where the reports of its engine lead."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.registry import GAME_SYSTEMS
from games.pages.registry import GAME_PAGES
from magistrar_site.shared.errors import NotFound


@require_safe
def rules(request: HttpRequest, system: str) -> HttpResponse:
    """Each rule in a sentence. NotFound for a game that doesn't tell its rules here."""
    told = GAME_PAGES[system].rules if system in GAME_PAGES else ()
    if not told:
        raise NotFound("no_such_page", _("There is no page at this address."))
    return render(request, "games/rules.html", {"name": _(GAME_SYSTEMS[system].name), "rules": told})
