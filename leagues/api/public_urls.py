from __future__ import annotations

from django.urls import path

from leagues.api.bundles import PublicSeasonBundleView
from leagues.api.divisions import DivisionFixturesView, DivisionTableView

SEASON = "leagues/<slug:club>/<slug:slug>/seasons/<int:number>/"
DIVISION = f"{SEASON}divisions/<int:division>/"
urlpatterns = [
    path(f"{SEASON}public-bundle/", PublicSeasonBundleView.as_view(), name="league_season_public_bundle"),
    path(f"{DIVISION}table/", DivisionTableView.as_view(), name="league_division_table"),
    path(f"{DIVISION}fixtures/", DivisionFixturesView.as_view(), name="league_division_fixtures"),
]
