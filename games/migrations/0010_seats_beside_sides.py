"""Seats, places, numbers and parts in columns and tables beside the sides; rows get theirs in the next migration.

On SQLite a new column that may be null is added in place, and a constraint rebuilds its table: so constraints of
the large tables wait until the sides go, which rebuilds them anyway.
"""

import django.db.models.deletion
from django.db import migrations, models


def seat(**options):
    return models.PositiveSmallIntegerField(blank=True, null=True, **options)


def is_seat(field, name):
    return models.CheckConstraint(condition=models.Q((f"{field}__range", (1, 9))), name=name)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_names_folded_anew"),
    ]

    operations = [
        migrations.AddField("game", "starter_seat", seat(help_text="The seat that starts.")),
        migrations.AddField("gameseat", "number", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            "gameresult", "winner_seat", seat(help_text="The seat alone on place 1; empty: none is.")
        ),
        migrations.AddField(
            "seatresult",
            "place",
            seat(help_text="1 is the best, shared where ranked equally; empty: everybody lost."),
        ),
        migrations.AddField("submission", "seat", seat(help_text="Whose player sent it; empty: desk.")),
        migrations.AddField("confirmation", "seat", seat(help_text="Whose word it is; empty: the desk's.")),
        migrations.CreateModel(
            name="SeatNumber",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=20)),
                ("value", models.IntegerField()),
                (
                    "seat_result",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="numbers",
                        to="games.seatresult",
                    ),
                ),
            ],
            options={
                "ordering": ["seat_result", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("seat_result", "key"), name="number_once_per_seat_result")
                ],
            },
        ),
        migrations.CreateModel(
            name="PartResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("winner", seat()),
                (
                    "result",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="games.gameresult",
                    ),
                ),
            ],
            options={
                "ordering": ["result", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("result", "number"), name="part_once_per_result"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="parts_count_from_1"),
                    is_seat("winner", "part_winner_is_a_seat"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PartSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", seat()),
                ("points", models.IntegerField(blank=True, null=True)),
                (
                    "part",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.partresult",
                    ),
                ),
            ],
            options={
                "ordering": ["part", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("part", "seat"), name="one_seat_per_part"),
                    is_seat("seat", "part_seat_of_a_game"),
                    is_seat("place", "part_place_of_a_seat"),
                ],
            },
        ),
        migrations.RemoveConstraint("draftduel", "draft_duel_once_per_game"),
        migrations.RemoveConstraint("draftduel", "draft_duel_number_of_a_game"),
        migrations.RenameModel("DraftDuel", "DraftPart"),
        migrations.RenameField("draftpart", "duel", "body"),
        migrations.AddField("draftpart", "seat", seat(help_text="Whose player saved it; empty: desk.")),
        migrations.AlterField(
            "draftpart",
            "game",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="draft_parts", to="games.game"
            ),
        ),
        migrations.AddConstraint(
            "draftpart", models.UniqueConstraint(fields=("game", "number"), name="draft_part_once_per_game")
        ),
        migrations.AddConstraint(
            "draftpart",
            models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="draft_parts_count_from_1"),
        ),
        migrations.AddConstraint("draftpart", is_seat("seat", "draft_part_of_a_seat")),
        migrations.AlterModelOptions(
            "draftpart",
            {
                "ordering": ["game", "number"],
                "verbose_name": "part of a record in progress",
                "verbose_name_plural": "parts of a record in progress",
            },
        ),
    ]
