"""What each version brought, for organisers and players. CHANGELOG.md has all of it, for those who run a service."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from magistrar_site.shared.whole_pages import public_page
from magistrar_site.version import VERSION


@dataclass(frozen=True, slots=True)
class Release:
    version: str
    day: date
    about: Promise
    points: tuple[Promise, ...]


RELEASES = (
    Release(
        "0.1.0",
        date(2026, 11, 29),
        _("The first version: everything that a club needs for an evening, and for a league over months."),
        (
            _("Evenings: paste the names, pair the rounds, print the links. Players hand in their games by phone."),
            _("Swiss, round robin, knock-out, groups, tables of three and more, ladders and series of several games."),
            _(
                "Each game is checked by the rules, and each result shows how it was proven. Wrong results can be "
                "corrected."
            ),
            _("Standings, crosstable and ratings update by themselves, on the event’s page and on the projector."),
            _("Leagues with divisions, matchdays, promotion and relegation, over as many seasons as you like."),
            _("Three games of the rulebooks, each with its editions and variants."),
            _(
                "Events and lists of players from other programs can be imported; every event can be taken along as a "
                "file."
            ),
            _("Backups are made every day and checked. Another machine can take over within minutes."),
            _("Everyone can see, export and delete their own data."),
            _("English, German and Dutch, on phones, at the desk and on paper."),
        ),
    ),
)


@public_page()
@require_safe
def whats_new(request: HttpRequest) -> HttpResponse:
    """What changed, newest version first."""
    return render(request, "site/whats_new.html", {"releases": RELEASES, "version": VERSION})
