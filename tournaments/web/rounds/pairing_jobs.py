"""How the pairing of a large field goes, for the organiser who waits for it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.enums import Action
from magistrar_site.shared.acts import act_of
from tournaments.enums import PairingStep
from tournaments.models import PairingJob
from tournaments.selectors.events import event_by_slug, stage_of
from tournaments.selectors.rounds.pairing_jobs import job_of_round
from tournaments.services.permissions import require_event

STEPS = (PairingStep.WAITING, PairingStep.READING, PairingStep.PAIRING, PairingStep.WRITING)


def steps_of(job: PairingJob) -> list[dict[str, Any]]:
    """The steps of a pairing, with how far it is."""
    at = STEPS.index(PairingStep(job.step)) if job.step in STEPS else len(STEPS)
    return [{"label": step.label, "is_done": place < at, "is_now": place == at} for place, step in enumerate(STEPS)]


@never_cache
@require_safe
@login_required
def pairing_job(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A fragment while it is worked on. Once it is over, the organiser's page is shown anew."""
    event = event_by_slug(slug)
    require_event(act_of(request), event, Action.VIEW)
    job = job_of_round(stage_of(event), number)
    if job is not None and not job.is_over and request.headers.get("HX-Request"):
        return render(request, "tournaments/pairing_job.html", {"event": event, "job": job, "steps": steps_of(job)})
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": reverse("tournaments:manage", args=[slug])})
    return redirect("tournaments:manage", slug=slug)
