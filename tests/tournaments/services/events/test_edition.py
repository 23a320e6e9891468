"""Events that are played with a club's own edition: chosen, kept by the facts, proven anywhere."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction

from games.models import ClubEdition, Game, Submission
from games.selectors.editions import club_edition
from games.services.clubs import club_create
from games.services.editions import edition_change, edition_copy
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import FactDetail
from magistrar_site.shared.services.facts import detail_erase
from tests.evening import NOW, Evening
from tests.tournaments.services.test_bundle import facts_of_kind, forget, lines, rechained
from tournaments.models import Event, Round
from tournaments.selectors.events import stage_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.add import entries_add
from tournaments.services.events.create import event_create
from tournaments.services.events.edition import event_edition_set
from tournaments.services.events.start import event_start
from tournaments.services.rounds.publish import round_publish
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

SHIPPED = "spiel-das-2021"


@pytest.fixture
def edition(evening: Evening) -> ClubEdition:
    return raised(evening, edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box"), 30)


def raised(evening: Evening, edition: ClubEdition, add: int) -> ClubEdition:
    """The edition, or the version that follows it, with a track that pays more, all of it printed."""
    data = json.loads(edition.data)
    data["track"] = [{"value": level["value"] + add, "provenance": "printed"} for level in data["track"]]
    return edition_change(act=evening.act(), edition=edition, title=edition.title, data=data)


def created(evening: Evening, edition: str | None = None) -> Event:
    event = event_create(
        act=evening.act(),
        club_slug=evening.club.slug,
        name="Friday",
        starts_at=evening.now,
        time_zone="Europe/Berlin",
        preset="round-robin-evening",
        edition=edition,
    )
    entries_add(act=evening.act(), stage=stage_of(event), text="Anna\nBert\nCleo\nDörte")
    return event


@pytest.fixture
def played(evening: Evening, edition: ClubEdition) -> Event:
    """The first round of an event with the club's edition, played."""
    event = event_start(act=evening.act(), event=created(evening, edition.key))
    evening.play_out(event, 1)
    event.refresh_from_db()
    return event


def test_event_is_played_with_the_shipped_edition_unless_another_is_named(
    evening: Evening, edition: ClubEdition
) -> None:
    assert created(evening).settings.edition == SHIPPED
    assert created(evening, edition.key).settings.edition == edition.key


def test_event_takes_no_edition_that_is_not_the_clubs_newest(evening: Evening, played: Event) -> None:
    first = club_edition(played.settings.edition)
    raised(evening, first, 1)
    other = club_create(act=evening.act(), name="Elsewhere")
    foreign = edition_copy(act=evening.act(), club=other, source=SHIPPED, title="Theirs")
    for key in (first.key, foreign.key, "nothing", "", "\0"):
        with pytest.raises(Invalid) as caught:
            created(evening, key)
        assert (caught.value.code, list(caught.value.fields)) == ("no_such_edition", ["edition"])


def test_edition_is_chosen_until_games_are_arranged(evening: Evening, edition: ClubEdition) -> None:
    event = created(evening)
    head = event_edition_set(act=evening.act(), event=event, edition=edition.key)
    assert head.settings.edition == edition.key
    event_edition_set(act=evening.act(), event=event, edition=edition.key)  # twice is once
    with pytest.raises(Invalid):
        event_edition_set(act=evening.act(), event=event, edition="nothing")
    with pytest.raises(NotAllowed):
        event_edition_set(act=evening.by(event.entries.all()[0]), event=event, edition=SHIPPED)
    event = event_start(act=evening.act(), event=event)
    evening.publish(event, 1)
    with pytest.raises(DomainError) as caught:
        event_edition_set(act=evening.act(), event=event, edition=SHIPPED)
    assert caught.value.code == "fixed"
    event.refresh_from_db()
    assert (event.settings.edition, Game.objects.first().edition) == (edition.key, edition.key)
    changed = facts_of_kind(lines(bundle_of(event)), "event.settings_changed")
    assert [(fact["payload"]["changed"], fact["payload"]["rules"]["edition"]) for fact in changed] == [
        (["edition"], edition.key)
    ]


def test_games_are_scored_by_the_events_edition_and_verified(played: Event) -> None:
    reports = [submission.report for submission in Submission.objects.all()]
    assert {report["edition"] for report in reports} == {played.settings.edition}
    assert min(min(report["honoris"].values()) for report in reports) >= -5 + 30
    assert event_verify(event=played).holds


def test_verify_names_an_edition_that_was_changed_behind_the_facts(played: Event) -> None:
    row = club_edition(played.settings.edition)
    data = json.loads(row.data)
    data["track"][0]["value"] = 0
    ClubEdition.objects.filter(pk=row.pk).update(data=json.dumps(data))
    assert f"edition {row.key}, data" in str(event_verify(event=played).first)


def test_bundle_brings_its_edition_along(evening: Evening, edition: ClubEdition, played: Event) -> None:
    data = bundle_of(played)
    assert b"Our box" in data
    reports = sorted(json.dumps(row.report, sort_keys=True) for row in Submission.objects.all())
    forget_with_editions(played)
    again = event_import(act=evening.act(), data=data)
    restored = club_edition(again.settings.edition)
    assert (restored.club, restored.title, restored.digest) == (None, "Our box", edition.digest)
    assert sorted(json.dumps(row.report, sort_keys=True) for row in Submission.objects.all()) == reports
    standings_refresh(event_key=again.key)
    assert event_verify(event=again).holds
    assert bundle_of(again) == data
    evening.publish(again, 2)  # goes on with the edition as it came
    assert event_verify(event=Event.objects.get()).holds


def forget_with_editions(event: Event) -> None:
    ClubEdition.objects.update(club=None, follows=None)
    forget(event)
    ClubEdition.objects.all().delete()


def test_bundle_without_texts_names_no_edition_by_its_title(evening: Evening, played: Event) -> None:
    data = bundle_of(played, people=False, texts=False)
    assert b"Our box" not in data
    forget_with_editions(played)
    again = event_import(act=evening.act(), data=data)
    assert club_edition(again.settings.edition).title == again.settings.edition
    assert event_verify(event=again).holds


def test_erased_title_leaves_the_event_proven(played: Event) -> None:
    for detail in FactDetail.objects.filter(fact__kind="edition.stated"):
        detail_erase(detail=detail, at=NOW)
    assert event_verify(event=played).holds


def value_changed(data: dict[str, Any]) -> None:
    data["track"][0]["value"] += 1


def key_changed(data: dict[str, Any]) -> None:
    data["key"] = "another"


def effect_invented(data: dict[str, Any]) -> None:
    data["cards"]["truce"]["effect"]["value"] = "dance"


@pytest.mark.parametrize(
    "change, said",
    [
        (value_changed, "digest of edition {key}"),
        (key_changed, "key of edition {key}"),
        (effect_invented, "edition.stated, edition: expected one that can be played"),
    ],
)
def test_edition_that_was_changed_in_a_bundle_is_named(change: Any, said: str, evening: Evening, played: Event) -> None:
    bundle, key = lines(bundle_of(played)), played.settings.edition
    (fact,) = facts_of_kind(bundle, "edition.stated")
    change(fact["payload"]["data"])
    forget_with_editions(played)
    with transaction.atomic(), pytest.raises(Invalid) as caught:
        event_import(act=evening.act(), data=rechained(bundle))
    assert caught.value.code == "bundle_differs"
    assert said.format(key=key) in str(caught.value)


def test_bundle_whose_edition_differs_from_the_one_here_is_refused(evening: Evening, played: Event) -> None:
    data, key = bundle_of(played), played.settings.edition
    row = club_edition(key)
    club, text = row.club, row.data.replace('"provenance":"printed","value":25', '"provenance":"printed","value":24')
    assert text != row.data
    forget_with_editions(played)
    here = ClubEdition(key=key, title="Other", data=text, digest="0" * 64, created_at=NOW)
    here.save()
    assert club is not None
    with pytest.raises(Invalid) as caught:
        event_import(act=evening.act(), data=data)
    assert caught.value.code == "edition_differs"
    assert not Event.objects.exists()


def test_event_whose_edition_is_not_here_starts_after_another_is_chosen(evening: Evening, edition: ClubEdition) -> None:
    event = created(evening, edition.key)
    data = bundle_of(event)
    forget_with_editions(event)
    again = event_start(act=evening.act(), event=event_import(act=evening.act(), data=data))
    with pytest.raises(DomainError) as caught:
        evening.publish(again, 1)
    assert caught.value.code == "edition_not_here"
    event_edition_set(act=evening.act(), event=again, edition=SHIPPED)
    round_publish(act=evening.act(), round_=Round.objects.get())  # the draft is still there
    assert {game.edition for game in Game.objects.all()} == {SHIPPED}
    assert event_verify(event=Event.objects.get()).holds
