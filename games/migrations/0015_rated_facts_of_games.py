"""Games that are there count as followed: their pools are worked out anew by the migration of ratings. In batches by
primary key; stopped halfway, it can be run again."""

from django.db import migrations
from django.db.models import F, Max
from django.db.models.functions import Greatest

BATCH = 20_000


def facts_fill(apps, schema_editor):
    Game = apps.get_model("games", "Game")
    newest = Game.objects.aggregate(newest=Max("pk"))["newest"] or 0
    for first in range(0, newest, BATCH):
        games = Game.objects.filter(pk__gt=first, pk__lte=first + BATCH, result_fact__gt=0, rated_fact=0)
        games.exclude(pool="").update(rated_fact=Greatest(F("result_fact"), F("time_fact")))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0014_rated_facts")]

    operations = [migrations.RunPython(facts_fill, migrations.RunPython.noop, elidable=True)]
