from __future__ import annotations

from django.urls import path

from ratings.api.views import (
    LeaderboardView,
    PlayerRatingsView,
    PoolPreviewView,
    PoolSettingsView,
    PoolsView,
    PoolView,
    RatingHistoryView,
)

urlpatterns = [
    path("pools/", PoolsView.as_view(), name="pools"),
    path("pools/<slug:key>/", PoolView.as_view(), name="pool"),
    path("pools/<slug:key>/settings/", PoolSettingsView.as_view(), name="pool_settings"),
    path("pools/<slug:key>/preview/", PoolPreviewView.as_view(), name="pool_preview"),
    path("pools/<slug:key>/leaderboard/", LeaderboardView.as_view(), name="leaderboard"),
    path("pools/<slug:key>/players/<slug:player>/", RatingHistoryView.as_view(), name="rating_history"),
    path("players/<slug:key>/ratings/", PlayerRatingsView.as_view(), name="player_ratings"),
]
