from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("upkeep", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="backuprun",
            name="folder",
            field=models.TextField(blank=True, db_default="", help_text="Where it was put."),
        ),
    ]
