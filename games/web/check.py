"""Check a game without handing it in: for anybody, about nobody's game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine.registry import DEFAULT_JUDGE, game_system
from games.pages.core.forms import DocumentForm
from games.pages.registry import game_pages
from games.selectors.evidence import MAX_BYTES, evidence_read

SYSTEM = DEFAULT_JUDGE


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """The engine's answer to a pasted or uploaded record, sheet or score. Nothing is stored."""
    if request.method != "POST":
        return render(request, "games/check.html", {"form": DocumentForm()})
    form = DocumentForm(request.POST, request.FILES)
    body = form.document() if form.is_valid() else b""
    if not form.errors and len(body) > MAX_BYTES:
        form.add_error(None, _("A game is a few kilobytes; this is over 256 KiB. Is it the right file?"))
        return render(request, "games/check.html", {"form": form}, status=413)
    if form.errors:
        return render(request, "games/check.html", {"form": form}, status=422)
    evidence = evidence_read(system=SYSTEM, body=body)
    pages = game_pages(SYSTEM)
    report = pages.report(evidence.report_json)
    names = {side: pages.seat_in_words(side) for side in game_system(SYSTEM).seat_names}
    context = {"form": form, "verdict": pages.verdict(report, names, grade=evidence.grade or "")}
    return render(request, "games/check.html", context)
