"""The demo club can be removed, with everything in it, as long as it is nobody's."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from games.models import Club, Player
from games.services.clubs import club_create
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.acts import Actor, act_of_system
from magistrar_site.shared.errors import DomainError
from upkeep.services.demo_remove import demo_remove

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def rows() -> dict[str, int]:
    """How many rows each of our tables has; tables without any are left out."""
    ours = [model for model in apps.get_models() if model._meta.app_label not in {"auth", "contenttypes"}]
    return {model._meta.label: count for model in ours if (count := model._base_manager.count())}


@pytest.fixture
def others() -> Club:
    """A club of somebody else, that was there before."""
    user = account_create(email="anna@club.example", password=None, name="Anna")
    act = replace(act_of_system("test"), actor=Actor("user", user.key))
    return club_create(act=act, name="Ours", place="Bonn")


@pytest.fixture
def demo(others: Club) -> dict[str, int]:
    """What there was before the demo club."""
    before = rows()
    call_command("demo", stdout=StringIO())
    return before


def test_demo_club_goes_with_everything_in_it(demo: dict[str, int], settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path
    assert rows() != demo
    call_command("remove_demo", stdout=StringIO())
    assert rows() == demo
    assert (tmp_path / "no_demo").exists()
    with pytest.raises(CommandError, match="no demo club"):
        call_command("remove_demo")


def test_demo_club_that_somebody_plays_in_stays(demo: dict[str, int], others: Club) -> None:
    player = Player.objects.filter(club__name="Arena Rheinland")[0]
    player.user = account_create(email="ben@club.example", password=None, name="Ben")
    player.save()
    before = rows()
    with pytest.raises(DomainError, match="belongs to one of its players"):
        demo_remove()
    assert rows() == before
