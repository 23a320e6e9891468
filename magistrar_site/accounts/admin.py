from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from magistrar_site.accounts.models import ApiToken, PersonalLink, User
from magistrar_site.accounts.services.accounts import account_close, account_open
from magistrar_site.accounts.services.entry import account_unlock, password_link_path
from magistrar_site.accounts.services.links import link_revoke
from magistrar_site.accounts.services.tokens import token_revoke
from magistrar_site.shared.acts import act_of
from magistrar_site.shared.admin_site import ReadOnlyAdmin


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    list_display = ["email", "name", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["email", "name", "=key"]
    fields = ["key", "email", "name", "is_active", "is_staff", "is_superuser", "date_joined", "last_login"]
    actions = ["close", "open_again", "unlock", "take_second_factor", "password_links"]

    @admin.action(permissions=["act"], description=_("Close: they can’t sign in any more"))
    def close(self, request: HttpRequest, users: QuerySet[Any]) -> None:
        for user in users:
            account_close(act=act_of(request), user=user)

    @admin.action(permissions=["act"], description=_("Open again"))
    def open_again(self, request: HttpRequest, users: QuerySet[Any]) -> None:
        for user in users:
            account_open(act=act_of(request), user=user)

    @admin.action(permissions=["act"], description=_("Unlock: wrong passwords so far don’t count"))
    def unlock(self, request: HttpRequest, users: QuerySet[Any]) -> None:
        for user in users:
            account_unlock(act=act_of(request), user=user)

    @admin.action(permissions=["act"], description=_("Unlock, and take the lost second factor away"))
    def take_second_factor(self, request: HttpRequest, users: QuerySet[Any]) -> None:
        for user in users:
            account_unlock(act=act_of(request), user=user, second_factor=True)

    @admin.action(permissions=["act"], description=_("Links for new passwords"))
    def password_links(self, request: HttpRequest, users: QuerySet[Any]) -> None:
        for user in users:
            address = settings.SITE_URL + password_link_path(act=act_of(request), user=user)
            hint = _("%(address)s: give this link to nobody else. It is good for three days: %(link)s")
            self.message_user(request, hint % {"address": user.email, "link": address})


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = ["name", "user", "prefix", "scopes", "created_at", "expires_at", "revoked_at", "last_used_on"]
    search_fields = ["name", "prefix", "user__email"]
    fields = ["user", "name", "prefix", "scopes", "created_at", "expires_at", "revoked_at", "last_used_on"]
    actions = ["revoke"]

    @admin.action(permissions=["act"], description=_("Revoke"))
    def revoke(self, request: HttpRequest, tokens: QuerySet[Any]) -> None:
        for token in tokens:
            token_revoke(act=act_of(request), token=token)


@admin.register(PersonalLink)
class PersonalLinkAdmin(ReadOnlyAdmin):
    list_display = ["subject", "version", "revoked_at"]
    search_fields = ["=subject"]
    actions = ["revoke"]

    @admin.action(permissions=["act"], description=_("Revoke"))
    def revoke(self, request: HttpRequest, links: QuerySet[Any]) -> None:
        for link in links:
            link_revoke(subject=link.subject, at=act_of(request).at)
