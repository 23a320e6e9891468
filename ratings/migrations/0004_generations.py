"""Room for the players' states after each game, for two generations of a pool's rows, and for how far each pool is."""

import django.db.models.deletion
from django.db import migrations, models


def added(model, name, field):
    return migrations.AddField(model_name=model, name=name, field=field, preserve_default=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0016_games_due_in_pools"), ("ratings", "0003_no_newest_index")]

    operations = [
        migrations.CreateModel(
            name="PoolState",
            fields=[
                (
                    "pool",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="state",
                        serialize=False,
                        to="ratings.pool",
                    ),
                ),
                ("generation", models.PositiveIntegerField(default=1)),
                ("oldest", models.PositiveIntegerField(default=1)),
                (
                    "last_day_from",
                    models.DateTimeField(blank=True, help_text="When the last day of play began.", null=True),
                ),
                (
                    "has_left_overs",
                    models.BooleanField(default=False, help_text="Rows that nobody sees any more are still there."),
                ),
            ],
            options={
                "verbose_name": "state of a pool",
                "verbose_name_plural": "states of pools",
                "indexes": [
                    models.Index(
                        condition=models.Q(has_left_overs=True), fields=["pool"], name="pool_with_left_overs"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingRun",
            fields=[
                (
                    "pool",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="run",
                        serialize=False,
                        to="ratings.pool",
                    ),
                ),
                ("generation", models.PositiveIntegerField()),
                ("start", models.CharField(blank=True, max_length=42)),
                (
                    "position",
                    models.CharField(blank=True, help_text="The last game that is done.", max_length=42),
                ),
                ("games", models.PositiveIntegerField(default=0, help_text="How many games are done.")),
                ("games_total", models.PositiveIntegerField(default=0)),
            ],
            options={"verbose_name": "piece of work on ratings", "verbose_name_plural": "work on ratings"},
        ),
        added(
            "rating",
            "generation",
            models.PositiveIntegerField(default=1, help_text="Of a pool, one generation is shown at a time."),
        ),
        added(
            "rating",
            "points",
            models.IntegerField(blank=True, help_text="In whole points; empty: not listed yet.", null=True),
        ),
        added(
            "rating",
            "points_before",
            models.IntegerField(blank=True, help_text="Before the last day of play.", null=True),
        ),
        added("ratingchange", "position", models.CharField(default="", max_length=42)),
        added("ratingchange", "generation", models.PositiveIntegerField(default=1)),
        added("ratingchange", "replaced_in", models.PositiveIntegerField(blank=True, null=True)),
        added(
            "ratingchange",
            "games",
            models.PositiveIntegerField(default=0, help_text="How many rated games of the player, with this one."),
        ),
        added("ratingchange", "peak", models.IntegerField(default=0)),
        added("ratingchange", "volatility", models.IntegerField(blank=True, null=True)),
    ]
