"""What is made is made once, however often and by however many at once it is sent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Club
from games.services.clubs import club_create
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import AnsweredRequest, Fact
from magistrar_site.shared.services.answers import KEPT, Answer, answer_once, answers_clear
from tests.evening import NOW, Evening
from tests.tournaments.services.test_bundle import forget_event
from tests.tournaments.services.test_concurrency import at_once
from tournaments.models import Event, PrizeCategory
from tournaments.selectors.events import stage_of
from tournaments.services.bundle import importing
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.add import entries_add
from tournaments.services.events.create import event_create
from tournaments.services.events.prizes import prize_add
from tournaments.services.events.start import event_start

FRIDAY: dict[str, Any] = {
    "name": "Friday",
    "starts_at": NOW,
    "time_zone": "Europe/Berlin",
    "preset": "round-robin-evening",
}


def friday(evening: Evening, club: Club, act: Any = None, **other: Any) -> Event:
    return event_create(act=act or evening.act(), club_slug=club.slug, **{**FRIDAY, **other})


class TestAgain:
    pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

    def test_same_club_within_a_day_is_that_club(self, evening: Evening) -> None:
        first = club_create(act=evening.act(), name="Turm Bonn", place="Bonn")
        again = club_create(act=evening.act(), name="  Turm  Bonn ", place="Bonn")
        elsewhere = club_create(act=evening.act(), name="Turm Bonn", place="Ulm")
        others = club_create(act=evening.by_user(evening.account("b@example.org")), name="Turm Bonn", place="Bonn")
        evening.later(hours=25)
        later = club_create(act=evening.act(), name="Turm Bonn", place="Bonn")

        assert again.key == first.key
        assert len({first.key, elsewhere.key, others.key, later.key}) == 4
        assert Fact.objects.filter(kind="club.created", stream_id=f"club:{first.key}").count() == 1

    def test_same_event_within_a_day_is_that_event_until_it_starts(self, evening: Evening) -> None:
        first = friday(evening, evening.club)
        evening.later(hours=1)
        assert friday(evening, evening.club).key == first.key
        others = [
            friday(evening, evening.club, name="Saturday"),
            friday(evening, evening.club, starts_at=NOW + timedelta(days=1)),
            friday(evening, evening.club, preset="swiss-evening"),
            friday(evening, evening.club, rated=False),
        ]
        assert len({first.key, *(event.key for event in others)}) == 5

        entries_add(act=evening.act(), stage=stage_of(first), text="Anna\nBert")
        event_start(act=evening.act(), event=first)
        assert friday(evening, evening.club).key != first.key

    def test_club_called_like_the_page_that_founds_one_has_a_page_of_its_own(self, evening: Evening) -> None:
        club = club_create(act=evening.act(), name="New")
        assert club.slug == f"new-{club.key[:6]}"

    def test_bundle_comes_in_though_its_address_is_taken_just_then(
        self, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event = evening.event(("Anna", "Bert"))
        data = bundle_of(event)
        forget_event(event)
        taken = friday(evening, evening.club).slug
        addresses = iter([taken, "friday-brought-in"])
        monkeypatch.setattr(importing, "_slug", lambda _said: next(addresses))

        assert event_import(act=evening.act(), data=data).slug == "friday-brought-in"

    def test_same_prize_is_one(self, evening: Evening) -> None:
        event = evening.event()
        first, again = (prize_add(act=evening.act(), event=event, name="U1500", rating_below=1500) for _ in range(2))
        prize_add(act=evening.act(), event=event, name="U1500", rating_below=1500, places=3)
        assert (first.pk, PrizeCategory.objects.count()) == (again.pk, 2)

    def test_answer_is_given_again_to_the_same_and_read_by_nobody_else(self) -> None:
        made: list[int] = []

        def answer(at: Any = NOW, body: bytes = b"{}", key: str = "k1", status: int = 201) -> Answer:
            def act() -> Answer:
                made.append(1)
                return Answer(status, b'{"secret":"s3cret"}')

            return answer_once(at=at, who="account:1", address="/api/v1/clubs/", key=key, body=body, act=act)

        assert (answer(), answer()) == (
            Answer(201, b'{"secret":"s3cret"}'),
            Answer(201, b'{"secret":"s3cret"}', is_again=True),
        )
        assert "s3cret" not in AnsweredRequest.objects.get().answer
        with pytest.raises(DomainError, match="idempotency_key_reused"):
            answer(body=b"{ }")
        assert not answer(at=NOW + KEPT + timedelta(minutes=1)).is_again
        assert [answer(key="k2", status=422).is_again for _ in range(2)] == [False, False]
        assert (len(made), answers_clear(now=NOW + 3 * KEPT), AnsweredRequest.objects.count()) == (4, 1, 0)


class TestAtOnce:
    pytestmark = pytest.mark.django_db(transaction=True)

    def test_two_people_make_clubs_of_one_name(self) -> None:
        evening = Evening()
        users = [evening.account(f"{name}@example.org") for name in "abc"]

        made = at_once(*[lambda user=user: club_create(act=evening.by_user(user), name="Turm") for user in users])

        assert [type(club) for club in made] == [Club] * 3
        assert len({club.slug for club in made}) == 3

    def test_one_form_makes_one_club_and_one_event(self) -> None:
        evening = Evening()

        clubs = at_once(*[lambda: club_create(act=evening.act(), name="Turm")] * 3)
        events = at_once(*[lambda: friday(evening, evening.club)] * 3)

        assert (len({club.pk for club in clubs}), Club.objects.filter(name="Turm").count()) == (1, 1)
        assert (len({event.pk for event in events}), Event.objects.count()) == (1, 1)

    def test_events_of_one_name_in_one_club_and_in_another(self) -> None:
        evening = Evening()
        other = club_create(act=evening.act(), name="Turm")

        made = at_once(*[lambda club=club: friday(evening, club) for club in (evening.club, other)])

        assert [type(event) for event in made] == [Event] * 2
        assert len({event.slug for event in made}) == 2

    def test_one_bundle_comes_in_once(self) -> None:
        evening = Evening()
        event = evening.event(("Anna", "Bert"))
        data = bundle_of(event)
        forget_event(event)

        made = at_once(*[lambda: event_import(act=evening.act(), data=data)] * 2)

        codes = sorted(getattr(answer, "code", "made") for answer in made)
        assert (codes, Event.objects.count()) == (["event_exists", "made"], 1)

    def test_one_account_for_one_address(self) -> None:
        made = at_once(*[lambda: account_create(email="a@example.org", password=None)] * 3)

        assert sorted(getattr(answer, "code", "made") for answer in made) == ["address_taken", "address_taken", "made"]
        assert User.objects.count() == 1

    def test_one_request_with_its_key_is_done_once(self) -> None:
        evening = Evening()

        def send() -> Answer:
            def act() -> Answer:
                return Answer(201, club_create(act=evening.act(), name=f"Turm {evening.ids.key()}").key.encode())

            return answer_once(at=NOW, who="account:1", address="/api/v1/clubs/", key="k", body=b"{}", act=act)

        answers = at_once(send, send, send)

        assert len({answer.body for answer in answers}) == 1
        assert (sorted(answer.is_again for answer in answers), Club.objects.count()) == ([False, True, True], 2)
