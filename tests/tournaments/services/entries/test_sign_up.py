"""Players who enter themselves: when, who, how many, and once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Player
from games.services.players import player_create
from magistrar_site.accounts.services.links import link_subject
from magistrar_site.shared.acts import NOBODY, Actor
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from ratings.models import Rating
from ratings.services.pools import pool_of_club
from tests.evening import Evening, with_ids
from tests.tournaments.replays import differences
from tests.tournaments.services.entries.test_states import waiting
from tests.tournaments.services.test_concurrency import assert_chain_is_whole, at_once
from tournaments.models import Entry, Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.sign_up import (
    SignedUp,
    SignUpState,
    WhoseNameError,
    entry_sign_up,
    sign_up_state,
)
from tournaments.services.entries.states import entry_expel
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.zone_times import instant_of

pytestmark = pytest.mark.django_db


def opened(evening: Evening, name: str = "Evening", **rules: Any) -> Event:
    event = evening.event((), preset="swiss-evening", name=name)
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"sign_up": True, **rules})
    event.refresh_from_db()
    return event


def sign_up(evening: Evening, event: Event, name: str, **options: str) -> SignedUp:
    return entry_sign_up(act=evening.act(NOBODY), event=event, name=name, **options)


def refusal(evening: Evening, event: Event, name: str = "Zoe", **options: str) -> str:
    facts = Fact.objects.count()
    with pytest.raises(DomainError) as caught:
        sign_up(evening, event, name, **options)
    assert Fact.objects.count() == facts
    return caught.value.code


def test_visitor_signs_up_by_name_and_gets_a_personal_link() -> None:
    evening = Evening()
    event = opened(evening)
    signed_up = sign_up(evening, event, "  Zoë \u202e van  Dam\u0000 ")
    assert signed_up.entry.player.name == "Zoë van Dam"
    assert (signed_up.entry.state, signed_up.entry.by_player) == ("registered", True)
    assert link_subject(signed_up.token) == signed_up.entry.key
    assert differences(event) == []


def test_same_form_sent_twice_enters_once_and_gives_the_same_link() -> None:
    evening = Evening()
    event = opened(evening)
    first = sign_up(evening, event, "Zoe", form_key="form")
    again = sign_up(evening, event, "Zoe", form_key="form")
    assert (first.entry, first.token) == (again.entry, again.token)
    assert Entry.objects.count() == 1
    assert refusal(evening, event, "ZOE", form_key="another form") == "entered_already"
    assert refusal(evening, event, "zoë", form_key="another form") == "whose_name"


@pytest.mark.parametrize(
    "minutes, state",
    [(-1, SignUpState.NOT_YET), (0, SignUpState.OPEN), (59, SignUpState.OPEN), (60, SignUpState.OVER)],
)
def test_sign_up_is_open_from_its_opening_until_just_before_its_closing(minutes: int, state: SignUpState) -> None:
    evening = Evening()
    start = evening.now
    event = opened(evening, opens_at=start, closes_at=start + timedelta(hours=1))
    assert sign_up_state(event, start + timedelta(minutes=minutes)) is state
    evening.now = start + timedelta(minutes=minutes)
    if state is SignUpState.OPEN:
        assert sign_up(evening, event, "Zoe").entry.player.name == "Zoe"
    else:
        assert refusal(evening, event) == f"sign_up_{state.value}"


@pytest.mark.parametrize(
    "day, hours_open", [("2026-03-29", 2), ("2026-10-25", 4), ("2026-06-01", 3)], ids=["spring", "autumn", "summer"]
)
def test_window_over_a_change_of_the_clocks_is_as_long_as_it_really_is(day: str, hours_open: int) -> None:
    evening = Evening()
    zone = "Europe/Berlin"
    opens = instant_of(datetime.fromisoformat(f"{day}T01:00"), zone, field="opens_at")
    closes = instant_of(datetime.fromisoformat(f"{day}T04:00"), zone, field="closes_at", second=True)
    event = opened(evening, opens_at=opens, closes_at=closes)
    minutes = [minute for minute in range(-60, 360) if _is_open(event, opens + timedelta(minutes=minute))]
    assert (minutes[0], len(minutes)) == (0, hours_open * 60)
    assert minutes == list(range(len(minutes)))


def _is_open(event: Event, at: datetime) -> bool:
    return sign_up_state(event, at) is SignUpState.OPEN


def test_event_without_sign_up_or_that_has_started_takes_nobody() -> None:
    evening = Evening()
    assert refusal(evening, evening.event(("Anna",))) == "sign_up_off"
    event = opened(evening)
    entries_add(act=evening.act(), stage=stage_of(event), text="Bert\nCleo")
    event_start(act=evening.act(), event=event)
    assert refusal(evening, event) == "sign_up_over"


def test_who_comes_after_the_last_place_waits_in_order() -> None:
    evening = Evening()
    event = opened(evening, capacity=2)
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        evening.later(minutes=1)
        sign_up(evening, event, name)
    assert waiting(event) == ["Cleo", "Dora"]
    assert differences(event) == []


def test_name_that_the_club_knows_is_that_player() -> None:
    evening = Evening()
    known = player_create(act=evening.act(), name="Jürgen Groß", club=evening.club)
    event = opened(evening)
    assert sign_up(evening, event, "juergen gross").entry.player == known


def test_guest_of_an_earlier_evening_is_known_again() -> None:
    evening = Evening()
    first = sign_up(evening, opened(evening), "Zoe").entry.player
    evening.later(days=7)
    assert sign_up(evening, opened(evening), "Zoe").entry.player == first
    assert Player.objects.filter(name="Zoe").count() == 1


def test_name_of_several_players_is_asked_about() -> None:
    evening = Evening()
    one, other = (player_create(act=evening.act(), name="Anna", club=evening.club) for _again in range(2))
    event = opened(evening)
    with pytest.raises(WhoseNameError) as caught:
        sign_up(evening, event, "Anna")
    assert (caught.value.code, {player.key for player in caught.value.players}) == (
        "whose_name",
        {one.key, other.key},
    )
    assert sign_up(evening, event, "Anna", player=other.key).entry.player == other
    assert sign_up(evening, event, "Anna", player="new").entry.player not in {one, other}


def test_player_with_an_account_enters_only_by_it() -> None:
    evening = Evening()
    user = evening.account("anna@example.org")
    known = player_create(act=evening.act(), name="Anna", club=evening.club)
    known.user = user
    known.save()
    event = opened(evening)
    assert refusal(evening, event, "Anna") == "whose_name"
    assert refusal(evening, event, "Anna", player=known.key) == "account_needed"
    act = evening.by_user(user)
    first = entry_sign_up(act=act, event=event)
    assert (first.entry.player, entry_sign_up(act=act, event=event).entry) == (known, first.entry)
    assert sign_up(evening, event, "Anna", player="new").entry.player != known


def test_account_without_a_player_gets_one_and_keeps_it() -> None:
    evening = Evening()
    act = evening.by_user(evening.account("zoe@example.org"))
    first = entry_sign_up(act=act, event=opened(evening), name="Zoe")
    second = entry_sign_up(act=act, event=opened(evening, "Another evening"), name="Something else")
    assert (first.entry.player.name, second.entry.player) == ("Zoe", first.entry.player)
    with pytest.raises(DomainError) as caught:
        entry_sign_up(
            act=evening.by_user(evening.account("nameless@example.org")), event=opened(evening), name=" \u200b"
        )
    assert caught.value.code == "name_missing"


def test_expelled_player_does_not_come_back_by_himself() -> None:
    evening = Evening()
    event = opened(evening)
    entry = sign_up(evening, event, "Zoe").entry
    entry_expel(act=evening.act(why="rude"), entry=entry)
    assert refusal(evening, event, "Zoe") == "expelled"


def test_personal_link_signs_nobody_else_up() -> None:
    evening = Evening()
    event = opened(evening)
    entry = sign_up(evening, event, "Zoe").entry
    with pytest.raises(DomainError) as caught:
        entry_sign_up(act=evening.act(Actor("link", entry.key)), event=event, name="Yan")
    assert caught.value.status == 403


def rated(evening: Evening, points: int, games: int = 12) -> Player:
    player = player_create(act=evening.act(), name="Anna", club=evening.club)
    Rating.objects.create(
        pool=pool_of_club(club_key=evening.club.key), player=player, value=points * 100_000, games=games,
        is_provisional=False, last_played_at=evening.now, state={},
    )  # fmt: skip
    return player


@pytest.mark.parametrize(
    "rules, points, code",
    [
        ({"rating_from": 1500}, 1499, "rating_too_low"),
        ({"rating_from": 1500}, 1500, None),
        ({"rating_below": 1600}, 1599, None),
        ({"rating_below": 1600}, 1600, "rating_too_high"),
        ({"unrated": False}, 1000, None),
        ({"club_only": True}, 1000, None),
        ({"least_games": 12}, 1000, None),
        ({"least_games": 13}, 1000, "too_few_games"),
    ],
)
def test_conditions_hold_for_a_known_player(rules: dict[str, Any], points: int, code: str | None) -> None:
    evening = Evening()
    player = rated(evening, points)
    event = opened(evening, **rules)
    if code is None:
        assert sign_up(evening, event, "Anna").entry.player == player
    else:
        assert refusal(evening, event, "Anna") == code


@pytest.mark.parametrize(
    "rules, code",
    [
        ({"rating_from": 1500}, None),
        ({"rating_from": 1500, "unrated": False}, "rating_missing"),
        ({"unrated": False}, "rating_missing"),
        ({"club_only": True}, "club_only"),
        ({"least_games": 1}, "too_few_games"),
    ],
)
def test_conditions_hold_for_somebody_new(rules: dict[str, Any], code: str | None) -> None:
    evening = Evening()
    event = opened(evening, **rules)
    if code is None:
        assert sign_up(evening, event, "Zoe").entry.rating == 0
    else:
        assert refusal(evening, event) == code
        assert entries_add(act=evening.act(), stage=stage_of(event), text="Zoe")[0].player.name == "Zoe"


@pytest.mark.django_db(transaction=True)
def test_last_place_is_given_once_when_many_sign_up_at_once() -> None:
    evening = Evening()
    event = opened(evening, capacity=2)
    acts = [evening.act(NOBODY) for _number in range(6)]
    results = at_once(
        *[
            lambda index=index: entry_sign_up(
                act=with_ids(acts[index], index), event=event, name=f"Player {index}", form_key=f"form {index}"
            )
            for index in range(6)
        ]
    )
    assert [type(result) for result in results] == [SignedUp] * 6
    states = [result.entry.state for result in results]
    assert (states.count("registered"), states.count("waiting")) == (2, 4)
    assert_chain_is_whole(event)
    assert differences(event) == []


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_by_an_impatient_thumb_enters_once() -> None:
    evening = Evening()
    event = opened(evening)
    results = at_once(
        *[
            lambda index=index: entry_sign_up(
                act=with_ids(evening.act(NOBODY), index), event=event, name="Zoe", form_key="form"
            )
            for index in range(4)
        ]
    )
    assert {result.entry.pk for result in results} == {Entry.objects.get().pk}
    assert_chain_is_whole(event)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_entering_the_same_list_at_once_enter_everybody_once() -> None:
    evening = Evening()
    event = opened(evening)
    at_once(
        *[
            lambda index=index: entries_add(
                act=with_ids(evening.act(), index), stage=stage_of(event), text="Anna\nBert\nCleo"
            )
            for index in range(3)
        ]
    )
    assert sorted(event.entries.values_list("player__name", flat=True)) == ["Anna", "Bert", "Cleo"]
    assert_chain_is_whole(event)
