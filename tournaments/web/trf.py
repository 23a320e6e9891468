"""The event as a file for pairing programs."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from magistrar_site.shared.acts import act_of
from magistrar_site.shared.errors import NotFound
from tournaments.selectors.events import event_by_slug, stage_of
from tournaments.services.trf.report import trf_report, trf_report_full
from tournaments.trf.document import Dialect
from tournaments.web.public import visible_event

EDITIONS = {16: Dialect.TRF16, 26: Dialect.TRF26}


def trf_response(text: str, slug: str, dialect: Dialect) -> HttpResponse:
    """UTF-8 with a byte order mark: programs that look for none take files for their own code page."""
    response = HttpResponse(("\ufeff" + text).encode(), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{dialect.value}.txt"'
    return response


@require_safe
def event_trf(request: HttpRequest, slug: str, edition: int) -> HttpResponse:
    """TRF 2016 or TRF 2026 of the published rounds."""
    event, dialect = visible_event(request, slug), _dialect(edition)
    return trf_response(trf_report(stage_of(event), dialect), event.slug, dialect)


@never_cache
@require_safe
@login_required
def manage_trf(request: HttpRequest, slug: str, edition: int) -> HttpResponse:
    """The same for the staff: with everything that the next round is paired by."""
    event, dialect = event_by_slug(slug), _dialect(edition)
    text = trf_report_full(act=act_of(request), stage=stage_of(event), dialect=dialect)
    return trf_response(text, f"{event.slug}-full", dialect)


def _dialect(edition: int) -> Dialect:
    if edition not in EDITIONS:
        raise NotFound("no_such_edition", _("There is TRF-16 and TRF-26."))
    return EDITIONS[edition]
