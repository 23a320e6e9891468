from __future__ import annotations

from django.urls import path

from privacy.web import identity, my_data, organisers

app_name = "privacy"
urlpatterns = [
    path("my-data/", my_data.my_data, name="my_data"),
    path("my-data/export/", my_data.my_data_export, name="my_data_export"),
    path("my-data/delete/", my_data.my_data_delete, name="my_data_delete"),
    path("my-data/keep/", my_data.my_data_keep, name="my_data_keep"),
    path("my-data/claims/<str:key>/take-back/", my_data.claim_take_back, name="claim_take_back"),
    path("players/<str:key>/claim/", my_data.player_claim, name="player_claim"),
    path("players/<str:key>/data/", organisers.player_data, name="player_data"),
    path("players/<str:key>/data/export/", organisers.player_data_export, name="player_data_export"),
    path("players/<str:key>/data/keep/", organisers.player_data_keep, name="player_data_keep"),
    path("players/<str:key>/staff/", identity.player_staff, name="player_staff"),
    path("players/<str:key>/staff/rename/", identity.player_rename, name="player_rename"),
    path("players/<str:key>/staff/merge/<str:other>/", identity.player_merge, name="player_merge"),
    path("players/<str:key>/same/", my_data.player_same, name="player_same"),
    path("former-names/<str:key>/forget/", identity.former_name_forget, name="former_name_forget"),
    path("merges/<str:key>/undo/", identity.player_merge_undo, name="player_merge_undo"),
    path("my-data/same/<str:key>/take-back/", my_data.same_take_back, name="same_take_back"),
    path("clubs/<slug:slug>/people/same/<str:key>/refuse/", organisers.club_same_refuse, name="club_same_refuse"),
    path("clubs/<slug:slug>/people/", organisers.club_people, name="club_people"),
    path("clubs/<slug:slug>/people/claims/<str:key>/", organisers.club_claim, name="club_claim"),
]
