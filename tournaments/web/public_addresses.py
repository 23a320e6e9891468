"""Addresses of what is watched rather than done: replays, live fragments, the projector, print views, calendars."""

from __future__ import annotations

from django.urls import path

from tournaments.web import replay

public_addresses = [
    path("games/<str:key>/position-<int:step>.svg", replay.position_picture, name="position_picture"),
    path("games/<str:key>/replay/<str:language>/<str:version>/", replay.replay_steps, name="replay_steps"),
]
