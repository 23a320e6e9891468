from __future__ import annotations

from django.contrib import admin

from magistrar_site.shared.admin_site import ReadOnlyAdmin
from tournaments.models import Entry, Event, EventRole, Match, MatchGame, MatchSeat, Round, Stage, StandingTable


class EventRoleInline(admin.TabularInline[EventRole, Event]):
    model = EventRole
    extra = 0


class StageInline(admin.TabularInline[Stage, Event]):
    model = Stage
    extra = 0


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["name", "club", "state", "preset", "starts_at", "pool"]
    list_filter = ["state", "preset", "club"]
    list_select_related = ["club"]
    search_fields = ["name", "slug", "=key"]
    date_hierarchy = "starts_at"
    inlines = [StageInline, EventRoleInline]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["key", "event", "number", "player", "rating", "state"]
    list_filter = ["state"]
    list_select_related = ["event", "player"]
    search_fields = ["=key", "player__folded_name", "event__name"]


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ["stage", "number", "state", "starts_at"]
    list_filter = ["state"]
    list_select_related = ["stage__event"]
    search_fields = ["stage__event__name"]


class MatchSeatInline(admin.TabularInline[MatchSeat, Match]):
    model = MatchSeat
    fk_name = "match"
    extra = 0


class MatchGameInline(admin.TabularInline[MatchGame, Match]):
    model = MatchGame
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ["key", "round", "table", "bye", "is_void"]
    list_filter = ["bye", "is_void"]
    list_select_related = ["round__stage"]
    search_fields = ["=key", "round__stage__event__name"]
    inlines = [MatchSeatInline, MatchGameInline]


@admin.register(StandingTable)
class StandingTableAdmin(ReadOnlyAdmin):
    list_display = ["stage", "after_round", "made_from", "columns"]
    list_select_related = ["stage"]
