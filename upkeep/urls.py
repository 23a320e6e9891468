from __future__ import annotations

from django.urls import path

from upkeep.web import backups

app_name = "upkeep"
urlpatterns = [
    path("service/backups/", backups.backups, name="backups"),
]
