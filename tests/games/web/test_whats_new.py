"""The page of what is new, and where the version is said."""

from __future__ import annotations

import pytest
from django.test import Client

from games.web.whats_new import RELEASES
from magistrar_site.version import VERSION

pytestmark = pytest.mark.django_db


def test_the_version_that_runs_is_the_newest_on_the_page() -> None:
    assert RELEASES[0].version == VERSION


@pytest.mark.parametrize("language, title", [("en", "What’s new"), ("de", "Neuigkeiten"), ("nl", "Nieuw")])
def test_every_footer_leads_to_it(client: Client, language: str, title: str) -> None:
    home = client.get("/", headers={"accept-language": language}).content.decode()
    assert f'<a href="/new/">{title} ({VERSION})</a>' in home
    page = client.get("/new/", headers={"accept-language": language}).content.decode()
    assert f"<h1>{title}</h1>" in page
    assert page.count("<li>") >= len(RELEASES[0].points)
