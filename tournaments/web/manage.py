"""Running an event: enter, start, pair, publish, see who still plays, finish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from tournaments.enums import BEFORE_START, EntryState, EventState
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, PairingJob, Round, Stage
from tournaments.selectors.check_in import newest_session
from tournaments.selectors.entries import WITH_PLACE, claims_of, entry_counts
from tournaments.selectors.events import entries_of, event_by_slug, rounds_of, stage_of
from tournaments.selectors.rounds.matches import urgent_games
from tournaments.selectors.same_records import copied_games
from tournaments.services.attention import waiting_tables
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.preview import LineStatus, list_preview
from tournaments.services.events.start import event_start
from tournaments.services.permissions import actions_of, refuse_event
from tournaments.services.rounds.pairing_jobs import round_pair_ask
from tournaments.services.rounds.plan import rounds_option
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.undo import round_discard
from tournaments.web.acts import act_and_event, steps_by_post
from tournaments.web.entries.list_forms import PastedListForm, preview_context
from tournaments.web.live.watch import desk_watch
from tournaments.web.next_step import next_step
from tournaments.web.table_filter import SEARCHED_FROM

# A line that can mean nobody else than it says.
UNMISTAKABLE = frozenset({LineStatus.NEW, LineStatus.ENTERED})
OPEN_SHOWN = 8  # open games on the overview; all of them are on the page of results
NAMES_SHOWN = 24  # players named before the start; all of them are on their page


def _rounds_ahead(stage: Stage, entered: int) -> int:
    """How many rounds the event will have if it starts with so many; 0 where it can't."""
    try:
        return format_for(stage.format).rounds_for(entered, stage.options) if entered else 0
    except ValueError:
        return 0


def _context(actions: frozenset[Action], event: Event) -> dict[str, Any]:
    """All that the overview shows; the newest round decides what the next step is."""
    stage = stage_of(event)
    step, counts, is_before = next_step(event, stage), entry_counts(event), event.state in BEFORE_START
    entered, session = sum(counts[state] for state in WITH_PLACE), newest_session(event)
    unsettled = step["playing_count"] + step["unconfirmed_count"]
    return {
        "section": "mine",
        "event": event,
        **step,
        "is_before": is_before,
        "open_tables": list(urgent_games(event)[:OPEN_SHOWN]) if unsettled else [],
        "unsettled_count": unsettled,
        "is_searched": unsettled >= SEARCHED_FROM,
        "to_look_at": copied_games(event),
        "entered_names": list(entries_of(event)[:NAMES_SHOWN]) if is_before else [],
        "entry_count": entered,
        "more_names": max(0, entered + counts[EntryState.WAITING] - NAMES_SHOWN),
        "waiting_count": counts[EntryState.WAITING],
        "paused_count": counts[EntryState.PAUSED],
        "session": session,
        "here_count": session.check_ins.count() if session else 0,
        "rounds_ahead": _rounds_ahead(stage, counts[EntryState.REGISTERED]),
        "plans_rounds": event.state == EventState.RUNNING and rounds_option(stage) is not None,
        "claims": claims_of(event).count(),
        "may": {action.value: action in actions for action in Action},
    }


def _page(
    request: HttpRequest,
    act: Act,
    event: Event,
    *,
    status: int = 200,
    actions: frozenset[Action] | None = None,
    **more: Any,
) -> HttpResponse:
    """`actions`: what the actor's roles allow, where that was asked already. The services ask again."""
    allowed = actions_of(act.actor, event) if actions is None else actions
    live = {"live": desk_watch(request, event), "attention": waiting_tables(event)}
    context = _context(allowed, event) | {"names": PastedListForm()} | live | more
    return render(request, "tournaments/manage.html", context, status=status)


@never_cache
@require_safe
@login_required
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The overview: the next step first, then counts and open tables."""
    act, event = act_of(request), event_by_slug(slug)
    actions = actions_of(act.actor, event)
    if Action.VIEW not in actions:
        raise refuse_event(act, event)
    return _page(request, act, event, actions=actions)


@steps_by_post
@login_required
def names_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Pasted names: shown what will happen first, entered when that was seen (button `enter`, with the digest of what
    was shown in `seen`). Names that can mean nobody else may be entered at once."""
    act, event = act_and_event(request, slug, Action.MANAGE_ENTRIES)
    form = PastedListForm(request.POST.copy())
    if not form.is_valid():
        return _page(request, act, event, status=422, names=form)
    text, seen, reading = form.cleaned_data["names"], form.cleaned_data["seen"], form.reading()
    try:
        preview = list_preview(event=event, text=text, reading=reading)
        if "enter" in request.POST and (seen or all(line.status in UNMISTAKABLE for line in preview.lines)):
            added = entries_add(
                act=act, stage=stage_of(event), text=text, choices=form.choices(), reading=reading, seen=seen or None
            )
            messages.success(request, entered_words(added))
            # Without a fragment of its own a browser keeps the form's, which is below the next step.
            return redirect(f"{reverse('tournaments:manage', args=[event.slug])}#said")
    except DomainError as refusal:
        status = put_on_form(form, refusal)
        return _page(request, act, event, status=status, names=form, **_preview(form, text, event))
    return _page(request, act, event, names=form, **preview_context(form, preview))


def entered_words(added: Sequence[Entry]) -> str:
    """How many were entered, and how many of them wait for a place."""
    waiting = sum(entry.state == EntryState.WAITING for entry in added)
    placed = len(added) - waiting
    said = []
    if placed or not waiting:
        said.append(
            ngettext("%(count)d player is entered.", "%(count)d players are entered.", placed) % {"count": placed}
        )
    if waiting:
        text = ngettext("%(count)d is on the waiting list.", "%(count)d are on the waiting list.", waiting)
        said.append(text % {"count": waiting})
    return " ".join(said)


def _preview(form: PastedListForm, text: str, event: Event) -> dict[str, Any]:
    try:
        return preview_context(form, list_preview(event=event, text=text, reading=form.reading()))
    except DomainError:  # the list itself can't be taken: the form says so already
        return {}


def _step(request: HttpRequest, act: Act, event: Event, step: Callable[[], Any], done: str) -> HttpResponse:
    """Take a step and go back to the organiser's page; a refusal is shown there, in its words and with its status. The
    service says who may: others don't get to see that page."""
    try:
        step()
    except NotAllowed:
        raise
    except DomainError as refusal:
        return _refusal_page(request, act, event, refusal)
    messages.success(request, done)
    return redirect("tournaments:manage", slug=event.slug)


def _refusal_page(request: HttpRequest, act: Act, event: Event, refusal: DomainError) -> HttpResponse:
    context: dict[str, Any] = {"refusal": refusal.message, "refusal_code": refusal.code}
    return _page(request, act, event, status=refusal.status, **context)


@steps_by_post
@login_required
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the event; with the button `publish` its first round is paired and published too."""
    act, event = act_of(request), event_by_slug(slug)
    try:
        event = event_start(act=act, event=event)
    except NotAllowed:
        raise
    except DomainError as refusal:
        return _refusal_page(request, act, event, refusal)
    if "publish" in request.POST:
        return _paired(request, act, event, number=1, publishes=True)
    messages.success(request, _("The event has started. Pair the first round."))
    return redirect("tournaments:manage", slug=event.slug)


@steps_by_post
@login_required
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair a round as a draft; with the button `publish` it is published at once."""
    act, event = act_of(request).because(request.POST.get("why", "")[:300]), event_by_slug(slug)
    return _paired(request, act, event, number=number, publishes="publish" in request.POST)


def _paired(request: HttpRequest, act: Act, event: Event, *, number: int, publishes: bool) -> HttpResponse:
    try:
        asked = round_pair_ask(act=act, stage=stage_of(event), number=number, publishes=publishes)
    except NotAllowed:
        raise
    except DomainError as refusal:
        return _refusal_page(request, act, event, refusal)
    if isinstance(asked, PairingJob):  # the page shows how it goes
        return redirect("tournaments:manage", slug=event.slug)
    published = _("Round %(number)d is published.") % {"number": number}
    drafted = _("Round %(number)d is paired. Look at it, then publish it.") % {"number": number}
    messages.success(request, published if publishes else drafted)
    # Published at the desk, the round's results are entered there; a draft is looked at on the overview.
    is_at_desk = publishes and request.POST.get("page") == "results_desk"
    return redirect("tournaments:results_desk" if is_at_desk else "tournaments:manage", slug=event.slug)


def _round(event: Event, number: int) -> Round:
    found = rounds_of(stage_of(event), with_drafts=True).filter(number=number).first()
    if found is None:
        raise NotFound("no_such_round", _("There is no such round."))
    return found


@steps_by_post
@login_required
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    act, event = act_and_event(request, slug, Action.PAIR)  # before it is said whether there is such a round
    round_ = _round(event, number)
    done = _("Round %(number)d is published.") % {"number": number}
    return _step(request, act, event, lambda: round_publish(act=act, round_=round_), done)


@steps_by_post
@login_required
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    act, event = act_and_event(request, slug, Action.PAIR)  # before it is said whether there is such a round
    round_ = _round(event, number)
    return _step(request, act, event, lambda: round_discard(act=act, round_=round_), _("The draft is discarded."))
