"""Addresses of the forms that tell a game move by move."""

from __future__ import annotations

from django.urls import path

from tournaments.web import game_variants, notations, records

urlpatterns = [
    path("recording-worker.js", records.recording_worker, name="recording_worker"),
    path("games/<str:key>/recording/", records.recording, name="recording"),
    path("games/<str:key>/recording/state/", records.recording_state, name="recording_state"),
    path("games/<str:key>/recording/choices/", records.recording_choices, name="recording_choices"),
    path("games/<str:key>/recording/duels/<int:number>/", records.recording_duel, name="recording_duel"),
    path("games/<str:key>/recording/cards/<int:number>/", records.recording_card, name="recording_card"),
    path("games/<str:key>/recording/review/", records.recording_review, name="recording_review"),
    path("games/<str:key>/variants/", game_variants.game_variants, name="game_variants"),
    path("games/<str:key>/notation/", notations.notation, name="notation"),
    path("games/<str:key>/notation/verdict/", notations.notation_verdict, name="notation_verdict"),
]
