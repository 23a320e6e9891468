from __future__ import annotations

from django.urls import path

from magistrar_site.handbook import web

app_name = "handbook"
urlpatterns = [
    path("help/", web.contents, name="contents"),
    path("help/<slug:slug>/", web.chapter, name="chapter"),
]
