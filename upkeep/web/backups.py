"""The backups, for whoever runs the service: to look at. Making and restoring them is done by commands."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotAllowed
from upkeep.selectors.backups import backup_runs, backup_state

MOST_SHOWN = 30


@never_cache
@require_safe
@login_required
def backups(request: HttpRequest) -> HttpResponse:
    """When the last backup was made, whether everything in it holds, and which there were before."""
    if not act_of(request).actor.staff:
        raise NotAllowed("not_allowed", _("Only those who run this service see its backups."))
    context = {
        "section": "mine",
        "state": backup_state(),
        "runs": list(backup_runs()[:MOST_SHOWN]),
        "keeping": settings.BACKUP_KEEP,
        "zone": settings.TIME_ZONE,
    }
    return render(request, "upkeep/backups.html", context)
