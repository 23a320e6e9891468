"""What reconcilers need not look at: streams whose newest fact is followed by all that is derived from it. Those that are
there count as followed; every process looks at all of them once."""

from django.db import migrations, models
from django.db.models import F


def heads_fill(apps, schema_editor):
    apps.get_model("shared", "Stream").objects.filter(followed=0).update(followed=F("number"))


class Migration(migrations.Migration):
    dependencies = [("shared", "0004_mails")]

    operations = [
        migrations.AddField(
            model_name="stream",
            name="followed",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="Number of the fact at which all that is derived was last seen to follow; behind: to be looked at.",
            ),
        ),
        migrations.RunPython(heads_fill, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="stream",
            index=models.Index(
                condition=models.Q(("number__gt", models.F("followed"))), fields=["name"], name="stream_to_look_at"
            ),
        ),
    ]
