"""An entry that is somebody else: games and ratings follow, everything else stays, and the chain says so."""

from __future__ import annotations

import pytest

from games.models import GameSeat, Player
from games.services.players import player_create
from magistrar_site.shared.errors import DomainError
from ratings.models import RatingRun
from ratings.selectors.ratings import shown_ratings
from ratings.services import follow
from ratings.services import ratings as rating_services
from ratings.services.ratings import ratings_rebuild, ratings_refresh
from tests.evening import Evening, entry_at, game_of
from tournaments.models import Entry, Event, Match
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.entries.reassign import Whose, entry_reassign, reassign_preview
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db
WHY = "The list meant the other one."


@pytest.fixture
def played(evening: Evening) -> tuple[Event, list[Match], Entry, Player]:
    """Two rounds are played and rated; there is another player of the first one's name."""
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"))
    matches = []
    for number in (1, 2):
        of_round = evening.publish(event, number)
        for match in of_round:
            evening.play(match)
        matches += of_round
    other = player_create(act=evening.act(), name="Anna", club=evening.club)
    refresh(event)
    return event, matches, Entry.objects.get(event=event, player__name="Anna"), other


def refresh(event: Event) -> None:
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)


def ratings(event: Event) -> dict[str, int]:
    rows = shown_ratings().filter(pool__key=event.pool).select_related("player")
    return {row.player.key: row.value for row in rows}


def test_preview_waits_for_no_long_run_of_a_pool(
    evening: Evening, played: tuple[Event, list[Match], Entry, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    _event, _matches, entry, other = played
    monkeypatch.setattr(follow, "MOST_GAMES", 0)
    monkeypatch.setattr(rating_services, "MOST_AT_ONCE", 0)

    preview = reassign_preview(act=evening.act(), entry=entry, whose=Whose(player=other.key))

    assert (preview.ratings_later, preview.shifts) == (True, ())
    assert not RatingRun.objects.exists()


@pytest.mark.both_databases
def test_games_and_ratings_follow_and_the_event_verifies(
    evening: Evening, played: tuple[Event, list[Match], Entry, Player]
) -> None:
    event, matches, entry, other = played
    was, before = entry.player, ratings(event)
    preview = reassign_preview(act=evening.act(), entry=entry, whose=Whose(player=other.key))
    assert ratings(event) == before, "nothing stays of a preview"

    found = entry_reassign(act=evening.act(why=WHY), entry=entry, whose=Whose(player=other.key), seen=preview.seen)
    again = entry_reassign(act=evening.act(why=WHY), entry=entry, whose=Whose(player=other.key))
    refresh(event)

    assert (found, found.player, again.player) == (entry, other, other)
    assert set(GameSeat.objects.filter(player=other).values_list("game", flat=True)) == {
        game_of(match).pk for match in matches if entry in [entry_at(match, 0), entry_at(match, 1)]
    }
    after = ratings(event)
    assert (was.key in after, after[other.key]) == (False, before[was.key])
    assert {key: after[key] for key in after if key != other.key} == {
        key: before[key] for key in before if key != was.key
    }
    assert (preview.games, {(shift.name, shift.before is None) for shift in preview.shifts}) == (
        2,
        {(f"Anna, Zauberrunde Köln (#{player.key[:4]})", player == other) for player in (was, other)},
    )
    ratings_rebuild(pool_key=event.pool)
    ratings_refresh(pool_key=event.pool)
    assert ratings(event) == after, "as if worked out from the first game"
    assert event_verify(event=event).holds
    assert bundle_verify(data=bundle_of(event)).holds


def test_old_player_keeps_what_was_played_elsewhere(
    evening: Evening, played: tuple[Event, list[Match], Entry, Player]
) -> None:
    event, _matches, entry, other = played
    other.delete()  # so that the next list means the same Anna
    was = entry.player
    evening.later(days=7)
    later = evening.started(("Anna", "Bert"), name="Next")
    own = Entry.objects.get(event=later, player__name="Anna")
    evening.play(evening.publish(later, 1)[0])
    assert own.player == was
    refresh(later)
    entry_reassign(act=evening.act(why=WHY), entry=entry, whose=Whose(name="Anna Zwei"))
    refresh(event)
    rating = shown_ratings().get(pool__key=event.pool, player=was)
    assert (rating.games, Entry.objects.get(pk=entry.pk).player.name) == (1, "Anna Zwei")
    value = rating.value
    ratings_rebuild(pool_key=event.pool)
    ratings_refresh(pool_key=event.pool)
    assert shown_ratings().get(pool__key=event.pool, player=was).value == value
    assert event_verify(event=event).holds


def test_play_goes_on_with_the_other_player(evening: Evening, played: tuple[Event, list[Match], Entry, Player]) -> None:
    event, _matches, entry, other = played
    entry_reassign(act=evening.act(why=WHY), entry=entry, whose=Whose(player=other.key))
    for match in evening.publish(event, 3):
        evening.play(match)
    refresh(event)
    assert GameSeat.objects.filter(player=other).count() == 3
    assert event_verify(event=event).holds


def test_what_cannot_be_is_refused(evening: Evening, played: tuple[Event, list[Match], Entry, Player]) -> None:
    event, _matches, entry, other = played
    bert = Entry.objects.get(event=event, player__name="Bert").player
    act = evening.act(why=WHY)

    def refused(whose: Whose, why: str = WHY, seen: str | None = None, of: Entry = entry) -> str:
        with pytest.raises(DomainError) as error:
            entry_reassign(act=evening.act(why=why), entry=of, whose=whose, seen=seen)
        return error.value.code

    assert refused(Whose(player=bert.key)) == "entered_already"
    assert refused(Whose(player="0" * 12)) == "no_such_player"
    assert refused(Whose(player=other.key), why="") == "reason_missing"
    assert refused(Whose(player=other.key), seen="something else") == "preview_changed"
    assert refused(Whose(name="  ")) == "name_missing"
    other.user = evening.user
    other.save()
    assert refused(Whose(player=other.key)) == "own_entry"
    upcoming = evening.event(("Erik", "Frida"), name="Next")
    assert refused(Whose(name="X"), of=Entry.objects.filter(event=upcoming)[0]) == "not_started"
    assert act.why == WHY
