"""Addresses of what is watched rather than done: replays, live fragments, the projector, print views, calendars."""

from __future__ import annotations

from django.urls import path

from tournaments.web import calendars, final_papers, printing, projector, public, replay, series
from tournaments.web.find_table import find_table
from tournaments.web.live import fragments as live
from tournaments.web.shared_out import download, embed, pictures

public_addresses = [
    path("games/<str:key>/position-<int:step>.svg", replay.position_picture, name="position_picture"),
    path("games/<str:key>/replay/<str:language>/<str:version>/", replay.replay_steps, name="replay_steps"),
    path("games/<str:key>/result-<str:language>.png", pictures.game_picture, name="game_picture"),
    path("games/<str:key>/download/", download.game_download, name="game_download"),
    path("embed/<str:language>/games/<str:key>/", embed.embed_game, name="embed_game"),
    path(
        "embed/<str:language>/events/<slug:slug>/standings/",
        embed.embed_event,
        {"table": "standings"},
        name="embed_standings",
    ),
    path(
        "embed/<str:language>/events/<slug:slug>/pairings/",
        embed.embed_event,
        {"table": "pairings"},
        name="embed_pairings",
    ),
    path("live/<str:language>/events/<slug:slug>/", live.live_event, name="live_event"),
    path("live/<str:language>/events/<slug:slug>/rounds/<int:number>/", live.live_round, name="live_round"),
    path("live/<str:language>/events/<slug:slug>/standings/", live.live_standings, name="live_standings"),
    path("live/<str:language>/events/<slug:slug>/tabs/crosstable/", live.live_crosstable, name="live_crosstable"),
    path("live/<str:language>/events/<slug:slug>/tabs/<slug:tab>/", live.live_tab, name="live_tab"),
    path(
        "live/<str:language>/events/<slug:slug>/tabs/groups/<int:number>/",
        live.live_tab,
        {"tab": "groups"},
        name="live_group",
    ),
    path("live/<str:language>/evenings/<slug:key>/", live.live_evening, name="live_evening"),
    path("live/<str:language>/events/<slug:slug>/desk/", live.live_desk, name="live_desk"),
    path("live/<str:language>/games/<str:key>/", live.live_game, name="live_game"),
    path("live/<str:language>/events/<slug:slug>/matches/<str:key>/", series.live_match, name="live_match"),
    path("events/<slug:slug>/standings/", public.event_standings, name="event_standings"),
    path("live/<str:language>/events/<slug:slug>/projector/", projector.live_projector, name="live_projector"),
    path("events/<slug:slug>/find/", find_table, name="find_table"),
    path("events/<slug:slug>/projector/", projector.projector, name="projector"),
    path("events/<slug:slug>/print/tables/", printing.print_tables, name="print_tables"),
    path("events/<slug:slug>/print/names/", printing.print_names, name="print_names"),
    path("events/<slug:slug>/print/standings/", printing.print_standings, name="print_standings"),
    path("events/<slug:slug>/print/crosstable/", printing.print_crosstable, name="print_crosstable"),
    path("events/<slug:slug>/print/final/", final_papers.print_final, name="print_final"),
    path("events/<slug:slug>/manage/prize-list/", final_papers.print_prizes, name="print_prizes"),
    path("events/<slug:slug>/manage/certificates/", final_papers.print_certificates, name="print_certificates"),
    path("events/<slug:slug>/manage/round-sheet/", final_papers.print_round, name="print_round"),
    path("events/<slug:slug>/manage/slips/", printing.print_slips, name="print_slips"),
    path("clubs/<slug:slug>/events.ics", calendars.club_calendar, name="club_calendar"),
    path("events/<slug:slug>/fixtures-<str:language>.ics", calendars.event_calendar, name="event_calendar"),
    path("calendars/<str:secret>.ics", calendars.own_calendar, name="own_calendar"),
]
