from __future__ import annotations

from django.urls import path

from leagues.api.bundles import SeasonBundleView
from leagues.api.entries import (
    SeasonAnswerView,
    SeasonEntriesView,
    SeasonEntryView,
    SeasonLeaveView,
    SeasonSignUpView,
    SeasonTakeOverView,
)
from leagues.api.leagues import (
    LeagueClubsView,
    LeagueRolesView,
    LeaguesView,
    LeagueView,
    NewLeagueView,
    PlayerHonoursView,
)
from leagues.api.seasons import (
    DecidersView,
    DeciderView,
    LeagueDivisionsView,
    LeagueHonoursView,
    LeagueSeasonStepView,
    LeagueSeasonsView,
    LeagueSeasonView,
    MatchdaysView,
    MatchdayView,
    PlacementPlanView,
    SeasonCorrectionView,
)

LEAGUE = "leagues/<slug:club>/<slug:slug>/"
SEASON = f"{LEAGUE}seasons/<int:number>/"
urlpatterns = [
    path("leagues/", LeaguesView.as_view(), name="leagues"),
    path("clubs/<slug:slug>/leagues/", NewLeagueView.as_view(), name="league_new"),
    path("players/<slug:key>/honours/", PlayerHonoursView.as_view(), name="player_honours"),
    path(LEAGUE, LeagueView.as_view(), name="league"),
    path(f"{LEAGUE}roles/", LeagueRolesView.as_view(), name="league_roles"),
    path(f"{LEAGUE}clubs/", LeagueClubsView.as_view(), name="league_clubs"),
    path(f"{LEAGUE}seasons/", LeagueSeasonsView.as_view(), name="league_seasons"),
    path(SEASON, LeagueSeasonView.as_view(), name="league_season"),
    path(f"{SEASON}steps/<slug:step>/", LeagueSeasonStepView.as_view(), name="league_season_step"),
    path(f"{SEASON}plan/", PlacementPlanView.as_view(), name="league_season_placement"),
    path(f"{SEASON}divisions/", LeagueDivisionsView.as_view(), name="league_divisions"),
    path(f"{SEASON}honours/", LeagueHonoursView.as_view(), name="league_honours"),
    path(f"{SEASON}matchdays/", MatchdaysView.as_view(), name="league_matchdays"),
    path(f"{SEASON}matchdays/<int:matchday>/", MatchdayView.as_view(), name="league_matchday"),
    path(f"{SEASON}entries/", SeasonEntriesView.as_view(), name="league_season_entries"),
    path(f"{SEASON}sign-up/", SeasonSignUpView.as_view(), name="league_season_sign_up"),
    path(f"{SEASON}entries/<slug:key>/", SeasonEntryView.as_view(), name="league_season_entry"),
    path(f"{SEASON}entries/<slug:key>/answer/", SeasonAnswerView.as_view(), name="league_season_answer"),
    path(f"{SEASON}entries/<slug:key>/leave/", SeasonLeaveView.as_view(), name="league_season_leave"),
    path(f"{SEASON}entries/<slug:key>/take-over/", SeasonTakeOverView.as_view(), name="league_season_take_over"),
    path(f"{SEASON}bundle/", SeasonBundleView.as_view(), name="league_season_bundle"),
    path(f"{SEASON}deciders/", DecidersView.as_view(), name="league_deciders"),
    path(f"{SEASON}deciders/<slug:key>/", DeciderView.as_view(), name="league_decider"),
    path(f"{SEASON}corrections/", SeasonCorrectionView.as_view(), name="league_season_correction"),
]
