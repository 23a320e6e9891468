from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, query_params
from tournaments.api.lookups import visible_event
from tournaments.selectors.events import stage_of
from tournaments.services.trf.report import trf_report, trf_report_full
from tournaments.trf.document import Dialect


class TrfFilterSerializer(serializers.Serializer[Any]):
    """`full`, for the staff: with byes asked for, pairs kept apart, and names as they are."""

    edition = serializers.ChoiceField(choices=[dialect.value for dialect in Dialect], default=Dialect.TRF26.value)
    full = serializers.BooleanField(required=False, default=False)


class TrfReportView(ApiView):
    @extend_schema(
        operation_id="trf_report",
        parameters=[TrfFilterSerializer],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The event as a tournament report file (FIDE's TRF 2026 or TRF 2016), UTF-8, names as strangers may see
        them. What players asked for, and who is kept apart, is in the full one alone."""
        wanted = query_params(TrfFilterSerializer, request)
        event, dialect = visible_event(request, slug), Dialect(wanted["edition"])
        if wanted["full"]:
            text = trf_report_full(act=act_of_request(request), stage=stage_of(event), dialect=dialect)
        else:
            text = trf_report(stage_of(event), dialect)
        return HttpResponse(text.encode(), content_type="text/plain; charset=utf-8")
