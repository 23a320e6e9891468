from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_series"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="has_bracket",
            field=models.BooleanField(default=False, editable=False, help_text="A stage of it is a bracket."),
        ),
        migrations.AddField(
            model_name="event",
            name="has_groups",
            field=models.BooleanField(default=False, editable=False, help_text="A stage of it is played in groups."),
        ),
    ]
