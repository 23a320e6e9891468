"""The admin: staff look things up. What changes anything is a service's work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model
from django.db.models.base import ModelBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """For what only services may write: staff can look, search and filter, and use the actions that call services."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Whether the account may use the actions; their services ask once more where it matters."""
        return bool(request.user.is_superuser)


class LookingSite(admin.AdminSite):
    """An admin that writes nothing by itself: it takes no model whose admin isn't a `ReadOnlyAdmin`. What packages
    bring along (the secrets of second factors, addresses) isn't shown at all. One signs in on the site's own pages,
    with its limits and second factor."""

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[admin.ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        if admin_class is None or not issubclass(admin_class, ReadOnlyAdmin):
            models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else [*model_or_iterable]
            if any(model.__module__.split(".")[0] in OURS for model in models):
                raise TypeError(f"{models}: an admin of ours is a ReadOnlyAdmin.")
            return
        super().register(model_or_iterable, admin_class, **options)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return sign_in(request)

    def password_change(  # type: ignore[override] # Django says which kind of response it gives itself
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")


OURS = ("games", "leagues", "magistrar_site", "moderation", "news", "privacy", "ratings", "tournaments", "upkeep")


@secure_admin_login
def sign_in(request: HttpRequest) -> HttpResponse:
    """The site's page to sign in; 403 for an account that isn't staff's."""
    return redirect("admin:index")
