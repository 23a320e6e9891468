from __future__ import annotations

from django.apps import AppConfig


class HandbookConfig(AppConfig):
    name = "magistrar_site.handbook"
