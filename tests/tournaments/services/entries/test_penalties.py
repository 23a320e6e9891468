"""Warnings, time penalties and deductions: with a reason, in the table and everything that follows from it, and
correctable."""

from __future__ import annotations

import csv

import pytest
from django.test import Client

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from tests.evening import Evening, entry_at, game_of
from tournaments.enums import PenaltyKind
from tournaments.log.public import public_facts, seen_of
from tournaments.models import Entry, Event, Match, Penalty, Standing
from tournaments.selectors.events import stage_of
from tournaments.selectors.penalties import penalties_of
from tournaments.services.bundle.document import bundle_decode
from tournaments.services.bundle.exporting import bundle_of, public_bundle
from tournaments.services.entries.penalties import Given, penalty_give, penalty_take_back
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.trf.report import trf_report
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import event_verify
from tournaments.trf import decode_trf, read_trf, to_stage_state
from tournaments.trf.document import Dialect

pytestmark = pytest.mark.django_db
HALF = Given(PenaltyKind.POINTS, points=1)


@pytest.fixture
def played(evening: Evening) -> tuple[Event, list[Match], Entry]:
    """An event whose first round is played; the entry won its game."""
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="swiss-evening")
    matches = evening.publish(event, 1)
    for match in matches:
        act = evening.act(why="Seen.")
        result_rule(act=act, game_key=game_of(match).key, kind="bare", winner="white")
    standings_refresh(event_key=event.key)
    return event, matches, entry_at(matches[0], 0)


def points(event: Event) -> dict[str, tuple[int, int]]:
    """Points and what was deducted, by entry, in the newest table."""
    standings_refresh(event_key=event.key)
    rows = Standing.objects.filter(table__stage__event=event).order_by("table__after_round")
    return {row.entry.key: (row.points, row.deducted) for row in rows.select_related("entry")}


@pytest.mark.both_databases
def test_deduction_counts_in_table_report_and_verification(
    evening: Evening, played: tuple[Event, list[Match], Entry]
) -> None:
    event, matches, entry = played
    loser = entry_at(matches[0], 1)
    before = Standing.objects.get(table__after_round=1, entry=loser).values

    given = penalty_give(act=evening.act(why="A phone rang."), entry=entry, given=HALF)
    again = penalty_give(act=evening.act(why="A phone rang."), entry=entry, given=HALF)

    assert (given, Penalty.objects.count()) == (again, 1)
    assert points(event)[entry.key] == (1, 1)
    assert Standing.objects.get(table__after_round=1, entry=entry).wins == 1, "the result stays what it is"
    assert Standing.objects.get(table__after_round=1, entry=loser).values != before or "BH" not in str(before)
    assert event_verify(event=event).holds
    text = trf_report(stage_of(event), Dialect.TRF26)
    assert f"299          -0.5  001 {entry.number:4d}" in text
    assert to_stage_state(read_trf(decode_trf(text.encode()))).entrant(entry.number or 0).points == 1
    with pytest.raises(DomainError, match="not_in_trf"):
        trf_report(stage_of(event), Dialect.TRF16)

    penalty_take_back(act=evening.act(why="It was the neighbour's."), event=event, key=given.key)
    penalty_take_back(act=evening.act(), event=event, key=given.key)
    assert points(event)[entry.key] == (2, 0)
    assert event_verify(event=event).holds
    assert "299 " not in trf_report(stage_of(event), Dialect.TRF26)
    assert [row.penalty.is_taken_back for row in penalties_of(event)] == [True]
    Penalty.objects.update(is_taken_back=False)
    assert not event_verify(event=event).holds


def test_next_round_is_paired_by_what_is_left(evening: Evening, played: tuple[Event, list[Match], Entry]) -> None:
    event, matches, entry = played
    penalty_give(act=evening.act(why="Left the hall."), entry=entry, given=Given(PenaltyKind.POINTS, points=2))
    pairs = [{seat.entry.key for seat in match.seats.all()} for match in evening.publish(event, 2)]
    assert {entry_at(matches[1], 0).key, entry.key} not in pairs, "the two winners have different points"
    assert event_verify(event=event).holds


def test_warnings_are_secret_and_deductions_public(evening: Evening, played: tuple[Event, list[Match], Entry]) -> None:
    event, _matches, entry = played
    penalty_give(act=evening.act(why="Talked."), entry=entry, given=Given(PenaltyKind.WARNING, round=0))
    penalty_give(act=evening.act(why="Came late."), entry=entry, given=Given(PenaltyKind.TIME, minutes=2))
    penalty_give(act=evening.act(why="A phone rang."), entry=entry, given=HALF)

    shown = [(row.penalty.kind, row.penalty.amount, row.reason and row.reason.text) for row in penalties_of(event)]
    assert shown == [("points", 1, "A phone rang."), ("time", 2, "Came late."), ("warning", 0, "Talked.")]
    facts = bundle_decode(bundle_of(event)).facts
    public = {fact.kind: fact for fact in public_facts(facts, seen_of(event))}
    assert (public["entry.warned"].payload, public["entry.points_deducted"].payload["points"]) == ({}, 1)
    verdict = bundle_verify(data=b"".join(public_bundle(event)))
    assert (verdict.holds, "phone" in str([fact.payload for fact in Fact.objects.all()])) == (True, False)


@pytest.mark.parametrize(
    "given, why, code",
    [
        (HALF, "", "reason_missing"),
        (Given(PenaltyKind.POINTS), "So.", "no_such_amount"),
        (Given(PenaltyKind.TIME), "So.", "no_such_amount"),
        (Given(PenaltyKind.POINTS, points=3), "So.", "more_than_points"),
        (Given(PenaltyKind.POINTS, points=1, round=2), "So.", "no_such_round"),
    ],
)
def test_what_is_given_must_be_possible(
    evening: Evening, played: tuple[Event, list[Match], Entry], given: Given, why: str, code: str
) -> None:
    with pytest.raises(DomainError) as refused:
        penalty_give(act=evening.act(why=why), entry=played[2], given=given)
    assert refused.value.code == code


def test_nobody_decides_about_themselves_and_nothing_moves_after_the_end(
    evening: Evening, played: tuple[Event, list[Match], Entry]
) -> None:
    _event, matches, entry = played
    entry.player.user = evening.user
    entry.player.save()
    with pytest.raises(DomainError, match="own_entry"):
        penalty_give(act=evening.act(why="So."), entry=entry, given=HALF)
    Event.objects.update(state="finished")
    with pytest.raises(DomainError, match="not_running"):
        penalty_give(act=evening.act(why="So."), entry=entry_at(matches[1], 0), given=HALF)


def test_correction_below_zero_is_said_where_the_report_cannot_hold_it(
    evening: Evening, played: tuple[Event, list[Match], Entry]
) -> None:
    event, matches, entry = played
    penalty_give(act=evening.act(why="A phone rang."), entry=entry, given=HALF)
    result_rule(act=evening.act(why="Misread."), game_key=game_of(matches[0]).key, kind="bare", winner="black")
    assert points(event)[entry.key] == (-1, 1)
    assert event_verify(event=event).holds
    with pytest.raises(DomainError, match="has less than 0 points: more were deducted than were won"):
        trf_report(stage_of(event), Dialect.TRF26)


def test_csv_of_the_standings_says_what_was_deducted(
    evening: Evening, played: tuple[Event, list[Match], Entry], client: Client
) -> None:
    event, _matches, entry = played
    penalty_give(act=evening.act(why="A phone rang."), entry=entry, given=HALF)
    standings_refresh(event_key=event.key)
    text = client.get(f"/api/v1/events/{event.slug}/standings/?format=csv").content.decode("utf-8-sig")
    rows = {row["player"]: row for row in csv.DictReader(text.splitlines())}
    own = rows[entry.player.key]
    assert (own["points_in_halves"], own["deducted"]) == ("1", "1")
    assert {row["deducted"] for key, row in rows.items() if key != entry.player.key} == {"0"}
