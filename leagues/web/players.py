"""The staff's list of a season's players: answers, newcomers, seeds, reserves, and personal links."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from leagues.enums import Answer, LeagueAction
from leagues.models import Season, SeasonEntry
from leagues.selectors.seasons import answer_counts, entries_of_season, season_entry_by_key
from leagues.services.entries.answer import season_answer
from leagues.services.entries.links import season_links_make
from leagues.services.entries.seed import newcomer_remove, newcomer_seed, reserve_set
from leagues.services.entries.sign_up import NEW, SKIP, claim_decide, names_preview, players_add
from leagues.web.acts import act_and_season, address_of
from leagues.web.forms import NamesForm
from leagues.web.manage import season_context
from magistrar_site.accounts.services.links import link_tokens
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid, NotFound

QR_SCALE = 4


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def players(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """Who was asked, who comes back, who is new. Names are entered with the form; those that are known more than once
    are asked about."""
    act, season = act_and_season(request, club, slug, number, LeagueAction.VIEW)
    form, status, unclear = NamesForm(), 200, []
    if request.method == "POST":
        form, status = NamesForm(request.POST), 422
        if form.is_valid():
            names, is_reserve = form.cleaned_data["names"], form.cleaned_data["is_reserve"]
            choices = {
                int(name.removeprefix("line_")): str(value)
                for name, value in request.POST.items()
                if name.startswith("line_") and name.removeprefix("line_").isdecimal() and len(name) < 12 and value
            }
            try:
                entered = players_add(act=act, season=season, text=names, choices=choices, is_reserve=is_reserve)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
                if refusal.code == "unclear_names":
                    asked = {int(field.removeprefix("line_")) for field in refusal.fields}
                    lines = names_preview(act=act, season=season, text=names)
                    unclear = [line for line in lines if line.number in asked]
            else:
                messages.success(request, _("Entered: %(count)d") % {"count": len(entered)})
                return redirect("leagues:players", *address_of(season))
    entries = list(entries_of_season(season).order_by("player__folded_name", "key"))
    context = season_context(act, season) | {
        "form": form,
        "unclear": unclear,
        "entries": entries,
        "counts": answer_counts(entries),
        "reserves": [entry for entry in entries if entry.stands_by],
        "new": NEW,
        "skip": SKIP,
    }
    return render(request, "leagues/players.html", context, status=status)


def _seed(act: Act, entry: SeasonEntry, value: str) -> None:
    newcomer_seed(act=act, entry=entry, division=division_typed(value))


def division_typed(value: str) -> int | None:
    """The number of a division as it was typed; None for none. Invalid `wrong_division`."""
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 4):
        text = _("Divisions count from 1.")
        raise Invalid("wrong_division", text, fields={"division": text})
    return int(value)


_ACTIONS: Mapping[str, Callable[[Act, SeasonEntry, str], object]] = {
    "yes": lambda act, entry, _value: season_answer(act=act, entry=entry, answer=Answer.YES),
    "no": lambda act, entry, _value: season_answer(act=act, entry=entry, answer=Answer.NO),
    "asked": lambda act, entry, _value: season_answer(act=act, entry=entry, answer=Answer.ASKED),
    "reserve": lambda act, entry, _value: reserve_set(act=act, entry=entry, is_reserve=True),
    "regular": lambda act, entry, _value: reserve_set(act=act, entry=entry, is_reserve=False),
    "remove": lambda act, entry, _value: newcomer_remove(act=act, entry=entry),
    "known": lambda act, entry, _value: claim_decide(act=act, entry=entry, is_player=True),
    "new": lambda act, entry, _value: claim_decide(act=act, entry=entry, is_player=False),
    "seed": _seed,
}


@require_POST
@login_required
def player_step(request: HttpRequest, club: str, slug: str, number: int, key: str, action: str) -> HttpResponse:
    """What is done with one player, by the names of `_ACTIONS`."""
    act, season = act_and_season(request, club, slug, number)
    if action not in _ACTIONS:
        raise NotFound("no_such_step", _("There is no such step."))
    entry = entry_in(season, key)
    try:
        _ACTIONS[action](act, entry, request.POST.get("division", "").strip())
    except DomainError as refusal:
        messages.error(request, str(refusal.message))
    return redirect("leagues:players", *address_of(season))


def entry_in(season: Season, key: str) -> SeasonEntry:
    """An entry of this season; NotFound for those of others."""
    entry = season_entry_by_key(key)
    if entry.season_id != season.pk:
        raise NotFound("no_such_entry", _("There is no such player in this season."))
    return entry


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def links(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """The players' personal links with codes to scan, to hand out or to print. What leads here is a POST, which makes
    those that are missing."""
    act, season = act_and_season(request, club, slug, number)
    if request.method == "POST":
        season_links_make(act=act, season=season)
        return redirect("leagues:links", *address_of(season))
    entries = list(entries_of_season(season).order_by("player__folded_name", "key"))
    entries = [entry for entry in entries if entry.link_subject]
    subjects = [entry.link_subject for entry in entries]
    tokens = link_tokens(subjects)
    cards = [
        {"entry": entry, "url": url, "code": _code(url)}
        for entry, subject in zip(entries, subjects, strict=True)
        if subject in tokens
        for url in [f"{settings.SITE_URL}{reverse('accounts:link', args=[tokens[subject]])}"]
    ]
    context = season_context(act, season) | {"cards": cards, "missing": len(entries) - len(cards)}
    return render(request, "leagues/links.html", context)


def _code(url: str) -> str:
    """The picture of the code, as SVG for the page itself."""
    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", scale=QR_SCALE, border=4, xmldecl=False, svgns=True)
    return out.getvalue().decode()
