from __future__ import annotations

from datetime import date

import pytest

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from tests.evening import Evening
from tournaments.models import GrandMagePeriod
from tournaments.services.grand_mage_periods import period_add, period_remove

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2026, 9, 1), date(2027, 6, 30)


def kinds(evening: Evening) -> list[str]:
    facts = Fact.objects.filter(stream_id=f"club:{evening.club.key}").order_by("number")
    return list(facts.values_list("kind", flat=True))


def test_season_sent_twice_is_once() -> None:
    evening = Evening()

    seasons = [
        period_add(act=evening.act(), club=evening.club, name=" 2026/27 ", starts_on=FIRST, ends_on=LAST)
        for _ in range(2)
    ]

    assert (seasons[0].pk, seasons[0].name, seasons[0].slug) == (seasons[1].pk, "2026/27", "2026-27")
    assert kinds(evening)[-1:] == ["season.added"]
    assert kinds(evening).count("season.added") == 1


def test_seasons_of_one_name_have_addresses_of_their_own() -> None:
    evening = Evening()
    one = period_add(act=evening.act(), club=evening.club, name="Winter", starts_on=FIRST, ends_on=LAST)
    other = period_add(act=evening.act(), club=evening.club, name="Winter", starts_on=FIRST, ends_on=FIRST)

    assert (one.slug, other.slug) == ("winter", f"winter-{other.key[:6]}")


def test_season_taken_off_twice_is_once() -> None:
    evening = Evening()
    season = period_add(act=evening.act(), club=evening.club, name="Winter", starts_on=FIRST, ends_on=LAST)

    for _ in range(2):
        period_remove(act=evening.act(), club=evening.club, key=season.key)

    assert not GrandMagePeriod.objects.exists()
    assert kinds(evening).count("season.removed") == 1


@pytest.mark.parametrize(
    "name, starts_on, ends_on, code",
    [
        ("", FIRST, LAST, "season_name"),
        ("x" * 81, FIRST, LAST, "season_name"),
        ("Backwards", LAST, FIRST, "season_days"),
        ("Endless", FIRST, date(2040, 1, 1), "season_days"),
    ],
)
def test_season_that_cannot_be_is_refused(name: str, starts_on: date, ends_on: date, code: str) -> None:
    evening = Evening()

    with pytest.raises(DomainError) as refusal:
        period_add(act=evening.act(), club=evening.club, name=name, starts_on=starts_on, ends_on=ends_on)

    assert (refusal.value.code, GrandMagePeriod.objects.count()) == (code, 0)


@pytest.mark.parametrize(
    "role, allowed", [(Role.ORGANISER, True), (Role.ARBITER, False), (Role.DESK, False), (None, False)]
)
def test_seasons_are_the_organisers(role: Role | None, allowed: bool) -> None:
    evening = Evening()
    user = evening.account("somebody@example.org")
    if role is not None:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)

    def add() -> None:
        period_add(act=evening.by_user(user), club=evening.club, name="Winter", starts_on=FIRST, ends_on=LAST)

    if allowed:
        add()
    else:
        with pytest.raises(DomainError) as refusal:
            add()
        assert refusal.value.code == "not_your_role"
    assert GrandMagePeriod.objects.exists() is allowed
