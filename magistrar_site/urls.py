"""Addresses of the whole site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from magistrar_site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("language/", include("django.conf.urls.i18n")),
]
