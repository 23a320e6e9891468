"""How a finished event ended, for everybody."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.whole_pages import public_page
from tournaments.selectors.standings.final import final_of
from tournaments.web.public import event_context, visible_event
from tournaments.web.versions import event_page_version

LINES = 100


@public_page("page", "stage", version=event_page_version)
@require_safe
def event_final(request: HttpRequest, slug: str) -> HttpResponse:
    """The final ranking and who won which prize."""
    found = visible_event(request, slug)
    final = final_of(found)
    if final is None:
        raise NotFound("not_finished", _("This event isn’t finished, so there is no final ranking yet."))
    page = Paginator(final.ranking, LINES).get_page(request.GET.get("page"))
    context = event_context(request, found, "final") | {"final": final, "page": page}
    return render(request, "tournaments/event_final.html", context)
