"""Addresses of the API under /api/v1/."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from magistrar_site.shared.api.root import RootView
from magistrar_site.shared.api.views import NoSuchAddressView

app_name = "api"
reference = SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="site/api_reference.html")

urlpatterns = [
    path("", RootView.as_view(), name="root"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", reference, name="reference"),
    path("", include("magistrar_site.accounts.api.urls")),
    path("", include("games.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("tournaments.api.urls")),
    re_path(r"", NoSuchAddressView.as_view(), name="no_such_address"),
]
