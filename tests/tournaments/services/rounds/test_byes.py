"""Byes that are asked for, fixed tables, and players who are kept apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import Evening, entry_at
from tournaments.enums import ByeKind
from tournaments.models import ByeRequest, Entry, Event, FixedTable, Match, Round, SeparatedPair, Stage
from tournaments.models.rules import rules_store
from tournaments.selectors.events import entries_of, stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.events.start import event_start
from tournaments.services.rounds import pair as rounds
from tournaments.services.rounds.byes import bye_request, bye_withdraw
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.seating import pair_join, pair_separate, table_fix, table_free
from tournaments.services.rounds.undo import round_discard
from tournaments.services.rounds.warnings import pairing_warnings
from tournaments.services.stages.standings import standings_refresh
from tournaments.snapshots import stage_snapshot

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")


@pytest.fixture
def event(evening: Evening) -> Event:
    """A Swiss of three rounds."""
    event = evening.event(NAMES, preset="swiss-evening")
    Stage.objects.filter(event=event).update(options={"rounds": 3})
    return event_start(act=evening.act(), event=event)


def refusal(service: Callable[..., Any], **arguments: Any) -> str:
    with pytest.raises(DomainError) as caught:
        service(**arguments)
    return caught.value.code


def entries(event: Event) -> list[Entry]:
    return list(entries_of(event))


def byes(matches: list[Match]) -> dict[str, str]:
    return {entry_at(match, 0).key: match.bye for match in matches if match.bye}


def test_byes_asked_for_are_kept_by_the_pairing_and_score_by_their_kind(evening: Evening, event: Event) -> None:
    half, zero, full, *_others = entries(event)
    stage = stage_of(event)
    for entry, kind in ((half, "half_bye"), (zero, "zero_bye"), (full, "full_bye")):
        bye_request(act=evening.act(), stage=stage, entry=entry, number=1, kind=kind)

    matches = evening.publish(event, 1)

    asked = {half.key: "half_bye", zero.key: "zero_bye", full.key: "full_bye"}
    rested = byes(matches)
    assert {key: rested[key] for key in asked} == asked
    assert sorted(set(rested.values()) - set(asked.values())) == ["pairing_bye"]  # three are left to pair
    standings_refresh(event_key=event.key)
    points = {entrant.number: entrant.points for entrant in stage_snapshot(matches[0].round.stage).state.entrants}
    assert [points[entry.number or 0] for entry in (half, zero, full)] == [1, 0, 2]


def test_bye_asked_for_twice_is_once_and_another_kind_takes_its_place(evening: Evening, event: Event) -> None:
    entry, stage = entries(event)[0], stage_of(event)
    for kind in ("half_bye", "half_bye", "zero_bye"):
        bye_request(act=evening.act(), stage=stage, entry=entry, number=2, kind=kind)
    assert [row.kind for row in ByeRequest.objects.all()] == ["zero_bye"]
    assert [fact.kind for fact in facts_of(event.stream)].count("bye.requested") == 2


def test_bye_taken_back_is_gone_and_the_player_is_paired(evening: Evening, event: Event) -> None:
    entry, stage = entries(event)[0], stage_of(event)
    bye_request(act=evening.act(), stage=stage, entry=entry, number=1, kind="half_bye")
    for _ in range(2):
        bye_withdraw(act=evening.act(), stage=stage, entry=entry, number=1)
    assert byes(evening.publish(event, 1)) == {}
    assert [fact.kind for fact in facts_of(event.stream)].count("bye.withdrawn") == 1


def test_player_asks_by_his_link_within_the_rules(evening: Evening, event: Event) -> None:
    entry = entries(event)[0]
    own = evening.by(entry)
    stage = stage_of(event)
    bye_request(act=own, stage=stage, entry=entry, number=1, kind="half_bye")
    assert refusal(bye_request, act=own, stage=stage, entry=entry, number=2, kind="half_bye") == "too_many_half_byes"
    assert refusal(bye_request, act=own, stage=stage, entry=entry, number=1, kind="full_bye") == "sign_in"
    bye_request(act=own, stage=stage, entry=entry, number=2, kind="zero_bye")
    bye_withdraw(act=own, stage=stage, entry=entry, number=1)
    assert refusal(bye_request, act=own, stage=stage, entry=entry, number=3, kind="half_bye") == "too_late_for_half_bye"
    bye_request(act=own, stage=stage, entry=entry, number=2, kind="half_bye")
    assert [(row.round_number, row.kind, row.by_player) for row in ByeRequest.objects.all()] == [(2, "half_bye", True)]


def test_player_does_not_take_back_what_the_staff_noted_down(evening: Evening, event: Event) -> None:
    entry, stage = entries(event)[0], stage_of(event)
    bye_request(act=evening.act(), stage=stage, entry=entry, number=1, kind="zero_bye")
    assert refusal(bye_withdraw, act=evening.by(entry), stage=stage, entry=entry, number=1) == "sign_in"


def test_strangers_and_opponents_ask_for_nobody(evening: Evening, event: Event) -> None:
    one, other, *_rest = entries(event)
    stage = stage_of(event)
    assert refusal(bye_request, act=evening.by(other), stage=stage, entry=one, number=1, kind="zero_bye") == "sign_in"
    desk = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=desk.email, role=Role.DESK)
    bye_request(act=evening.by_user(desk), stage=stage, entry=one, number=1, kind="zero_bye")
    assert (
        refusal(bye_request, act=evening.by_user(desk), stage=stage, entry=one, number=1, kind="half_bye")
        == "not_your_role"
    )


@pytest.mark.parametrize(
    "number, kind, code",
    [
        (1, "pairing_bye", "no_such_bye"),
        (1, "", "no_such_bye"),
        (0, "zero_bye", "no_such_round"),
        (4, "zero_bye", "no_such_round"),
        (-1, "half_bye", "no_such_round"),
    ],
)
def test_impossible_byes_are_refused(evening: Evening, event: Event, number: int, kind: str, code: str) -> None:
    stage = stage_of(event)
    assert (
        refusal(bye_request, act=evening.act(), stage=stage, entry=entries(event)[0], number=number, kind=kind) == code
    )


def test_bye_for_a_round_that_is_drafted_comes_too_late(evening: Evening, event: Event) -> None:
    round_pair(act=evening.act(), stage=stage_of(event), number=1)
    entry, stage = entries(event)[0], stage_of(event)
    assert (
        refusal(bye_request, act=evening.act(), stage=stage, entry=entry, number=1, kind="zero_bye") == "round_paired"
    )


def test_bye_is_of_the_stage_that_it_was_asked_for(evening: Evening, event: Event) -> None:
    """Another stage has started since: the bye isn't one of that. In a closed stage there is no round to come."""
    entry, first = entries(event)[0], stage_of(event)
    Stage.objects.create(event=event, number=2, format="swiss", options={}, planned_rounds=3)
    assert stage_of(event) != first
    assert bye_request(act=evening.act(), stage=first, entry=entry, number=1, kind="zero_bye").stage == first
    Stage.objects.filter(pk=first.pk).update(closed_fact=1)
    assert (
        refusal(bye_request, act=evening.act(), stage=first, entry=entry, number=2, kind="zero_bye") == "no_such_round"
    )
    assert refusal(bye_withdraw, act=evening.act(), stage=first, entry=entry, number=1) == "no_such_round"


def test_bye_asked_for_while_pairing_is_not_lost(
    evening: Evening, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, computed = entries(event)[0], rounds._tables

    stage = stage_of(event)

    def asked_meanwhile(*arguments: Any) -> Any:
        bye_request(act=evening.act(), stage=stage, entry=entry, number=1, kind="half_bye")
        return computed(*arguments)

    monkeypatch.setattr(rounds, "_tables", asked_meanwhile)
    assert refusal(round_pair, act=evening.act(), stage=stage_of(event), number=1) == "stale"
    monkeypatch.undo()
    assert byes(evening.publish(event, 1))[entry.key] == "half_bye"


def test_absent_from_a_bracket_is_out_and_points_without_play_are_refused(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="knockout")
    entry, stage = entries(event)[0], stage_of(event)
    assert (
        refusal(bye_request, act=evening.act(), stage=stage, entry=entry, number=1, kind="half_bye") == "bracket_fixed"
    )
    bye_request(act=evening.act(), stage=stage, entry=entry, number=1, kind="zero_bye")
    matches = evening.publish(event, 1)
    assert byes(matches)[entry.key] == ByeKind.ZERO
    assert sorted(byes(matches).values()) == [ByeKind.PAIRING, ByeKind.ZERO]


def test_forbidden_pair_does_not_meet_and_meets_once_allowed(evening: Evening, event: Event) -> None:
    drafted = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    one, other = (seat.entry.key for seat in matches_of(drafted)[0].seats.all())
    pair_separate(act=evening.act(), event=event, first=other, second=one, how="forbidden")
    pair_separate(act=evening.act(), event=event, first=one, second=other, how="forbidden")
    assert [warning.code for warning in pairing_warnings(drafted)] == ["forbidden_pair"]
    assert SeparatedPair.objects.count() == 1

    round_discard(act=evening.act(), round_=drafted)
    apart = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    assert {one, other} not in [{seat.entry.key for seat in match.seats.all()} for match in matches_of(apart)]
    pair_join(act=evening.act(), event=event, first=one, second=other)
    pair_join(act=evening.act(), event=event, first=one, second=other)
    assert not SeparatedPair.objects.exists()


def test_players_of_one_club_are_kept_apart_by_the_events_rule(evening: Evening) -> None:
    event = evening.event(("Anna", "Bert", "Cleo", "Dora"), preset="swiss-evening")
    event.rules = rules_store(replace_rules(event, same_club="avoided"))
    event.save()
    people = entries(event)
    for entry in people[2:]:
        entry.player.club = None
        entry.player.save()
    started = event_start(act=evening.act(), event=event)
    members = {entry.key for entry in people[:2]}
    matches = evening.publish(started, 1)
    assert members not in [{seat.entry.key for seat in match.seats.all()} for match in matches]


def replace_rules(event: Event, **changes: Any) -> Any:
    return msgspec.structs.replace(event.settings, **changes)


def test_fixed_tables_hold_for_players_and_pairs(evening: Evening, event: Event) -> None:
    plain = [[seat.entry.key for seat in match.seats.all()] for match in matches_of(drafted(evening, event))]
    slow, pair = plain[0][1], plain[2]
    table_fix(act=evening.act(), event=event, entry=slow, table=3)
    table_fix(act=evening.act(), event=event, entry=pair[0], table=9, partner=pair[1])
    again = drafted(evening, event)
    assert {match.table: [seat.entry.key for seat in match.seats.all()] for match in matches_of(again)} == {
        3: plain[0],
        1: plain[1],
        9: plain[2],
    }
    assert pairing_warnings(again) == []
    table_free(act=evening.act(), event=event, entry=slow)
    table_free(act=evening.act(), event=event, entry=pair[1], partner=pair[0])
    assert not FixedTable.objects.exists()


def drafted(evening: Evening, event: Event) -> Round:
    from tournaments.models import Round

    for round_ in Round.objects.filter(state="draft"):
        round_discard(act=evening.act(), round_=round_)
    return round_pair(act=evening.act(), stage=stage_of(event), number=1)


def test_two_with_fixed_tables_who_meet_sit_at_one_of_them(evening: Evening, event: Event) -> None:
    one, other = (seat.entry.key for seat in matches_of(drafted(evening, event))[0].seats.all())
    table_fix(act=evening.act(), event=event, entry=one, table=7)
    table_fix(act=evening.act(), event=event, entry=other, table=8)
    again = drafted(evening, event)
    assert sorted(match.table for match in matches_of(again)) == [1, 2, 7]


@pytest.mark.parametrize("table", [0, -3, 10_000])
def test_table_that_cannot_be_is_not_fixed(evening: Evening, event: Event, table: int) -> None:
    entry = entries(event)[0].key
    assert refusal(table_fix, act=evening.act(), event=event, entry=entry, table=table) == "no_such_table"


def test_wishes_of_other_events_are_refused(evening: Evening, event: Event) -> None:
    stranger = entries(evening.started(("Xaver", "Yann"), name="Other"))[0].key
    own = entries(event)[0].key
    act = evening.act()
    assert refusal(table_fix, act=act, event=event, entry=stranger, table=1) == "no_such_entry"
    assert refusal(pair_separate, act=act, event=event, first=own, second=stranger, how="avoided") == "no_such_entry"
    assert refusal(pair_separate, act=act, event=event, first=own, second=own, how="avoided") == "same_entry"
    assert refusal(pair_separate, act=act, event=event, first=own, second=own, how="x") == "no_such_separation"
    one, other = entries(event)[:2]
    table_fix(act=act, event=event, entry=one.key, table=2)
    assert refusal(table_fix, act=act, event=event, entry=other.key, table=2) == "table_fixed"
    player = evening.by(entries(event)[0])
    assert refusal(table_fix, act=player, event=event, entry=own, table=1) == "sign_in"
