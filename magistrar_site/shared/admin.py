from __future__ import annotations

from django.contrib import admin

from magistrar_site.shared.admin_site import ReadOnlyAdmin
from magistrar_site.shared.models import DueWork, Fact


@admin.register(Fact)
class FactAdmin(ReadOnlyAdmin):
    list_display = ["stream_id", "number", "kind", "actor", "at"]
    list_filter = ["kind", "at"]
    search_fields = ["=stream__name", "actor", "digest"]
    date_hierarchy = "at"


@admin.register(DueWork)
class DueWorkAdmin(ReadOnlyAdmin):
    list_display = ["kind", "subject", "due_at", "attempts", "last_error"]
    list_filter = ["kind"]
    search_fields = ["subject"]
