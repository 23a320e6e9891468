from __future__ import annotations

from django.urls import path

from ratings.web import leaderboards, pool_settings

app_name = "ratings"
urlpatterns = [
    path("leaderboard/", leaderboards.leaderboard, name="leaderboard"),
    path("leaderboard/choose/", leaderboards.choose, name="choose"),
    path("leaderboard/<slug:key>/settings/", pool_settings.pool_settings, name="pool_settings"),
    path("leaderboard/<slug:key>/", leaderboards.leaderboard, name="pool"),
]
