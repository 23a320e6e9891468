"""Addresses of what is watched rather than done: replays, live fragments, the projector, print views, calendars."""

from __future__ import annotations

from django.urls import path

from tournaments.web import live, public, replay

public_addresses = [
    path("games/<str:key>/position-<int:step>.svg", replay.position_picture, name="position_picture"),
    path("games/<str:key>/replay/<str:language>/<str:version>/", replay.replay_steps, name="replay_steps"),
    path("live/<str:language>/events/<slug:slug>/", live.live_event, name="live_event"),
    path("live/<str:language>/events/<slug:slug>/rounds/<int:number>/", live.live_round, name="live_round"),
    path("live/<str:language>/events/<slug:slug>/standings/", live.live_standings, name="live_standings"),
    path("live/<str:language>/games/<str:key>/", live.live_game, name="live_game"),
    path("events/<slug:slug>/standings/", public.event_standings, name="event_standings"),
]
