"""Seasons of a league: their settings, plan, steps, matchdays and end."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leagues.api.lookups import league_of, season_at
from leagues.api.serializers import (
    ChangedPlaceSerializer,
    DeciderSerializer,
    DivisionSerializer,
    HonourSerializer,
    LeagueDecisionSerializer,
    LeagueSeasonSerializer,
    MatchdayMoveSerializer,
    MatchdaySerializer,
    PlacementPlanSerializer,
    SeasonChangeSerializer,
    SeasonCorrectionSerializer,
    SeasonPlanningSerializer,
    SeasonStepSerializer,
)
from leagues.selectors.seasons import (
    decider_by_key,
    deciders_of,
    divisions_of,
    honours_of_season,
    matchdays_of,
    seasons_of,
)
from leagues.services.seasons.correct import correction_preview, season_correct
from leagues.services.seasons.decide import (
    decider_arrange,
    decider_by_game,
    decider_by_hand,
    decider_by_lots,
    decision_undo,
)
from leagues.services.seasons.matchdays import matchday_move
from leagues.services.seasons.placement import placement_plan
from leagues.services.seasons.plan import season_change, season_plan_next
from leagues.services.seasons.steps import season_step_take
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import Invalid
from tournaments.services.results.rule import Ruling


class LeagueSeasonsView(ApiView):
    @lists("league_seasons", LeagueSeasonSerializer)
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The league's seasons, newest first."""
        return list_response(self, seasons_of(league_of(request, club, slug)), LeagueSeasonSerializer)

    @extend_schema(
        operation_id="league_season_plan", request=SeasonPlanningSerializer, responses={201: LeagueSeasonSerializer}
    )
    def post(self, request: Request, club: str, slug: str) -> Response:
        """Plan the next season, with the settings of the one before but for those that are given."""
        said = body_params(SeasonPlanningSerializer, request)
        season = season_plan_next(
            act=act_of_request(request),
            league=league_of(request, club, slug),
            name=said["name"],
            changes=said["settings"],
            seen=said["seen"],
        )
        return Response(LeagueSeasonSerializer(season).data, status=201)


class LeagueSeasonView(ApiView):
    @extend_schema(operation_id="league_season", responses=LeagueSeasonSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """One season with its settings."""
        return Response(LeagueSeasonSerializer(season_at(request, club, slug, number)).data)

    @extend_schema(
        operation_id="league_season_change", request=SeasonChangeSerializer, responses=LeagueSeasonSerializer
    )
    def patch(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Change settings before the season starts."""
        said = body_params(SeasonChangeSerializer, request)
        season = season_change(
            act=act_of_request(request),
            season=season_at(request, club, slug, number),
            name=said.get("name"),
            changes=said["settings"],
        )
        return Response(LeagueSeasonSerializer(season).data)


class LeagueSeasonStepView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_season_step", request=SeasonStepSerializer, responses=LeagueSeasonSerializer)
    def post(self, request: Request, club: str, slug: str, number: int, step: str) -> Response:
        """Take a step: `open`, `place` (with `seen` of the plan), `start`, `closing`, `close`, each with `-undo`, or
        `cancel`."""
        said = body_params(SeasonStepSerializer, request)
        act = act_of_request(request, why=said["why"])
        season = season_step_take(act=act, season=season_at(request, club, slug, number), step=step, seen=said["seen"])
        return Response(LeagueSeasonSerializer(season).data)


class PlacementPlanView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_season_placement", responses=PlacementPlanSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Who would play where, and why; nothing is written."""
        plan = placement_plan(act=act_of_request(request), season=season_at(request, club, slug, number))
        return Response(PlacementPlanSerializer(plan).data)


class LeagueDivisionsView(ApiView):
    @lists("league_divisions", DivisionSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """The divisions, from the highest, each with the event in which it is played."""
        return list_response(self, divisions_of(season_at(request, club, slug, number)), DivisionSerializer)


class LeagueHonoursView(ApiView):
    @lists("league_honours", HonourSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Champions, promoted and relegated players of a closed season."""
        return list_response(self, honours_of_season(season_at(request, club, slug, number)), HonourSerializer)


class MatchdaysView(ApiView):
    @lists("league_matchdays", MatchdaySerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """The windows that all divisions share."""
        return list_response(self, matchdays_of(season_at(request, club, slug, number)), MatchdaySerializer)


class MatchdayView(ApiView):
    is_public = False

    @extend_schema(
        operation_id="league_matchday_move",
        request=MatchdayMoveSerializer,
        responses=MatchdaySerializer(many=True),
    )
    def put(self, request: Request, club: str, slug: str, number: int, matchday: int) -> Response:
        """Move a matchday for all divisions; the answer is all of them."""
        said = body_params(MatchdayMoveSerializer, request)
        act = act_of_request(request, why=said.pop("why"))
        season = matchday_move(act=act, season=season_at(request, club, slug, number), number=matchday, **said)
        return Response(MatchdaySerializer(matchdays_of(season), many=True).data)


class DecidersView(ApiView):
    @lists("league_deciders", DeciderSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Ties that matter and play-offs, with what was decided."""
        return list_response(self, deciders_of(season_at(request, club, slug, number)), DeciderSerializer)


class DeciderView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_decide", request=LeagueDecisionSerializer, responses=DeciderSerializer)
    def post(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """Decide a tie or play-off, or arrange a game for it."""
        said = body_params(LeagueDecisionSerializer, request)
        given: dict[str, Any] = {
            "act": act_of_request(request, why=said["why"]),
            "season": season_at(request, club, slug, number),
            "key": key,
        }
        if said["how"] == "arrange":
            if "starts_at" not in said:
                text = _("Say when it is played.")
                raise Invalid("starts_at_missing", text, fields={"starts_at": text})
            decider_arrange(**given, starts_at=said["starts_at"])
        elif said["how"] == "hand":
            decider_by_hand(**given, order=said["order"])
        elif said["how"] == "lots":
            decider_by_lots(**given)
        else:
            decider_by_game(**given)
        return Response(DeciderSerializer(decider_by_key(given["season"], key)).data)

    @extend_schema(operation_id="league_decision_undo", request=SeasonStepSerializer, responses={204: None})
    def delete(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """Take a decision back, with a reason (`why` in the body)."""
        why = body_params(SeasonStepSerializer, request)["why"]
        act = act_of_request(request, why=why)
        decision_undo(act=act, season=season_at(request, club, slug, number), key=key)
        return Response(status=204)


class SeasonCorrectionView(ApiView):
    is_public = False

    @extend_schema(
        operation_id="league_season_correct",
        request=SeasonCorrectionSerializer,
        responses=ChangedPlaceSerializer(many=True),
    )
    def post(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Put a result of a closed season right, or say with `preview` what that would change. The answer is whose
        final place changes; nobody moves in a later season."""
        said = body_params(SeasonCorrectionSerializer, request)
        given: dict[str, Any] = {
            "act": act_of_request(request, why=said["why"]),
            "season": season_at(request, club, slug, number),
            "game_key": said["game"],
            "ruling": Ruling(kind=said["kind"], placing=said["placing"], submission_key=said["submission"]),
        }
        correction = correction_preview(**given) if said["preview"] else season_correct(**given, seen=said["seen"])
        return Response(ChangedPlaceSerializer(correction.places, many=True).data)
