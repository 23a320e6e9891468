"""A player answers a decision once; an arbiter decides it, by a reason or by deciding anew."""

from __future__ import annotations

import pytest
from django.test import Client

from games.enums import GameState, Role
from games.models import Appeal
from games.services.clubs import club_role_set
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event, Match
from tournaments.selectors.attention import attention_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.results.appeal import appeal_dismiss, appeal_make
from tournaments.services.results.enter import results_enter
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.results.take_back import entry_undo
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruled(evening: Evening, matches: list[Match]) -> Match:
    result_rule(act=evening.act(why="Nobody came"), game_key=game_of(matches[0]).key, kind="forfeit")
    return matches[0]


def appeals(match: Match) -> list[tuple[int, bool, bool]]:
    """Seat, whether it is decided, and whether it was granted."""
    rows = Appeal.objects.filter(game=game_of(match)).order_by("fact_number")
    return [(row.seat, bool(row.decided_fact), row.granted) for row in rows]


def seat_at(match: Match, position: int) -> int:
    seats = {row.player_id: row.number for row in game_of(match).seats.all()}
    return seats[entry_at(match, position).player_id]


@pytest.mark.both_databases
def test_appeal_is_made_once_and_dismissed_with_a_reason(evening: Evening, event: Event, ruled: Match) -> None:
    key, mine = game_of(ruled).key, evening.by(entry_at(ruled, 0), "I was there at eight")
    appeal_make(act=mine, game_key=key)
    assert [(item.kind, item.table) for item in attention_of(event)] == [("appeal", 1)]
    with pytest.raises(DomainError) as again:
        appeal_make(act=mine, game_key=key)
    with pytest.raises(DomainError) as silent:
        appeal_dismiss(act=evening.act(), game_key=key)
    assert (again.value.code, silent.value.code) == ("appealed_already", "reason_missing")
    appeal_dismiss(act=evening.act(why="The clock says nine"), game_key=key)
    assert appeals(ruled) == [(seat_at(ruled, 0), True, False)]
    assert (game_of(ruled).state, attention_of(event)) == (GameState.RULED, [])
    with pytest.raises(DomainError) as nothing:
        appeal_dismiss(act=evening.act(why="Once more"), game_key=key)
    assert nothing.value.code == "no_appeal"
    assert str(event_verify(event=event)).startswith("verified")
    copy = bundle_of(event)
    Appeal.objects.all().delete()
    forget(event)
    assert bundle_of(event_import(act=evening.act(), data=copy)) == copy
    assert [(row.decided_fact > 0, row.granted) for row in Appeal.objects.all()] == [(True, False)]


def test_another_decision_grants_it_and_can_be_answered_itself(evening: Evening, event: Event, ruled: Match) -> None:
    key = game_of(ruled).key
    appeal_make(act=evening.by(entry_at(ruled, 0), "I was there"), game_key=key)
    result_rule(act=evening.act(why="So it was"), game_key=key, kind="bare", winner="white")
    appeal_make(act=evening.by(entry_at(ruled, 1), "But I was first"), game_key=key)
    result_annul(act=evening.act(why="Play it again"), game_key=key)
    assert appeals(ruled) == [(seat_at(ruled, 0), True, True), (seat_at(ruled, 1), True, True)]
    assert str(event_verify(event=event)).startswith("verified")


def test_what_the_desk_entered_can_be_answered(evening: Evening, event: Event, matches: list[Match]) -> None:
    round_ = matches[2].round
    results_enter(act=evening.act(), round_=round_, text="3 1")
    game = game_of(matches[2])
    appeal_make(act=evening.by(entry_at(matches[2], 1), "It was me"), game_key=game.key)
    for text in ("3 1", "3 2"):
        outcome = results_enter(act=evening.act(), round_=round_, text=text, seen={game.key: game.result_fact})
        assert [refused.code for refused in outcome.refused] == ["appealed"]
    with pytest.raises(DomainError) as undone:
        entry_undo(act=evening.act(), game_key=game.key, entry=game.result_fact)
    assert (undone.value.code, undone.value.status) == ("appealed", 409)
    assert appeals(matches[2]) == [(seat_at(matches[2], 1), False, False)]
    result_rule(act=evening.act(why="The sheet says so"), game_key=game.key, kind="bare", placing="2>1")
    assert appeals(matches[2]) == [(seat_at(matches[2], 1), True, True)]
    assert str(event_verify(event=event)).startswith("verified")


def test_nobody_gets_rid_of_an_appeal_in_their_own_game(evening: Evening, matches: list[Match]) -> None:
    round_, player = matches[0].round, entry_at(matches[0], 0).player
    player.user = evening.user
    player.save(update_fields=["user"])
    results_enter(act=evening.act(), round_=round_, text="1 1")
    game = game_of(matches[0])
    appeal_make(act=evening.by(entry_at(matches[0], 1), "No, I won"), game_key=game.key)
    page = f"/events/{round_.stage.event.slug}/manage/results/"
    browser = evening.browser()
    replaced = browser.post(page, {"line": "1 1", "replace": f"{game.key}:{game.result_fact}"})
    undone = browser.post(page, {"undo": f"{game.key}:{game.result_fact}"})
    assert (replaced.status_code, undone.status_code) == (409, 409)
    assert "A player appeals this result" in undone.content.decode()
    assert appeals(matches[0]) == [(seat_at(matches[0], 1), False, False)]


@pytest.mark.parametrize("who", [Role.DESK, Role.VIEWER, "player", "own"])
def test_only_an_arbiter_who_doesnt_play_answers(who: str, evening: Evening, ruled: Match) -> None:
    appeal_make(act=evening.by(entry_at(ruled, 0), "No"), game_key=game_of(ruled).key)
    act = evening.by(entry_at(ruled, 1), "It stands")
    if who == "own":
        player = entry_at(ruled, 1).player
        player.user = evening.user
        player.save(update_fields=["user"])
        act = evening.act(why="It stands")
    elif who != "player":
        user = evening.account("staff@example.org")
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=Role(who))
        act = evening.by_user(user, "It stands")
    with pytest.raises(DomainError) as caught:
        appeal_dismiss(act=act, game_key=game_of(ruled).key)
    assert caught.value.status == 403
    assert appeals(ruled) == [(seat_at(ruled, 0), False, False)]


def test_nothing_is_appealed_without_a_decision_nor_by_others(evening: Evening, matches: list[Match]) -> None:
    evening.play(matches[0])
    for act, match, code in (
        (evening.by(entry_at(matches[0], 0), "No"), matches[0], "nothing_to_appeal"),
        (evening.by(entry_at(matches[0], 0), "No"), matches[1], "not_your_game"),
        (evening.by(entry_at(matches[0], 0)), matches[0], "reason_missing"),
    ):
        with pytest.raises(DomainError) as caught:
            appeal_make(act=act, game_key=game_of(match).key)
        assert caught.value.code == code


def test_pages_carry_the_appeal_to_the_arbiter_and_the_answer_back(
    evening: Evening, event: Event, ruled: Match, organiser: Client
) -> None:
    key, mine = game_of(ruled).key, entry_at(ruled, 0)
    player = Client()
    player.get(f"/l/{link_token(subject=mine.key)}/")
    assert "I don’t agree with this decision" in player.get(f"/evening/{mine.key}/").content.decode()
    sent = {"why": "I was <there>", "as": mine.key}
    assert player.post(f"/games/{key}/appeal/", sent, follow=True).status_code == 200
    page = organiser.get(f"/games/{key}/").content.decode()
    assert "I was &lt;there&gt;" in page
    assert "a decision is appealed" in organiser.get(f"/events/{event.slug}/manage/").content.decode()
    organiser.post(f"/games/{key}/appeal/", {"dismiss": "1", "why": "The clock"})
    shown = player.get(f"/evening/{mine.key}/").content.decode()
    assert ("Answer: The clock" in shown, "I don’t agree with this decision" in shown) == (True, False)
    assert "I was" not in Client().get(f"/games/{key}/").content.decode()
