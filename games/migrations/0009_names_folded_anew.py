"""Folded names anew, as `magistrar_site.shared.names` makes them now: with the marks that make another word, and the
plain key beside it. Stopped halfway, it goes on with those who have no plain key yet.
"""
from django.db import migrations

from magistrar_site.shared.names import fold_name, plain_name

BATCH = 500


def fold_anew(apps, schema_editor):
    players = apps.get_model("games", "Player").objects
    last = 0
    while rows := list(players.filter(plain_name="", pk__gt=last).order_by("pk").only("pk", "name")[:BATCH]):
        last = rows[-1].pk
        for row in rows:
            row.folded_name, row.plain_name = fold_name(row.name), plain_name(row.name)
        players.bulk_update(rows, ["folded_name", "plain_name"])


class Migration(migrations.Migration):
    atomic = False  # a batch that is done stays done

    dependencies = [
        ('games', '0008_plain_names'),
    ]

    operations = [
        migrations.RunPython(fold_anew, migrations.RunPython.noop, elidable=True),
    ]
