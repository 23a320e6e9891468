from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from magistrar_site.shared.models import DueWork, Fact


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """For what only services may write: staff can look, search and filter."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Fact)
class FactAdmin(ReadOnlyAdmin):
    list_display = ["stream_id", "number", "kind", "actor", "at"]
    list_filter = ["kind", "at"]
    search_fields = ["=stream__name", "actor", "digest"]
    date_hierarchy = "at"


@admin.register(DueWork)
class DueWorkAdmin(admin.ModelAdmin[DueWork]):
    list_display = ["kind", "subject", "due_at", "attempts", "last_error"]
    list_filter = ["kind"]
    search_fields = ["subject"]
