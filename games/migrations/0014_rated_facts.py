"""Games say up to which fact their pool's ratings follow them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_seats_alone")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rated_fact",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="Number of the fact of the result or time that the pool's ratings follow; behind these: due.",
            ),
        ),
    ]
