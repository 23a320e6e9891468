from __future__ import annotations

from django.urls import path

from privacy.api import identity, views

urlpatterns = [
    path("me/data/", views.MyDataView.as_view(), name="my_data"),
    path("me/deletion/", views.MyDeletionView.as_view(), name="my_deletion"),
    path("me/claims/", views.MyClaimsView.as_view(), name="my_claims"),
    path("players/<slug:key>/data/", views.PlayerDataView.as_view(), name="player_data"),
    path("players/<slug:key>/deletion/", views.PlayerDeletionView.as_view(), name="player_deletion"),
    path("players/<slug:key>/claims/", views.PlayerClaimView.as_view(), name="player_claim"),
    path("players/<slug:key>/account/", views.PlayerAccountView.as_view(), name="player_account"),
    path("players/<slug:key>/name/", identity.PlayerNameView.as_view(), name="player_rename"),
    path("players/<slug:key>/former-names/", identity.FormerNamesView.as_view(), name="former_names"),
    path("former-names/<slug:key>/", identity.FormerNameView.as_view(), name="former_name"),
    path("players/<slug:key>/merges/", identity.MergesView.as_view(), name="player_merges"),
    path("players/<slug:key>/merges/preview/", identity.MergePreviewView.as_view(), name="player_merge_preview"),
    path("merges/<slug:key>/", identity.MergeView.as_view(), name="player_merge"),
    path("players/<slug:key>/same/", identity.SameView.as_view(), name="player_same"),
    path("me/same/", identity.MySameView.as_view(), name="my_same"),
    path("same/<slug:key>/", identity.SameRequestView.as_view(), name="same_request"),
    path("clubs/<slug:slug>/claims/", views.ClubClaimsView.as_view(), name="club_claims"),
    path("claims/<slug:key>/", views.ClaimView.as_view(), name="claim"),
]
