"""Checking in: by the desk, by the player himself; who is missing; only who is here is paired."""

from __future__ import annotations

import pytest

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import DomainError, NotAllowed
from tests.evening import Evening
from tests.tournaments.replays import differences, kinds
from tournaments.models import CheckIn, Event
from tournaments.selectors.check_in import desk_list, missing_entries, newest_session
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.check_in import (
    check_in_all,
    check_in_close,
    check_in_open,
    entry_check_in,
    entry_check_out,
    only_checked_in_set,
)
from tournaments.services.entries.states import entry_pause, entry_remove, entry_withdraw
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bert", "Cleo", "Dörte")


def missing(event: Event) -> list[str]:
    return [entry.player.name for entry in missing_entries(event)]


def test_players_check_in_by_their_link_and_the_desk_sees_who_is_missing() -> None:
    evening = Evening()
    event = evening.event(NAMES)
    assert missing(event) == []
    check_in_open(act=evening.act(), event=event)
    assert missing(event) == list(NAMES)
    anna, bert, cleo, _dora = event.entries.order_by("player__folded_name")
    for _again in range(2):
        entry_check_in(act=evening.by(anna), entry=anna)
        entry_check_in(act=evening.act(), entry=bert)
    assert [row.by_player for row in CheckIn.objects.order_by("pk")] == [True, False]
    assert missing(event) == ["Cleo", "Dörte"]
    entry_check_out(act=evening.act(), entry=bert)
    entry_check_out(act=evening.act(), entry=bert)
    assert missing(event) == ["Bert", "Cleo", "Dörte"]
    assert kinds(event)[-4:] == ["checkin.opened", "entry.checked_in", "entry.checked_in", "entry.checked_out"]
    assert differences(event) == []
    with pytest.raises(DomainError) as caught:
        entry_check_in(act=evening.by(anna), entry=cleo)
    assert caught.value.status == 403


def test_account_checks_its_own_player_in_and_nobody_else() -> None:
    evening = Evening()
    event = evening.event(NAMES)
    check_in_open(act=evening.act(), event=event)
    user = evening.account("anna@example.org")
    anna, bert = event.entries.order_by("player__folded_name")[:2]
    anna.player.user = user
    anna.player.save()
    assert entry_check_in(act=evening.by_user(user), entry=anna).by_player
    for act in (evening.by_user(user), evening.act(Actor("nobody", ""))):
        with pytest.raises(DomainError) as caught:
            entry_check_in(act=act, entry=bert)
        assert caught.value.status == 403


def test_each_session_begins_with_nobody_and_opening_twice_is_once() -> None:
    evening = Evening()
    event = evening.event(NAMES)
    entry = event.entries.first()
    with pytest.raises(DomainError) as caught:
        entry_check_in(act=evening.by(entry), entry=entry)
    assert caught.value.code == "check_in_closed"
    assert [check_in_open(act=evening.act(), event=event).number for _again in range(2)] == [1, 1]
    entry_check_in(act=evening.by(entry), entry=entry)
    for _again in range(2):
        check_in_close(act=evening.act(), event=event)
    assert len(missing(event)) == 3
    assert check_in_open(act=evening.act(), event=event).number == 2
    assert len(missing(event)) == 4
    assert differences(event) == []


def test_who_waits_has_left_or_was_taken_off_does_not_check_in() -> None:
    evening = Evening()
    event = evening.event(NAMES)
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 4})
    (emil,) = entries_add(act=evening.act(), stage=stage_of(event), text="Emil")
    check_in_open(act=evening.act(), event=event)
    with pytest.raises(DomainError) as caught:
        entry_check_in(act=evening.by(emil), entry=emil)
    assert caught.value.code == "waiting"
    anna = event.entries.get(player__name="Anna")
    entry_check_in(act=evening.by(anna), entry=anna)
    entry_remove(act=evening.act(), entry=anna)
    assert differences(event) == []
    event_start(act=evening.act(), event=event)
    bert = event.entries.get(player__name="Bert")
    entry_withdraw(act=evening.act(), entry=bert)
    with pytest.raises(DomainError) as caught:
        entry_check_in(act=evening.by(bert), entry=bert)
    assert caught.value.code == "withdrawn"
    assert missing(event) == ["Cleo", "Dörte", "Emil"]


def test_only_who_checked_in_is_paired_where_the_organiser_says_so() -> None:
    evening = Evening()
    event = evening.event((*NAMES, "Emil", "Frida"), preset="swiss-evening")
    event = event_start(act=evening.act(), event=event)
    check_in_open(act=evening.act(), event=event)
    for name in ("Anna", "Bert", "Cleo", "Frida"):
        entry = event.entries.get(player__name=name)
        entry_check_in(act=evening.by(entry), entry=entry)
    entry_pause(act=evening.act(), entry=event.entries.get(player__name="Frida"))
    check_in_close(act=evening.act(), event=event)
    for _again in range(2):
        only_checked_in_set(act=evening.act(), event=event, only=True)
    assert kinds(event).count("event.entry_rules_set") == 1

    seats = {seat.entry.player.name: match.bye for match in evening.publish(event, 1) for seat in match.seats.all()}

    byes = {name: seats[name] for name in ("Dörte", "Emil", "Frida")}
    assert byes == dict.fromkeys(byes, "zero_bye")
    assert sorted(name for name, bye in seats.items() if bye != "zero_bye") == ["Anna", "Bert", "Cleo"]
    assert differences(event) == []


def test_check_in_without_that_rule_keeps_nobody_from_being_paired() -> None:
    evening = Evening()
    event = evening.started(NAMES)
    check_in_open(act=evening.act(), event=event)
    assert [match.bye for match in evening.publish(event, 1)] == ["", ""]


def test_desk_finds_people_by_part_of_their_name_whatever_the_accents() -> None:
    evening = Evening()
    event = evening.event(NAMES)
    check_in_open(act=evening.act(), event=event)
    session = newest_session(event)

    def found(search: str) -> list[str]:
        return [entry.player.name for entry in desk_list(event, session, search=search)]

    assert [found("doer"), found("DÖR"), found("nn"), found(""), found("?!")] == [
        ["Dörte"],
        ["Dörte"],
        ["Anna"],
        list(NAMES),
        [],
    ]


def test_desk_may_check_in_and_a_viewer_may_not() -> None:
    evening = Evening()
    event = evening.event(NAMES)
    for role, may in ((Role.DESK, True), (Role.VIEWER, False)):
        user = evening.account(f"{role}@example.org")
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
        act = evening.by_user(user)
        for step in (
            lambda act=act: check_in_open(act=act, event=event),
            lambda act=act: entry_check_in(act=act, entry=event.entries.first()),
            lambda act=act: entry_check_out(act=act, entry=event.entries.first()),
            lambda act=act: check_in_close(act=act, event=event),
        ):
            if may:
                step()
                continue
            with pytest.raises(DomainError) as caught:
                step()
            assert caught.value.status == 403


def test_everybody_is_here_with_one_press_and_whoever_is_added_meanwhile() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert", "Cleo"))
    with pytest.raises(DomainError) as caught:
        check_in_all(act=evening.act(), event=event)
    assert caught.value.code == "check_in_closed"
    check_in_open(act=evening.act(), event=event, only=True)
    event.refresh_from_db()
    assert event.entering.only_checked_in
    entries_add(act=evening.act(), stage=stage_of(event), text="Dora")
    assert missing(event) == ["Anna", "Bert", "Cleo"]
    assert [check_in_all(act=evening.act(), event=event) for _again in range(2)] == [3, 0]
    assert missing(event) == []
    assert differences(event) == []


def test_desk_without_the_right_to_pair_opens_a_check_in_and_changes_no_rule() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"))
    helper = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=Role.DESK)
    with pytest.raises(NotAllowed):
        check_in_open(act=evening.by_user(helper), event=event, only=True)
    check_in_open(act=evening.by_user(helper), event=event)
    assert not event.entering.only_checked_in
