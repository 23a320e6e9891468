from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_brackets_and_stages")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="rest_forfeited",
            field=models.CharField(
                blank=True,
                choices=[("", "nobody"), ("first", "the first"), ("second", "the second"), ("both", "both")],
                default="",
                help_text="By which seat.",
                max_length=6,
            ),
        ),
        migrations.AddField(model_name="matchgame", name="is_friendly", field=models.BooleanField(default=False)),
    ]
