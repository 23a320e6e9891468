"""The sides go, and what was stored in their shape: seats, places, numbers and parts say the same."""

from django.db import migrations, models


def is_seat(field, name):
    return models.CheckConstraint(condition=models.Q((f"{field}__range", (1, 9))), name=name)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_agreement"),
    ]

    operations = [
        migrations.RemoveConstraint("gameseat", "side_taken_once_per_game"),
        migrations.AlterModelOptions("gameseat", {"ordering": ["game", "number"]}),
        migrations.RemoveField("gameseat", "side"),
        migrations.AlterField("gameseat", "number", models.PositiveSmallIntegerField()),
        migrations.AddConstraint(
            "gameseat", models.UniqueConstraint(fields=("game", "number"), name="seat_taken_once_per_game")
        ),
        migrations.AddConstraint("gameseat", is_seat("number", "seat_number_of_a_game")),
        migrations.RemoveField("game", "starter"),
        migrations.RenameField("game", "starter_seat", "starter"),
        migrations.AlterField(
            "game",
            "starter",
            models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                help_text="The seat that starts; empty: lots or the rules say so at the table.",
            ),
        ),
        migrations.AddConstraint("game", is_seat("starter", "game_starter_is_a_seat")),
        migrations.RemoveField("gameresult", "winner"),
        migrations.RenameField("gameresult", "winner_seat", "winner"),
        migrations.AddConstraint("gameresult", is_seat("winner", "winner_is_a_seat")),
        migrations.RemoveField("seatresult", "outcome"),
        migrations.RemoveField("seatresult", "honoris"),
        migrations.RemoveField("seatresult", "markers"),
        migrations.RemoveField("seatresult", "encounters"),
        migrations.RemoveField("seatresult", "level"),
        migrations.AddConstraint("seatresult", is_seat("place", "place_of_a_seat")),
        migrations.RemoveField("submission", "side"),
        migrations.AddConstraint("submission", is_seat("seat", "submission_of_a_seat")),
        migrations.RemoveConstraint("confirmation", "one_word_per_side_and_submission"),
        migrations.RemoveField("confirmation", "side"),
        migrations.AddConstraint(
            "confirmation",
            models.UniqueConstraint(fields=("submission", "seat"), name="one_answer_per_seat_and_submission"),
        ),
        migrations.AddConstraint(
            "confirmation",
            models.UniqueConstraint(
                condition=models.Q(("seat__isnull", True)), fields=("submission",), name="one_answer_of_the_desk"
            ),
        ),
        migrations.AddConstraint("confirmation", is_seat("seat", "confirmation_of_a_seat")),
        migrations.RemoveField("draftpart", "side"),
        migrations.DeleteModel("DuelRow"),
    ]
