"""Which clubs may write mails to an account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.selectors.clubs import club_by_slug
from games.selectors.mail import clubs_agreed, has_agreed
from games.services.mail import mail_agree, mail_stop
from magistrar_site.shared.acts import Actor, act_of
from magistrar_site.shared.isolates import isolated
from tournaments.models import Event
from tournaments.selectors.mailings import clubs_of_player, has_confirmed_address
from tournaments.services.announcements.mail import sends_mail


@never_cache
@require_safe
@login_required
def my_mails(request: HttpRequest) -> HttpResponse:
    """The clubs whose events the account's player entered, and those it gets mails of."""
    key = act_of(request).actor.key
    agreed = clubs_agreed(key)
    clubs = {club.pk: club for club in [*agreed, *clubs_of_player(key)]}
    context = {
        "section": "mine",
        "rows": [
            (club, club in agreed) for club in sorted(clubs.values(), key=lambda club: (club.name.casefold(), club.key))
        ],
        "sends_mail": sends_mail(),
        "is_confirmed": has_confirmed_address(key),
    }
    return render(request, "tournaments/my_mails.html", context)


def mail_offer(actor: Actor, event: Event) -> dict[str, Any] | None:
    """What a signed-in reader can choose about mails of the event's club; None where no mail could come."""
    if actor.kind != "user" or not sends_mail() or not has_confirmed_address(actor.key):
        return None
    return {"club": event.club, "is_agreed": has_agreed(actor.key, event.club)}


@require_POST
@login_required
def mail_choice(request: HttpRequest, slug: str) -> HttpResponse:
    """Agree to a club's mails, or stop them; back to the page with the button."""
    club, act = club_by_slug(slug), act_of(request)
    if request.POST.get("agrees") == "yes":
        mail_agree(act=act, club=club)
        text = _("You get mails when %(club)s announces something about your event, or cancels it.")
        if club not in clubs_of_player(act.actor.key):
            missing = _(
                "Mails come once your account is linked with your player: open your player’s page, press “This is me”."
            )
            messages.warning(request, missing)
    else:
        mail_stop(act=act, club=club)
        text = _("You get no more mails about events of %(club)s.")
    messages.success(request, text % {"club": isolated(club.name)})
    back = request.POST.get("back", "")
    is_here = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return redirect(back if is_here else "tournaments:my_mails")
