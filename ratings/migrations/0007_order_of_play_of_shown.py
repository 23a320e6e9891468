"""The newest shown change of a pool is found in an index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0006_ranks_are_read")]

    operations = [
        migrations.RemoveIndex(model_name="ratingchange", name="rating_order_of_play"),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                fields=["pool", "position", "generation", "replaced_in"], name="rating_order_of_play"
            ),
        ),
    ]
