"""Games whose ratings are behind are found in the order of their primary keys without looking at the others: PostgreSQL
went through all games of a pool for that order."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_entered_at_the_desk")]

    operations = [
        migrations.RemoveIndex(model_name="game", name="game_rating_due"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["pool", "id"],
                condition=(
                    ~models.Q(pool="")
                    & models.Q(result_fact__gt=0)
                    & (
                        models.Q(result_fact__gt=models.F("rated_fact"))
                        | models.Q(time_fact__gt=models.F("rated_fact"))
                    )
                ),
                name="game_rating_due",
            ),
        ),
    ]
