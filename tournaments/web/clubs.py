"""What the staff of a club do: found it, set events up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import Action
from games.selectors.clubs import club_by_slug, clubs_of
from games.selectors.editions import edition_titles
from games.services.clubs import club_create
from games.services.permissions import require_club
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.selectors.event_lists import club_events
from tournaments.selectors.events import events_to_run
from tournaments.services.events.create import event_create
from tournaments.services.events.presets import PRESETS
from tournaments.web.forms import ClubForm, EventForm

if TYPE_CHECKING:
    from games.models import Club

MOST_EVENTS = 12
EVENING = "19:00"


@require_safe
@login_required
def my_clubs(request: HttpRequest) -> HttpResponse:
    """The clubs in which the account has a role, and the events that it runs."""
    act = act_of(request)
    context = {
        "section": "mine",
        "clubs": list(clubs_of(act.actor)),
        "events": events_to_run(act.actor.key, now=act.at, most=MOST_EVENTS),
    }
    return render(request, "tournaments/my_clubs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club, whose owner the account then is."""
    form = ClubForm(request.POST or None)
    if request.method != "POST":
        return render(request, "tournaments/club_new.html", {"section": "mine", "form": form})
    status = 422
    if form.is_valid():
        try:
            club = club_create(act=act_of(request), name=form.cleaned_data["name"], place=form.cleaned_data["place"])
        except DomainError as refusal:
            status = put_on_form(form, refusal)
        else:
            messages.success(request, _("%(club)s is ready. Set up its first event.") % {"club": isolated(club.name)})
            return redirect("tournaments:event_new", slug=club.slug)
    return render(request, "tournaments/club_new.html", {"section": "mine", "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def event_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up an event of a club from a preset."""
    club = club_by_slug(slug)
    require_club(act_of(request), club, Action.MANAGE_EVENT)
    latest = club_events(club.key).first()
    initial = _initial_values(latest.time_zone if latest else "")
    form = EventForm(request.POST or None, initial=initial, editions=_editions(club))
    context = {"section": "mine", "club": club, "form": form, "guess_zone": latest is None and request.method != "POST"}
    if request.method != "POST":
        return render(request, "tournaments/event_new.html", context)
    status = 422
    if form.is_valid():
        data = form.cleaned_data
        try:
            event = event_create(
                act=act_of(request),
                club_slug=club.slug,
                name=data["name"],
                starts_at=form.starts_at(),
                time_zone=data["time_zone"],
                preset=data["preset"],
                rated=data["rated"],
                edition=data.get("edition") or None,
                rounds=data["rounds"],
                is_draft=True,
            )
        except DomainError as refusal:
            status = put_on_form(form, refusal)
        else:
            messages.success(request, _("The event is set up. Enter the players, then start it."))
            return redirect("tournaments:manage", slug=event.slug)
    return render(request, "tournaments/event_new.html", context, status=status)


def _editions(club: Club) -> dict[str, str]:
    """Titles by key of all that can be played with, of the games that the presets are for; none where each game has
    one. Of several games the first choice is none of them: the preset then says which."""
    of_systems = [
        edition_titles(club, system) for system in dict.fromkeys(preset.system for preset in PRESETS.values())
    ]
    if all(len(titles) == 1 for titles in of_systems):
        return {}
    titles = {key: title for of_system in of_systems for key, title in of_system.items()}
    return {"": _("The usual one of the game"), **titles} if len(of_systems) > 1 else titles


def _initial_values(zone: str) -> dict[str, Any]:
    """An evening today, in the zone of the club's last event."""
    return {
        "date": timezone.localdate(),
        "time": EVENING,
        "time_zone": zone or settings.TIME_ZONE,
        "preset": next(iter(PRESETS)),
    }
