"""Addresses of the API under /api/v1/."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

urlpatterns = [
    path("openapi/", SpectacularAPIView.as_view(), name="openapi"),
    path("reference/", SpectacularSwaggerSplitView.as_view(url_name="openapi"), name="api_reference"),
]
