from __future__ import annotations

from django.urls import path

from privacy.api import views

urlpatterns = [
    path("me/data/", views.MyDataView.as_view(), name="my_data"),
    path("me/deletion/", views.MyDeletionView.as_view(), name="my_deletion"),
    path("me/claims/", views.MyClaimsView.as_view(), name="my_claims"),
    path("players/<slug:key>/data/", views.PlayerDataView.as_view(), name="player_data"),
    path("players/<slug:key>/deletion/", views.PlayerDeletionView.as_view(), name="player_deletion"),
    path("players/<slug:key>/claims/", views.PlayerClaimView.as_view(), name="player_claim"),
    path("players/<slug:key>/account/", views.PlayerAccountView.as_view(), name="player_account"),
    path("clubs/<slug:slug>/claims/", views.ClubClaimsView.as_view(), name="club_claims"),
    path("claims/<slug:key>/", views.ClaimView.as_view(), name="claim"),
]
