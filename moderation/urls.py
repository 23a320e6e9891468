from __future__ import annotations

from django.urls import path

from moderation.web import report, staff

app_name = "moderation"
urlpatterns = [
    path("report/", report.report, name="report"),
    path("moderation/", staff.overview, name="overview"),
    path("moderation/reports/<str:key>/", staff.report, name="report_answer"),
    path("moderation/accounts/<str:key>/trust/", staff.trust, name="trust"),
    path("moderation/<slug:kind>/<str:key>/", staff.subject, name="subject"),
]
