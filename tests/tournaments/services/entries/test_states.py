"""The table of an entry's states, held cell by cell against what a club expects; the waiting list."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening
from tests.tournaments.replays import differences, kinds
from tournaments.enums import EntryState
from tournaments.models import Entry, Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.states import (
    entry_expel,
    entry_pause,
    entry_place,
    entry_remove,
    entry_return,
    entry_sign_off,
    entry_withdraw,
    moves_from,
)
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start

pytestmark = pytest.mark.django_db

# State, action and where it leads ("gone": off the list; otherwise the code of the refusal).
EXPECTED = {
    "registered": {"remove": "gone", "place": "registered", "pause": "not_started", "return": "registered",
                   "withdraw": "not_started", "expel": "expelled"},
    "waiting": {"remove": "gone", "place": "registered", "pause": "not_started", "return": "waiting",
                "withdraw": "not_started", "expel": "expelled"},
    "active": {"remove": "started", "place": "active", "pause": "paused", "return": "active", "withdraw": "withdrawn",
               "expel": "expelled"},
    "paused": {"remove": "started", "place": "started", "pause": "paused", "return": "active", "withdraw": "withdrawn",
               "expel": "expelled"},
    "withdrawn": {"remove": "withdrawn", "place": "withdrawn", "pause": "withdrawn", "return": "active",
                  "withdraw": "withdrawn", "expel": "expelled"},
    "expelled": {"remove": "expelled", "place": "expelled", "pause": "expelled", "return": "active",
                 "withdraw": "expelled", "expel": "expelled"},
}  # fmt: skip


def place(*, act: Act, entry: Entry) -> Entry:
    return entry_place(act=act, stage=stage_of(entry.event), entry=entry)


def take_back(*, act: Act, entry: Entry) -> Entry:
    return entry_return(act=act, stage=stage_of(entry.event), entry=entry)


SERVICES: dict[str, Callable[..., object]] = {
    "remove": entry_remove,
    "place": place,
    "pause": entry_pause,
    "return": take_back,
    "withdraw": entry_withdraw,
    "expel": entry_expel,
}


def entry_in(evening: Evening, state: str) -> Entry:
    """Anna, brought into a state by the services."""
    act = evening.act(why="as told")
    if state in {"registered", "waiting"}:
        event = evening.event(("Bert", "Cleo"))
        if state == "waiting":
            event_settings_change(act=act, stage=stage_of(event), changes={"capacity": 2})
        return entries_add(act=act, stage=stage_of(event), text="Anna")[0]
    event = evening.started(("Anna", "Bert", "Cleo"))
    entry = event.entries.get(player__name="Anna")
    for service in {"active": [], "paused": [entry_pause], "withdrawn": [entry_withdraw], "expelled": [entry_expel]}[
        state
    ]:
        service(act=act, entry=entry)
    return entry


@pytest.mark.parametrize("action", SERVICES)
@pytest.mark.parametrize("state", EXPECTED)
def test_every_action_in_every_state_leads_where_it_should(state: str, action: str) -> None:
    evening = Evening()
    entry = entry_in(evening, state)
    assert Entry.objects.get(pk=entry.pk).state == state

    try:
        SERVICES[action](act=evening.act(why="a reason"), entry=entry)
    except DomainError as refusal:
        found = refusal.code
    else:
        left = Entry.objects.filter(pk=entry.pk).first()
        found = left.state if left else "gone"

    assert found == EXPECTED[state][action]
    assert differences(entry.event) == []


@pytest.mark.parametrize("state", EntryState.values)
def test_buttons_are_what_changes_something(state: str) -> None:
    changing = {name for name, found in EXPECTED[state].items() if found == "gone" or found in EntryState.values}
    changing -= {name for name, found in EXPECTED[state].items() if found == state}
    assert {action.value for action in moves_from(state)} == changing


@pytest.mark.parametrize("action", ["expel", "return"])
def test_expulsion_and_its_end_need_a_reason(action: str) -> None:
    evening = Evening()
    entry = entry_in(evening, "active" if action == "expel" else "expelled")
    with pytest.raises(DomainError) as caught:
        SERVICES[action](act=evening.act(), entry=entry)
    assert (caught.value.code, list(caught.value.fields)) == ("reason_missing", ["why"])


def test_pressed_twice_is_one_fact() -> None:
    evening = Evening()
    entry = entry_in(evening, "active")
    act = evening.act(why="a reason")
    for service in (entry_pause, entry_pause, take_back, take_back, entry_withdraw, entry_withdraw):
        service(act=act, entry=entry)
    assert [kind for kind in kinds(entry.event) if kind.startswith("entry.")][3:] == [
        "entry.paused",
        "entry.returned",
        "entry.withdrawn",
    ]


def waiting(event: Event) -> list[str]:
    rows = Entry.objects.filter(event=event, state=EntryState.WAITING).order_by("entered_at", "pk")
    return list(rows.values_list("player__name", flat=True))


def crowded(evening: Evening, capacity: int = 2) -> Event:
    """Anna and Bert have places, Cleo, Dora and Erik wait in this order."""
    event = evening.event(())
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": capacity})
    for name in ("Anna", "Bert", "Cleo", "Dora", "Erik"):
        evening.later(minutes=1)
        entries_add(act=evening.act(), stage=stage_of(event), text=name)
    event.refresh_from_db()
    return event


def test_place_that_gets_free_goes_to_who_waits_longest() -> None:
    evening = Evening()
    event = crowded(evening)
    assert waiting(event) == ["Cleo", "Dora", "Erik"]
    entry_remove(act=evening.act(), entry=event.entries.get(player__name="Anna"))
    assert waiting(event) == ["Dora", "Erik"]
    entry_remove(act=evening.act(), entry=event.entries.get(player__name="Dora"))
    assert waiting(event) == ["Erik"]
    entry_expel(act=evening.act(why="rude"), entry=event.entries.get(player__name="Bert"))
    assert waiting(event) == []
    assert kinds(event).count("entry.placed") == 2
    assert differences(event) == []


def test_player_who_signs_off_frees_the_place_and_twice_is_once() -> None:
    evening = Evening()
    event = crowded(evening)
    anna = event.entries.get(player__name="Anna")
    for _again in range(2):
        entry_sign_off(act=evening.by(anna), entry=anna)
    assert waiting(event) == ["Dora", "Erik"]
    bert = event.entries.get(player__name="Bert")
    with pytest.raises(DomainError) as caught:
        entry_sign_off(act=evening.by(anna), entry=bert)
    assert (caught.value.code, caught.value.status) == ("not_your_entry", 403)
    event_start(act=evening.act(), event=event)
    with pytest.raises(DomainError) as caught:
        entry_sign_off(act=evening.by(bert), entry=bert)
    assert caught.value.code == "started"


@pytest.mark.parametrize("capacity, left", [(3, ["Dora", "Erik"]), (4, ["Erik"]), (0, []), (2000, [])])
def test_raised_capacity_fills_by_itself(capacity: int, left: list[str]) -> None:
    evening = Evening()
    event = crowded(evening)
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": capacity})
    assert waiting(event) == left
    assert differences(event) == []


def test_lowered_capacity_takes_nobodys_place() -> None:
    evening = Evening()
    event = crowded(evening, 4)
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 1})
    assert waiting(event) == ["Erik"]
    entry_remove(act=evening.act(), entry=event.entries.get(player__name="Anna"))
    assert waiting(event) == ["Erik"]


def test_organiser_gives_a_place_beyond_the_capacity() -> None:
    evening = Evening()
    event = crowded(evening)
    entry_place(
        act=evening.act(),
        stage=stage_of(event.entries.get(player__name="Erik").event),
        entry=event.entries.get(player__name="Erik"),
    )
    assert waiting(event) == ["Cleo", "Dora"]


def test_who_waits_when_the_event_starts_has_no_number_and_can_be_taken_off_or_come_late() -> None:
    evening = Evening()
    event = crowded(evening, 3)
    event_start(act=evening.act(), event=event)
    dora, erik = (event.entries.get(player__name=name) for name in ("Dora", "Erik"))
    assert (dora.number, dora.state) == (None, "waiting")
    entry_remove(act=evening.act(), entry=dora)
    placed = entry_place(act=evening.act(), stage=stage_of(erik.event), entry=erik)
    assert (placed.number, placed.state) == (4, "active")
    assert differences(event) == []


def test_expelled_before_the_start_returns_to_the_end_of_the_list() -> None:
    evening = Evening()
    event = crowded(evening)
    anna = event.entries.get(player__name="Anna")
    entry_expel(act=evening.act(why="rude"), entry=anna)
    assert entry_return(act=evening.act(why="sorry"), stage=stage_of(anna.event), entry=anna).state == "waiting"
    assert waiting(event)[0] == "Anna"  # entered first: the order of entering holds
    assert differences(event) == []


def test_nothing_moves_in_a_finished_event() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"))
    evening.play_out(event, 1)
    event_finish(act=evening.act(), event=event)
    for service in SERVICES.values():
        with pytest.raises(DomainError) as caught:
            service(act=evening.act(why="x"), entry=event.entries.first())
        assert caught.value.code == "finished"


def test_player_with_a_played_game_is_never_deleted() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"))
    evening.play(evening.publish(event, 1)[0])
    entry = event.entries.first()
    entry_expel(act=evening.act(why="rude"), entry=entry)
    with pytest.raises(DomainError):
        entry_remove(act=evening.act(), entry=entry)
    assert Entry.objects.filter(event=event).count() == 2
