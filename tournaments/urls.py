from __future__ import annotations

from django.urls import path

from tournaments.web import clubs, evening, games, manage, people, public, styleguide

app_name = "tournaments"
urlpatterns = [
    path("", public.home, name="home"),
    path("search/", people.search, name="search"),
    path("players/<str:key>/", people.player, name="player"),
    path("clubs/", people.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<slug:slug>/", people.club, name="club"),
    path("clubs/<slug:slug>/events/new/", clubs.event_new, name="event_new"),
    path("my-clubs/", clubs.my_clubs, name="my_clubs"),
    path("events/", public.events, name="events"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/rounds/<int:number>/", public.event_round, name="event_round"),
    path("events/<slug:slug>/standings/", public.event_standings, name="event_standings"),
    path("events/<slug:slug>/crosstable/", public.event_crosstable, name="event_crosstable"),
    path("events/<slug:slug>/players/", public.event_entries, name="event_entries"),
    path("events/<slug:slug>/manage/", manage.manage, name="manage"),
    path("events/<slug:slug>/manage/names/", manage.names_add, name="names_add"),
    path("events/<slug:slug>/manage/entries/<str:key>/remove/", manage.remove_entry, name="remove_entry"),
    path("events/<slug:slug>/manage/entries/<str:key>/withdraw/", manage.withdraw_entry, name="withdraw_entry"),
    path("events/<slug:slug>/manage/start/", manage.start, name="start"),
    path("events/<slug:slug>/manage/finish/", manage.finish, name="finish"),
    path("events/<slug:slug>/manage/rounds/<int:number>/pair/", manage.pair, name="pair"),
    path("events/<slug:slug>/manage/rounds/<int:number>/publish/", manage.publish, name="publish"),
    path("events/<slug:slug>/manage/rounds/<int:number>/discard/", manage.discard, name="discard"),
    path("events/<slug:slug>/manage/links/", manage.links, name="links"),
    path("events/<slug:slug>/manage/links/<str:key>.svg", manage.link_code, name="link_code"),
    path("events/<slug:slug>/manage/links/<str:key>/replace/", manage.link_replace, name="link_replace"),
    path("games/<str:key>/", games.game, name="game"),
    path("games/<str:key>/sheet/", games.sheet, name="sheet"),
    path("games/<str:key>/sheet/running/", games.sheet_running, name="sheet_running"),
    path("games/<str:key>/record/", games.record, name="record"),
    path("games/<str:key>/score/", games.score, name="score"),
    path("games/<str:key>/rule/", games.rule, name="rule"),
    path("submissions/<str:key>/answer/", games.answer, name="answer"),
    path("evening/", evening.evening, name="evening"),
    path("evening/<str:key>/", evening.evening_of, name="evening_of"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
