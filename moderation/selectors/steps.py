"""What the service's staff did, and what readers reported."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import NotFound
from moderation.enums import Kind, ReportState
from moderation.models import Report, Step


def steps() -> QuerySet[Step]:
    """The whole log, newest first."""
    return Step.objects.select_related("by", "lifted_by")


def step_by_key(key: str) -> Step:
    """NotFound where there is none."""
    found = Step.objects.filter(key=key).first()
    if found is None:
        raise NotFound("no_such_step", _("There is no step at this address."))
    return found


def step_that_holds(kind: Kind, subject: str) -> Step | None:
    """The step by which something is hidden or suspended now."""
    return Step.objects.filter(kind=kind, subject=subject, lifted_at=None).first()


def reason_of(subjects: Iterable[tuple[Kind, str]]) -> str:
    """The reason that the service's staff gave for the first of these (kind, key) that is hidden; "" for none."""
    held = (step_that_holds(kind, key) for kind, key in subjects)
    return next((step.why for step in held if step is not None), "")


def reports(*, is_open: bool) -> QuerySet[Report]:
    """Reports that wait for an answer, or those that have one, newest first."""
    of_state = (
        Report.objects.filter(state=ReportState.OPEN) if is_open else Report.objects.exclude(state=ReportState.OPEN)
    )
    return of_state.order_by("-at", "-pk")


def report_by_key(key: str) -> Report:
    """NotFound where there is none."""
    found = Report.objects.filter(key=key).first()
    if found is None:
        raise NotFound("no_such_report", _("There is no report at this address."))
    return found
