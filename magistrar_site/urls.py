"""Addresses of the whole site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from magistrar_site.accounts.web.passwords import password_reset
from magistrar_site.accounts.web.sign_up import sign_up
from magistrar_site.health import healthz, readyz
from magistrar_site.metrics.page import metrics


class Favicon(RedirectView):
    """Browsers ask for this address on their own where a page can't name an icon (JSON, text)."""

    def get_redirect_url(self, *args: Any, **kwargs: Any) -> str:
        return static("img/favicon.svg")


urlpatterns = [
    path("favicon.ico", Favicon.as_view(), name="favicon"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/signup/", sign_up),  # in front of allauth's, whose names they keep
    path("accounts/password/reset/", password_reset),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("magistrar_site.api_urls")),
    path("", include("magistrar_site.accounts.urls")),
    path("", include("magistrar_site.handbook.urls")),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("", include("leagues.urls")),
    path("", include("tournaments.urls")),
    path("", include("news.urls")),
    path("", include("privacy.urls")),
    path("", include("moderation.urls")),
    path("", include("upkeep.urls")),
]

handler500 = "magistrar_site.shared.api.errors.server_error"
