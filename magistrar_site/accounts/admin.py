from __future__ import annotations

from django.contrib import admin

from magistrar_site.accounts.models import ApiToken, PersonalLink, User


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    list_display = ["email", "name", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["email", "name", "=key"]
    fields = ["email", "name", "is_active", "is_staff", "is_superuser", "groups", "user_permissions"]


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    list_display = ["name", "user", "prefix", "scopes", "created_at", "expires_at", "revoked_at", "last_used_on"]
    search_fields = ["name", "prefix", "user__email"]
    readonly_fields = ["prefix", "digest", "created_at", "last_used_on"]


@admin.register(PersonalLink)
class PersonalLinkAdmin(admin.ModelAdmin[PersonalLink]):
    list_display = ["subject", "version", "revoked_at"]
    search_fields = ["=subject"]
