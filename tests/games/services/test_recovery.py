"""A club whose owners are gone is given to somebody by the staff of the service."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games.enums import Role
from games.models import ClubRole
from games.selectors.clubs import clubs_without_owner, owner_seen_at
from games.services.clubs import club_role_set
from games.services.recovery import AWAY, club_give
from magistrar_site.accounts.models import User
from magistrar_site.shared.acts import NOBODY, Act
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import FactDetail
from tests.evening import PASSWORD, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
WHY = "The club's letter of 3 March"


class Scene:
    """A club whose only owner joined long ago and never came back."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.club = self.evening.club
        self.newcomer = self.evening.account("next@example.org")
        self.of_service = self.evening.account("staff@example.org")
        self.seen(days_ago=100)

    def seen(self, *, days_ago: int) -> None:
        at = self.evening.now - timedelta(days=days_ago)
        User.objects.filter(pk=self.evening.user.pk).update(date_joined=at, last_login=None)

    def staff(self, why: str = WHY) -> Act:
        act = self.evening.by_user(self.of_service, why)
        return replace(act, actor=replace(act.actor, staff=True))

    def give(self, act: Act | None = None, email: str = "next@example.org") -> ClubRole:
        return club_give(act=act or self.staff(), club=self.club, email=email)


def test_staff_give_an_abandoned_club_to_somebody_with_a_reason_once() -> None:
    scene = Scene()
    assert clubs_without_owner(away_since=scene.evening.now - AWAY) == [scene.club]
    role = scene.give()
    assert (role.user, role.role) == (scene.newcomer, Role.OWNER)
    assert scene.give() == role
    assert FactDetail.objects.filter(text=WHY).count() == 1
    assert ClubRole.objects.filter(club=scene.club, role=Role.OWNER).count() == 2
    assert clubs_without_owner(away_since=scene.evening.now - AWAY) == []


def test_owner_whose_account_is_closed_counts_as_gone() -> None:
    scene = Scene()
    scene.seen(days_ago=1)
    User.objects.filter(pk=scene.evening.user.pk).update(is_active=False)
    assert owner_seen_at(scene.club) is None
    assert scene.give().user == scene.newcomer


def test_club_with_an_owner_who_signs_in_is_not_given_away() -> None:
    scene = Scene()
    scene.seen(days_ago=89)
    assert clubs_without_owner(away_since=scene.evening.now - AWAY) == []
    with pytest.raises(DomainError) as refused:
        scene.give()
    assert refused.value.code == "has_owner"


def test_reason_and_account_are_needed() -> None:
    scene = Scene()
    with pytest.raises(Invalid) as refused:
        scene.give(scene.staff(why=" "))
    assert set(refused.value.fields) == {"why"}
    with pytest.raises(Invalid) as refused:
        scene.give(email="nobody@example.org")
    assert set(refused.value.fields) == {"email"}


@pytest.mark.parametrize("who", ["nobody", "stranger", "organiser", "owner"])
def test_nobody_but_the_staff_of_the_service_gives_clubs_away(who: str) -> None:
    scene = Scene()
    stranger = scene.evening.account("stranger@example.org")
    if who == "organiser":
        club_role_set(act=scene.evening.act(), club=scene.club, email=stranger.email, role=Role.ORGANISER)
    acts = {"nobody": scene.evening.act(NOBODY, WHY), "owner": scene.evening.act(why=WHY)}
    with pytest.raises(NotAllowed):
        scene.give(acts.get(who) or scene.evening.by_user(stranger, WHY))
    browser = scene.evening.browser(stranger)
    assert browser.get("/site/clubs-without-owner/").status_code == 403


def test_page_and_command_do_the_same() -> None:
    scene = Scene()
    User.objects.filter(pk=scene.of_service.pk).update(is_superuser=True, is_staff=True)
    browser = scene.evening.browser(scene.of_service)
    assert scene.club.slug in browser.get("/site/clubs-without-owner/").content.decode()
    form = {"club": scene.club.slug, "email": "nobody@example.org", "why": WHY}
    assert browser.post("/site/clubs-without-owner/", form).status_code == 422
    assert browser.post("/site/clubs-without-owner/", form | {"email": "next@example.org"}).status_code == 302
    assert ClubRole.objects.filter(club=scene.club, user=scene.newcomer, role=Role.OWNER).exists()
    call_command("give_club", scene.club.slug, "next@example.org", why=WHY)
    with pytest.raises(CommandError):
        call_command("give_club", "no-such-club", "next@example.org", why=WHY)


def test_only_owner_is_told_to_invite_a_second_one_before_leaving() -> None:
    scene = Scene()
    browser, slug = scene.evening.browser(), scene.club.slug
    scene.evening.event(("Anna", "Bert"))
    hint = "You are the only owner"
    assert hint in browser.get(f"/clubs/{slug}/roles/").content.decode()
    assert scene.club.name in browser.get("/my-data/delete/").content.decode()
    assert browser.post("/my-data/delete/", {"password": PASSWORD}).status_code == 409
    club_role_set(act=scene.evening.act(), club=scene.club, email="next@example.org", role=Role.OWNER)
    assert hint not in browser.get(f"/clubs/{slug}/roles/").content.decode()
    assert "First give your clubs" not in browser.get("/my-data/delete/").content.decode()
