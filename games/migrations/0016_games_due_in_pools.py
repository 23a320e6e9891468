"""Games whose ratings are behind are found without looking at the others, and a pool's games in their whole order."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0015_rated_facts_of_games")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["pool", "played_at", "order", "key"], name="game_place_in_pool"),
        ),
        migrations.RemoveIndex(model_name="game", name="game_order_of_play"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["pool"],
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
