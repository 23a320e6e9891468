"""The event as a file for pairing programs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from magistrar_site.shared.errors import NotFound
from tournaments.services.trf_reports import trf_report
from tournaments.trf.document import Dialect
from tournaments.web.public import shown_event

EDITIONS = {16: Dialect.TRF16, 26: Dialect.TRF26}


def trf_response(text: str, slug: str, dialect: Dialect) -> HttpResponse:
    """UTF-8 with a byte order mark: programs that look for none take files for their own code page."""
    response = HttpResponse(("\ufeff" + text).encode(), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{dialect.value}.txt"'
    return response


@require_safe
def event_trf(request: HttpRequest, slug: str, edition: int) -> HttpResponse:
    """TRF 2016 or TRF 2026 of the published rounds."""
    event = shown_event(request, slug)
    if edition not in EDITIONS:
        raise NotFound("no_such_edition", _("There is TRF-16 and TRF-26."))
    dialect = EDITIONS[edition]
    return trf_response(trf_report(event, dialect), event.slug, dialect)
