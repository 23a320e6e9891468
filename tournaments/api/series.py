"""Matches of several games: how they stand, and what is decided about them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_match
from tournaments.api.serializers.games import GameNowSerializer
from tournaments.api.serializers.series import LaterGamesSerializer, RestForfeitSerializer, SeriesSerializer
from tournaments.selectors.series.views import series_view
from tournaments.services.series.annul import later_games_annul
from tournaments.services.series.forfeit import rest_forfeit
from tournaments.services.series.friendly import friendly_arrange


def series_now(request: Request, key: str) -> Response:
    """The series of a match; NotFound `no_series` for a match of one game."""
    series = series_view(visible_match(request, key))
    if series is None:
        raise NotFound("no_series", _("This match has only one game."))
    return Response(SeriesSerializer(series).data)


class SeriesView(ApiView):
    @extend_schema(operation_id="series", responses=SeriesSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A match of several games: score, games, and whose bag holds which goldens."""
        return series_now(request, key)


class RestForfeitView(ApiView):
    @extend_schema(operation_id="rest_forfeit", request=RestForfeitSerializer, responses=SeriesSerializer)
    def post(self, request: Request, key: str) -> Response:
        """An arbiter rules that somebody forfeits what is left of the match, with a reason. Twice is once."""
        wanted = body_params(RestForfeitSerializer, request)
        visible_match(request, key)
        rest_forfeit(act=act_of_request(request, why=wanted["why"]), match_key=key, entries=wanted["entries"])
        return series_now(request, key)


class LaterGamesAnnulView(ApiView):
    @extend_schema(operation_id="later_games_annul", request=LaterGamesSerializer, responses=SeriesSerializer)
    def post(self, request: Request, key: str) -> Response:
        """An arbiter has the later games of a match not count, with a reason: they are played anew. Twice is once."""
        wanted = body_params(LaterGamesSerializer, request)
        visible_match(request, key)
        later_games_annul(act=act_of_request(request, why=wanted["why"]), match_key=key, after=wanted["after"])
        return series_now(request, key)


class FriendlyGameView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="friendly_game", request=None, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """One more game of a decided match, which counts for nothing, where the event allows it."""
        visible_match(request, key)
        return Response(GameNowSerializer(friendly_arrange(act=act_of_request(request), match_key=key)).data)
