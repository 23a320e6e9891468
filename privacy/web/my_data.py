"""An account's own data: to look at, to take along, to delete."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.selectors.clubs import clubs_owned_alone
from games.selectors.players import player_by_key, player_of_account
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import Act, act_of
from magistrar_site.shared.api.throttling import within_rate
from magistrar_site.shared.errors import DomainError
from privacy.selectors.people import (
    claim_by_key,
    claims_of_account,
    erasure_of_account,
    merge_request_by_key,
    merge_requests_of,
)
from privacy.services.claims import claim_ask, claim_withdraw
from privacy.services.exporting import account_export
from privacy.services.merging.ask import merge_ask, merge_request_withdraw
from privacy.services.permissions import account_of
from privacy.services.requests import account_erasure_ask, account_erasure_cancel, account_erasure_due
from privacy.web.forms import PasswordForm


def require_rate(request: HttpRequest) -> None:
    """DomainError `rate_limited` (429) after too many tries from one address."""
    if not within_rate(request, "person"):
        raise DomainError("rate_limited", _("Too many attempts from here. Wait an hour, then try again."), status=429)


@never_cache
@require_safe
@login_required
def my_data(request: HttpRequest) -> HttpResponse:
    """The account, its player, what it has asked for, and what it can do."""
    user = account_of(act_of(request))
    deletion = erasure_of_account(user)
    context = {
        "section": "mine",
        "account": user,
        "player": player_of_account(user.key),
        "claims": list(claims_of_account(user)),
        "same": list(merge_requests_of(user)),
        "deletion": deletion,
        "owned_alone": [club.name for club in clubs_owned_alone(user.key)] if deletion is not None else [],
    }
    return render(request, "privacy/my_data.html", context)


@never_cache
@require_POST
@login_required
def my_data_export(request: HttpRequest) -> HttpResponse:
    """All of it as one file."""
    require_rate(request)
    return as_file(account_export(act=act_of(request)), "my-data.json")


def as_file(document: dict[str, Any], name: str) -> HttpResponse:
    """The document as a readable JSON file to keep."""
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def my_data_delete(request: HttpRequest) -> HttpResponse:
    """The page that explains deleting and asks for the password."""
    act = act_of(request)
    form, status = PasswordForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        require_rate(request)
        if form.is_valid():
            try:
                account_erasure_ask(act=act, password=form.cleaned_data["password"])
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                messages.success(request, _("Your account will be deleted. Until then you can cancel here."))
                return redirect("privacy:my_data")
    return render(request, "privacy/my_data_delete.html", _delete_context(act, form), status=status)


def _delete_context(act: Act, form: PasswordForm) -> dict[str, Any]:
    user = account_of(act)
    return {
        "section": "mine",
        "form": form,
        "account": user,
        "player": player_of_account(user.key),
        "due_at": account_erasure_due(act=act),
        "owned_alone": clubs_owned_alone(user.key),
    }


@require_POST
@login_required
def my_data_keep(request: HttpRequest) -> HttpResponse:
    """Cancel the deletion."""
    account_erasure_cancel(act=act_of(request))
    messages.success(request, _("Your account stays."))
    return redirect("privacy:my_data")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def player_claim(request: HttpRequest, key: str) -> HttpResponse:
    """Say that a player is you: what that means, then the asking."""
    player = player_by_key(key)
    refusal, status = None, 200
    if request.method == "POST":
        require_rate(request)
        try:
            claim_ask(act=act_of(request), player=player)
        except DomainError as error:
            refusal, status = error, error.status
        else:
            messages.success(request, _("An organiser of the club will answer. You see the answer here."))
            return redirect("privacy:my_data")
    context = {"section": "mine", "player": player, "refusal": refusal}
    return render(request, "privacy/claim.html", context, status=status)


@require_POST
@login_required
def claim_take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Take an own claim back."""
    claim_withdraw(act=act_of(request), claim=claim_by_key(key))
    messages.success(request, _("Taken back."))
    return redirect("privacy:my_data")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def player_same(request: HttpRequest, key: str) -> HttpResponse:
    """Say that a player and one's own are the same person: what that means, then the asking."""
    act, player = act_of(request), player_by_key(key)
    refusal, status = None, 200
    if request.method == "POST":
        require_rate(request)
        try:
            merge_ask(act=act, other=player)
        except DomainError as error:
            refusal, status = error, error.status
        else:
            messages.success(request, _("An organiser of both clubs will answer. You see it here."))
            return redirect("privacy:my_data")
    own = player_of_account(account_of(act).key)
    context = {"section": "mine", "player": player, "own": own, "refusal": refusal}
    return render(request, "privacy/same.html", context, status=status)


@require_POST
@login_required
def same_take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Take back that two players are the same person."""
    merge_request_withdraw(act=act_of(request), request=merge_request_by_key(key))
    messages.success(request, _("Taken back."))
    return redirect("privacy:my_data")
