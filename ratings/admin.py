from __future__ import annotations

from django.contrib import admin

from magistrar_site.shared.admin_site import ReadOnlyAdmin
from ratings.models import Pool, Rating, RatingChange, RatingRun


@admin.register(Pool)
class PoolAdmin(ReadOnlyAdmin):
    list_display = ["name", "key", "club", "game_system", "rating_system", "minimum_games"]
    list_filter = ["rating_system"]
    list_select_related = ["club"]
    search_fields = ["name", "=key"]


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["player", "pool", "points", "value", "games", "is_provisional", "last_played_at"]
    list_filter = ["pool", "is_provisional"]
    list_select_related = ["player", "pool"]
    search_fields = ["player__folded_name", "=player__key"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ["pool", "position", "player", "opponent", "score", "before", "after", "k"]
    list_filter = ["pool"]
    list_select_related = ["player", "pool", "opponent"]
    search_fields = ["player__folded_name", "=game__key"]


@admin.register(RatingRun)
class RatingRunAdmin(ReadOnlyAdmin):
    list_display = ["pool", "generation", "games", "games_total"]
    list_select_related = ["pool"]
