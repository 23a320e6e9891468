from __future__ import annotations

app_name = "privacy"
urlpatterns: list[object] = []
