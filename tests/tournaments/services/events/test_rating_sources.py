"""One source of ratings for an event: the pool's or the lists'."""

from __future__ import annotations

import pytest

from ratings.models import Pool, Rating
from tests.evening import Evening
from tests.tournaments.replays import differences
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.events.rating_sources import RatingSource, source_chosen, source_of_start
from tournaments.services.events.start import event_start

pytestmark = pytest.mark.django_db


def with_ratings(evening: Evening, names: str, *pool: str) -> Event:
    """An open event of a list with ratings, in which some players have 1500 and more in the pool."""
    event = evening.event((), preset="swiss-evening")
    entries_add(act=evening.act(), stage=stage_of(event), text=names)
    for number, entry in enumerate(event.entries.filter(player__name__in=pool).order_by("player__name")):
        Rating.objects.create(
            pool=Pool.objects.get(key=event.pool),
            player=entry.player,
            value=(1500 + number) * 100_000,
            games=9,
            is_provisional=False,
            last_played_at=evening.now,
            state={},
        )
    return event


@pytest.mark.parametrize(
    "names, pool, source, unused, ratings",
    [
        ("Anna;1850\nBert;1700\nCleo\nDora", ("Anna",), RatingSource.LIST, 0, [1850, 1700, 0, 0]),
        ("Anna;1850\nBert;1700\nCleo\nDora", ("Cleo",), RatingSource.LIST, 1, [1850, 1700, 0, 0]),
        ("Anna;1850\nBert\nCleo\nDora", ("Bert", "Cleo"), RatingSource.POOL, 1, [0, 1500, 1501, 0]),
        ("Anna;1850\nBert\nCleo\nDora", ("Anna",), RatingSource.POOL, 0, [1500, 0, 0, 0]),
    ],
)
def test_source_that_rates_more_players_rates_all(
    names: str, pool: tuple[str, ...], source: RatingSource, unused: int, ratings: list[int]
) -> None:
    evening = Evening()
    event = with_ratings(evening, names, *pool)
    chosen = source_chosen(event, list(event.entries.select_related("player")))
    assert (chosen.source, chosen.unused) == (source, unused)
    page = evening.browser().get(f"/events/{event.slug}/manage/players/").content.decode()
    assert ("counts as unrated" in page) is bool(unused)
    event = event_start(act=evening.act(), event=event)
    assert source_of_start(event) is source
    assert list(event.entries.order_by("player__name").values_list("rating", flat=True)) == ratings
    evening.publish(event, 1)
    (late,) = entries_add(act=evening.act(), stage=stage_of(event), text="Name;Elo\nEmil;1990")
    late.refresh_from_db()
    assert late.rating == (1990 if source is RatingSource.LIST else 0)
    assert differences(event) == []
