"""Up to which fact the news of each stream were told. What happened before there were news is none."""

from django.db import migrations, models
from django.db.models import F


def all_told(apps, schema_editor):
    apps.get_model("shared", "Stream").objects.update(told=F("number"))


class Migration(migrations.Migration):
    dependencies = [("shared", "0006_pulse")]

    operations = [
        migrations.AddField(
            model_name="stream",
            name="told",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="Number of the fact up to which the news of it were brought on their way.",
            ),
        ),
        migrations.RunPython(all_told, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="stream",
            index=models.Index(
                condition=models.Q(("number__gt", models.F("told"))), fields=["name"], name="stream_to_tell"
            ),
        ),
    ]
