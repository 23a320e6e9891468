from __future__ import annotations

from django.urls import path

from leagues.web import closing, leagues, manage, own, plan, players, reserves, sign_up
from leagues.web.public import calendar, pages

app_name = "leagues"
LEAGUE = "leagues/<slug:club>/<slug:slug>/"
SEASON = f"{LEAGUE}seasons/<int:number>/"
urlpatterns = [
    path("leagues/", pages.leagues_list, name="leagues"),
    path("clubs/<slug:slug>/leagues/new/", leagues.league_new, name="league_new"),
    path("season-entries/<str:key>/", own.own, name="own"),
    path(LEAGUE, pages.league, name="league"),
    path(f"{LEAGUE}fixtures-<slug:language>.ics", calendar.calendar, name="calendar"),
    path(f"{LEAGUE}hall-of-fame/", pages.history, name="history"),
    path(f"{LEAGUE}players/<str:player>/", pages.way, name="way"),
    path(f"{LEAGUE}manage/", leagues.league_manage, name="manage"),
    path(f"{LEAGUE}manage/roles/", leagues.league_roles, name="roles"),
    path(f"{LEAGUE}manage/clubs/", leagues.league_clubs, name="clubs"),
    path(f"{LEAGUE}manage/log/", leagues.league_log, name="log"),
    path(f"{LEAGUE}manage/seasons/new/", manage.season_new, name="season_new"),
    path(SEASON, pages.season, name="season"),
    path(f"{SEASON}fixtures-<slug:language>.ics", calendar.calendar, name="season_calendar"),
    path(f"{SEASON}sign-up/", sign_up.sign_up, name="sign_up"),
    path(f"{SEASON}divisions/<int:division>/", pages.division, name="division"),
    path(f"{SEASON}divisions/<int:division>/fixtures/", pages.fixtures, name="fixtures"),
    path(f"live/<slug:language>/{SEASON}", pages.live_overview, name="live_overview"),
    path(f"live/<slug:language>/{SEASON}divisions/<int:division>/", pages.live_division, name="live_division"),
    path(f"{SEASON}manage/", manage.season_manage, name="season_manage"),
    path(f"{SEASON}manage/settings/", manage.season_settings, name="season_settings"),
    path(f"{SEASON}manage/steps/<slug:step>/", manage.season_step, name="season_step"),
    path(f"{SEASON}manage/matchdays/", manage.matchdays, name="matchdays"),
    path(f"{SEASON}manage/players/", players.players, name="players"),
    path(f"{SEASON}manage/players/links/", players.links, name="links"),
    path(f"{SEASON}manage/players/<str:key>/leaves/", reserves.player_leaves, name="player_leaves"),
    path(f"{SEASON}manage/players/<str:key>/<slug:action>/", players.player_step, name="player_step"),
    path(f"{SEASON}plan/", plan.plan, name="plan"),
    path(f"{SEASON}plan/players/<str:key>/", plan.player_moved, name="player_moved"),
    path(f"{SEASON}manage/closing/", closing.closing, name="closing"),
    path(f"{SEASON}manage/closing/<str:key>/<slug:action>/", closing.decide, name="decide"),
    path(f"{SEASON}manage/corrections/", closing.correct, name="correct"),
]
