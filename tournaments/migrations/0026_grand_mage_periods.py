import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_mails_of_restored_events'),
    ]

    operations = [
        migrations.RenameModel(old_name='Season', new_name='GrandMagePeriod'),
        migrations.AlterField(
            model_name='grandmageperiod',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='grand_mage_periods', to='games.club'),
        ),
    ]
