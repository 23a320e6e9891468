"""A Swiss event from its preset to its end: rounds one after the other, latecomers, withdrawals, byes, open games."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec import UNSET

from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import NAMES, Evening, entry_at
from tournaments.enums import ByeKind
from tournaments.formats.systems.swiss.baku import last_accelerated
from tournaments.models import Entry, Event, Match, Stage, StandingTable
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.presets import PRESETS
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.rounds.byes import bye_request
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.plan import rounds_plan
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.undo import round_discard
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify
from tournaments.snapshots import pairing_snapshot

# Who meets whom is worked out from the rows, whichever database they come from.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def swiss(evening: Evening, players: int = 8, **changes: object) -> Event:
    event = evening.event(NAMES[:players], preset="swiss-evening")
    if changes:
        event_settings_change(act=evening.act(), stage=stage_of(event), changes=changes)
        event.refresh_from_db()
    return event_start(act=evening.act(), event=event)


def stage(event: Event) -> Stage:
    return Stage.objects.get(event=event)


def pairs(event: Event, number: int) -> set[frozenset[str]]:
    matches = Match.objects.filter(round__stage__event=event, round__number=number, is_void=False, bye="")
    return {frozenset(seat.entry.key for seat in match.seats.all()) for match in matches}


def test_preset_is_what_clubs_expect(evening: Evening) -> None:
    preset = PRESETS["swiss-evening"]
    assert (preset.format, preset.rules.seeding) == ("swiss", "rating")
    assert preset.rules.tie_breaks == ("BHC1", "BH", "SB", "HON", "DE")
    assert stage(swiss(evening)).planned_rounds == 4


def test_rounds_asked_for_before_the_start_are_planned(evening: Evening) -> None:
    assert stage(swiss(evening, options={"rounds": 6})).planned_rounds == 6


def test_nobody_meets_twice_and_everybody_starts_about_as_often(evening: Evening) -> None:
    event = swiss(evening)
    evening.play_out(event, 4)
    rounds = [pairs(event, number) for number in range(1, 5)]
    assert all(not one & other for one, other in combinations(rounds, 2))
    for entry in Entry.objects.filter(event=event):
        starts = list(entry.seats.filter(match__bye="").order_by("round__number").values_list("position", flat=True))
        assert abs(2 * sum(starts) - len(starts)) <= 2
    assert str(event_verify(event=event)).startswith("verified")


def test_accelerated_first_round_pairs_within_the_halves(evening: Evening) -> None:
    event = swiss(evening, options={"acceleration": "baku"})
    evening.publish(event, 1)
    numbers = {entry.key: entry.number or 0 for entry in Entry.objects.filter(event=event)}
    met = {tuple(sorted(numbers[key] for key in pair)) for pair in pairs(event, 1)}
    assert met == {(1, 3), (2, 4), (5, 7), (6, 8)}


def test_late_entries_do_not_enlarge_the_accelerated_group(evening: Evening) -> None:
    """Of eight players four are accelerated; with three more after round 1 they stay four, where half of eleven would
    be six."""
    event = swiss(evening, options={"acceleration": "baku", "rounds": 8}, late_entry="zero")
    evening.play_out(event, 1)
    entries_add(act=evening.act(), stage=stage_of(event), text="Ida\nJan\nKim")
    state = pairing_snapshot(stage(event), 2).state
    assert (len(state.entrants), state.latecomers, last_accelerated(state)) == (11, frozenset({9, 10, 11}), 4)
    evening.publish(event, 2)
    drafted = [fact.payload["accelerated"] for fact in facts_of(event.stream).filter(kind="round.drafted")]
    assert drafted == [4, 4]
    assert str(event_verify(event=event)).startswith("verified")


def test_rounds_that_older_versions_accelerated_still_verify(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """They let the group grow, and their facts don't say who its last player was."""
    monkeypatch.setattr("tournaments.snapshots.latecomers_of", lambda stage: set())
    monkeypatch.setattr("tournaments.services.rounds.pair._accelerated", lambda stage, snapshot: UNSET)
    event = swiss(evening, options={"acceleration": "baku", "rounds": 8}, late_entry="zero")
    evening.play_out(event, 1)
    entries_add(act=evening.act(), stage=stage_of(event), text="Ida\nJan\nKim")
    assert last_accelerated(pairing_snapshot(stage(event), 2).state) == 6
    evening.publish(event, 2)
    assert str(event_verify(event=event)).startswith("verified")


def test_who_comes_before_the_first_round_is_counted_in_the_accelerated_group(evening: Evening) -> None:
    event = swiss(evening, options={"acceleration": "baku"}, late_entry="zero")
    round_discard(act=evening.act(), round_=round_pair(act=evening.act(), stage=stage_of(event), number=1))
    entries_add(act=evening.act(), stage=stage_of(event), text="Ida")
    evening.play_out(event, 1)
    state = pairing_snapshot(stage(event), 2).state
    assert (state.latecomers, last_accelerated(state)) == (frozenset(), 6)


@pytest.mark.both_databases
def test_latecomer_withdrawn_player_and_half_point_bye_in_one_event(evening: Evening) -> None:
    event = swiss(evening, late_entry="half")
    evening.play_out(event, 1)
    leaver, rester = Entry.objects.filter(event=event).order_by("number")[:2]
    entry_withdraw(act=evening.act(), entry=leaver)
    bye_request(act=evening.by(rester), stage=stage_of(rester.event), entry=rester, number=2, kind="half_bye")
    (late,) = entries_add(act=evening.act(), stage=stage_of(event), text="Ida")
    matches = evening.publish(event, 2)
    byes = {entry_at(match, 0).key: match.bye for match in matches if match.bye}
    seated = {seat.entry.key for match in matches for seat in match.seats.all()}
    assert byes == {rester.key: ByeKind.HALF, **{key: bye for key, bye in byes.items() if bye == ByeKind.PAIRING}}
    assert leaver.key not in seated
    assert late.key in seated
    for match in matches:
        if not match.bye:
            evening.play(match)
    standings_refresh(event_key=event.key)
    table = StandingTable.objects.get(stage__event=event, after_round=2)
    points = dict(table.rows.values_list("entry__key", "points"))
    assert points[late.key] >= 1  # half a point for the round that was missed
    assert points[rester.key] in {1, 2, 3}
    assert str(event_verify(event=event)).startswith("verified")


def test_round_paired_over_open_games_lets_nobody_meet_again(evening: Evening) -> None:
    """Half of round 1 is still being played when round 2 is paired, and so on: no pair comes back."""
    event = swiss(evening)
    for number in range(1, 5):
        round_ = round_pair(act=evening.act(why="The hall closes"), stage=stage_of(event), number=number)
        round_publish(act=evening.act(), round_=round_)
        played = Match.objects.filter(round=round_, bye="", is_void=False).order_by("table")[:2]
        for match in played:
            evening.play(match)
    rounds = [pairs(event, number) for number in range(1, 5)]
    assert all(not one & other for one, other in combinations(rounds, 2))


def test_club_mates_are_kept_apart_where_it_can_be_helped(evening: Evening) -> None:
    event = evening.event(NAMES, preset="swiss-evening")
    mates = list(Entry.objects.filter(event=event).select_related("player").order_by("pk")[:4])
    for entry in Entry.objects.filter(event=event).select_related("player"):
        entry.player.club = evening.club if entry in mates else None
        entry.player.save(update_fields=["club"])
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"same_club": "avoided"})
    event.refresh_from_db()
    event = event_start(act=evening.act(), event=event)
    evening.play_out(event, 3)
    own = {frozenset(pair) for pair in combinations([entry.key for entry in mates], 2)}
    assert not own & (pairs(event, 1) | pairs(event, 2) | pairs(event, 3))


@pytest.mark.both_databases
def test_more_rounds_are_planned_with_a_reason(evening: Evening) -> None:
    event = swiss(evening)
    evening.play_out(event, 2)
    with pytest.raises(Invalid) as refused:
        rounds_plan(act=evening.act(), stage=stage_of(event), rounds=5)
    assert refused.value.code == "reason_missing"
    rounds_plan(act=evening.act(why="There is time for one more"), stage=stage_of(event), rounds=5)
    assert stage(event).planned_rounds == 5
    fact = facts_of(event.stream).get(kind="event.rounds_planned")
    assert (fact.payload["planned_rounds"], [detail.text for detail in fact.details.all()]) == (
        5,
        ["There is time for one more"],
    )
    standings_refresh(event_key=event.key)
    assert str(event_verify(event=event)).startswith("verified")


def test_same_number_of_rounds_is_no_fact(evening: Evening) -> None:
    event = swiss(evening)
    rounds_plan(act=evening.act(), stage=stage_of(event), rounds=4)
    assert not facts_of(event.stream).filter(kind="event.rounds_planned").exists()


@pytest.mark.parametrize("rounds", [0, 1, 31, -1])
def test_fewer_rounds_than_are_paired_or_too_many_are_refused(rounds: int, evening: Evening) -> None:
    event = swiss(evening)
    evening.play_out(event, 2)
    with pytest.raises(Invalid) as refused:
        rounds_plan(act=evening.act(why="So"), stage=stage_of(event), rounds=rounds)
    assert refused.value.code == "wrong_rounds"


def test_round_robin_plans_its_rounds_itself(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    with pytest.raises(DomainError) as refused:
        rounds_plan(act=evening.act(why="So"), stage=stage_of(event), rounds=5)
    assert refused.value.code == "rounds_follow"


def test_players_do_not_plan_rounds(evening: Evening) -> None:
    event = swiss(evening)
    entry = Entry.objects.filter(event=event).earliest("number")
    with pytest.raises(NotAllowed):
        rounds_plan(act=evening.by(entry, why="So"), stage=stage_of(event), rounds=5)
