"""The style page shows every component there is, once in each colour scheme."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

COMPONENTS = Path(settings.BASE_DIR) / "templates" / "components"
# What pages show beside the components.
PARTS = (
    "magistrar/board.svg",
    "magistrar/duels.html",
    "magistrar/track.html",
    "magistrar/verdict.html",
    "magistrar/violations.html",
    "tournaments/bracket_match.html",
    "tournaments/bracket_place.html",
    "tournaments/event_tile.html",
)
# Components that nobody sees, each with the reason.
UNSEEN: Mapping[str, str] = {"components/open_graph.html": "stands in the head of pages, for previews elsewhere"}


@pytest.mark.django_db
def test_every_component_is_shown_in_both_schemes(client: Client) -> None:
    response = client.get("/styleguide/")
    shown = Counter(template.name for template in response.templates)
    files = {f"components/{file.relative_to(COMPONENTS).as_posix()}" for file in COMPONENTS.rglob("*.*")}
    assert set(UNSEEN) <= files
    files |= set(PARTS)
    assert {name for name in files - set(UNSEEN) if shown[name] < 2} == set()
    page = response.content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert {"match-1", "match-11"} <= set(ids)
    assert [page.count(f"scheme-pane scheme-{scheme} ") for scheme in ("light", "dark")] == [1, 1]
