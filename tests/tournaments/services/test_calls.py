"""Calls for the arbiter: made at a table, taken once, closed."""

from __future__ import annotations

import pytest

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening, entry_at, opened
from tournaments.models import ArbiterCall, Event, Match
from tournaments.selectors.attention import Attention, attention_count, attention_of
from tournaments.services.calls import (
    MOST_CALLS,
    arbiter_call,
    arbiter_call_close,
    arbiter_call_take,
    arbiter_call_withdraw,
)

pytestmark = pytest.mark.django_db


def by_player(evening: Evening, match: Match, position: int = 0) -> Act:
    return evening.by(entry_at(match, position))


def shown(event: Event) -> list[tuple[str, int, str, str]]:
    return [(item.kind, item.table, item.by, item.taken_by) for item in attention_of(event)]


@pytest.mark.both_databases
def test_both_players_call_once_and_the_first_who_comes_takes_it(
    evening: Evening, event: Event, matches: list[Match]
) -> None:
    call = arbiter_call(act=by_player(evening, matches[2]), match_key=matches[2].key)
    assert arbiter_call(act=by_player(evening, matches[2], 1), match_key=matches[2].key) == call
    caller = entry_at(matches[2], 0).player.name
    assert shown(event) == [("call", 3, caller, "")]
    helper = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=helper.email, role=Role.DESK)
    arbiter_call_take(act=evening.by_user(helper), key=call.key)
    assert shown(event) == [("call", 3, caller, "desk")]
    helper.name = ""
    helper.save(update_fields=["name"])
    assert shown(event) == [("call", 3, caller, "The arbiter")]  # players read it: no address
    with pytest.raises(DomainError) as caught:
        arbiter_call_take(act=evening.act(), key=call.key)
    assert caught.value.code == "call_taken"
    arbiter_call_close(act=evening.act(), key=call.key)
    arbiter_call_close(act=evening.act(), key=call.key)
    assert (shown(event), attention_count(event)) == ([], 0)
    again = arbiter_call(act=by_player(evening, matches[2]), match_key=matches[2].key)
    assert (again != call, ArbiterCall.objects.count()) == (True, 2)


def test_player_takes_a_call_back(evening: Evening, event: Event, matches: list[Match]) -> None:
    arbiter_call(act=by_player(evening, matches[0]), match_key=matches[0].key)
    with pytest.raises(DomainError) as caught:
        arbiter_call_withdraw(act=by_player(evening, matches[0], 1), match_key=matches[0].key)
    assert (caught.value.code, attention_count(event)) == ("not_your_call", 1)
    for _twice in range(2):
        arbiter_call_withdraw(act=by_player(evening, matches[0]), match_key=matches[0].key)
    assert attention_of(event) == []


def test_player_who_calls_and_calls_is_sent_to_the_desk(evening: Evening, matches: list[Match]) -> None:
    one, other = by_player(evening, matches[0]), by_player(evening, matches[0], 1)
    for _again in range(MOST_CALLS):
        arbiter_call(act=one, match_key=matches[0].key)
        arbiter_call_withdraw(act=one, match_key=matches[0].key)
    with pytest.raises(DomainError) as caught:
        arbiter_call(act=one, match_key=matches[0].key)
    assert (caught.value.code, ArbiterCall.objects.count()) == ("called_often", MOST_CALLS)
    assert arbiter_call(act=other, match_key=matches[0].key).closed_at is None


def test_pages_offer_to_take_back_ones_own_call_alone(evening: Evening, matches: list[Match]) -> None:
    players = [opened(entry_at(matches[0], position)) for position in (0, 1)]
    players[0].post(f"/matches/{matches[0].key}/call/")
    pages = [
        player.get(f"/evening/{entry_at(matches[0], position).key}/").content.decode()
        for position, player in enumerate(players)
    ]
    assert ["No longer needed" in page for page in pages] == [True, False]
    assert all("The arbiter is called" in page for page in pages)


@pytest.mark.parametrize("sent", [{}, {"withdraw": "1"}])
def test_player_with_a_bye_calls_nobody(sent: dict[str, str], evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo"))
    bye = next(match for match in evening.publish(event, 1) if match.bye)
    player, user = entry_at(bye, 0).player, evening.account("bye@example.org")
    player.user = user
    player.save(update_fields=["user"])
    assert evening.browser(user).post(f"/matches/{bye.key}/call/", sent).status_code in {302, 409, 422}
    assert not ArbiterCall.objects.exists()


@pytest.mark.parametrize("who", ["stranger", "player of another table"])
def test_others_call_nobody(who: str, evening: Evening, matches: list[Match]) -> None:
    actor = evening.account("s@example.org")
    act = evening.by_user(actor) if who == "stranger" else by_player(evening, matches[1])
    for step in (arbiter_call, arbiter_call_withdraw):
        with pytest.raises(DomainError) as caught:
            step(act=act, match_key=matches[0].key)
        assert caught.value.code == "not_your_game"


def test_players_and_viewers_take_no_call(evening: Evening, matches: list[Match]) -> None:
    call = arbiter_call(act=by_player(evening, matches[0]), match_key=matches[0].key)
    viewer = evening.account("viewer@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=viewer.email, role=Role.VIEWER)
    for act in (by_player(evening, matches[0]), evening.by_user(viewer)):
        for step in (arbiter_call_take, arbiter_call_close):
            with pytest.raises(DomainError) as caught:
                step(act=act, key=call.key)
            assert caught.value.code in {"not_your_role", "sign_in", "not_signed_in"}, caught.value.code


def test_calls_come_before_players_who_disagree(evening: Evening, event: Event, matches: list[Match]) -> None:
    for position in (0, 1):
        evening.submit(matches[0], position=position)
    arbiter_call(act=by_player(evening, matches[3]), match_key=matches[3].key)
    found: list[Attention] = attention_of(event)
    assert [(item.kind, item.table) for item in found] == [("call", 4), ("conflict", 1)]
    assert attention_count(event) == 2
