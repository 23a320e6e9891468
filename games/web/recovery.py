"""Clubs that nobody runs any more, for the staff of the service."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.selectors.clubs import club_by_slug, clubs_without_owner
from games.services.recovery import AWAY, club_give, require_service_staff
from magistrar_site.accounts.web.refusals import put_on_form
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated


class GiveForm(forms.Form):
    club = forms.SlugField(
        label=gettext_lazy("Club"), max_length=60, help_text=gettext_lazy("As in its address: /clubs/NAME/.")
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address of the new owner’s account"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("How you know that this person speaks for the club. It stays in the club’s log."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def clubs_to_recover(request: HttpRequest) -> HttpResponse:
    """Clubs whose owners are gone, or haven't signed in for 90 days; given to somebody with a reason."""
    act = act_of(request)
    require_service_staff(act)
    form, status = GiveForm(request.POST or None, initial={"club": request.GET.get("club", "")}), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            data = form.cleaned_data
            try:
                club = club_by_slug(data["club"])
                club_give(act=act.because(data["why"]), club=club, email=data["email"])
            except DomainError as refusal:
                status = put_on_form(form, refusal)
            else:
                said = _("%(email)s is an owner of %(club)s now.")
                messages.success(request, said % {"email": data["email"], "club": isolated(club.name)})
                return redirect("games:clubs_to_recover")
    context = {"section": "mine", "form": form, "clubs": clubs_without_owner(away_since=act.at - AWAY)}
    return render(request, "site/clubs_to_recover.html", context, status=status)
