"""A season as one file: docs/formats/season-bundle.md."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.request import Request

from leagues.api.lookups import season_at
from leagues.services.bundle.exporting import public_season_bundle, season_bundle
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView

ZIP = "application/octet-stream"  # generated clients read no other type of file


class SeasonBundleView(ApiView):
    is_public = False
    keeps_secret = True

    @extend_schema(operation_id="league_season_bundle", responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, club: str, slug: str, number: int) -> HttpResponse:
        """The whole season with all names and texts, for those who run it."""
        data = season_bundle(act=act_of_request(request), season=season_at(request, club, slug, number))
        return _zip(data, f"{slug}-{number}.zip")


class PublicSeasonBundleView(ApiView):
    @extend_schema(operation_id="league_season_public_bundle", responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, club: str, slug: str, number: int) -> HttpResponse:
        """The season as one file that `verify_season` reads, as everybody may see it: without names and texts."""
        return _zip(public_season_bundle(season_at(request, club, slug, number)), f"{slug}-{number}-public.zip")


def _zip(data: bytes, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=ZIP)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
