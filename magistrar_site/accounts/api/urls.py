from __future__ import annotations

from django.urls import path

from magistrar_site.accounts.api.views import MeView, TokensView, TokenView

urlpatterns = [
    path("me/", MeView.as_view(), name="me"),
    path("tokens/", TokensView.as_view(), name="tokens"),
    path("tokens/<slug:prefix>/", TokenView.as_view(), name="token"),
]
