"""The owners' page of a club's roles."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.models import ClubRole
from games.services.clubs import club_role_set
from magistrar_site.shared.models import Fact
from tests.evening import Evening

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def owner(evening: Evening) -> Client:
    return signed_in(evening.user)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def address(evening: Evening) -> str:
    return f"/clubs/{evening.club.slug}/roles/"


def roles(evening: Evening) -> dict[str, str]:
    return dict(ClubRole.objects.filter(club=evening.club).values_list("user__email", "role"))


def role_facts() -> int:
    return Fact.objects.filter(kind="club.role_set").count()


def test_role_is_given_changed_and_taken_by_address(evening: Evening, owner: Client) -> None:
    evening.account("helper@example.org")
    for role in ("desk", "arbiter", "arbiter"):
        response = owner.post(address(evening), {"email": "Helper@example.org", "role": role})
        assert (response.status_code, response["Location"]) == (302, address(evening))
        assert roles(evening)["helper@example.org"] == role
    assert role_facts() == 2  # pressed twice is once
    for _twice in range(2):
        assert owner.post(address(evening), {"email": "helper@example.org", "take": "1"}).status_code == 302
    assert roles(evening) == {"organiser@example.org": "owner"}
    assert role_facts() == 3


def test_last_owner_stays_and_is_told_what_to_do(evening: Evening, owner: Client) -> None:
    for data in ({"take": "1"}, {"role": "organiser"}):
        response = owner.post(address(evening), {"email": "organiser@example.org", **data})
        assert response.status_code == 422
        assert "Make somebody else an owner first" in response.content.decode()
    assert roles(evening) == {"organiser@example.org": "owner"}


def test_owner_who_gives_up_his_role_is_led_to_the_clubs_page(evening: Evening, owner: Client) -> None:
    second = evening.account("second@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=second.email, role=Role.OWNER)
    response = owner.post(address(evening), {"email": "organiser@example.org", "take": "1"})
    assert response["Location"] == f"/clubs/{evening.club.slug}/"
    assert roles(evening) == {"second@example.org": "owner"}
    assert owner.get(address(evening)).status_code == 403


@pytest.mark.parametrize(
    "data, text",
    [
        ({"email": "nobody@example.org", "role": "desk"}, "No account has this address."),
        ({"email": "no address", "role": "desk"}, "Write an e-mail address like anna@example.org."),
        ({"email": "organiser@example.org", "role": "king"}, "“king” can’t be chosen any more."),
        ({"email": "", "take": "1"}, "This is still empty. Fill it in."),
    ],
)
def test_mistyped_address_or_role_is_said_beside_the_field(
    data: dict[str, str], text: str, evening: Evening, owner: Client
) -> None:
    response = owner.post(address(evening), data)
    assert response.status_code == 422
    assert text in response.content.decode()
    assert roles(evening) == {"organiser@example.org": "owner"}


@pytest.mark.parametrize("role", [*(role for role in Role if role is not Role.OWNER), None])
def test_page_is_the_owners(role: Role | None, evening: Evening) -> None:
    user = evening.account("other@example.org")
    if role is not None:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    client = signed_in(user)
    assert client.get(address(evening)).status_code == 403
    assert client.post(address(evening), {"email": user.email, "role": "owner"}).status_code == 403
    assert "/roles/" not in client.get(f"/clubs/{evening.club.slug}/").content.decode()


@pytest.mark.parametrize("others", [0, 2])
def test_page_costs_the_same_with_one_and_with_three_people(
    others: int, evening: Evening, owner: Client, django_assert_num_queries: Any
) -> None:
    for number in range(others):
        user = evening.account(f"helper{number}@example.org")
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=Role.DESK)
    with django_assert_num_queries(6):
        response = owner.get(address(evening))
    assert len(response.context["staff"]) == 1 + others
