"""The desk: results that are typed and taken back, calls for the arbiter, and appeals."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from tournaments.api.games import state_of
from tournaments.api.lookups import visible_event, visible_match
from tournaments.api.serializers.desk import (
    AppealReasonSerializer,
    AppealSerializer,
    CallSerializer,
    EnteredSerializer,
    EntryOfDeskSerializer,
    TypedResultsSerializer,
)
from tournaments.api.serializers.games import GameNowSerializer
from tournaments.api.serializers.rounds import StageFilterSerializer
from tournaments.models import ArbiterCall
from tournaments.selectors.attention import open_calls
from tournaments.selectors.stages import round_numbered, stage_numbered
from tournaments.services.calls import arbiter_call, arbiter_call_close, arbiter_call_take, arbiter_call_withdraw
from tournaments.services.permissions import require_event
from tournaments.services.results.appeal import appeal_dismiss, appeal_make
from tournaments.services.results.enter import results_enter
from tournaments.services.results.take_back import accept_undo, entry_undo


class ResultsEnterView(ApiView):
    @extend_schema(
        operation_id="results_enter",
        parameters=[StageFilterSerializer],
        request=TypedResultsSerializer,
        responses=EnteredSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Enter results as they are typed at the desk. Each line is for itself: one that is refused holds up no other,
        and an entry that is there already is replaced only where `replaces` names it."""
        said = body_params(TypedResultsSerializer, request)
        event, act = visible_event(request, slug), act_of_request(request)
        require_event(act, event, Action.DESK)
        stage = stage_numbered(event, query_params(StageFilterSerializer, request)["stage"])
        round_ = round_numbered(stage, number, with_drafts=False)
        outcome = results_enter(act=act, round_=round_, text=said["text"], seen=said["replaces"])
        return Response(EnteredSerializer(outcome).data)


class EntryUndoView(ApiView):
    @extend_schema(operation_id="entry_undo", request=EntryOfDeskSerializer, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Take back what the desk entered: what stood before stands again."""
        entry = body_params(EntryOfDeskSerializer, request)["entry"]
        return state_of(entry_undo(act=act_of_request(request), game_key=key, entry=entry))


class AcceptUndoView(ApiView):
    @extend_schema(operation_id="accept_undo", request=None, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Take back the desk's yes to what a player handed in."""
        return state_of(accept_undo(act=act_of_request(request), submission_key=key))


class MatchCallView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="arbiter_call", request=None, responses=CallSerializer)
    def post(self, request: Request, key: str) -> Response:
        """A player of the match calls the arbiter to the table. Twice, or by both, is once."""
        match = visible_match(request, key)
        return _call(arbiter_call(act=act_of_request(request), match_key=match.key))

    @extend_schema(operation_id="arbiter_call_withdraw", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """The player who called doesn't need the arbiter any more. Twice is once."""
        match = visible_match(request, key)
        arbiter_call_withdraw(act=act_of_request(request), match_key=match.key)
        return Response(status=204)


class CallsView(ApiView):
    is_public = False

    @lists("arbiter_calls", CallSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The calls that nobody has closed yet, the oldest first; for the event's staff."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.VIEW)
        return list_response(self, open_calls(event).select_related("match", "entry"), CallSerializer)


class CallTakeView(ApiView):
    @extend_schema(operation_id="arbiter_call_take", request=None, responses=CallSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Go to the table: the first who says so does. Twice is once."""
        return _call(arbiter_call_take(act=act_of_request(request), key=key))


class CallCloseView(ApiView):
    @extend_schema(operation_id="arbiter_call_close", request=None, responses=CallSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The arbiter was there. Twice is once."""
        return _call(arbiter_call_close(act=act_of_request(request), key=key))


class AppealView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="appeal", request=AppealReasonSerializer, responses={201: AppealSerializer})
    def post(self, request: Request, key: str) -> Response:
        """A player appeals the decision about their game, once. An arbiter who doesn't play in it answers: by another
        ruling, or because the decision stands."""
        act = act_of_request(request, **body_params(AppealReasonSerializer, request))
        return Response(AppealSerializer(appeal_make(act=act, game_key=key)).data, status=201)


class AppealDismissView(ApiView):
    @extend_schema(operation_id="appeal_dismiss", request=AppealReasonSerializer, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The decision stands, for a reason that the player reads."""
        act = act_of_request(request, **body_params(AppealReasonSerializer, request))
        return state_of(appeal_dismiss(act=act, game_key=key))


def _call(call: ArbiterCall) -> Response:
    return Response(CallSerializer(call).data)
