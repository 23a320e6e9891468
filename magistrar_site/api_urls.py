"""Addresses of the API under /api/v1/."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from magistrar_site.shared.api.reference_page import ReferenceView
from magistrar_site.shared.api.root import RootView
from magistrar_site.shared.api.views import NoSuchAddressView

app_name = "api"

urlpatterns = [
    path("", RootView.as_view(), name="root"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", ReferenceView.as_view(), name="reference"),
    path("", include("magistrar_site.accounts.api.urls")),
    path("", include("games.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("tournaments.api.urls")),
    path("", include("leagues.api.urls")),
    path("", include("news.api.urls")),
    path("", include("privacy.api.urls")),
    path("", include("leagues.api.public_urls")),
    re_path(r"", NoSuchAddressView.as_view(), name="no_such_address"),
]
