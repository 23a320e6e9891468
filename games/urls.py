from __future__ import annotations

from django.urls import path

from games.web import check, site

app_name = "games"
urlpatterns = [
    path("check/", check.check, name="check"),
    path("imprint/", site.imprint, name="imprint"),
    path("privacy/", site.privacy, name="privacy"),
    path("language/", site.language, name="language"),
]
