"""Coming late: what the rules and the formats allow, and what the missed rounds count."""

from __future__ import annotations

import pytest

from magistrar_site.shared.errors import DomainError
from tests.evening import Evening
from tests.tournaments.replays import differences
from tournaments.models import Entry, Event, MatchSeat, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.preview import Joining, entries_preview
from tournaments.services.entries.states import entry_place, entry_return, entry_withdraw
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.rounds.change import entries_pair
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.trf.report import trf_report
from tournaments.services.verify.bundle import bundle_verify
from tournaments.trf.document import Dialect

# When somebody may still come is worked out from the rows, whichever database they come from.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NAMES = ("Anna", "Bert", "Cleo", "Dora")


def running(
    evening: Evening, *, preset: str = "swiss-evening", names: tuple[str, ...] = NAMES, **rules: object
) -> Event:
    event = evening.event(names, preset=preset)
    options = {"options": {"rounds": 3}} if preset == "swiss-evening" else {}
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={**rules, **options})
    event.refresh_from_db()
    return event_start(act=evening.act(), event=event)


def come(evening: Evening, event: Event, *names: str) -> list[Entry]:
    return entries_add(act=evening.act(), stage=stage_of(event), text="\n".join(names))


def cells(entry: Entry) -> list[tuple[int, str]]:
    seats = MatchSeat.objects.filter(entry=entry, is_void=False).order_by("round__number")
    return [(seat.round.number, seat.match.bye) for seat in seats.select_related("round", "match")]


@pytest.mark.parametrize("policy, bye, points", [("zero", "zero_bye", 0), ("half", "half_bye", 2)])
def test_newcomer_gets_the_next_number_and_a_bye_for_each_missed_round(policy: str, bye: str, points: int) -> None:
    evening = Evening()
    event = running(evening, late_entry=policy)
    evening.play_out(event, 2)
    assert [line.joining for line in entries_preview(event=event, text="Emil")] == [Joining.LATE]

    (entry,) = come(evening, event, "Emil")

    assert (entry.number, entry.state) == (5, "active")
    assert cells(entry) == [(1, bye), (2, bye)]
    standings_refresh(event_key=event.key)
    assert entry.standings.get(table__after_round=2).points == points
    assert differences(event) == []

    # With a free place for one more, the second of two waits, and later ones behind him.
    event_settings_change(act=evening.act(why="the room is small"), stage=stage_of(event), changes={"capacity": 6})
    event.refresh_from_db()
    text = "Frida\nGert"
    assert [line.joining for line in entries_preview(event=event, text=text)] == [Joining.LATE, Joining.WAITING]
    assert [(late.number, late.state) for late in come(evening, event, text)] == [(6, "active"), (None, "waiting")]
    (hanna,) = come(evening, event, "Hanna")
    assert (hanna.number, hanna.state) == (None, "waiting")
    assert (entry_place(act=evening.act(), stage=stage_of(hanna.event), entry=hanna).number, len(cells(hanna))) == (
        7,
        2,
    )
    assert any(entry.pk in {seat.entry_id for seat in match.seats.all()} for match in evening.publish(event, 3))
    assert differences(event) == []


@pytest.mark.parametrize("zero_bye", [0, pytest.param(1, marks=pytest.mark.both_databases)])
def test_who_returns_gets_a_zero_point_bye_for_each_round_that_went_by(zero_bye: int) -> None:
    evening = Evening()
    event = running(evening, names=(*NAMES, "Emil", "Frida"), zero_bye=zero_bye)
    evening.play_out(event, 1)
    anna = Entry.objects.get(event=event, player__name="Anna")
    entry_withdraw(act=evening.act(), entry=anna)
    for match in evening.publish(event, 2):
        if not match.bye:
            evening.play(match)
    standings_refresh(event_key=event.key)
    played = MatchSeat.objects.filter(entry=anna).count()
    entry_return(act=evening.act(why="The train came after all"), stage=stage_of(anna.event), entry=anna)

    assert (played, cells(anna)) == (1, [(1, ""), (2, "zero_bye")])
    assert differences(event) == []
    standings_refresh(event_key=event.key)
    before, after = (anna.standings.get(table__after_round=number).points for number in (1, 2))
    assert after - before == zero_bye
    line = next(
        line
        for line in trf_report(stage_of(event), Dialect.TRF16).splitlines()
        if " Anna " in line and line[:3] == "001"
    )
    assert line.split()[-3:] == ["0000", "-", "Z"]
    event.refresh_from_db()
    assert bundle_verify(data=bundle_of(event)).holds
    entry_return(act=evening.act(why="again"), stage=stage_of(anna.event), entry=anna)
    assert len(cells(anna)) == 2


def test_who_returns_to_a_bracket_has_missed_nothing() -> None:
    evening = Evening()
    event = running(evening, preset="knockout")
    evening.play_out(event, 1)
    anna = Entry.objects.get(event=event, player__name="Anna")
    entry_withdraw(act=evening.act(), entry=anna)
    entry_return(act=evening.act(why="sorry"), stage=stage_of(anna.event), entry=anna)
    assert [bye for _round, bye in cells(anna)] == [""]
    assert differences(event) == []


@pytest.mark.both_databases
def test_several_come_at_once_in_the_order_of_their_list() -> None:
    evening = Evening()
    event = running(evening)
    evening.play_out(event, 1)
    late = come(evening, event, "Emil", "Frida", "Gert")
    assert [entry.number for entry in late] == [5, 6, 7]
    assert differences(event) == []


@pytest.mark.both_databases
def test_two_who_came_late_are_paired_with_each_other_in_the_running_round() -> None:
    evening = Evening()
    event = running(evening)
    evening.publish(event, 1)
    emil, frida = come(evening, event, "Emil", "Frida")
    round_ = event.stages.get().rounds.get()
    entries_pair(act=evening.act(), round_=round_, entries=[emil.key, frida.key])
    assert cells(emil) == cells(frida) == [(1, "")]
    assert len([match for match in matches_of(round_) if not match.bye]) == 3
    assert differences(event) == []


def test_draft_that_a_newcomer_has_no_seat_in_is_not_published() -> None:
    evening = Evening()
    event = running(evening)
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    come(evening, event, "Emil")
    with pytest.raises(DomainError) as caught:
        round_publish(act=evening.act(), round_=draft)
    assert (caught.value.code, "Emil" in str(caught.value.message)) == ("draft_outdated", True)


def test_rating_of_a_list_holds_for_who_has_none_in_the_pool() -> None:
    evening = Evening()
    event = running(evening)
    assert [entry.rating for entry in come(evening, event, "Emil;1650", "Frida")] == [1650, 0]
    assert differences(event) == []


@pytest.mark.parametrize(
    "rules, played, code",
    [
        ({"late_entry": "closed"}, 0, "late_entry_closed"),
        ({"late_entry_until": 2}, 2, "late_entry_over"),
        ({}, 3, "no_rounds_left"),
    ],
)
def test_rules_of_the_event_are_kept(rules: dict[str, object], played: int, code: str) -> None:
    evening = Evening()
    event = running(evening, **rules)
    evening.play_out(event, played)
    with pytest.raises(DomainError) as caught:
        come(evening, event, "Emil")
    assert caught.value.code == code
    assert Entry.objects.filter(event=event).count() == 4


def test_nobody_comes_late_into_a_stage_that_was_closed_meanwhile() -> None:
    evening = Evening()
    event = running(evening)
    stage = stage_of(event)
    Stage.objects.filter(pk=stage.pk).update(closed_fact=1)
    with pytest.raises(DomainError) as caught:
        entries_add(act=evening.act(), stage=stage, text="Emil")
    assert caught.value.code == "late_stage"


def test_last_round_to_begin_in_is_still_open() -> None:
    evening = Evening()
    event = running(evening, late_entry_until=2)
    evening.play_out(event, 1)
    assert come(evening, event, "Emil")[0].number == 5


def test_odd_round_robin_has_one_free_place_and_moves_nobody() -> None:
    evening = Evening()
    event = running(evening, preset="round-robin-evening", names=NAMES[:3])
    evening.play_out(event, 1)
    (dora,) = come(evening, event, "Dora")
    assert (dora.number, cells(dora)) == (4, [(1, "zero_bye")])
    for number in (2, 3):
        for match in evening.publish(event, number):
            assert not match.bye
            evening.play(match)
    assert differences(event) == []
    with pytest.raises(DomainError) as caught:
        come(evening, event, "Emil")
    assert caught.value.code == "no_rounds_left"


@pytest.mark.parametrize(
    "preset, names, coming, code",
    [
        ("round-robin-evening", NAMES, 1, "late_table_full"),
        ("round-robin-evening", NAMES[:3], 2, "late_table_full"),
        ("double-round-robin", NAMES, 1, "late_table_full"),
        ("knockout", NAMES, 1, "late_bracket"),
        ("double-elimination", NAMES, 1, "late_bracket"),
    ],
)
def test_format_without_a_free_place_says_so(preset: str, names: tuple[str, ...], coming: int, code: str) -> None:
    evening = Evening()
    event = running(evening, preset=preset, names=names)
    with pytest.raises(DomainError) as caught:
        come(evening, event, *["Emil", "Frida"][:coming])
    assert caught.value.code == code
    assert Entry.objects.filter(event=event).count() == len(names)
