from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.models.abstract import Keyed
from moderation.enums import Reason, ReportState


class Report(Keyed):
    """Somebody says that a page isn't right. `by` is the account that was signed in: nothing else is kept of whoever
    reports."""

    path = models.CharField(_("page"), max_length=300)
    reason = models.CharField(_("reason"), max_length=16, choices=Reason)
    text = models.TextField(_("in their words"), blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=ReportState, default=ReportState.OPEN)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["state", "-at"], name="reports_by_state")]
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"
