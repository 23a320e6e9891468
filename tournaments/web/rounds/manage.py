"""The organiser's page of a round: look at the pairings, change them by hand, start, close, reopen and undo the round,
and run its clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.enums import UNPLAYED_STATES, Action
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError, Invalid
from tournaments.enums import ByeKind, EntryState, EventState, RoundAction, RoundState
from tournaments.models import Entry, Match, Round
from tournaments.selectors.events import event_by_slug, stage_of
from tournaments.selectors.rounds.clock import clock_of
from tournaments.selectors.rounds.matches import bye_words, paired_matches, unseated_entries
from tournaments.selectors.series.views import series_views
from tournaments.selectors.stages import is_of_pairs, round_numbered
from tournaments.services.permissions import actions_of, refuse_event
from tournaments.services.rounds.states import Need, need_of
from tournaments.services.rounds.warnings import PairingWarning, pairing_warnings
from tournaments.templatetags.tables import game_badge
from tournaments.web.rounds.steps import CHANGES, CLOCK, STATES, Step
from tournaments.web.table_filter import LONGEST, SEARCHED_FROM, table_filter

WARNINGS: Mapping[str, str | Promise] = {
    "not_the_systems": gettext_lazy("not paired by the system"),
    "turned": gettext_lazy("the system let the other one start"),
    "bye_not_the_systems": gettext_lazy("the system gave this bye to somebody else"),
    "rematch": gettext_lazy("have met before"),
    "second_bye": gettext_lazy("had points without playing before"),
    "forbidden_pair": gettext_lazy("must not meet"),
    "avoided_pair": gettext_lazy("should not meet if it can be avoided"),
    "other_table": gettext_lazy("not at the fixed table"),
    "result_changed": gettext_lazy("their result changed after this round was paired"),
    "not_active": gettext_lazy("paired, but one of them no longer plays"),
    "unseated": gettext_lazy("without a place in this round"),
}
LINES = 100  # on one page
GIVEN_BYES = (ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL, ByeKind.PAIRING)

# What stays in its field when a step is refused
TYPED = (
    "table",
    "kind",
    "minutes",
    "more",
    "starts_at",
    "ends_at",
    "agreed_at",
)


def warning_row(warning: PairingWarning) -> dict[str, Any]:
    between = ", " if warning.code == "unseated" else " – "
    return {
        "names": between.join(entry.player.name for entry in warning.entries),
        "text": WARNINGS[warning.code],
        "breaks_rule": warning.breaks_rule,
    }


def _page(
    request: HttpRequest,
    actions: frozenset[Action],
    round_: Round,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
    leaving: dict[str, Any] | None = None,
) -> HttpResponse:
    event, matches = round_.stage.event, list(paired_matches(round_))
    played = _matches_with_results(matches)
    unseated = list(unseated_entries(round_, [EntryState.ACTIVE, EntryState.PAUSED]))
    warnings = pairing_warnings(round_, matches)
    wanted = request.GET.get("q", "")[:LONGEST]
    shown = Paginator(_matching_lines(matches, unseated, wanted), LINES).get_page(request.GET.get("page"))
    here = [line for line in shown.object_list if isinstance(line, Match)]
    may = event.state == EventState.RUNNING and Action.PAIR in actions
    needs = {action.value: need_of(action, round_.state) if may else None for action in RoundAction}
    context = {
        "section": "mine",
        "event": event,
        "round": round_,
        "tables": _table_rows([match for match in here if not match.bye], played),
        "byes": [_shown_bye(match) for match in here if match.bye],
        "unseated": [line for line in shown.object_list if isinstance(line, Entry)],
        "page": shown,
        "wanted": wanted,
        "is_large": len(matches) >= SEARCHED_FROM,
        "query": _query(request),
        "page_query": f"{urlencode({'q': wanted})}&" if wanted else "",
        "warnings": [warning_row(warning) for warning in warnings],
        "is_outdated": any(warning.code == "result_changed" for warning in warnings),
        "can": {name: need is not None for name, need in needs.items()},
        "needs_reason": Need.REASON in (needs[RoundAction.SWAP.value], needs[RoundAction.SCHEDULE.value]),
        "schedule_needs_reason": needs[RoundAction.SCHEDULE.value] is Need.REASON,
        "undo_asks": needs[RoundAction.UNDO.value] is Need.REASON or bool(played),
        "kinds": [(kind.value, kind.label) for kind in GIVEN_BYES],
        "clock": clock_of(round_, timezone.now()),
        "is_of_pairs": is_of_pairs(round_.stage),
        "is_draft": round_.state == RoundState.DRAFT,
        "refusal": refusal.message if refusal else "",
        "wrong": _wrong(request, refusal),
        "typed": {name: request.POST.get(name, "")[:LONGEST] for name in TYPED} if refusal else {},
        "leaving": leaving,
        "why": request.POST.get("why", "") if refusal or leaving else "",
        "ticked": request.POST.getlist("entry") if refusal else [],
    }
    return render(request, "tournaments/rounds/round.html", context, status=status)


def _wrong(request: HttpRequest, refusal: DomainError | None) -> dict[str, Any]:
    """What is wrong, by the field of the page. The service calls minutes what here are more minutes."""
    wrong = dict(refusal.fields) if refusal else {}
    if "extend" in request.POST and "minutes" in wrong:
        wrong["more"] = wrong.pop("minutes")
    return wrong


def _query(request: HttpRequest) -> str:
    """What leads back to the same tables of the round."""
    asked = {"q": request.GET.get("q", "")[:LONGEST], "page": request.GET.get("page", "")[:6]}
    return urlencode({name: value for name, value in asked.items() if value})


def _matching_lines(matches: list[Match], unseated: list[Entry], text: str) -> list[Match | Entry]:
    """Tables, then byes, then who has no place; those alone whose tables or names are typed."""
    tables, byes = [match for match in matches if not match.bye], [match for match in matches if match.bye]
    lines: list[Match | Entry] = [*tables, *byes, *unseated]
    wanted = table_filter(text)
    return [line for line in lines if wanted.shows(*_found_by(line))] if wanted.is_set else lines


def _found_by(line: Match | Entry) -> tuple[int | None, list[str]]:
    """The table of a line and the folded names in it."""
    if isinstance(line, Entry):
        return None, [line.player.folded_name]
    return None if line.bye else line.table, [seat.player.folded_name for seat in line.seats.all()]


def _table_rows(matches: list[Match], played: set[int]) -> list[dict[str, Any]]:
    """The tables as lines. A badge is rendered once for each state, not for each of perhaps 500 lines."""
    series = series_views(matches)
    badges = {
        state: render_to_string("components/badge.html", game_badge(state))
        for state in {link.game.state for match in matches for link in match.games.all()}
    }
    return [
        {
            "key": match.key,
            "table": str(match.table),
            "seats": [(seat.entry.key, seat.player.name) for seat in match.seats.all()],
            "games": [(link.game.key, badges[link.game.state]) for link in match.games.all()],
            "played": match.pk in played,
            "series": series.get(match.pk),
            "agreed_at": match.agreed_at,
        }
        for match in matches
    ]


def _shown_bye(match: Match) -> dict[str, Any]:
    return {"match": match, "entry": match.seats.all()[0].entry, "kind": bye_words(match)}


def _matches_with_results(matches: list[Match]) -> set[int]:
    """Matches with something handed in: they can't be taken back any more."""
    return {match.pk for match in matches if any(link.game.state not in UNPLAYED_STATES for link in match.games.all())}


@never_cache
@require_safe
@login_required
def manage_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round as it stands, with everything that can be done about it."""
    act, event = act_of(request), event_by_slug(slug)
    actions = actions_of(act.actor, event)
    if Action.VIEW not in actions:
        raise refuse_event(act, event)
    return _page(request, actions, round_numbered(stage_of(event), number, with_drafts=True))


def _take_step(request: HttpRequest, slug: str, number: int, steps: Mapping[str, tuple[Step, Any]]) -> HttpResponse:
    """Do what the pressed button says and show the round again; a refusal is shown there, with its status. The form
    carries what was seen (`seen`), so that a stale page changes nothing."""
    if request.method != "POST":  # the address of a step opened again does nothing
        return redirect("tournaments:manage_round", slug=slug, number=number)
    act, event = act_of(request), event_by_slug(slug)
    actions = actions_of(act.actor, event)
    if Action.PAIR not in actions:
        raise refuse_event(act, event)
    found = round_numbered(stage_of(event), number, with_drafts=True)
    pressed = next((name for name in steps if name in request.POST), "")
    act = act.because(request.POST.get("why", "")[:300])
    leaving = _players_left_alone(found, request.POST) if pressed == "unpair" else None
    if leaving is not None:
        return _page(request, actions, found, leaving=leaving)
    place = "clock" if steps is CLOCK else _place_of(found, pressed, request.POST)
    try:
        if not pressed:
            raise Invalid("no_such_step", _("Choose what to do."))
        step, done = steps[pressed]
        step(act, found, request.POST, _seen_fact(request.POST))
    except DomainError as refusal:
        return _refusal_page(request, actions, found, refusal)
    messages.success(request, str(done))
    if pressed in {"discard", "undo", "publish", "close"}:  # the next step stands there
        return redirect("tournaments:manage", slug=slug)
    query = _query(request)
    address = reverse("tournaments:manage_round", args=[slug, number])
    return redirect(address + (f"?{query}" if query else "") + (f"#{place}" if place else ""))


def _place_of(round_: Round, pressed: str, post: Mapping[str, Any]) -> str:
    """Where on the page a step changes something: the id of the first player in it; empty for the round as a whole."""
    if pressed not in CHANGES:
        return ""
    ticked = post.getlist("entry")  # type: ignore[attr-defined] # a QueryDict
    if pressed in {"turn", "unpair"}:
        match = paired_matches(round_).filter(key=str(post[pressed])[:12]).first()
        ticked = [seat.entry.key for seat in match.seats.all()] if match else []
    return f"e-{ticked[0][:12]}" if ticked else ""


def _players_left_alone(round_: Round, post: Mapping[str, Any]) -> dict[str, Any] | None:
    """The table of a published round that would be taken back, whose players nobody plays with then: said before it is
    done. None in a draft, and where it was said (`sure`)."""
    if round_.state == RoundState.DRAFT or post.get("sure") == post["unpair"]:
        return None
    match = paired_matches(round_).filter(key=str(post["unpair"])[:12], bye="").first()
    if match is None:
        return None
    names = [seat.player.name for seat in match.seats.all()]
    return {"key": match.key, "table": match.table, "first": names[0], "second": names[-1]}


def _seen_fact(post: Mapping[str, Any]) -> int | None:
    text = str(post.get("seen", ""))
    return int(text) if text.isdecimal() and len(text) <= 9 else None


def _refusal_page(request: HttpRequest, actions: frozenset[Action], found: Round, refusal: DomainError) -> HttpResponse:
    """The round as it is now; where it is gone, the organiser's page, which says what there is instead."""
    now = Round.objects.select_related("stage__event__club").filter(pk=found.pk).order_by("pk").first()
    if now is None or now.state == RoundState.UNDONE:
        messages.error(request, str(refusal.message))
        return redirect("tournaments:manage", slug=found.stage.event.slug)
    return _page(request, actions, now, status=refusal.status, refusal=refusal)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _take_step(request, slug, number, CHANGES)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_state(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _take_step(request, slug, number, STATES)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def round_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _take_step(request, slug, number, CLOCK)
