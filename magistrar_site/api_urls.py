"""Addresses of the API under /api/v1/."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

reference = SpectacularSwaggerSplitView.as_view(url_name="openapi", template_name="site/api_reference.html")

urlpatterns = [
    path("openapi/", SpectacularAPIView.as_view(), name="openapi"),
    path("docs/", reference, name="api_reference"),
]
