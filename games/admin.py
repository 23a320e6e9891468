from __future__ import annotations

from django.contrib import admin

from games.models import (
    Club,
    ClubRole,
    Confirmation,
    Game,
    GameResult,
    GameSeat,
    PartResult,
    Player,
    SeatResult,
    Submission,
)
from magistrar_site.shared.admin_site import ReadOnlyAdmin


class ClubRoleInline(admin.TabularInline[ClubRole, Club]):
    model = ClubRole
    extra = 0


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ["name", "slug", "place", "created_at"]
    search_fields = ["name", "slug", "=key"]
    inlines = [ClubRoleInline]


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ["name", "club", "user", "is_bot", "hides_name", "created_at"]
    list_filter = ["is_bot", "hides_name", "club"]
    list_select_related = ["club", "user"]
    search_fields = ["name", "folded_name", "=key"]
    fields = ["key", "name", "club", "user", "is_bot", "hides_name", "created_at"]


class GameSeatInline(admin.TabularInline[GameSeat, Game]):
    model = GameSeat
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ["key", "stream", "state", "starter", "edition", "pool", "played_at", "order", "is_void"]
    list_filter = ["state", "system", "edition", "is_void"]
    search_fields = ["=key", "=stream", "seats__player__folded_name"]
    date_hierarchy = "played_at"
    inlines = [GameSeatInline]


class SeatResultInline(admin.TabularInline[SeatResult, GameResult]):
    model = SeatResult
    extra = 0


class PartResultInline(admin.TabularInline[PartResult, GameResult]):
    model = PartResult
    extra = 0


@admin.register(GameResult)
class GameResultAdmin(ReadOnlyAdmin):
    list_display = ["game", "is_current", "kind", "grade", "winner", "fact_number"]
    list_filter = ["is_current", "kind", "grade"]
    list_select_related = ["game"]
    search_fields = ["=game__key"]
    inlines = [SeatResultInline, PartResultInline]


class ConfirmationInline(admin.TabularInline[Confirmation, Submission]):
    model = Confirmation
    extra = 0


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    list_display = ["key", "game", "grade", "seat", "accepted", "refusal", "actor", "at"]
    list_filter = ["accepted", "refusal", "grade"]
    list_select_related = ["game"]
    search_fields = ["=key", "=game__key", "digest"]
    date_hierarchy = "at"
    inlines = [ConfirmationInline]
