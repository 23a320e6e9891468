"""Check a game without handing it in: for anybody, about nobody's game."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine.registry import judge_of
from games.pages.core.forms import DocumentForm
from games.pages.registry import game_pages
from games.selectors.evidence import MAX_BYTES, evidence_read


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """The engine's answer to a pasted or uploaded record, sheet or score, of the game that its format names. Nothing is
    stored."""
    if request.method != "POST":
        return render(request, "games/check.html", {"form": DocumentForm()})
    form = DocumentForm(request.POST, request.FILES)
    body = form.document() if form.is_valid() else b""
    if not form.errors and len(body) > MAX_BYTES:
        form.add_error(None, _("A game is a few kilobytes; this is over 256 KiB. Is it the right file?"))
        return render(request, "games/check.html", {"form": form}, status=413)
    if form.errors:
        return render(request, "games/check.html", {"form": form}, status=422)
    return render(request, "games/check.html", {"form": form, **_answer(body)})


def _answer(body: bytes) -> dict[str, Any]:
    """What the page says to a document."""
    system = judge_of(body)
    pages = game_pages(system.key)
    evidence = evidence_read(system=system.key, body=body)
    names = {side: pages.seat_in_words(side) for side in system.seat_names}
    report = pages.report(evidence.report_json)
    return {"system": system.key, "verdict": pages.verdict(report, names, grade=evidence.grade or "")}
