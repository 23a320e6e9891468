"""The first account of a new site: who has the link that the site printed makes it."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import login, password_validation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from magistrar_site.accounts.models import User
from magistrar_site.accounts.selectors.users import is_run_by_nobody
from magistrar_site.accounts.services.entry import first_account_choose, first_account_create, require_first_link
from magistrar_site.shared.errors import Invalid

BACKEND = "django.contrib.auth.backends.ModelBackend"


class FirstAccountForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_text_html(),
    )

    def clean(self) -> None:
        address, password = self.cleaned_data.get("email"), self.cleaned_data.get("password")
        if not password:
            return
        try:
            password_validation.validate_password(password, User(email=address or ""))
        except forms.ValidationError as refusal:
            self.add_error("password", refusal)


@never_cache
@require_safe
def first_without_link(request: HttpRequest) -> HttpResponse:
    """How to get the link, while nobody runs the site."""
    if not is_run_by_nobody():
        raise Http404
    return render(request, "account/first.html", {"lacks_link": True})


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def first_account(request: HttpRequest, token: str) -> HttpResponse:
    """Make the first account that runs the service; whoever is signed in chooses the own one."""
    require_first_link(token)
    form = FirstAccountForm(request.POST or None)
    if request.method == "POST":
        if isinstance(request.user, User):
            first_account_choose(token=token, user=request.user)
            return _done(request)
        if form.is_valid():
            try:
                user = first_account_create(token=token, **form.cleaned_data)
            except Invalid as refusal:
                for name, sentence in refusal.fields.items():
                    form.add_error(name, str(sentence))
            else:
                login(request, user, backend=BACKEND)
                return _done(request)
    return render(request, "account/first.html", {"form": form}, status=422 if form.errors else 200)


def _done(request: HttpRequest) -> HttpResponse:
    messages.success(
        request,
        _("Your account runs this site now. Its pages for that are at %(address)s.")
        % {"address": reverse("admin:index")},
    )
    return redirect("tournaments:my_clubs")
