from __future__ import annotations

from django.urls import path

from magistrar_site.accounts.web import unsent, views

app_name = "accounts"
urlpatterns = [
    path("l/<str:token>/", views.open_link, name="link"),
    path("unsent/", unsent.unsent_page, name="unsent"),
]
