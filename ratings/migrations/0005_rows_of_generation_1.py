"""The ratings that are there become generation 1, which stays shown while a run works the next one out from the first
game on: what rows of then don't know (states after each game), the next ones do. In batches by primary key; stopped
halfway, it can be run again."""

from django.db import migrations
from django.db.models import F, Max

BATCH = 10_000


def batches(model):
    newest = model.objects.aggregate(newest=Max("pk"))["newest"] or 0
    return [{"pk__gt": first, "pk__lte": first + BATCH} for first in range(0, newest, BATCH)]


def position_of(game):
    return f"{game.played_at:%Y%m%d%H%M%S%f}{game.order:010}{game.key}"


def positions_fill(apps, schema_editor):
    RatingChange = apps.get_model("ratings", "RatingChange")
    for batch in batches(RatingChange):
        rows = list(RatingChange.objects.filter(position="", **batch).select_related("game"))
        for row in rows:
            row.position, row.games = position_of(row.game), row.number
        RatingChange.objects.bulk_update(rows, ["position", "games"], batch_size=200)


def points_fill(apps, schema_editor):
    Rating = apps.get_model("ratings", "Rating")
    for batch in batches(Rating):
        Rating.objects.filter(rank__isnull=False, points__isnull=True, **batch).update(
            points=(F("value") + 50_000) / 100_000
        )


def runs_begin(apps, schema_editor):
    Pool, PoolState, RatingRun = (apps.get_model("ratings", name) for name in ("Pool", "PoolState", "RatingRun"))
    for pool in Pool.objects.filter(ratings__isnull=False).distinct():
        PoolState.objects.get_or_create(pool=pool)
        RatingRun.objects.get_or_create(pool=pool, defaults={"generation": 2})


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("ratings", "0004_generations")]

    operations = [
        migrations.RunPython(positions_fill, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(points_fill, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(runs_begin, migrations.RunPython.noop, elidable=True),
    ]
