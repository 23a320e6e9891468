"""Many ratings at once, as `ratings_refresh` would leave them after many games: for tests and measurements of what only
reads them."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Club, Player
from magistrar_site.shared.names import fold_name
from ratings.models import Pool, PoolState, Rating

CLUBS = 5
NAMES = ("Müller", "Dörte", "van Dam", "Fässler", "Öztürk", "Adler", "Núñez")
BATCH = 2000


def many_ratings(count: int) -> Pool:
    """A pool of the service with so many ranked players of a few clubs: every two share a rating, every tenth hides the
    name, one in three hasn't played for years, one in four has few games."""
    now = timezone.now()
    clubs = Club.objects.bulk_create(
        Club(key=f"club{number:08}", name=f"Club {number}", slug=f"club-{number}", created_at=now)
        for number in range(CLUBS)
    )
    pool = Pool.objects.create(key="everybody", name="Everybody")
    PoolState.objects.create(pool=pool, last_day_from=now - timedelta(days=1))
    players = []
    for number in range(count):
        name = f"Player {number:06} {NAMES[number % len(NAMES)]}"
        players.append(
            Player(
                key=f"p{number:011}",
                name=name,
                folded_name=fold_name(name),
                club=clubs[number % CLUBS],
                hides_name=number % 10 == 9,
                created_at=now,
            )
        )
    Player.objects.bulk_create(players, batch_size=BATCH)
    Rating.objects.bulk_create(
        (
            Rating(
                pool=pool,
                player=player,
                value=250_000_000 - number // 2 * 5_000,
                games=number * 7 % 40 if number % 4 else 3,
                is_provisional=number % 4 == 0,
                points=100_000 - number // 2,
                points_before=100_000 - number // 2 + number % 5 - 2,
                last_played_at=now - timedelta(days=900 if number % 3 == 0 else number % 80),
                state={"rating": 150_000_000, "games": 3, "deviation": None, "volatility": None},
            )
            for number, player in enumerate(players)
        ),
        batch_size=BATCH,
    )
    return pool
