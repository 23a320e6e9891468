from __future__ import annotations

from django.urls import path

from news.web import webhooks

app_name = "news"
urlpatterns = [
    path("clubs/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("clubs/<slug:slug>/webhooks/<str:key>/", webhooks.webhook, name="webhook"),
]
