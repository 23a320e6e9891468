"""`manage.py apply_erasures`: delete again who was deleted before."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from magistrar_site.shared.acts import act_of_system
from privacy.services.erasing import erasures_apply


class Command(BaseCommand):
    help = (
        "After a database was restored: delete everybody again whom the register of deletions (ERASURES_FILE, and the "
        "database's own table) names. Done twice, the second time finds nobody."
    )

    def handle(self, **options: Any) -> None:
        done = erasures_apply(act=act_of_system("apply_erasures"))
        if done or options["verbosity"] > 0:
            self.stdout.write(f"{done} deleted again")
