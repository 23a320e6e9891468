from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.core.seats import seat_name
from games.engine.registry import DEFAULT_JUDGE, game_system
from games.enums import Action, GameState
from games.selectors.elsewhere import handed_in_elsewhere
from games.services.conflicts import conflict_of
from magistrar_site.accounts.api.authentication import act_of_request, actor_of
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.serializers.corrections import (
    AcceptedSerializer,
    DecisionSerializer,
    PreviewSerializer,
    SubmissionKeysSerializer,
)
from tournaments.api.serializers.games import GameNowSerializer
from tournaments.models import MatchGame
from tournaments.selectors.events import event_by_slug
from tournaments.services.permissions import allowed, require_event
from tournaments.services.results.confirm import result_accept
from tournaments.services.results.desk import results_accept
from tournaments.services.results.hand_in import event_of, game_seat_of
from tournaments.services.results.rule import Ruling, ruling_preview

if TYPE_CHECKING:
    from games.models import Game


class RulingPreviewView(ApiView):
    @extend_schema(operation_id="ruling_preview", request=DecisionSerializer, responses=PreviewSerializer)
    def post(self, request: Request, key: str) -> Response:
        """What a ruling, annulment or reopening would change, with all its refusals. Changes nothing."""
        wanted = body_params(DecisionSerializer, request)
        act = act_of_request(request, why=wanted.pop("why"))
        preview = ruling_preview(act=act, game_key=key, ruling=Ruling(**wanted))
        return Response(PreviewSerializer(preview, context={"scale": preview.scale}).data)


class SubmissionAcceptView(ApiView):
    @extend_schema(operation_id="accept", request=None, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The desk takes what one side handed in, in place of the opponent. Twice is once."""
        return Response(GameNowSerializer(result_accept(act=act_of_request(request), submission_key=key)).data)


class ResultsAcceptView(ApiView):
    @extend_schema(operation_id="results_accept", request=SubmissionKeysSerializer, responses=AcceptedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """The desk takes many at once. Each is for itself: one that is refused holds up no other."""
        act = act_of_request(request)
        require_event(act, event_by_slug(slug), Action.DESK)
        keys = body_params(SubmissionKeysSerializer, request)["submissions"]
        return Response(AcceptedSerializer(results_accept(act=act, games=[], submission_keys=keys)).data)


def elsewhere_shown(request: Request, match_game: MatchGame, game: Game) -> list[str]:
    """Keys of the other games for which a record of this one stands, for the staff; none for others."""
    if not allowed(actor_of(request), event_of(match_game), Action.DESK):
        return []
    return handed_in_elsewhere([game.pk]).get(game.pk, [])


def conflict_shown(request: Request, match_game: MatchGame, game: Game) -> dict[str, Any] | None:
    """Where the versions of a game part, for its players and the staff; None for others, and where they don't."""
    actor = actor_of(request)
    if game.state != GameState.CONFLICTING:
        return None
    if game_seat_of(actor, match_game) is None and not allowed(actor, event_of(match_game), Action.VIEW):
        return None
    found = conflict_of(game)
    if found is None:
        return None
    seat = found.difference.seat
    return {
        "first": found.first.key,
        "second": found.second.key,
        "what": found.difference.what,
        "part": found.difference.part,
        "seat": seat,
        **({"duel": found.difference.part} if game.system == DEFAULT_JUDGE else {}),
        "side": None if seat is None else seat_name(game_system(game.system).seat_names, seat),
        "position": found.difference.position,
        "first_says": found.difference.first,
        "second_says": found.difference.second,
    }
