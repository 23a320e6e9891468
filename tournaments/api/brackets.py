"""A bracket, and what an arbiter decides in it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import NotFound
from tournaments.api.lookups import visible_event, visible_match
from tournaments.api.serializers.brackets import (
    BracketSerializer,
    DecidedSerializer,
    DecisionOnMatchSerializer,
    MovedMatchesSerializer,
)
from tournaments.api.serializers.games import WhySerializer
from tournaments.selectors.events import stage_of
from tournaments.selectors.stages import bracket_stage
from tournaments.services.brackets.changes import moved_matches
from tournaments.services.brackets.decide import match_decide
from tournaments.services.brackets.follow import bracket_follow, bracket_moves
from tournaments.services.brackets.view import bracket_view
from tournaments.services.permissions import require_event


class BracketView(ApiView):
    @extend_schema(operation_id="bracket", responses=BracketSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The whole bracket, with what is known and what is still to be decided. 404 before it is drawn."""
        found = bracket_view(bracket_stage(visible_event(request, slug)))
        if found is None:
            raise NotFound("no_bracket", _("The bracket isn’t drawn yet."))
        return Response(BracketSerializer(found).data)


class BracketFollowView(ApiView):
    is_public = False

    @extend_schema(operation_id="bracket_moves", responses=MovedMatchesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The matches that would change for the rounds to follow corrected results; mostly none."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.PAIR)
        return Response(MovedMatchesSerializer({"moved": moved_matches(bracket_moves(stage_of(event)))}).data)

    @extend_schema(operation_id="bracket_follow", request=WhySerializer, responses=MovedMatchesSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Let the rounds follow: what doesn't stand is voided and kept, with a reason. Twice is once."""
        act = act_of_request(request, why=body_params(WhySerializer, request)["why"])
        moves = bracket_follow(act=act, stage=stage_of(visible_event(request, slug)))
        return Response(MovedMatchesSerializer({"moved": moved_matches(moves)}).data)


class MatchDecisionView(ApiView):
    @extend_schema(operation_id="match_decide", request=DecisionOnMatchSerializer, responses=DecidedSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Say who goes on from a match of a bracket, where its games don't. Results stay as they were played."""
        said = body_params(DecisionOnMatchSerializer, request)
        match = visible_match(request, key)
        act = act_of_request(request, why=said["why"])
        decided = match_decide(act=act, match_key=match.key, advances=said["goes_on"], by_lots=said["by_lots"])
        return Response(DecidedSerializer(decided).data)
