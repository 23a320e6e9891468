from __future__ import annotations

from django.urls import path

from games.api.check import CheckView
from games.api.clubs import ClubsView, ClubView
from games.api.editions import ClubEditionsView, EditionChangeView, EditionView
from games.api.players import PlayersView, PlayerView

urlpatterns = [
    path("games/check/", CheckView.as_view(), name="check"),
    path("clubs/", ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", ClubView.as_view(), name="club"),
    path("clubs/<slug:slug>/editions/", ClubEditionsView.as_view(), name="club_editions"),
    path("editions/<str:key>/", EditionView.as_view(), name="edition"),
    path("editions/<str:key>/change/", EditionChangeView.as_view(), name="edition_change"),
    path("players/", PlayersView.as_view(), name="players"),
    path("players/<slug:key>/", PlayerView.as_view(), name="player"),
]
