"""The places still possible: stored with the newest table, and shown where they are exact."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client
from django.utils import translation

from tests.evening import Evening
from tournaments.enums import PenaltyKind
from tournaments.formats.core.possible_places.values import Guarantee, PossiblePlace
from tournaments.models import Event, Standing, StandingTable
from tournaments.selectors.standings.possible_words import FIRST_PLACE, need_in_words, place_range, places_in_words
from tournaments.selectors.standings.tables import possible_in, standings_of
from tournaments.services.entries.penalties import Given, penalty_give
from tournaments.services.stages.standings import standings_refresh

NAMES = ("Anna", "Ben", "Carl", "Dora")


def _last_round(evening: Evening) -> Event:
    """A round robin of four with one game of its last round to play."""
    event = evening.started(NAMES)
    evening.play_out(event, 2)
    first, _other = evening.publish(event, 3)
    evening.play(first)
    standings_refresh(event_key=event.key)
    return event


def _possible(event: Event) -> dict[int, list[tuple[int, int, bool]]]:
    tables = StandingTable.objects.filter(stage__event=event).order_by("after_round")
    return {
        table.after_round: [(place.best, place.worst, place.is_exact) for place in possible_in(table).values()]
        for table in tables
    }


@pytest.mark.django_db
def test_newest_table_alone_tells_places_until_the_last_game(evening: Evening) -> None:
    event = _last_round(evening)
    stored = _possible(event)
    assert [bool(places) for places in stored.values()] == [False, False, False, True]
    StandingTable.objects.all().delete()
    standings_refresh(event_key=event.key)
    assert _possible(event) == stored
    shown = standings_of(event)
    assert shown is not None
    assert shown.tells_places
    evening.play(event.stages.get().rounds.get(number=3).matches.get(table=2))
    standings_refresh(event_key=event.key)
    assert not any(_possible(event).values())


@pytest.mark.django_db
def test_what_was_told_before_is_kept_until_a_correction(evening: Evening) -> None:
    """As though an earlier search had found more than the next one does."""
    event = evening.started((*NAMES, "Emil", "Fritz"))
    evening.play_out(event, 4)
    first, second, _third = evening.publish(event, 5)
    evening.play(first)
    standings_refresh(event_key=event.key)
    table = StandingTable.objects.get(stage__event=event, after_round=5)
    told = [msgspec.structs.replace(place, best=2, worst=3) for place in possible_in(table).values()]
    StandingTable.objects.filter(pk=table.pk).update(possible=msgspec.to_builtins(told))
    evening.play(second)
    standings_refresh(event_key=event.key)
    kept = _possible(event)[5]
    assert (2, 3) in [(best, worst) for best, worst, _is_exact in kept]
    assert all(worst < 2 or best > 3 or 2 <= best <= worst <= 3 for best, worst, _is_exact in kept)
    entry = Standing.objects.get(table__stage__event=event, table__after_round=5, rank=1).entry
    points = Given(PenaltyKind.POINTS, points=1)
    penalty_give(act=evening.act(why="A phone rang."), entry=entry, given=points)
    standings_refresh(event_key=event.key)
    anew = _possible(event)[5]
    assert anew != kept
    StandingTable.objects.all().delete()
    standings_refresh(event_key=event.key)
    assert _possible(event)[5] == anew


@pytest.mark.django_db
def test_standings_page_shows_places_and_what_first_place_takes(evening: Evening) -> None:
    event = _last_round(evening)
    page = Client().get(f"/events/{event.slug}/standings/").content.decode()
    assert "What first place still takes" in page
    older = Client().get(f"/events/{event.slug}/standings/?round=2").content.decode()
    assert "What first place still takes" not in older


def _place(best: int, worst: int, *guarantees: Guarantee, games: int = 3) -> PossiblePlace:
    return PossiblePlace(1, best, worst, is_exact=True, games_left=games, guarantees=guarantees)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        (_place(1, 1), "First place is certain."),
        (_place(2, 3), ""),
        (_place(1, 3), "Own results aren’t enough: others must drop points."),
        (_place(1, 3, Guarantee(1, 1, 1)), "A win and a tie from 3 games make first place certain."),
        (_place(1, 3, Guarantee(1, 0, 2), Guarantee(2, 0, 1)), "2 wins from 3 games make first place certain."),
        (_place(1, 3, Guarantee(0, 1, 1)), "A tie from 3 games makes first place certain."),
        (_place(1, 3, Guarantee(1, 0, 1), games=1), "A win in the last game makes first place certain."),
    ],
)
def test_need_is_told_in_words(place: PossiblePlace, sentence: str) -> None:
    with translation.override("en"):
        assert need_in_words(place, FIRST_PLACE) == sentence


def test_bounds_are_told_apart_from_exact_places() -> None:
    with translation.override("en"):
        assert place_range(PossiblePlace(1, 2, 5)) == "2–5*"
        assert places_in_words(PossiblePlace(1, 2, 5)) == "No place better than 2 or worse than 5 is possible"
        assert place_range(_place(2, 5)) == "2–5"
        assert place_range(_place(2, 2)) == "2"
