"""Signing up on a ladder that runs, and an arbiter's ruling with the order that would have been."""

from __future__ import annotations

import pytest

from magistrar_site.shared.acts import NOBODY
from tests.evening import Evening
from tests.tournaments.ladders import RunningLadder
from tournaments.enums import EntryState
from tournaments.models import Entry, Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.claims import entry_identify
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.entries.states import entry_place
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results.rule import Ruling, ruling_preview

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ladder(evening: Evening) -> RunningLadder:
    running = RunningLadder(evening, 4)
    event_settings_change(act=evening.act(), stage=running.stage, changes={"sign_up": True})
    return running


def test_whoever_signs_up_stands_at_the_foot_at_once(ladder: RunningLadder) -> None:
    act = ladder.evening.act(NOBODY)
    signed_up = entry_sign_up(act=act, event=Event.objects.get(pk=ladder.event.pk), name="Zoe Neu")
    assert (ladder.order(), Entry.objects.get(pk=signed_up.entry.pk).state) == ("ABCDZ", EntryState.ACTIVE)
    assert ladder.verdict() == "verified"


def test_whoever_claims_to_be_somebody_waits_for_the_organiser(ladder: RunningLadder) -> None:
    evening = ladder.evening
    evening.event(("Zoe Alt", "Ben Alt"), name="Earlier")
    signed_up = entry_sign_up(act=evening.act(NOBODY), event=Event.objects.get(pk=ladder.event.pk), name="Zoe Alt")
    entry = Entry.objects.select_related("event__club", "player").get(pk=signed_up.entry.pk)
    assert (ladder.order(), entry.state, entry.is_claim) == ("ABCD", EntryState.WAITING, True)
    entry_identify(act=evening.act(), entry=entry, is_known=True)
    entry_place(act=evening.act(), stage=stage_of(entry.event), entry=entry)
    assert ladder.order() == "ABCDZ"
    assert ladder.verdict() == "verified"


def test_ruling_on_an_old_game_shows_the_order_that_would_have_been(ladder: RunningLadder) -> None:
    first = ladder.played("CA", "C")
    ladder.evening.later(days=1)
    ladder.played("DC", "D")
    assert ladder.order() == "DCAB"
    preview = ruling_preview(
        act=ladder.evening.act(why="Seen"), game_key=ladder.game(first).game.key, ruling=Ruling("annul")
    )
    moves = {shift.name[0]: (shift.before.rank, shift.after.rank) for shift in preview.shifts}
    assert {name: move for name, move in moves.items() if move[0] != move[1]} == {
        "A": (3, 1),
        "B": (4, 2),
        "D": (1, 3),
        "C": (2, 4),
    }
    assert ladder.order() == "DCAB"
