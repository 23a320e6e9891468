"""The key of names that may be the same, beside the folded name. Rows get theirs in the next migration."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_game_times'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='plain_name',
            field=models.CharField(db_default='', db_index=True, default='', editable=False, max_length=220),
        ),
    ]
