from __future__ import annotations

from django.urls import path

from leagues.api.divisions import DivisionFixturesView, DivisionTableView

DIVISION = "leagues/<slug:club>/<slug:slug>/seasons/<int:number>/divisions/<int:division>/"
urlpatterns = [
    path(f"{DIVISION}table/", DivisionTableView.as_view(), name="league_division_table"),
    path(f"{DIVISION}fixtures/", DivisionFixturesView.as_view(), name="league_division_fixtures"),
]
