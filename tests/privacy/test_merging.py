"""Two players who are one person: what follows, what speaks against it, and that undoing it puts everything back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.enums import Role
from games.models import Game, Player
from games.selectors.players import player_by_key
from games.selectors.record import record_of
from games.services.clubs import club_create, club_role_set
from games.services.players import player_name_hide
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import NOBODY, Act
from magistrar_site.shared.errors import DomainError, NotAllowed
from news.selectors.follows import followers_of, follows_of, subject_of
from news.services.follows import follow, unfollow
from privacy.models import MergeRequest, PlayerMerge
from privacy.services.erasing import player_person_erase
from privacy.services.exporting import account_export
from privacy.services.merging.ask import merge_ask, merge_request_refuse, merge_request_withdraw
from privacy.services.merging.merge import players_merge, strays_follow
from privacy.services.merging.preview import merge_preview
from privacy.services.merging.undo import merge_undo
from ratings.models import Pool
from ratings.selectors.ratings import ratings_of
from ratings.services.proof import rating_differences
from tests.extent import examples
from tests.privacy.merging import FIRST, SECOND, Twice, state
from tournaments.models import Entry
from tournaments.services.entries.reassign import Whose
from tournaments.services.entries.take_over import entry_take_over

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def merged(scene: Twice, act: Act | None = None) -> PlayerMerge:
    merge = players_merge(act=act or scene.evening.act(), player=scene.read(scene.other), into=scene.read(scene.anna))
    scene.refresh()
    return merge


def undone(scene: Twice, merge: PlayerMerge) -> None:
    merge_undo(act=scene.evening.act(), merge=merge)
    scene.refresh()


@pytest.mark.both_databases
def test_everything_of_the_one_is_the_others() -> None:
    scene = Twice()
    merged(scene)
    assert {entry.event.key for entry in Entry.objects.filter(player=scene.anna)} == {e.key for e in scene.events}
    assert not Entry.objects.filter(player=scene.other).exists()
    games = Game.objects.filter(seats__player=scene.anna)
    assert {game.stream for game in games} == {event.stream for event in scene.events}
    [rating] = ratings_of(scene.anna.key)
    assert rating.games == games.filter(is_void=False, result_fact__gt=0).count()
    assert ratings_of(scene.other.key) == []
    assert len(record_of(scene.anna)) == rating.games
    assert scene.differences() == []
    assert player_by_key(scene.other.key) == scene.anna


@examples(20)
@given(seed=st.integers(0, 1000), events=st.integers(2, 4))
def test_ratings_are_those_of_one_player_and_undoing_gives_what_was_before(seed: int, events: int) -> None:
    """Merged: the stored rows are those that the games give from the first one on, as they are one player's. Undone:
    every row that says whose something is, and every digit that follows, is as it was."""
    with transaction.atomic():
        scene = Twice(events=events, seed=seed)
        before = state()
        merge = merged(scene)
        for pool in Pool.objects.all():
            assert list(rating_differences(pool_key=pool.key)) == []
        assert scene.differences() == []
        undone(scene, merge)
        assert state() == before
        assert scene.differences() == []
        transaction.set_rollback(True)


def test_pages_lead_to_the_one_who_stays_and_back_again(client: Any, django_capture_on_commit_callbacks: Any) -> None:
    scene = Twice()
    pages = [f"/players/{scene.anna.key}/", f"/players/{scene.other.key}/", f"/clubs/{scene.evening.club.slug}/"]
    before = [client.get(page).content for page in pages]
    with django_capture_on_commit_callbacks(execute=True):
        merge = merged(scene)
    answer = client.get(pages[1])
    assert (answer.status_code, answer.url) == (302, pages[0])
    assert SECOND not in client.get(pages[0]).content.decode()
    assert SECOND not in client.get(pages[2]).content.decode()
    assert scene.other.key not in client.get("/search/?q=Anna+Berg").content.decode()
    assert client.get(f"/api/v1/players/{scene.other.key}/").json()["key"] == scene.anna.key
    with django_capture_on_commit_callbacks(execute=True):
        undone(scene, merge)
    assert [client.get(page).content for page in pages] == before


def test_log_names_both_by_the_name_that_is_left() -> None:
    scene = Twice()
    merged(scene)
    text = scene.evening.browser().get(f"/events/{scene.events[1].slug}/manage/log/").content.decode()
    assert "was on the service’s list of players twice" in text
    assert SECOND not in text


def test_personal_link_goes_on_working(client: Any) -> None:
    scene = Twice()
    entry = scene.events[1].entries.get(player=scene.other)
    merged(scene)
    assert client.get(f"/l/{link_token(subject=entry.key)}/").status_code == 302


def test_what_was_played_in_an_entry_since_goes_back_with_it_and_what_is_new_stays() -> None:
    scene = Twice()
    merge = merged(scene)
    match = next(
        match
        for match in scene.evening.publish(scene.events[1], 1 + scene.events[1].stages.get().rounds.count())
        if match.seats.filter(entry__player=scene.anna).exists()
    )
    scene.evening.play(match)
    new = scene.evening.event((FIRST, "Erik"), name="New")
    undone(scene, merge)
    assert Game.objects.filter(match_game__match=match, seats__player=scene.other).exists()
    assert new.entries.filter(player=scene.anna).exists()
    assert scene.differences() == []


def test_entry_that_somebody_took_over_keeps_its_former_player() -> None:
    scene = Twice()
    entry = scene.events[1].entries.get(player=scene.other)
    scene.evening.publish(scene.events[1], 1 + scene.events[1].stages.get().rounds.count())
    entry_take_over(act=scene.evening.act(why="ill"), entry=entry, whose=Whose(name="Zoe"), counts_former=True)
    scene.refresh()
    before = state()
    merge = merged(scene)
    assert scene.differences() == []
    undone(scene, merge)
    assert state() == before
    assert scene.differences() == []


def test_two_in_one_event_are_two_people() -> None:
    scene = Twice()
    third = scene.evening.started((FIRST, SECOND), name="Both")
    with pytest.raises(DomainError, match="Both") as refused:
        merged(scene)
    assert refused.value.code == "same_event"
    preview = merge_preview(act=scene.evening.act(), player=scene.other, into=scene.anna)
    assert [conflict.code for conflict in preview.conflicts] == ["same_event"]
    assert third.entries.count() == 2


def test_entry_that_left_before_it_played_stays_where_both_stand() -> None:
    from tournaments.services.entries.states import entry_withdraw

    scene = Twice()
    both = scene.evening.started((FIRST, SECOND, "Bert"), name="Both")
    entry_withdraw(act=scene.evening.act(), entry=both.entries.get(player=scene.other))
    merge = merged(scene)
    assert both.entries.filter(player=scene.other).exists()
    undone(scene, merge)
    assert Entry.objects.filter(player=scene.other).count() == 2


def account_for(scene: Twice, player: Player, email: str) -> User:
    user = scene.evening.account(email)
    Player.objects.filter(pk=player.pk).update(user=user)
    return user


def test_account_moves_along_and_comes_back() -> None:
    scene = Twice(plays=False)
    user = account_for(scene, scene.other, "anna@example.org")
    before = state()
    merge = merged(scene)
    assert scene.read(scene.anna).user == user
    undone(scene, merge)
    assert state() == before


def test_of_two_accounts_the_one_that_is_left_without_a_player_has_to_ask() -> None:
    scene = Twice(plays=False)
    account_for(scene, scene.anna, "anna@example.org")
    second = account_for(scene, scene.other, "second@example.org")
    before = state()
    with pytest.raises(DomainError) as refused:
        merged(scene)
    assert refused.value.code == "both_have_accounts"
    merge_ask(act=scene.evening.by_user(second), other=scene.anna)
    merge = merged(scene)
    assert not MergeRequest.objects.exists()
    assert scene.read(scene.other).user is None
    undone(scene, merge)
    assert state() == before


def test_who_is_shown_by_code_under_one_name_stays_so_and_a_later_choice_holds() -> None:
    scene = Twice(plays=False)
    player_name_hide(act=scene.evening.act(), player=scene.other, hides=True)
    merge = merged(scene)
    assert scene.read(scene.anna).hides_name
    undone(scene, merge)
    assert not scene.read(scene.anna).hides_name
    assert scene.read(scene.other).hides_name


def test_preview_says_what_follows_and_changes_nothing() -> None:
    scene = Twice()
    before = state()
    preview = merge_preview(act=scene.evening.act(), player=scene.other, into=scene.anna)
    assert state() == before
    assert [passed.event.key for passed in preview.events] == [scene.events[1].key]
    assert preview.games == scene.events[1].entries.get(player=scene.other).seats.filter(match__bye="").count()
    [rating] = preview.ratings
    merge = merged(scene)
    [row] = ratings_of(scene.anna.key)
    assert rating.after == (row.value + 50_000) // 100_000
    assert not PlayerMerge.objects.exclude(pk=merge.pk).exists()


def test_preview_that_is_out_of_date_is_shown_again() -> None:
    scene = Twice(plays=False)
    seen = merge_preview(act=scene.evening.act(), player=scene.other, into=scene.anna).seen
    scene.evening.event((SECOND, "Erik"), name="New")
    with pytest.raises(DomainError) as refused:
        players_merge(act=scene.evening.act(), player=scene.other, into=scene.anna, seen=seen)
    assert refused.value.code == "preview_changed"


def test_pressed_twice_is_once() -> None:
    scene = Twice(plays=False)
    merge = merged(scene)
    assert merged(scene) == merge
    undone(scene, merge)
    after = state()
    undone(scene, merge)
    assert state() == after


def test_a_chain_of_merges_is_undone_from_its_end() -> None:
    scene = Twice(plays=False)
    third = scene.evening.event(("Anna B.", "Erik"), name="Third").entries.get(player__name="Anna B.").player
    before = state()
    first = merged(scene)
    second = players_merge(act=scene.evening.act(), player=scene.read(scene.anna), into=third)
    assert player_by_key(scene.other.key) == third
    with pytest.raises(DomainError) as refused:
        merge_undo(act=scene.evening.act(), merge=first)
    assert refused.value.code == "merged_again"
    undone(scene, second)
    undone(scene, first)
    assert state() == before


def test_what_comes_in_for_a_merged_player_goes_to_the_one_who_stays() -> None:
    scene = Twice(plays=False)
    merge = merged(scene)
    event = scene.evening.event(("Erik", "Frida"), name="Late")
    event.entries.filter(player__name="Erik").update(player=scene.other)
    assert strays_follow(act=scene.evening.act()) == 1
    assert event.entries.filter(player=scene.anna).exists()
    undone(scene, merge)
    assert event.entries.filter(player=scene.other).exists()


def owner_elsewhere(scene: Twice) -> User:
    user = scene.evening.account("elsewhere@example.org")
    club = club_create(act=scene.evening.by_user(user), name="Elsewhere")
    Player.objects.filter(pk=scene.other.pk).update(club=club)
    return user


WHO = ["nobody", "stranger", "viewer", "one club", "other club", "both", "staff"]


@pytest.mark.parametrize("who", WHO)
def test_only_who_enters_players_in_both_clubs_may_merge_and_undo(who: str) -> None:
    scene = Twice(plays=False)
    elsewhere = owner_elsewhere(scene)
    helper = scene.evening.account("helper@example.org")
    club = scene.evening.club
    other_club = scene.read(scene.other).club
    assert other_club is not None
    if who == "viewer":
        club_role_set(act=scene.evening.act(), club=club, email=helper.email, role=Role.VIEWER)
        club_role_set(act=scene.evening.by_user(elsewhere), club=other_club, email=helper.email, role=Role.VIEWER)
    if who in {"one club", "both"}:
        club_role_set(act=scene.evening.act(), club=club, email=helper.email, role=Role.ORGANISER)
    if who in {"other club", "both"}:
        club_role_set(act=scene.evening.by_user(elsewhere), club=other_club, email=helper.email, role=Role.ORGANISER)
    act = scene.evening.by_user(helper)
    if who == "nobody":
        act = scene.evening.act(NOBODY)
    if who == "staff":
        from dataclasses import replace

        act = replace(act, actor=replace(act.actor, staff=True))
    if who in {"both", "staff"}:
        merge = merged(scene, act)
        merge_undo(act=act, merge=merge)
        return
    for refused in (
        lambda: merged(scene, act),
        lambda: merge_preview(act=act, player=scene.read(scene.other), into=scene.anna),
    ):
        with pytest.raises(NotAllowed):
            refused()
    from dataclasses import replace

    staff = replace(scene.evening.act(), actor=replace(scene.evening.act().actor, staff=True))
    merge = merged(scene, staff)
    with pytest.raises(NotAllowed):
        merge_undo(act=act, merge=merge)


def test_player_asks_and_an_organiser_refuses() -> None:
    scene = Twice(plays=False)
    user = account_for(scene, scene.anna, "anna@example.org")
    act = scene.evening.by_user(user)
    request = merge_ask(act=act, other=scene.other)
    assert merge_ask(act=act, other=scene.other) == request
    with pytest.raises(NotAllowed):
        merge_request_refuse(act=act, request=request)
    merge_request_refuse(act=scene.evening.act(), request=request)
    with pytest.raises(DomainError, match="refused"):
        merge_ask(act=act, other=scene.other)
    merge_request_withdraw(act=act, request=request)  # what was refused stays so
    assert MergeRequest.objects.exists()


def test_deleting_the_person_deletes_both_names_for_good() -> None:
    scene = Twice()
    user = account_for(scene, scene.anna, "anna@example.org")
    merge = merged(scene)
    export = account_export(act=scene.evening.by_user(user))
    assert {row["name"] for row in export["player"]} == {FIRST, SECOND}
    assert len(export["merges"]) == 1
    player_person_erase(act=scene.evening.act(), player=scene.read(scene.anna))
    assert not Player.objects.filter(name__startswith="Anna").exists()
    with pytest.raises(DomainError):
        merge_undo(act=scene.evening.act(), merge=merge)
    assert scene.differences() == []


def test_account_of_a_player_of_no_club_moves_only_where_its_holder_asks() -> None:
    """Whoever enters somebody of no club speaks for them: an account that isn't the club's doesn't go along."""
    scene = Twice()
    holder = scene.evening.account("holder@example.org")
    Player.objects.filter(pk=scene.other.pk).update(user=holder, club=None)
    with pytest.raises(DomainError) as refused:
        merged(scene)
    assert refused.value.code == "has_account"
    merge_ask(act=scene.evening.by_user(holder), other=scene.read(scene.anna))
    merged(scene)
    assert scene.read(scene.anna).user == holder


def test_followers_come_along_and_go_back() -> None:
    scene = Twice(plays=False)
    users = {name: scene.evening.account(f"{name}@example.org") for name in ("first", "second", "both")}
    for name, players in (("first", [scene.anna]), ("second", [scene.other]), ("both", [scene.anna, scene.other])):
        for player in players:
            follow(act=scene.evening.by_user(users[name]), kind="player", key=player.key)

    def followed() -> dict[str, set[str]]:
        return {name: {str(subject_of(row).name) for row in follows_of(user.key)} for name, user in users.items()}

    before = followed()
    scene.evening.later(days=1)
    merge = merged(scene)
    assert followed() == {"first": {FIRST}, "second": {FIRST}, "both": {FIRST}}
    assert followers_of("player", [scene.anna.key]) == {scene.anna.key: {user.pk for user in users.values()}}
    undone(scene, merge)
    assert followed() == before

    scene.evening.later(days=1)
    merge = merged(scene)
    for name in ("second", "both"):
        unfollow(act=scene.evening.by_user(users[name]), kind="player", key=scene.anna.key)
    undone(scene, merge)
    assert followed() == {"first": {FIRST}, "second": set(), "both": set()}
