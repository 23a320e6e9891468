"""The organiser's page of players: lists and files with a preview, the waiting list, and who comes and goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.enums import Action
from games.selectors.name_search import holds_words
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed, NotFound
from magistrar_site.shared.isolates import isolated
from tournaments.enums import BEFORE_START, EntryAction, EntryState, EventState
from tournaments.models import Entry, Event
from tournaments.selectors.entries import claims_of, places_for_newcomers, places_left
from tournaments.selectors.events import entries_of, event_by_slug, stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.claims import claims_confirm, entry_identify
from tournaments.services.entries.late import late_entry_refusal
from tournaments.services.entries.lists.encodings import list_decode
from tournaments.services.entries.preview import list_preview
from tournaments.services.entries.sign_up import sign_up_state
from tournaments.services.entries.states import (
    MOVES,
    entry_expel,
    entry_pause,
    entry_place,
    entry_remove,
    entry_return,
    entry_withdraw,
    moves_from,
)
from tournaments.services.events.rating_sources import RatingSource, source_chosen
from tournaments.services.permissions import allowed
from tournaments.services.player_names import player_under_16_by
from tournaments.web.acts import act_and_event, entry_in
from tournaments.web.entries.list_forms import LONGEST_LIST, PastedListForm, preview_context
from tournaments.web.manage import entered_words
from tournaments.web.table_filter import LONGEST, SEARCHED_FROM

LINES = 100  # players on one page
LONGEST_REASON = 300
_STEPS: dict[EntryAction, Callable[..., object]] = {
    EntryAction.REMOVE: entry_remove,
    EntryAction.PAUSE: entry_pause,
    EntryAction.WITHDRAW: entry_withdraw,
    EntryAction.EXPEL: entry_expel,
}
# Likewise into the stage that runs.
_STEPS_INTO_STAGE: dict[EntryAction, Callable[..., object]] = {
    EntryAction.PLACE: entry_place,
    EntryAction.RETURN: entry_return,
}
# What a step does, in words for the button's own line.
_EXPLAINED = {
    EntryAction.REMOVE: gettext_lazy("A free place goes to the first player waiting."),
    EntryAction.PLACE: gettext_lazy("Ahead of the others, and beyond the number of places if needed."),
    EntryAction.PAUSE: gettext_lazy("Not paired until taken back in; each round in between is a zero-point bye."),
    EntryAction.RETURN: gettext_lazy("Paired again from the next round."),
    EntryAction.WITHDRAW: gettext_lazy("Games played still count. The player won’t be paired again."),
    EntryAction.EXPEL: gettext_lazy(
        "Games played still count. The player won’t be paired again and can’t sign up again."
    ),
}
_GROUPS = (
    (gettext_lazy("Entered"), (EntryState.REGISTERED, EntryState.ACTIVE, EntryState.PAUSED)),
    (gettext_lazy("On the waiting list"), (EntryState.WAITING,)),
    (gettext_lazy("Out"), (EntryState.WITHDRAWN, EntryState.EXPELLED)),
)


class ListForm(PastedListForm):
    """A list, pasted or as a file."""

    file = forms.FileField(
        label=gettext_lazy("Or a file (CSV, text or TRF)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.trf,.trfx,text/*"}),
    )
    under_16 = forms.BooleanField(
        label=gettext_lazy("All of them are under 16"),
        required=False,
        help_text=gettext_lazy("The public sees a code instead of the name. For a single player: use the list below."),
    )
    field_order = ["names", "file", "under_16", "seen"]


@never_cache
@require_safe
@login_required
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who was entered, by how they take part; with ?q= those so called. Arbiters see it, and say who an entry
    really is; only those who manage entries change the list."""
    _act, event = act_and_event(request, slug, Action.RULE)
    return _page(request, event, ListForm())


def _page(request: HttpRequest, event: Event, form: ListForm, *, status: int = 200, **more: Any) -> HttpResponse:
    search = request.GET.get("q", "")[:LONGEST]
    called = holds_words("player__folded_name", search)
    everybody = entries_of(event)
    shown = Paginator(everybody.filter(called) if called else everybody, LINES).get_page(request.GET.get("page"))
    entries = list(shown.object_list)
    late = late_entry_refusal(stage_of(event)) if event.state == EventState.RUNNING else None
    context = {
        "section": "mine",
        "event": event,
        "form": form,
        "groups": [(title, [_row(entry) for entry in entries if entry.state in states]) for title, states in _GROUPS],
        "count": shown.paginator.count,
        "search": search,
        "is_searched": bool(search) or shown.paginator.count >= SEARCHED_FROM,
        "query": f"{urlencode({'q': search})}&" if search else "",
        "claims": list(claims_of(event)),
        "page": shown,
        "capacity": event.entering.capacity,
        "places_left": places_left(event),
        "is_full": places_for_newcomers(event) == 0,
        "sign_up": sign_up_state(event, timezone.now()).value,
        "late_refusal": late.message if late else "",
        "ratings_used": _ratings_used(event),
        "may_enter": allowed(act_of(request).actor, event, Action.MANAGE_ENTRIES),
        "late_policy": event.settings.late_entry,
        "is_late": event.state == EventState.RUNNING,
        **more,
    }
    return render(request, "tournaments/entries/players.html", context, status=status)


def _ratings_used(event: Event) -> str:
    """Whose ratings count, in words, where some players have them from the pool and others from a list."""
    if event.state not in BEFORE_START or not event.pool:
        return ""
    chosen = source_chosen(event, list(entries_of(event)))
    if not chosen.unused:
        return ""
    text = (
        ngettext(
            "Seeding uses the club’s ratings. %(count)d player has only a rating from a list and counts as unrated.",
            "Seeding uses the club’s ratings. %(count)d players have only a rating from a list and count as unrated.",
            chosen.unused,
        )
        if chosen.source is RatingSource.POOL
        else ngettext(
            "Seeding uses the ratings from lists. %(count)d player has only a club rating and counts as unrated.",
            "Seeding uses the ratings from lists. %(count)d players have only a club rating and count as unrated.",
            chosen.unused,
        )
    )
    return text % {"count": chosen.unused}


def _row(entry: Entry) -> dict[str, Any]:
    steps = [
        {
            "action": action,
            "explained": _EXPLAINED[action],
            "needs_reason": MOVES[action][EntryState(entry.state)].reason,
            "is_danger": action in {EntryAction.EXPEL, EntryAction.WITHDRAW},
        }
        for action in moves_from(entry.state)
    ]
    return {"entry": entry, "steps": steps}


@require_POST
@login_required
def list_add(request: HttpRequest, slug: str) -> HttpResponse:
    """A list: what will happen is shown first, and done when that is confirmed (button `enter`)."""
    act, event = act_and_event(request, slug, Action.MANAGE_ENTRIES)
    form = ListForm(request.POST.copy(), request.FILES)
    if not form.is_valid():
        return _page(request, event, form, status=422)
    try:
        said = _take_file(form)
        if "enter" in request.POST and not said:
            return _enter(request, act, event, form)
        return _preview_page(request, event, form, said)
    except DomainError as refusal:
        return _preview_page(request, event, form, "", status=put_on_form(form, refusal))


def _take_file(form: ListForm) -> str:
    """A file's text takes the place of what was pasted; says how it was read."""
    upload = form.cleaned_data["file"]
    if not upload:
        return ""
    text, encoding = list_decode(upload.read())
    if len(text) > LONGEST_LIST:  # cut off, its last players would be missing and nobody would know
        message = MaxLengthValidator.message % {"limit_value": LONGEST_LIST, "show_value": len(text)}
        raise Invalid("list_too_long", message, fields={"file": message})
    data: Any = form.data
    data["names"] = form.cleaned_data["names"] = text.replace("\0", "")
    said = _("The file was read as %(encoding)s.") % {"encoding": encoding.value}
    return said if encoding.is_sure or text.isascii() else f"{said} {_('That is a guess: look at the letters below.')}"


def _enter(request: HttpRequest, act: Act, event: Event, form: ListForm) -> HttpResponse:
    data = form.cleaned_data
    entered = entries_add(
        act=act,
        stage=stage_of(event),
        text=data["names"],
        choices=form.choices(),
        reading=form.reading(),
        seen=data["seen"] or None,
        under_16=data["under_16"],
    )
    messages.success(request, entered_words(entered))
    return redirect("tournaments:players", slug=event.slug)


def _preview_page(request: HttpRequest, event: Event, form: ListForm, said: str, *, status: int = 200) -> HttpResponse:
    text = form.cleaned_data.get("names", "")
    try:
        preview = list_preview(event=event, text=text, reading=form.reading())
    except DomainError as refusal:  # the list itself can't be taken
        if not form.errors:
            status = put_on_form(form, refusal)
        return _page(request, event, form, status=status)
    return _page(request, event, form, status=status, said=said, **preview_context(form, preview))


@require_POST
@login_required
def claims_decide(request: HttpRequest, slug: str) -> HttpResponse:
    """Who signed up with a known name: the buttons `yes` and `other` of a line, or `all` of those that are shown."""
    act, event = act_of(request), event_by_slug(slug)
    post = request.POST
    if "all" in post:
        claims_confirm(act=act, event=event, keys=post.getlist("claim"))
    else:
        entry = entry_in(event, post.get("yes") or post.get("other") or "")
        entry_identify(act=act, entry=entry, is_known="yes" in post)
    messages.success(request, _("Saved."))
    return redirect("tournaments:players", slug=event.slug)


@require_POST
@login_required
def entry_under_16(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Say of a player that they are under 16 (`under_16` is "1"), or are no more."""
    act, event = act_and_event(request, slug, Action.MANAGE_ENTRIES)
    entry, under_16 = entry_in(event, key), request.POST.get("under_16") == "1"
    player_under_16_by(act=act, player=entry.player, under_16=under_16)
    text = _("The public now sees a code instead of %(name)s.") if under_16 else _("%(name)s is 16 or older.")
    messages.success(request, text % {"name": isolated(entry.player.name)})
    return redirect("tournaments:players", slug=event.slug)


@require_POST
@login_required
def entry_step(request: HttpRequest, slug: str, key: str, action: str) -> HttpResponse:
    """One of the table's actions for an entry, with a reason where that is needed."""
    act, event = act_of(request), event_by_slug(slug)
    entry = entry_in(event, key)
    if action not in EntryAction.values:
        raise NotFound("no_such_entry", _("This player isn’t entered in this event."))
    act = act.because(request.POST.get("why", "")[:LONGEST_REASON])
    try:
        if action in _STEPS_INTO_STAGE:
            _STEPS_INTO_STAGE[EntryAction(action)](act=act, stage=stage_of(event), entry=entry)
        else:
            _STEPS[EntryAction(action)](act=act, entry=entry)
    except NotAllowed:  # who may is said by the service; others don't get to see the page
        raise
    except DomainError as refusal:
        return _page(request, event, ListForm(), status=refusal.status, refusal=refusal.message)
    messages.success(
        request,
        _("%(name)s: %(done)s.") % {"name": isolated(entry.player.name), "done": EntryAction(action).label},
    )
    return redirect("tournaments:players", slug=event.slug)
