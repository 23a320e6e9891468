"""An arbiter's decision on a game, in two steps: choose and say why, look at everything that changes, confirm."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.core.multiplayer import written_placing
from games.engine.registry import game_system
from games.enums import AbandonedPolicy
from games.services.rulings import no_such_places
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from tournaments.selectors.series.views import SeriesGameRow
from tournaments.services.events.over import refuse_over
from tournaments.services.permissions import own_game, refuse_event
from tournaments.services.results.rule import Ruling, RulingPreview, ruling_make, ruling_preview
from tournaments.web.forms import RulingForm
from tournaments.web.rounds.desk_words import desk_place
from tournaments.web.shown_conflict import Version
from tournaments.web.shown_game import ShownGame, shown_game

# Steps of the form, by the name of the button that was pressed. Without one of them it is shown what would change.
CONFIRM, CHANGE = "confirm", "change"
PLACED = "*"  # in place of a winner: the places that are written


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, key: str) -> HttpResponse:
    """Decide about a game. What was looked at is what is decided: if something was handed in or decided since, the
    arbiter looks again."""
    shown = shown_game(request, key)
    _require_arbiter(shown)
    form_of = partial(RulingForm, choices=_choices(shown), is_placed=len(shown.seats) > 2)
    form = form_of(request.POST or None)
    if request.method != "POST" or CHANGE in request.POST:
        return _page(request, shown, form_of(initial=request.POST.dict()))
    if not form.is_valid():
        return _page(request, shown, form, status=422)
    act = shown.act.because(form.cleaned_data["why"])
    later = "annul" if request.POST.get(CONFIRM) == "annul" else "keep"  # by the button that was pressed
    is_stale = False
    try:
        ruling = replace(_read(form.cleaned_data["ruling"], form.cleaned_data.get("placing", "")), later=later)
        if CONFIRM in request.POST:
            is_stale = not _made(act, key, ruling, request.POST.get("seen", ""))
            if not is_stale:
                messages.success(request, _("The ruling is made and is in the log."))
                return redirect(desk_place(shown.match_game))
        preview = ruling_preview(act=act, game_key=key, ruling=ruling)
    except DomainError as refusal:
        return _page(request, shown, form, status=put_on_form(form, refusal))
    return _preview_page(request, shown, form, preview, is_stale=is_stale)


def _require_arbiter(shown: ShownGame) -> None:
    """Why the reader can't rule on the game: their role, their own game, or that the event is over."""
    if not shown.is_arbiter:
        raise refuse_event(shown.act, shown.event)
    if shown.own_seat is not None:
        raise own_game()
    refuse_over(shown.event, finished=_("This event is finished. Its organiser can reopen it to change a result."))


def _made(act: Act, key: str, ruling: Ruling, seen: str) -> bool:
    """Decide; False where something changed since the preview."""
    try:
        ruling_make(act=act, game_key=key, ruling=ruling, seen=seen)
    except DomainError as refusal:
        if refusal.code == "preview_changed":
            return False
        raise
    return True


def _page(request: HttpRequest, shown: ShownGame, form: RulingForm, *, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/rule.html", {"event": shown.event, "shown": shown, "form": form}, status=status)


def _preview_page(
    request: HttpRequest, shown: ShownGame, form: RulingForm, preview: RulingPreview, *, is_stale: bool
) -> HttpResponse:
    context = {
        "event": shown.event,
        "shown": shown,
        "form": form,
        "preview": preview,
        "decision": dict(_choices(shown))[form.cleaned_data["ruling"]],
        "seen": preview.seen,
        "is_stale": is_stale,
        "later_games": _later_games(shown, preview),
    }
    return render(request, "tournaments/rule_preview.html", context, status=409 if is_stale else 200)


def _later_games(shown: ShownGame, preview: RulingPreview) -> list[SeriesGameRow]:
    """The games that were played after this one in a match of several."""
    games = preview.series[1].games if preview.series is not None else ()
    return [
        game for game in games if game.number > shown.match_game.number and not game.is_friendly and not game.is_open
    ]


def _read(value: str, placing: str) -> Ruling:
    """A choice of the form: "kind:winner:submission", with the places where PLACED is the winner. Invalid
    `no_such_places` where none are written."""
    kind, winner, submission = value.split(":")
    if winner != PLACED:
        return Ruling(kind, winner, submission)
    if not placing:
        raise no_such_places()
    return Ruling(kind, placing=placing)


def _choices(shown: ShownGame) -> list[tuple[str, Any]]:
    """What can be decided here, as (value, words): by what was handed in, by what is known, or not at all."""
    if len(shown.seats) > 2:
        known = [
            (f"bare:{PLACED}:", _("The places below count (only the result is known)")),
            (f"forfeit:{PLACED}:", _("The places below count; seats that are left out forfeited")),
            ("forfeit::", _("Nobody came: everyone forfeits")),
            ("annul::", _("The game doesn’t count for anything")),
        ]
    else:
        known = _choices_of_two(shown)
    again = [("reopen::", _("Reopen it: the result has to be handed in again"))] if shown.is_settled else []
    return _versions(shown) + _unfinished(shown) + known + again


def _choices_of_two(shown: ShownGame) -> list[tuple[str, Any]]:
    names = [(seat.side, {"name": isolated(seat.name)}) for seat in shown.seats]
    return [
        *((f"bare:{side}:", _("%(name)s won (only the result is known)") % name) for side, name in names),
        ("bare::", _("A tie (only the result is known)")),
        *((f"forfeit:{side}:", _("%(name)s wins without playing") % name) for side, name in names),
        ("forfeit::", _("Neither came: both lose")),
        ("annul::", _("The game doesn’t count for anything")),
    ]


def _versions(shown: ShownGame) -> list[tuple[str, Any]]:
    return [
        (
            f"version::{version.submission.key}",
            _("The version of %(name)s counts: %(score)s") % (_words(version) | {"score": _result(shown, version)}),
        )
        for version in shown.versions
        if version.submission.accepted and version.report.score
    ]


def _unfinished(shown: ShownGame) -> list[tuple[str, Any]]:
    """Games that were broken off: whatever legal beginning was handed in is evidence, also where it didn't count."""
    policy = AbandonedPolicy(shown.event.settings.abandoned).label
    return [
        (
            f"abandoned::{version.submission.key}",
            shown.pages.broken_off_in_words(version.report, **_words(version), policy=str(policy)),
        )
        for version in shown.versions
        if version.report.legal and version.report.score and not version.report.complete
    ]


def _words(version: Version) -> dict[str, str]:
    return {"name": isolated(version.by), "score": version.report.score}


def _result(shown: ShownGame, version: Version) -> str:
    """The score of a version, at tables of more than two with the places: numbers alone may leave them open."""
    system = game_system(shown.game.system)
    places = system.judged(system.read_report(version.submission.report)).places
    if len(shown.seats) == 2 or not places:
        return version.report.score
    return f"{version.report.score} ({written_placing(places, [seat.name for seat in shown.seats])})"
