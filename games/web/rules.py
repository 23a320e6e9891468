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
    """Each rule in a sentence, rulings of ours apart where the game has advice for arbiters. NotFound for a game that
    doesn't tell its rules here."""
    pages = GAME_PAGES.get(system)
    if pages is None or not pages.rules:
        raise NotFound("no_such_page", _("There is no page at this address."))
    advice = pages.for_arbiters
    rulings = advice.rulings if advice else ()
    told = {
        "name": _(GAME_SYSTEMS[system].name),
        "rules": [rule for rule in pages.rules if rule not in rulings],
        "note": pages.rules_note,
        "system": system,
        "for_arbiters": advice,
    }
    return render(request, "games/rules.html", told)
