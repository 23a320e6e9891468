"""Handing a game in on a page: who may, what a form of the game's system wants done, and where one goes on."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotModified, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.enums import GameState
from games.pages.core.answers import (
    Answer,
    Below,
    ClearParts,
    Deal,
    Elsewhere,
    EntryPage,
    ForScript,
    Fragment,
    HandIn,
    Json,
    KeepSecret,
    OpenDeal,
    Outcome,
    SavePart,
    SayNext,
    SaySetUp,
    Sent,
    ShareCards,
    TakePartBack,
)
from games.pages.refusals import refusal_sentence
from games.pages.registry import GAME_PAGES, game_pages
from games.selectors.drafts import recording_version
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.errors import DomainError, NotFound
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.services.results.draft import (
    record_cards_share,
    record_clear,
    record_deal,
    record_deal_open,
    record_part_save,
    record_part_take_back,
    record_secret_save,
)
from tournaments.services.results.hand_in import require_own, result_submit
from tournaments.services.results.variants import game_choice_say, game_variants_set
from tournaments.web.acts import require_reader
from tournaments.web.shown_game import ShownGame, shown_at

if TYPE_CHECKING:
    from games.models import Submission
    from tournaments.models import MatchGame

# Refusals that the engine's verdict explains. Beside any other one it would look like the game's result.
ABOUT_THE_PLAY = frozenset({"unreadable", "illegal", "unfinished"})
POLLED, OK = "If-None-Match", 200


def game_to_hand_in(request: HttpRequest, place: MatchGame) -> ShownGame:
    """The game for somebody who may hand something in for it. NotAllowed for all others; DomainError `game_void`."""
    shown = shown_at(request, place)
    require_own(place, shown.own_seat, is_desk=shown.is_desk)
    return shown


def entry(request: HttpRequest, key: str, form: str, rest: str = "") -> HttpResponse:
    """One of the forms by which a game is entered, or what is below its address: `rest`."""
    tag = _poll_tag(request, key) if request.method == "GET" and POLLED in request.headers else ""
    unchanged = get_conditional_response(request, etag=tag) if tag else None
    if isinstance(unchanged, HttpResponseNotModified):
        return unchanged
    place = match_game_by_game(key)
    found = game_pages(place.game.system).entries.get(form)
    what = rest.partition("/")[0]
    asked = (Below(found.methods) if not what else found.below.get(what)) if found is not None else None
    if found is None or asked is None:
        raise NotFound("no_such_page", _("There is no page at this address."))
    if request.method not in asked.methods:
        return HttpResponseNotAllowed(asked.methods)
    if asked.is_polled:
        tag = tag or _poll_tag(request, key)  # before it is read: what changes meanwhile is told the next time
    try:
        if asked.is_script:
            require_reader(request, place.match)
        shown = game_to_hand_in(request, place)
        response = _answered(request, shown, found.answer(shown.context, _sent(request, rest)))
    except DomainError as refusal:
        if not asked.is_script:
            raise
        response = JsonResponse({"code": refusal.code, "message": str(refusal.message)}, status=refusal.status)
    if asked.is_polled and response.status_code == OK:
        response["ETag"] = tag
    if asked.is_script or (found.is_fresh and not what):
        add_never_cache_headers(response)
    return response


def _poll_tag(request: HttpRequest, key: str) -> str:
    """Names the answer that a script of this browser gets here now. It is given with answers alone, so whoever has it
    was given that answer."""
    who = (request.get_full_path(), get_language(), request.headers.get("Cookie"))
    return quote_etag(hashlib.sha256(repr((recording_version(key), who)).encode()).hexdigest()[:20])


def _sent(request: HttpRequest, rest: str) -> Sent:
    """A form with files has been read by the time that a view is reached: nothing that a script sends."""
    try:
        body = request.body if request.method == "POST" else b""
    except RawPostDataException:
        body = b""
    return Sent(request.method or "GET", request.POST, request.FILES, body, rest)


def _answered(request: HttpRequest, shown: ShownGame, answer: Answer) -> HttpResponse:
    """What a form answers, done and shown."""
    match answer:
        case EntryPage():
            return _page(request, shown, answer)
        case Fragment():
            return HttpResponse(answer.content, content_type=answer.content_type)
        case Json():
            return JsonResponse(answer.value, status=answer.status)
        case Elsewhere():
            if answer.warning:
                messages.warning(request, answer.warning)
            return redirect(answer.address)
        case HandIn():
            return _hand_in(request, shown, answer)
        case SaySetUp():
            return _say_set_up(request, shown, answer)
        case SavePart() | TakePartBack() | ClearParts() | KeepSecret() | SayNext() | Deal() | ShareCards() | OpenDeal():
            return _for_script(request, shown, answer)


def _page(
    request: HttpRequest, shown: ShownGame, page: EntryPage, refusal: str = "", *, is_settled: bool = False
) -> HttpResponse:
    """The page of a form, with what came of it. `refusal`: in words; `is_settled`: because there is a result."""
    report = shown.pages.report(page.report, shown.names) if page.report else None
    # What can't be read is said once: at its field, or else by the verdict.
    is_unreadable = report is not None and not report.is_readable
    context = {
        "shown": shown,
        "page": page,
        "entry": request.resolver_match.kwargs["form"] if request.resolver_match else "",
        "form": page.form,
        "refusal": refusal,
        "report": report,
        "is_unreadable": is_unreadable,
        "is_said": is_unreadable and page.form is not None and bool(page.form.errors),
        "is_settled": is_settled,
    }
    return render(request, "tournaments/hand_in.html", context, status=page.status)


def _hand_in(request: HttpRequest, shown: ShownGame, answer: HandIn) -> HttpResponse:
    """Hand a document in; refused, the form stands there again."""
    key = answer.form.cleaned_data["idempotency_key"]
    try:
        submission = result_submit(
            act=shown.act, game_key=shown.game.key, body=answer.body, idempotency_key=key, place=shown.match_game
        )
    except DomainError as refusal:
        return _page(request, shown, answer.again(shown.context, Outcome(status=put_on_form(answer.form, refusal))))
    if submission.refusal != ("unfinished" if answer.is_beginning else ""):
        return _refused(request, shown, answer, submission)
    if submission.idempotency_key != key:
        messages.info(request, _("Exactly this was already handed in. It still counts, and nothing was added."))
    elif answer.is_beginning:
        messages.success(
            request,
            str(shown.pages.table.begun_handed_in),
        )
    elif submission.game.state == GameState.CONFLICTING:
        messages.warning(request, _("Your version is handed in. It differs from the one that was already there."))
    else:
        messages.success(request, _("Your result is handed in."))
    return after_handing_in(shown)


def _refused(request: HttpRequest, shown: ShownGame, answer: HandIn, submission: Submission) -> HttpResponse:
    """The form again: the verdict explains what is wrong with the play, else the refusal alone is said."""
    report = submission.report if submission.refusal in ABOUT_THE_PLAY else None
    sentence = refusal_sentence(submission.refusal, shown.game, bytes(submission.body))
    page = answer.again(shown.context, Outcome(refusal=sentence, report=report, status=422))
    is_marked = page.form is not None and bool(page.form.errors)  # then what is wrong stands where it is wrong
    return _page(request, shown, page, "" if is_marked else sentence, is_settled=submission.refusal == "settled")


def _say_set_up(request: HttpRequest, shown: ShownGame, answer: SaySetUp) -> HttpResponse:
    """Say what was said at the table; refused, the form stands there again."""
    key = shown.game.key
    try:
        game_variants_set(act=shown.act, game_key=key, said=answer.said, replaces=answer.replaces)
    except DomainError as refusal:
        now = game_to_hand_in(request, match_game_by_game(key))
        return _page(request, now, answer.again(now.context, refusal))
    if answer.then:
        return redirect(shown.context.addresses.entry(answer.then))
    messages.success(request, _("Saved: the game is played with these."))
    if shown.act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=shown.act.actor.key)
    return redirect("tournaments:game", key=key)


def _for_script(request: HttpRequest, shown: ShownGame, answer: ForScript) -> HttpResponse:
    """Keep what a script sent, and tell it how things stand then."""
    key = shown.game.key
    try:
        match answer:
            case SavePart(number, part, version, replaces):
                record_part_save(
                    act=shown.act, game_key=key, number=number, part=part, idempotency_key=version, replaces=replaces
                )
            case TakePartBack(number, version):
                record_part_take_back(act=shown.act, game_key=key, number=number, version=version)
            case ClearParts(version):
                record_clear(act=shown.act, game_key=key, version=version)
            case KeepSecret(secret, version, replaces, opens):
                record_secret_save(
                    act=shown.act, game_key=key, secret=secret, idempotency_key=version, replaces=replaces, opens=opens
                )
            case Deal():
                record_deal(act=shown.act, game_key=key)
            case ShareCards(seat, host):
                record_cards_share(act=shown.act, game_key=key, seat=seat, host=host)
            case OpenDeal():
                record_deal_open(act=shown.act, game_key=key)
            case SayNext(choice, number, value, replaces):
                game_choice_say(act=shown.act, game_key=key, choice=choice, part=number, value=value, replaces=replaces)
        shown = game_to_hand_in(request, match_game_by_game(key))
        said: Answer = answer.then(shown.context)
    except DomainError as refusal:
        shown = game_to_hand_in(request, match_game_by_game(key))
        said = answer.refused(shown.context, refusal)
    return _answered(request, shown, said)


def after_handing_in(shown: ShownGame) -> HttpResponse:
    """Where somebody goes on after an action: a player to their evening, the desk to the round's results."""
    if shown.act.actor.kind == "link":
        return redirect("tournaments:evening_of", key=shown.act.actor.key)
    if shown.own_seat is None:
        place = shown.match_game.match
        desk = reverse("tournaments:results_desk", args=[shown.event.slug])
        return redirect(f"{desk}?round={place.round.number}#table-{place.table}")
    return redirect("tournaments:game", key=shown.game.key)


@require_safe
def worker(request: HttpRequest, name: str) -> HttpResponse:
    """A script that keeps a page for when there is no network. It stands at the root because it may only serve what is
    below it."""
    template = next((pages.workers[name] for pages in GAME_PAGES.values() if name in pages.workers), None)
    if template is None:
        raise NotFound("no_such_page", _("There is no page at this address."))
    return render(request, template, content_type="text/javascript")
