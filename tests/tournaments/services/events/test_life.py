"""The life of an event: draft, published, cancelled, reopened, copied, another format, deleted; each verifies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import FactDetail
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import NAMES, Evening
from tournaments.enums import EventState, StageState
from tournaments.models import Entry, Event, Stage
from tournaments.models.rules import entry_rules_store
from tournaments.selectors.abouts import about_of
from tournaments.selectors.event_lists import club_events_ahead, coming_events, events_matching
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings.final import final_of
from tournaments.services.events.about import event_about_change
from tournaments.services.events.change_format import event_format_change
from tournaments.services.events.copy import event_copy
from tournaments.services.events.create import event_create
from tournaments.services.events.finish import event_finish, finish_preview
from tournaments.services.events.life import (
    event_cancel,
    event_cancellation_take_back,
    event_delete,
    event_publish,
    event_reopen,
)
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import result_rule
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def refusal(service: Callable[..., Any], **arguments: Any) -> str:
    with pytest.raises(DomainError) as caught:
        service(**arguments)
    return caught.value.code


def verified(event: Event) -> bool:
    return event_verify(event=Event.objects.get(pk=event.pk)).first is None


def drafted(evening: Evening, **more: Any) -> Event:
    return event_create(
        act=evening.act(),
        club_slug=evening.club.slug,
        name="Friday",
        starts_at=evening.now,
        time_zone="Europe/Berlin",
        preset="swiss-evening",
        is_draft=True,
        **more,
    )


def kinds(event: Event) -> list[str]:
    return [fact.kind for fact in facts_of(event.stream)]


def test_draft_is_in_no_list_until_it_is_published(evening: Evening) -> None:
    event = drafted(evening)
    assert (event.state, list(coming_events()), list(events_matching("friday"))) == (EventState.DRAFT, [], [])
    assert drafted(evening) == event  # sent twice
    for _again in range(2):
        event = event_publish(act=evening.act(), event=event)
    assert (event.state, list(coming_events())) == (EventState.OPEN, [event])
    assert (kinds(event), verified(event)) == (["event.created", "event.published"], True)


def test_unlisted_event_is_found_by_its_address_alone(evening: Evening) -> None:
    event = evening.event(NAMES[:2], name="Friday")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"is_listed": False})
    assert (list(coming_events()), list(events_matching("friday"))) == ([], [])
    assert list(club_events_ahead(evening.club.key, now=evening.now, with_drafts=True)) == [event]
    assert verified(event)


@pytest.mark.both_databases
def test_cancelled_event_refuses_everything_and_can_be_restored(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    match = evening.publish(event, 1)[0]
    assert refusal(event_cancel, act=evening.act(), event=event) == "reason_missing"
    for _again in range(2):
        event = event_cancel(act=evening.act(why="The hall is flooded"), event=event)
    assert (event.state, verified(event)) == (EventState.CANCELLED, True)
    sent = {"game_key": match.games.get().game.key, "body": evening.body(match), "idempotency_key": "1"}
    assert refusal(result_submit, act=evening.by(match.seats.all()[0].entry), **sent) == "cancelled"
    assert refusal(event_finish, act=evening.act(), event=event) == "cancelled"
    assert refusal(event_start, act=evening.act(), event=event) == "cancelled"
    event = event_cancellation_take_back(act=evening.act(), event=event)
    assert (event.state, verified(event)) == (EventState.RUNNING, True)
    assert kinds(event).count("event.cancelled") == 1


def test_finished_or_hidden_event_is_not_cancelled(evening: Evening) -> None:
    assert refusal(event_cancel, act=evening.act(why="w"), event=drafted(evening)) == "not_published"
    event = evening.started(NAMES[:2])
    evening.play_out(event, 1)
    event_finish(act=evening.act(), event=event)
    assert refusal(event_cancel, act=evening.act(why="w"), event=event) == "finished"


def test_reopened_event_takes_a_correction_and_another_final_ranking(evening: Evening) -> None:
    event = evening.started(NAMES[:2])
    (match,) = evening.publish(event, 1)
    game = match.games.get().game.key
    result_rule(act=evening.act(why="seen"), game_key=game, kind="bare", winner="white")
    preview = finish_preview(act=evening.act(), event=event)
    event = event_finish(act=evening.act(), event=event)
    before = final_of(event)
    assert before is not None
    assert [row.entry_key for row in before.ranking] == [row.entry.key for row in preview.rows]
    assert refusal(event_reopen, act=evening.act(), event=event) == "reason_missing"
    for _again in range(2):
        event = event_reopen(act=evening.act(why="Wrong winner"), event=event)
    assert (event.state, stage_of(event).state, final_of(event)) == (EventState.RUNNING, StageState.RUNNING, None)
    assert verified(event)
    result_rule(act=evening.act(why="swapped"), game_key=game, kind="bare", winner="black")
    event = event_finish(act=evening.act(), event=event)
    after = final_of(event)
    assert after is not None
    assert [row.entry_key for row in after.ranking] == [row.entry_key for row in reversed(before.ranking)]
    assert verified(event)


def test_finish_preview_says_what_is_missing(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    evening.publish(event, 1)
    preview = finish_preview(act=evening.act(), event=event)
    assert (preview.refusal and preview.refusal.code, len(preview.rows)) == ("rounds_missing", 4)
    assert "event.finished" not in kinds(event)


def test_copy_is_like_last_friday_and_repeats_every_week_at_the_same_time(evening: Evening) -> None:
    event = evening.event(NAMES[:3], preset="swiss-evening")
    opens = evening.now - timedelta(days=3)
    rules = replace(event.entering, sign_up=True, opens_at=opens, capacity=20)
    event.entry_rules = entry_rules_store(rules)
    event.save(update_fields=["entry_rules"])
    event_about_change(act=evening.act(), event=event, texts={"place": "Old hall"})
    first = datetime(2026, 3, 20, 18, 0, tzinfo=UTC)  # 19:00 in Berlin, before summer time
    sent = {"event": event, "name": "Next", "starts_at": first, "times": 2, "with_players": True}
    copies = event_copy(act=evening.act(), **sent)
    assert event_copy(act=evening.act(), **sent) == copies
    assert [copy.starts_at.isoformat() for copy in Event.objects.filter(name="Next").order_by("starts_at")] == [
        "2026-03-20T18:00:00+00:00",
        "2026-03-27T18:00:00+00:00",
    ]
    for week, copy in enumerate(Event.objects.filter(name="Next").order_by("starts_at")):
        assert (copy.state, copy.settings, stage_of(copy).format) == (EventState.DRAFT, event.settings, "swiss")
        assert copy.entering.opens_at == opens + (first - event.starts_at) + timedelta(weeks=week)
        assert set(Entry.objects.filter(event=copy).values_list("player__name", flat=True)) == set(NAMES[:3])
        assert about_of(copy).place == "Old hall"
        assert verified(copy)


def test_format_changes_until_the_first_round_with_players_and_numbers_kept(evening: Evening) -> None:
    event = evening.event(NAMES)
    event = event_format_change(act=evening.act(), event=event, preset="swiss-evening", rounds=3)
    stage = stage_of(event)
    assert (stage.format, stage.options["rounds"], event.settings.pairing_bye) == ("swiss", 3, 2)
    event = event_start(act=evening.act(), event=event)
    assert stage_of(event).planned_rounds == 3
    numbers = list(event.entries.order_by("pk").values_list("number", flat=True))
    event = event_format_change(act=evening.act(), event=event, preset="groups-knockout")
    assert list(Stage.objects.filter(event=event).values_list("format", flat=True)) == ["round_robin", "knockout"]
    assert list(event.entries.order_by("pk").values_list("number", flat=True)) == numbers
    event = event_format_change(act=evening.act(), event=event, preset="round-robin-evening")
    assert (stage_of(event).planned_rounds, verified(event)) == (7, True)
    evening.publish(event, 1)
    asked = {"event": event, "preset": "swiss-evening"}
    assert refusal(event_format_change, act=evening.act(), **asked) == "round_paired"
    assert verified(event)


def test_event_of_which_nothing_was_played_is_deleted_with_its_texts(evening: Evening) -> None:
    event = evening.event(NAMES[:3], name="Mistake")
    stream, slug = event.stream, event.slug
    event_delete(act=evening.act(), event=event)
    assert not Event.objects.filter(slug=slug).exists()
    assert [fact.kind for fact in facts_of(stream)][-1] == "event.deleted"
    assert not FactDetail.objects.filter(fact__stream_id=stream).exclude(text="").exists()
    assert [fact.kind for fact in facts_of(f"club:{evening.club.key}")][-1] == "club.event_deleted"
    played = evening.started(NAMES[:2], name="Played")
    evening.publish(played, 1)
    assert refusal(event_delete, act=evening.act(), event=played) == "was_played"


@pytest.mark.parametrize("preset, rounds, field", [("knockout", 3, "rounds"), ("swiss-evening", 999, "rounds")])
def test_impossible_number_of_rounds_is_named(preset: str, rounds: int, field: str, evening: Evening) -> None:
    with pytest.raises(DomainError) as caught:
        event_create(
            act=evening.act(),
            club_slug=evening.club.slug,
            name="F",
            starts_at=evening.now,
            time_zone="UTC",
            preset=preset,
            rounds=rounds,
        )
    assert list(caught.value.fields) == [field]
