"""An evening with everything that entries do is verified from its facts."""

from __future__ import annotations

import pytest

from magistrar_site.shared.acts import NOBODY
from tests.evening import Evening
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.check_in import check_in_close, check_in_open, entry_check_in, only_checked_in_set
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.entries.states import entry_expel, entry_pause, entry_return
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def test_evening_with_late_missing_paused_and_waiting_players_is_verified() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert", "Cleo", "Dora", "Emil;1700", "Frida"), preset="swiss-evening")
    changes = {"sign_up": True, "capacity": 7, "options": {"rounds": 4}, "late_entry": "half", "starter": "lots"}
    event_settings_change(act=evening.act(), stage=stage_of(event), changes=changes)
    for name in ("Gert", "Hanna"):
        entry_sign_up(act=evening.act(NOBODY), event=event, name=name)
    event = event_start(act=evening.act(), event=event)
    check_in_open(act=evening.act(), event=event)
    entries = {entry.player.name: entry for entry in event.entries.select_related("event", "player")}
    for name in ("Anna", "Bert", "Cleo", "Dora", "Gert"):
        entry_check_in(act=evening.by(entries[name]), entry=entries[name])
    only_checked_in_set(act=evening.act(), event=event, only=True)
    _play(evening, event, 1)
    check_in_close(act=evening.act(), event=event)
    only_checked_in_set(act=evening.act(), event=event, only=False)
    entry_pause(act=evening.act(), entry=entries["Bert"])
    event_settings_change(act=evening.act(why="agreed"), stage=stage_of(event), changes={"win": 6, "capacity": 20})
    entries_add(act=evening.act(), stage=stage_of(event), text="Ina;1500\nJan")
    _play(evening, event, 2)
    entry_return(act=evening.act(), stage=stage_of(entries["Bert"].event), entry=entries["Bert"])
    entry_expel(act=evening.act(why="rude"), entry=entries["Cleo"])
    _play(evening, event, 3)
    standings_refresh(event_key=event.key)

    assert event_verify(event=event).first is None


def _play(evening: Evening, event: Event, number: int) -> None:
    for match in evening.publish(event, number):
        if not match.bye:
            evening.play(match)
