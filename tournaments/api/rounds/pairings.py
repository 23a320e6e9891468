from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from tournaments.api.lookups import sees_drafts, visible_event, visible_match, visible_round
from tournaments.api.rounds.pairing_jobs import PairingJobSerializer
from tournaments.api.serializers.games import WhySerializer
from tournaments.api.serializers.rounds import (
    FullRoundSerializer,
    MatchSerializer,
    PairingOrderSerializer,
    RoundSerializer,
    StageFilterSerializer,
)
from tournaments.api.serializers.scores import SCORE
from tournaments.models import PairingJob, Round
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.matches import is_idle, matches_of
from tournaments.selectors.stages import stage_numbered
from tournaments.services.rounds.pairing_jobs import round_pair_ask
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.undo import round_discard


def full_round(round_: Round) -> dict[str, Any]:
    """A round with its matches by table."""
    return {**RoundSerializer(round_).data, "matches": MatchSerializer(matches_of(round_), many=True).data}


class RoundsView(ApiView):
    @lists("rounds", RoundSerializer, StageFilterSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The rounds of a stage; drafts only for the event's staff."""
        event = visible_event(request, slug)
        stage = stage_numbered(event, query_params(StageFilterSerializer, request)["stage"])
        rounds = rounds_of(stage, with_drafts=sees_drafts(request, event)).select_related("stage")
        return list_response(self, rounds, RoundSerializer)

    @extend_schema(
        operation_id="round_pair",
        request=PairingOrderSerializer,
        responses={200: FullRoundSerializer, 202: PairingJobSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Pair a round as a draft, whole or not at all. Twice is once. A large field is paired in the background: the
        answer is then 202, and `rounds/{number}/pairing/` says how it goes."""
        wanted = body_params(PairingOrderSerializer, request)
        event = visible_event(request, slug)
        act = act_of_request(request, why=wanted.get("why", ""))
        asked_for = round_pair_ask(act=act, stage=stage_of(event), number=wanted["number"])
        if isinstance(asked_for, PairingJob):
            return Response(PairingJobSerializer(asked_for).data, status=202)
        return Response(full_round(asked_for))


class RoundView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="round", parameters=[StageFilterSerializer], responses=FullRoundSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """A round with its pairings, results and byes."""
        stage = query_params(StageFilterSerializer, request)["stage"]
        return Response(full_round(visible_round(request, slug, number, stage)))

    @extend_schema(operation_id="round_discard", parameters=[StageFilterSerializer], responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Throw a draft away."""
        stage = query_params(StageFilterSerializer, request)["stage"]
        round_discard(act=act_of_request(request), round_=visible_round(request, slug, number, stage))
        return Response(status=204)

    def csv_rows(self, shown: dict[str, Any]) -> Iterator[list[object]]:
        result = ["kind", "winner", "grade", f"{SCORE}_white", f"{SCORE}_black"]
        yield ["table", "white", "black", "bye", "game", "state", *result]
        for match in shown["matches"]:
            if is_idle(match["bye"], match["bracket"]):
                continue
            names = [seat["player"]["name"] for seat in match["seats"]]
            white, black = [*names, "", ""][:2]
            for game in match["games"] or [None]:
                yield [match["table"], white, black, match["bye"], *_csv_game(game)]


def _csv_game(game: dict[str, Any] | None) -> list[object]:
    if game is None or game["result"] is None:
        return [game["key"] if game else "", game["state"] if game else "", "", "", "", "", ""]
    result = game["result"]
    scores = [seat["numbers"].get(SCORE) for seat in result["seats"]]
    counted = [result["kind"], result["winner"], result["grade"], *scores]
    return [game["key"], game["state"], *counted]


class RoundPublishView(ApiView):
    @extend_schema(
        operation_id="round_publish",
        parameters=[StageFilterSerializer],
        request=WhySerializer,
        responses=FullRoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Show a draft to everybody and arrange its games. Twice is once. 409 `results_changed` where results that it
        rests on changed since, unless `why` says why it stays."""
        stage = query_params(StageFilterSerializer, request)["stage"]
        act = act_of_request(request, why=body_params(WhySerializer, request)["why"])
        round_ = round_publish(act=act, round_=visible_round(request, slug, number, stage))
        return Response(full_round(round_))


class MatchView(ApiView):
    @extend_schema(operation_id="match", responses=MatchSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One match with its seats and games."""
        return Response(MatchSerializer(visible_match(request, key)).data)
