"""Editions of the rules: what they say, for everybody; a club's own, copied and changed by those who run its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.registry import GAME_SYSTEMS
from games.enums import Action
from games.models import Club, ClubEdition
from games.pages.registry import game_pages
from games.selectors.clubs import club_role_of, clubs_of
from games.selectors.editions import (
    TITLE_LENGTH,
    EditionView,
    club_edition,
    edition_content,
    edition_seen,
    edition_titles,
    edition_view,
    edition_view_of,
    editions_of_club,
    follower_of,
    is_used,
    newest_version,
    shipped_editions,
)
from games.services.editions import edition_change, edition_copy
from games.services.permissions import require_club, role_allows, shown_club
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError, NotFound

CHANGED_MEANWHILE = frozenset({"stale", "edition_followed"})


@dataclass(frozen=True)
class EditionChange:
    """What another edition says otherwise. `before` or `after` is empty where the thing isn't there."""

    where: str
    before: str
    after: str


class CopyForm(forms.Form):
    """A new edition of a club, which begins as a copy."""

    source = forms.ChoiceField(label=gettext_lazy("Begin with"))
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=TITLE_LENGTH,
        help_text=gettext_lazy("Which box it is, such as “Our box, second printing”."),
    )

    def __init__(self, *args: object, choices: dict[str, str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type] # passed on
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices.items())


@require_http_methods(["GET", "HEAD", "POST"])
def club_editions(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's own editions with all their versions; who runs its events copies one here."""
    actor = act_of(request).actor
    club = shown_club(actor, slug)
    may_manage = actor.staff or role_allows(club_role_of(actor, club), Action.MANAGE_EVENT)
    source = request.POST.get("source") or request.GET.get("source") or ""
    form = CopyForm(request.POST or None, choices=_sources(_titles(club), source), initial={"source": source})
    status = 200
    if request.method == "POST":
        status = 422
        require_club(act_of(request), club, Action.MANAGE_EVENT)
        if form.is_valid():
            data = form.cleaned_data
            try:
                made = edition_copy(
                    act=act_of(request),
                    club=club,
                    source=data["source"],
                    title=data["title"],
                    system=edition_view(data["source"]).system,
                )
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("The copy is yours. Type in what your box says."))
                return redirect("games:edition_edit", key=made.key)
    own = [(row, edition_view_of(row)) for row in editions_of_club(club)]
    context = {
        "section": "clubs",
        "club": club,
        "editions": [(row, shown, _assumed(shown)) for row, shown in own],
        "shipped": [(shown, _assumed(shown)) for shown in shipped_editions()],
        "may_manage": may_manage,
        "form": form,
    }
    return render(request, "games/editions/club.html", context, status=status)


def _titles(club: Club) -> dict[str, str]:
    """What the club's events may be played with, of all games."""
    return {key: title for system in GAME_SYSTEMS for key, title in edition_titles(club, system).items()}


def _assumed(shown: EditionView) -> Sequence[str]:
    return game_pages(shown.system).edition_assumed(shown.data)


def _sources(titles: dict[str, str], asked: str) -> dict[str, str]:
    """The club's choices, and the edition that somebody came from."""
    try:
        return titles if not asked or asked in titles else {asked: edition_view(asked).title, **titles}
    except NotFound:
        return titles


@require_safe
def edition(request: HttpRequest, key: str) -> HttpResponse:
    """What an edition says, and which of it is assumed."""
    shown = edition_view(key)
    row, actor = shown.row, act_of(request).actor
    role = club_role_of(actor, row.club) if row is not None and row.club is not None else None
    newer = follower_of(row) if row is not None else None
    may_manage = row is not None and row.club is not None and (actor.staff or role_allows(role, Action.MANAGE_EVENT))
    context = {
        "section": "clubs",
        "shown": shown,
        "assumed": _assumed(shown),
        "body": game_pages(shown.system).edition_body(shown.data),
        "newer": newer,
        "is_used": row is not None and is_used(row),
        "may_change": may_manage and newer is None,
        "clubs": list(clubs_of(actor)),
    }
    return render(request, "games/editions/edition.html", context)


@require_safe
def edition_changes(request: HttpRequest, key: str) -> HttpResponse:
    """What an edition says otherwise than another: by default than the version before it, else than the shipped one."""
    shown = edition_view(key)
    before = edition_view(request.GET.get("from") or _before(shown))
    context = {"section": "clubs", "shown": shown, "before": before, "changes": _changes(before, shown)}
    return render(request, "games/editions/changes.html", context)


def _before(shown: EditionView) -> str:
    row = shown.row
    if row is not None and row.follows is not None:
        return row.follows.key
    return next(view.key for view in shipped_editions() if view.system == shown.system)


def _changes(before: EditionView, after: EditionView) -> list[EditionChange]:
    """Everything that the two say differently, value by value, provenance too."""
    old, new = (dict(game_pages(view.system).edition_values(view.data)) for view in (before, after))
    return [
        EditionChange(place, old.get(place, ""), new.get(place, ""))
        for place in [*old, *(place for place in new if place not in old)]
        if old.get(place) != new.get(place)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edition_edit(request: HttpRequest, key: str) -> HttpResponse:
    """Type in what the club's box says. Once games were played with it, what is saved is a new version."""
    found = club_edition(key)
    if found.club is None:
        raise NotFound("no_such_edition", _("This edition belongs to no club. Copy it to change it."))
    require_club(act_of(request), found.club, Action.MANAGE_EVENT)
    sent = request.POST if request.method == "POST" else None
    pages = game_pages(found.system)
    form = pages.edition_form(sent, title=found.title, data=edition_content(found), seen=edition_seen(found))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            title, seen = form.cleaned_data["title"], form.cleaned_data["seen"]
            try:
                kept = edition_change(
                    act=act_of(request), edition=found, title=title, data=form.edition_data, seen=seen
                )
            except DomainError as refusal:
                if refusal.code in CHANGED_MEANWHILE:
                    found, status = newest_version(club_edition(key)), 409
                    form = pages.edition_form_after_others(form, found)
                else:
                    status = form.put(refusal)
            else:
                messages.success(request, _saved(found, kept))
                return redirect("games:edition", key=kept.key)
    newer = follower_of(found)
    context = {
        "section": "clubs",
        "edition": found,
        "form": form,
        "parts": pages.edition_form_parts(form),
        "body": pages.edition_form_body(form),
        "newer": newer,
        "is_used": is_used(found),
    }
    return render(request, "games/editions/edit.html", context, status=status)


def _saved(before: ClubEdition, kept: ClubEdition) -> str:
    if kept.pk == before.pk:
        return _("Saved.")
    return _("Saved as version %(number)d. What was played with the old one stays as it was.") % {
        "number": kept.version
    }
