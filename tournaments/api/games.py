from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.documents import document_of
from games.api.serializers import FullResultSerializer, GameSerializer, SubmissionRowSerializer
from games.pages.refusals import refusal_of
from games.selectors.games import current_result, game_by_key, submissions_of
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.errors import envelope
from magistrar_site.shared.api.once import INVALID, KEY
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.parsers import UnreadBody
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import Invalid
from tournaments.api.corrections import conflict_shown, elsewhere_shown
from tournaments.api.lookups import require_visible
from tournaments.api.serializers.games import (
    DecidedSerializer,
    FullGameSerializer,
    GameNowSerializer,
    GameVariantsSerializer,
    HandedInSerializer,
    PlaceSerializer,
    RulingSerializer,
    WhySerializer,
)
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.selectors.sharing import is_withheld_game
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import Ruling, ruling_make
from tournaments.services.results.variants import game_variants_set

if TYPE_CHECKING:
    from games.models import Game, Submission

# Refused for what stands already, not for what was sent.
CONFLICTS = frozenset({"settled", "handed_in_elsewhere"})


class GameView(ApiView):
    @extend_schema(operation_id="game", responses=FullGameSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A game: its set-up, where it belongs, its current result with the engine's report, and how well each version
        that was handed in proves it."""
        game = game_by_key(key)
        result = current_result(game)
        match_game = match_game_by_game(key)
        require_visible(request, match_game.match)
        return Response(
            {
                **GameSerializer(game).data,
                "place": PlaceSerializer(match_game).data,
                "conflict": conflict_shown(request, match_game, game),
                "elsewhere": elsewhere_shown(request, match_game, game),
                "result": FullResultSerializer(result).data if result else None,
                "submissions": SubmissionRowSerializer(submissions_of(game), many=True).data,
            }
        )


class SubmissionsView(ApiView):
    scope = "submit"
    throttle_scope = "submission"
    parser_classes = [UnreadBody]
    answers_once = False

    @lists("submissions", SubmissionRowSerializer)
    def get(self, request: Request, key: str) -> Response:
        """All versions that were handed in for a game, oldest first, refused ones too."""
        if is_withheld_game(key):
            require_visible(request, match_game_by_game(key).match)
        return list_response(self, submissions_of(game_by_key(key)), SubmissionRowSerializer)

    @extend_schema(
        operation_id="submit",
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                str,
                OpenApiParameter.HEADER,
                required=True,
                description="1 to 80 visible ASCII characters: sent again with the same key, it is one submission.",
            )
        ],
        request={"application/json": OpenApiTypes.OBJECT, "application/octet-stream": OpenApiTypes.BINARY},
        responses={201: HandedInSerializer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Hand in a game: the body is the document itself, or `{"document": ...}`. What can't count is kept and refused
        with 422 (409 where the result stands already); the refusal has a member `submission` with the report."""
        submission = result_submit(
            act=act_of_request(request),
            game_key=key,
            body=document_of(request),
            idempotency_key=idempotency_key(request),
        )
        return handed_in(submission)


def idempotency_key(request: Request) -> str:
    """The header; Invalid (400) where it is missing or can't be kept."""
    key = request.headers.get("Idempotency-Key", "")
    if not KEY.fullmatch(key):
        code, message = (
            ("idempotency_key_invalid", INVALID)
            if key
            else ("idempotency_key_missing", _("Send a header Idempotency-Key, new for each thing you hand in."))
        )
        raise Invalid(code, message, fields={"Idempotency-Key": message}, status=400)
    return key


def handed_in(submission: Submission) -> Response:
    """201 for what counts; else the envelope, with the submission, as it is kept all the same."""
    shown = HandedInSerializer(submission).data
    if submission.accepted:
        return Response(shown, status=201)
    broken = [violation["message"] for violation in submission.report["violations"]]
    fields = {"document": broken[0]} if broken else {}
    status = 409 if submission.refusal in CONFLICTS else 422
    sentence = refusal_of(submission, submission.game)
    refusal: dict[str, Any] = envelope(submission.refusal, sentence, fields)
    return Response({**refusal, "submission": shown}, status=status)


class SubmissionConfirmView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="confirm", request=None, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The opponent says yes to what was handed in. Twice is once."""
        return state_of(result_confirm(act=act_of_request(request), submission_key=key))


class SubmissionDisputeView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="dispute", request=WhySerializer, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The opponent says no: an arbiter rules, or both hand in anew."""
        act = act_of_request(request, **body_params(WhySerializer, request))
        return state_of(result_dispute(act=act, submission_key=key))


class GameVariantsView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="game_variants_set", request=GameVariantsSerializer, responses=GameSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Say what the game is played with, as far as it lies on the table, where the event asks for it: a player of
        the match or the desk, before anything is handed in. What others said is replaced only where `replaces` names
        it; what a recorded part was played with is the desk's to correct. Twice is once."""
        said = body_params(GameVariantsSerializer, request)
        replaces = said.pop("replaces")
        game_variants_set(act=act_of_request(request), game_key=key, said=said, replaces=replaces)
        return Response(GameSerializer(game_by_key(key)).data)


class RulingView(ApiView):
    @extend_schema(operation_id="rule", request=RulingSerializer, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """An arbiter's ruling, with a reason, over whatever was handed in."""
        ruling = body_params(RulingSerializer, request)
        act, seen = act_of_request(request, why=ruling.pop("why")), ruling.pop("seen")
        return state_of(ruling_make(act=act, game_key=key, ruling=Ruling(**ruling), seen=seen))


class AnnulView(ApiView):
    @extend_schema(operation_id="annul", request=DecidedSerializer, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The game doesn't count; needs a reason."""
        return ruling_response(request, key, Ruling("annul"))


class ReopenView(ApiView):
    @extend_schema(operation_id="reopen", request=DecidedSerializer, responses=GameNowSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Take a settled result back; needs a reason. It has to be handed in or ruled anew."""
        return ruling_response(request, key, Ruling("reopen"))


def ruling_response(request: Request, key: str, ruling: Ruling) -> Response:
    """The decision is made, unless something changed since it was looked at."""
    said = body_params(DecidedSerializer, request)
    act = act_of_request(request, why=said["why"])
    return state_of(ruling_make(act=act, game_key=key, ruling=ruling, seen=said["seen"]))


def state_of(game: Game) -> Response:
    return Response(GameNowSerializer(game).data)
