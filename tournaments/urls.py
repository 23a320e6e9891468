from __future__ import annotations

from django.urls import path, re_path

from tournaments.web import (
    announcements,
    brackets,
    bundles,
    club_roles,
    clubs,
    evening,
    games,
    grand_mage,
    hand_in,
    log,
    mails,
    manage,
    penalties,
    people,
    public,
    rulings,
    series,
    stages,
    styleguide,
)
from tournaments.web.entries import check_in, links, players, sign_up
from tournaments.web.event_settings import about as event_about
from tournaments.web.event_settings import edition as event_edition
from tournaments.web.event_settings import page as event_settings
from tournaments.web.final import event_final
from tournaments.web.papers import papers
from tournaments.web.player_names import player_name
from tournaments.web.public_addresses import public_addresses
from tournaments.web.rounds import desk as results_desk
from tournaments.web.rounds import manage as rounds
from tournaments.web.rounds import wishes
from tournaments.web.rounds.explain import match_why
from tournaments.web.rounds.pairing_jobs import pairing_job
from tournaments.web.rounds.plan import planned_rounds
from tournaments.web.tiebreaks import standing
from tournaments.web.trf import event_trf, manage_trf

app_name = "tournaments"
urlpatterns = [
    *public_addresses,
    path("", public.home, name="home"),
    path("search/", people.search, name="search"),
    path("players/<str:key>/", people.player, name="player"),
    path("players/<str:key>/name/", player_name, name="player_name"),
    path("clubs/", people.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<slug:slug>/", people.club, name="club"),
    path("clubs/<slug:slug>/roles/", club_roles.club_roles, name="club_roles"),
    path("clubs/<slug:slug>/grand-mage/", grand_mage.grand_mage, name="grand_mage"),
    path("clubs/<slug:slug>/grand-mage/<slug:season>/", grand_mage.grand_mage, name="grand_mage_season"),
    path("clubs/<slug:slug>/grand-mage/players/<str:key>/", grand_mage.grand_mage_player, name="grand_mage_player"),
    path("clubs/<slug:slug>/seasons/", grand_mage.seasons, name="seasons"),
    path("clubs/<slug:slug>/events/new/", clubs.event_new, name="event_new"),
    path("my-clubs/", clubs.my_clubs, name="my_clubs"),
    path("my-mails/", mails.my_mails, name="my_mails"),
    path("my-mails/<slug:slug>/", mails.mail_choice, name="mail_choice"),
    path("import/", bundles.event_bring_in, name="event_bring_in"),
    path("events/", public.events, name="events"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/pairings/", public.event_pairings, name="event_pairings"),
    path("events/<slug:slug>/rounds/<int:number>/", public.event_round, name="event_round"),
    path("events/<slug:slug>/standings/<str:key>/", standing, name="standing"),
    path("events/<slug:slug>/groups/", stages.event_groups, name="event_groups"),
    path("events/<slug:slug>/groups/<int:number>/", stages.event_group, name="event_group"),
    path("events/<slug:slug>/manage/stages/", stages.event_stages, name="event_stages"),
    path("events/<slug:slug>/bracket/", brackets.event_bracket, name="event_bracket"),
    path("events/<slug:slug>/bracket/decide/", brackets.match_decide_step, name="match_decide"),
    path("events/<slug:slug>/bracket/follow/", brackets.bracket_follow_step, name="bracket_follow"),
    path("events/<slug:slug>/crosstable/", public.event_crosstable, name="event_crosstable"),
    path("events/<slug:slug>/trf-<int:edition>/", event_trf, name="event_trf"),
    path("events/<slug:slug>/final/", event_final, name="event_final"),
    path("events/<slug:slug>/players/", public.event_entries, name="event_entries"),
    path("events/<slug:slug>/statistics/", public.event_statistics, name="event_statistics"),
    path("events/<slug:slug>/manage/", manage.manage, name="manage"),
    path("events/<slug:slug>/manage/about/", event_about.event_about, name="event_about"),
    path("events/<slug:slug>/manage/names/", manage.names_add, name="names_add"),
    path("events/<slug:slug>/sign-up/", sign_up.sign_up, name="sign_up"),
    path("events/<slug:slug>/signed-up/<str:key>/", sign_up.signed_up, name="signed_up"),
    path("events/<slug:slug>/signed-up/<str:key>/code.svg", sign_up.signed_up_code, name="signed_up_code"),
    path("events/<slug:slug>/manage/players/", players.players, name="players"),
    path("events/<slug:slug>/manage/players/list/", players.list_add, name="list_add"),
    path("events/<slug:slug>/manage/players/claims/", players.claims_decide, name="claims_decide"),
    path("events/<slug:slug>/manage/players/<str:key>/under-16/", players.entry_under_16, name="entry_under_16"),
    path("events/<slug:slug>/manage/players/<str:key>/<slug:action>/", players.entry_step, name="entry_step"),
    path("events/<slug:slug>/manage/entries/<str:key>/<slug:action>/", players.entry_step),  # pages opened before 2027
    path("events/<slug:slug>/manage/settings/", event_settings.event_settings, name="event_settings"),
    path("events/<slug:slug>/manage/edition/", event_edition.event_edition, name="event_edition"),
    path("events/<slug:slug>/manage/roles/", event_settings.role_set, name="event_role_set"),
    path("events/<slug:slug>/manage/check-in/", check_in.desk, name="desk"),
    path("events/<slug:slug>/manage/check-in/open/", check_in.desk_open, name="desk_open"),
    path("events/<slug:slug>/manage/check-in/close/", check_in.desk_close, name="desk_close"),
    path("events/<slug:slug>/manage/check-in/only/", check_in.desk_only, name="desk_only"),
    path("events/<slug:slug>/manage/check-in/<str:key>/in/", check_in.desk_in, name="desk_in"),
    path("events/<slug:slug>/manage/check-in/<str:key>/out/", check_in.desk_out, name="desk_out"),
    path("events/<slug:slug>/manage/announcements/", announcements.announcements, name="announcements"),
    path(
        "events/<slug:slug>/manage/announcements/<str:key>/end/",
        announcements.announcement_end,
        name="announcement_end",
    ),
    path("events/<slug:slug>/manage/penalties/", penalties.penalties, name="penalties"),
    path("events/<slug:slug>/manage/penalties/<str:key>/end/", penalties.penalty_end, name="penalty_end"),
    path("events/<slug:slug>/manage/start/", manage.start, name="start"),
    path("events/<slug:slug>/manage/finish/", manage.finish, name="finish"),
    path("events/<slug:slug>/manage/rounds/planned/", planned_rounds, name="planned_rounds"),
    path("events/<slug:slug>/manage/rounds/<int:number>/pair/", manage.pair, name="pair"),
    path("events/<slug:slug>/manage/rounds/<int:number>/pairing/", pairing_job, name="pairing_job"),
    path("events/<slug:slug>/manage/rounds/<int:number>/publish/", manage.publish, name="publish"),
    path("events/<slug:slug>/manage/rounds/<int:number>/discard/", manage.discard, name="discard"),
    path("events/<slug:slug>/manage/rounds/<int:number>/", rounds.manage_round, name="manage_round"),
    path("events/<slug:slug>/manage/rounds/<int:number>/change/", rounds.round_change, name="round_change"),
    path("events/<slug:slug>/manage/rounds/<int:number>/state/", rounds.round_state, name="round_state"),
    path("events/<slug:slug>/manage/rounds/<int:number>/clock/", rounds.round_clock, name="round_clock"),
    path("events/<slug:slug>/manage/wishes/", wishes.wishes, name="wishes"),
    path("events/<slug:slug>/manage/trf-<int:edition>/", manage_trf, name="manage_trf"),
    path("events/<slug:slug>/manage/links/", links.links, name="links"),
    path("events/<slug:slug>/manage/links/<str:key>.svg", links.link_code, name="link_code"),
    path("events/<slug:slug>/manage/links/<str:key>/replace/", links.link_replace, name="link_replace"),
    path("events/<slug:slug>/manage/print/", papers, name="papers"),
    path("events/<slug:slug>/manage/log/", log.log, name="log"),
    path("events/<slug:slug>/manage/bundle/", bundles.event_bundle, name="event_bundle"),
    path("events/<slug:slug>/manage/results/", results_desk.results_desk, name="results_desk"),
    path("matches/<str:key>/", match_why, name="match_why"),
    path("matches/<str:key>/forfeit/", series.series_forfeit, name="series_forfeit"),
    path("matches/<str:key>/annul-later/", series.series_annul_later, name="series_annul_later"),
    path("matches/<str:key>/friendly/", series.series_friendly, name="series_friendly"),
    path("games/<str:key>/", games.game, name="game"),
    path("games/<str:key>/rule/", rulings.rule, name="rule"),
    path("games/<str:key>/<slug:form>/", hand_in.entry, name="entry"),
    path("games/<str:key>/<slug:form>/<path:rest>", hand_in.entry, name="entry_below"),
    re_path(r"^(?P<name>[a-z]+-worker\.js)$", hand_in.worker, name="worker"),
    path("submissions/<str:key>/answer/", games.answer, name="answer"),
    path("evening/", evening.evening, name="evening"),
    path("evening/<str:key>/check-in/", check_in.own_check_in, name="own_check_in"),
    path("evening/<str:key>/sign-off/", sign_up.sign_off, name="sign_off"),
    path("evening/<str:key>/", evening.evening_of, name="evening_of"),
    path("evening/<str:key>/byes/", wishes.own_byes, name="own_byes"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
