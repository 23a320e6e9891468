"""Logos and players' pictures: served to everybody, sent by those whom they belong to."""

from __future__ import annotations

from typing import IO

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.models import ClubLogo, PlayerPicture
from games.selectors.clubs import club_by_slug
from games.selectors.pictures import logo_of_slug, picture_of_key
from games.selectors.players import player_by_key
from games.services.pictures import club_logo_set, player_picture_set
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.images import MEDIA_TYPE


class PictureForm(forms.Form):
    """A picture to send. What is in it, the service looks at."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("PNG, JPEG or WebP, at most 10 MB. It is made small; what the camera noted goes."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )


def _served(request: HttpRequest, found: ClubLogo | PlayerPicture | None) -> HttpResponse:
    """The picture, asked for anew each time: it may be gone, or hidden, from one moment to the next."""
    if found is None:
        raise Http404
    tag = quote_etag(found.digest)
    same = request.headers.get("If-None-Match") == tag
    response = HttpResponse(status=304) if same else HttpResponse(bytes(found.data), content_type=MEDIA_TYPE)
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
def club_logo(request: HttpRequest, slug: str) -> HttpResponse:
    return _served(request, logo_of_slug(slug))


@require_safe
def player_picture(request: HttpRequest, key: str) -> HttpResponse:
    return _served(request, picture_of_key(key))


def _sent(request: HttpRequest) -> IO[bytes] | None:
    """The file that was sent; None with the button `remove`. DomainError where there is none."""
    if "remove" in request.POST:
        return None
    file = request.FILES.get("picture")
    if file is None:
        raise DomainError("no_file", _("Choose a file first."))
    return file.file


@require_POST
@login_required
def club_logo_send(request: HttpRequest, slug: str) -> HttpResponse:
    """Set a club's logo, or take it away."""
    club = club_by_slug(slug)
    try:
        club_logo_set(act=act_of(request), club=club, file=_sent(request))
    except DomainError as refusal:
        if refusal.status == 403:
            raise
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("Saved."))
    return redirect("games:club_settings", slug=slug)


@require_POST
@login_required
def player_picture_send(request: HttpRequest, key: str) -> HttpResponse:
    """Set the picture of the own player, or take it away."""
    try:
        player_picture_set(act=act_of(request), player=player_by_key(key), file=_sent(request))
    except DomainError as refusal:
        if refusal.status == 403:
            raise
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, _("Saved."))
    return redirect("tournaments:player", key=key)
