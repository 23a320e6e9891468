"""Who does what in a club: the owners' page of roles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.enums import ROLE_ACTIONS, Action, Role
from games.selectors.clubs import club_by_slug, club_role_of, is_only_owner, staff_of
from games.services.clubs import club_role_set
from games.services.permissions import require_club, role_allows
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError


class ClubRoleForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address of the account"),
        help_text=gettext_lazy("They need an account first; then you give the role here."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        max_length=254,
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.DESK)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_roles(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's staff; a role is given or changed by the account's address, and taken with the button `take`."""
    act, club = act_of(request), club_by_slug(slug)
    require_club(act, club, Action.MANAGE_ROLES)
    form, status = ClubRoleForm(), 200
    if request.method == "POST":
        is_taking = "take" in request.POST
        form, status = ClubRoleForm(request.POST), 422
        form.fields["role"].required = not is_taking
        if form.is_valid():
            email, role = form.cleaned_data["email"], None if is_taking else Role(form.cleaned_data["role"])
            try:
                club_role_set(act=act, club=club, email=email, role=role)
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                _say(request, email, role)
                still = act.actor.staff or role_allows(club_role_of(act.actor, club), Action.MANAGE_ROLES)
                return redirect("tournaments:club_roles" if still else "tournaments:club", slug=slug)
    context = {
        "section": "mine",
        "club": club,
        "staff": list(staff_of(club)),
        "form": form,
        "is_only_owner": act.actor.kind == "user" and is_only_owner(club, act.actor.key),
        "roles": Role.choices,
        "matrix": _matrix(),
    }
    return render(request, "tournaments/club_roles.html", context, status=status)


def _say(request: HttpRequest, email: str, role: Role | None) -> None:
    if role is None:
        messages.success(request, _("%(email)s no longer has a role in this club.") % {"email": email})
    else:
        messages.success(request, _("%(email)s: %(role)s.") % {"email": email, "role": role.label})


def _matrix() -> list[tuple[Any, list[Any]]]:
    """What each role may do, in words, from most to least."""
    return [(role.label, [action.label for action in Action if action in ROLE_ACTIONS[role]]) for role in Role]
