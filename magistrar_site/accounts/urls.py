from __future__ import annotations

from django.urls import path

from magistrar_site.accounts.web import first, unsent, views

app_name = "accounts"
urlpatterns = [
    path("l/<str:token>/", views.open_link, name="link"),
    path("accounts/first/", first.first_without_link, name="first_without_link"),
    path("accounts/first/<str:token>/", first.first_account, name="first"),
    path("unsent/", unsent.unsent_page, name="unsent"),
]
