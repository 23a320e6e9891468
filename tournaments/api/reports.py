from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from magistrar_site.shared.api.views import ApiView, asked
from tournaments.api.lookups import shown_event
from tournaments.services.trf_reports import trf_report
from tournaments.trf.document import Dialect


class TrfFilterSerializer(serializers.Serializer[Any]):
    edition = serializers.ChoiceField(choices=[dialect.value for dialect in Dialect], default=Dialect.TRF26.value)


class TrfReportView(ApiView):
    @extend_schema(
        operation_id="trf_report",
        parameters=[TrfFilterSerializer],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The event as a tournament report file (FIDE's TRF 2026 or TRF 2016), UTF-8, names as strangers may see
        them."""
        dialect = Dialect(asked(TrfFilterSerializer, request)["edition"])
        text = trf_report(shown_event(request, slug), dialect)
        return HttpResponse(text.encode(), content_type="text/plain; charset=utf-8")
