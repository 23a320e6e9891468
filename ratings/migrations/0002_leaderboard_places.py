"""Places: the leaderboard's order, stored.

Ratings that are there get theirs by the same order that refreshing gives them.
"""
from django.db import migrations, models


def count_places(apps, schema_editor):
    Rating = apps.get_model("ratings", "Rating")
    ranked = Rating.objects.filter(rank__isnull=False).select_related("player")
    for pool in ranked.order_by().values_list("pool", flat=True).distinct():
        rows = sorted(ranked.filter(pool=pool), key=lambda row: (row.rank, shown_order(row.player)))
        for place, row in enumerate(rows, 1):
            row.place = place
        Rating.objects.bulk_update(rows, ["place"], batch_size=500)


def shown_order(player):
    """By name; those who hide it by their code."""
    return (player.key if player.hides_name else player.folded_name, player.key)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_club_editions'),
        ('ratings', '0001_initial'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='rating',
            options={'ordering': ['pool', 'place', '-value'], 'verbose_name': 'rating', 'verbose_name_plural': 'ratings'},
        ),
        migrations.RemoveIndex(
            model_name='rating',
            name='rating_leaderboard',
        ),
        migrations.AddField(
            model_name='rating',
            name='place',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(count_places, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', 'place', 'player', 'last_played_at', 'games'], name='rating_places'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('place__isnull', False)), fields=['last_played_at'], name='rating_newest'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('place', None), ('rank', None)), models.Q(('place__isnull', False), ('rank__isnull', False)), _connector='OR'), name='rating_ranked_has_place'),
        ),
    ]
