"""Ranks and places aren't stored any more: they follow from points when a leaderboard is read. Changes are in the
order of their positions, so that one that comes in late moves no other."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_games_due_in_pools'),
        ('ratings', '0005_rows_of_generation_1'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='rating',
            options={'ordering': ['pool', '-points', '-value'], 'verbose_name': 'rating', 'verbose_name_plural': 'ratings'},
        ),
        migrations.AlterModelOptions(
            name='ratingchange',
            options={'ordering': ['pool', 'position'], 'verbose_name': 'rating change', 'verbose_name_plural': 'rating changes'},
        ),
        migrations.RemoveConstraint(
            model_name='rating',
            name='one_rating_per_pool_and_player',
        ),
        migrations.RemoveConstraint(
            model_name='rating',
            name='rating_ranked_has_place',
        ),
        migrations.RemoveConstraint(
            model_name='ratingchange',
            name='one_change_per_game_player',
        ),
        migrations.RemoveIndex(
            model_name='rating',
            name='rating_places',
        ),
        migrations.RemoveIndex(
            model_name='ratingchange',
            name='rating_history',
        ),
        migrations.RemoveField(
            model_name='rating',
            name='place',
        ),
        migrations.RemoveField(
            model_name='rating',
            name='previous_rank',
        ),
        migrations.RemoveField(
            model_name='rating',
            name='rank',
        ),
        migrations.RemoveField(
            model_name='ratingchange',
            name='number',
        ),
        migrations.AlterField(
            model_name='rating',
            name='generation',
            field=models.PositiveIntegerField(default=1, help_text='Of a pool, one generation is shown at a time.'),
        ),
        migrations.AlterField(
            model_name='rating',
            name='pool',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='ratings.pool'),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='expected',
            field=models.BigIntegerField(),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game'),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='generation',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='opponent',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player'),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.player'),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='pool',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.pool'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', 'generation', 'points', 'player', 'last_played_at', 'games'], name='rating_points'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', 'generation', 'last_played_at'], name='rating_last_played'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['player', 'pool', 'position'], name='rating_history'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['pool', 'position'], name='rating_order_of_play'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(condition=models.Q(('replaced_in__isnull', False)), fields=['pool'], name='rating_replaced'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('pool', 'player', 'generation'), name='one_rating_per_pool_and_player'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('game', 'player', 'generation'), name='one_change_per_game_player'),
        ),
    ]
