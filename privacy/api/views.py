from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.clubs import club_by_slug
from games.selectors.players import player_by_key
from magistrar_site.accounts.api.authentication import act_of_request, require_scope
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from privacy.api.serializers import (
    AnswerSerializer,
    ClaimSerializer,
    ClaimToAnswerSerializer,
    DeletionSerializer,
    DeletionStateSerializer,
    PasswordSerializer,
)
from privacy.models import ErasureRequest
from privacy.selectors.people import (
    claim_by_key,
    claims_of_account,
    claims_to_answer,
    erasure_of_account,
    erasure_of_player,
)
from privacy.services.claims import claim_answer, claim_ask, claim_undo, claim_withdraw
from privacy.services.exporting import account_export, player_export
from privacy.services.permissions import account_of, require_handling, require_organiser
from privacy.services.requests import (
    account_erasure_ask,
    account_erasure_cancel,
    player_erasure_ask,
    player_erasure_cancel,
)


class PersonView(ApiView):
    """Of people's own data nothing is public, and nothing may be kept on the way."""

    is_public = False
    keeps_secret = True
    answers_once = False  # asked twice is once by itself, and no digest of a password is kept
    throttle_scope: str | None = "person"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """A token that may only read reads what is public."""
        super().initial(request, *args, **kwargs)
        require_scope(request, self.scope)


def _state(request: ErasureRequest | None) -> Response:
    return Response({"deletion": DeletionSerializer(request).data if request is not None else None})


class MyDataView(PersonView):
    @extend_schema(operation_id="my_data", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """All that is held of the account and its player: `format`, `about`, and a list for each kind of row."""
        return Response(account_export(act=act_of_request(request)))


class MyDeletionView(PersonView):
    @extend_schema(operation_id="my_deletion", responses=DeletionStateSerializer)
    def get(self, request: Request) -> Response:
        """When the account is deleted, where that was asked for."""
        return _state(erasure_of_account(account_of(act_of_request(request))))

    @extend_schema(operation_id="my_deletion_ask", request=PasswordSerializer, responses={202: DeletionStateSerializer})
    def post(self, request: Request) -> Response:
        """Ask for the account and its player to be deleted. Done after a day; 14 days after a claim was agreed to."""
        wanted = body_params(PasswordSerializer, request)
        requested = account_erasure_ask(act=act_of_request(request), password=wanted["password"])
        return Response({"deletion": DeletionSerializer(requested).data}, status=202)

    @extend_schema(operation_id="my_deletion_cancel", responses={204: None})
    def delete(self, request: Request) -> Response:
        """The account stays after all. Twice is once."""
        account_erasure_cancel(act=act_of_request(request))
        return Response(status=204)


class PlayerDataView(PersonView):
    @extend_schema(operation_id="player_data", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, key: str) -> Response:
        """All that is held of a player without an account, for those who run every club where the player has
        played."""
        return Response(player_export(act=act_of_request(request), player=player_by_key(key)))


class PlayerDeletionView(PersonView):
    @extend_schema(operation_id="player_deletion", responses=DeletionStateSerializer)
    def get(self, request: Request, key: str) -> Response:
        """When the player is deleted, where that was asked for."""
        player = player_by_key(key)
        require_handling(act_of_request(request), player)
        return _state(erasure_of_player(player))

    @extend_schema(
        operation_id="player_deletion_ask", request=PasswordSerializer, responses={202: DeletionStateSerializer}
    )
    def post(self, request: Request, key: str) -> Response:
        """Ask for the person behind a player to be deleted: the player stays under a ghost name. Done after a day."""
        wanted = body_params(PasswordSerializer, request)
        requested = player_erasure_ask(
            act=act_of_request(request), player=player_by_key(key), password=wanted["password"]
        )
        return Response({"deletion": DeletionSerializer(requested).data}, status=202)

    @extend_schema(operation_id="player_deletion_cancel", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """The player stays after all. Twice is once."""
        player_erasure_cancel(act=act_of_request(request), player=player_by_key(key))
        return Response(status=204)


class PlayerClaimView(PersonView):
    scope = "submit"

    @extend_schema(operation_id="player_claim", request=None, responses={201: ClaimSerializer})
    def post(self, request: Request, key: str) -> Response:
        """The account says that it is this player; an organiser answers. Twice is once."""
        claim = claim_ask(act=act_of_request(request), player=player_by_key(key))
        return Response(ClaimSerializer(claim).data, status=201)


class PlayerAccountView(PersonView):
    @extend_schema(operation_id="player_claim_undo", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Take the account off a player again, within 14 days after an organiser agreed. Twice is once."""
        claim_undo(act=act_of_request(request), player=player_by_key(key))
        return Response(status=204)


class MyClaimsView(PersonView):
    throttle_scope = None

    @lists("my_claims", ClaimSerializer)
    def get(self, request: Request) -> Response:
        """The requests of the account, newest first."""
        return list_response(self, claims_of_account(account_of(act_of_request(request))), ClaimSerializer)


class ClubClaimsView(PersonView):
    throttle_scope = None

    @lists("club_claims", ClaimToAnswerSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Claims that wait for an answer of the club's organisers, oldest first."""
        club = club_by_slug(slug)
        require_organiser(act_of_request(request), club)
        return list_response(self, claims_to_answer(club), ClaimToAnswerSerializer)


class ClaimView(PersonView):
    @extend_schema(operation_id="claim_answer", request=AnswerSerializer, responses=ClaimSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Agree that the account is the player, or refuse. The same answer twice is once."""
        wanted: dict[str, Any] = body_params(AnswerSerializer, request)
        claim = claim_answer(act=act_of_request(request), claim=claim_by_key(key), agrees=wanted["agrees"])
        return Response(ClaimSerializer(claim).data)

    @extend_schema(operation_id="claim_withdraw", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Take an own claim back before it is answered."""
        claim_withdraw(act=act_of_request(request), claim=claim_by_key(key))
        return Response(status=204)
