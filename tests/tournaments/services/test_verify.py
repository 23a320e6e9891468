"""An event that holds is verified; one in which anything was changed is not, and the first difference is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.db.models import QuerySet

from games.enums import Grade, Role
from games.models import ClubRole, Game, GameResult, PartResult, PartSeat, SeatNumber, Submission
from games.services.players import player_create
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.models import Fact, FactDetail, Stream
from magistrar_site.shared.services.facts import detail_erase
from ratings.models import Pool, Rating, RatingChange
from ratings.services.ratings import ratings_refresh
from tests.evening import NOW, Evening, entry_at
from tournaments.models import Entry, Event, EventRole, Match, MatchSeat, Round, Stage, Standing, StandingTable
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_role_set
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo", "Dörte")


@pytest.fixture
def event() -> Event:
    """A finished evening with a disputed game, tables and ratings worked out."""
    evening = Evening()
    event = evening.started(NAMES)
    first, *others = evening.publish(event, 1)
    submission = evening.submit(first)
    result_dispute(act=evening.by(entry_at(first, 1), "not so"), submission_key=submission.key)
    result_rule(
        act=evening.act(why="seen"),
        game_key=first.games.all()[0].game.key,
        kind="version",
        submission_key=submission.key,
    )
    for match in others:
        evening.play(match, Grade.SHEET)
    for number in (2, 3):
        for match in evening.publish(event, number):
            evening.play(match)
    event_finish(act=evening.act(), event=event)
    refresh(event)
    return event


def refresh(event: Event) -> None:
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)


def test_an_event_that_holds_is_verified_with_the_head_of_its_chain(event: Event) -> None:
    head = Stream.objects.get(name=event.stream)
    verdict = event_verify(event=event)
    assert (str(verdict), verdict.notes) == (f"verified {head.number} {head.digest}", ())


def test_an_event_without_its_tables_is_verified_and_says_that_they_are_behind(event: Event) -> None:
    Standing.objects.all().delete()
    event.stages.get().tables.all().delete()
    verdict = event_verify(event=event)
    assert verdict.holds
    assert verdict.notes == tuple(f"the table after round {n} is behind: made from fact 0" for n in range(4))


def test_an_erased_document_is_said_and_the_event_stays_verified(event: Event) -> None:
    for detail in FactDetail.objects.exclude(field="why"):
        detail_erase(detail=detail, at=NOW)
    verdict = event_verify(event=event)
    assert verdict.holds
    assert len(verdict.notes) == 6
    assert all("the document was erased" in note for note in verdict.notes)


def change_payload(event: Event) -> int:
    fact = Fact.objects.get(stream=event.stream, kind="round.drafted", payload__round=2)
    fact.payload["pairs"].reverse()
    Fact.objects.filter(pk=fact.pk).update(payload=fact.payload)
    return fact.number


def remove_fact(event: Event) -> int:
    fact = Fact.objects.filter(stream=event.stream, kind="submission.answered").first()
    assert fact is not None
    Fact.objects.filter(pk=fact.pk)._raw_delete("default")  # type: ignore[attr-defined]  # past the model's refusal
    return fact.number


def change_document(event: Event) -> int:
    detail = FactDetail.objects.filter(field="body").order_by("fact__number")[1]
    FactDetail.objects.filter(pk=detail.pk).update(text=detail.text + " ")
    return detail.fact.number


def change_time(event: Event) -> int:
    fact = Fact.objects.get(stream=event.stream, number=7)
    Fact.objects.filter(pk=fact.pk).update(at=NOW.replace(year=2027))
    return 7


def test_a_changed_fact_is_named_by_its_number(event: Event) -> None:
    for change in (change_payload, remove_fact, change_document, change_time):
        with transaction.atomic():
            number = change(event)
            first = event_verify(event=event).first
            transaction.set_rollback(True)
        assert first is not None, change.__name__
        assert first.number == number


def first_submission() -> QuerySet[Submission]:
    return Submission.objects.filter(pk=Submission.objects.order_by("fact_number").values("pk")[:1])


def give_role(event: Event) -> None:
    EventRole.objects.create(event=event, user=account_create(email="x@example.org", password=None), role="arbiter")


def first_change() -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(pk=RatingChange.objects.order_by("position", "pk")[0].pk)


def first_rating() -> Rating:
    return Rating.objects.order_by("-points", "pk")[0]


def add_rating(event: Event) -> None:
    stranger = player_create(act=Act(Actor("system", "test"), NOW), name="Zoe")
    Rating.objects.create(
        pool=Pool.objects.get(key=event.pool),
        player=stranger,
        value=240_000_000,
        games=9,
        is_provisional=False,
        points=2400,
        last_played_at=NOW,
        state={},
    )


# What the first difference says, by what was changed past the services.
ROW_CHANGES: list[tuple[str, Callable[[Event], object]]] = [
    ("event, time_zone", lambda event: Event.objects.update(time_zone="Europe/Paris")),
    ("event, name", lambda event: Event.objects.update(name="Morning")),
    ("stage 1, planned_rounds", lambda event: Stage.objects.update(planned_rounds=9)),
    ("rating", lambda event: Entry.objects.filter(number=2).update(rating=99)),
    ("state", lambda event: Round.objects.filter(number=2).update(state="published")),
    ("table", lambda event: Match.objects.filter(round__number=2, table=2).update(table=5)),
    ("entries", lambda event: MatchSeat.objects.filter(match__table=1, position=0).update(position=7)),
    ("set_aside_to", lambda event: Game.objects.filter(pk=Game.objects.first().pk).update(set_aside_to=3)),  # type: ignore[union-attr]
    ("honoris", lambda event: SeatNumber.objects.filter(key="honoris").update(value=4)),
    ("points", lambda event: PartSeat.objects.update(points=6)),
    ("parts", lambda event: PartResult.objects.all().delete()),
    ("winner", lambda event: GameResult.objects.update(winner=None)),
    ("body", lambda event: Submission.objects.update(body=b"{}")),
    ("report", lambda event: first_submission().update(report={})),
    ("report", lambda event: first_submission().update(report=[])),
    ("report of the result", lambda event: GameResult.objects.update(report={})),
    ("role of ", give_role),
    ("role in the club of ", lambda event: ClubRole.objects.update(role="viewer")),
    ("role in the club of ", lambda event: ClubRole.objects.all().delete()),
    ("row 1, points", lambda event: Standing.objects.filter(table__after_round=2, rank=1).update(points=77)),
    ("row 1, wins", lambda event: Standing.objects.filter(table__after_round=1, rank=1).update(wins=9)),
    ("row 1, parts", lambda event: Standing.objects.filter(rank=1).update(parts=[])),
    ("row 4", lambda event: Standing.objects.filter(table__after_round=2).last().delete()),  # type: ignore[union-attr]
    ("columns", lambda event: StandingTable.objects.update(columns=["HON"])),
    ("table after round 7", lambda event: StandingTable.objects.filter(after_round=3).update(after_round=7)),
    (
        "rating change",
        lambda event: first_change().update(after=1),
    ),
    (
        "rating change",
        lambda event: first_change().update(k=99),
    ),
    ("rating change", lambda event: RatingChange.objects.order_by("position")[5].delete()),
    ("leaderboard", lambda event: Rating.objects.filter(pk=first_rating().pk).update(value=300_000_000)),
    ("leaderboard", lambda event: Rating.objects.filter(pk=first_rating().pk).update(points_before=9)),
    ("leaderboard", lambda event: first_rating().delete()),
    ("leaderboard", lambda event: Rating.objects.all().delete()),
    ("leaderboard", add_rating),
    ("rows", lambda event: StandingTable.objects.update(columns=5)),
]


def test_a_changed_a_deleted_and_an_added_row_are_named(event: Event) -> None:
    for what, change in ROW_CHANGES:
        with transaction.atomic():
            change(event)
            first = event_verify(event=event).first
            transaction.set_rollback(True)
        assert first is not None, what
        assert what in f"{first.what} {first.expected}", first


def test_roles_given_and_taken_by_the_services_hold(event: Event) -> None:
    """So does the event of somebody whose account is gone, and their roles with it."""
    user = account_create(email="desk@example.org", password=None)
    owner = Act(Actor("user", event.club.roles.get().user.key), NOW)
    event_role_set(act=owner, event=event, email=user.email, role=Role.DESK)
    standings_refresh(event_key=event.key)
    assert event_verify(event=event).first is None
    user.delete()
    assert event_verify(event=event).first is None


def test_a_row_that_no_fact_made_is_named(event: Event) -> None:
    entry = Entry.objects.get(number=1)
    extra = Match.objects.create(key="0" * 12, round=Round.objects.get(number=3), table=9, bye="zero_bye")
    first = event_verify(event=event).first
    assert first is not None
    assert (first.what, first.expected) == (f"round 3, matches {extra.key}", "nothing")
    assert entry.number == 1
