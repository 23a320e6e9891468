"""Who a player is: the name, those before it, players who are the same person."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import PlayerSerializer
from games.selectors.people import former_name_by_key, former_names_of
from games.selectors.players import player_by_key, player_named
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import body_params, query_params
from privacy.api.serializers import (
    FormerNameSerializer,
    MergeLookSerializer,
    MergePreviewSerializer,
    MergeSerializer,
    NewMergeSerializer,
    NewNameSerializer,
    SameSerializer,
)
from privacy.api.views import PersonView
from privacy.selectors.people import merge_by_key, merge_request_by_key, merge_requests_of, merges_into
from privacy.services.merging.ask import merge_ask, merge_request_refuse, merge_request_withdraw
from privacy.services.merging.merge import players_merge
from privacy.services.merging.preview import merge_preview
from privacy.services.merging.undo import merge_undo
from privacy.services.permissions import account_of, require_naming
from tournaments.services.player_names import former_name_erased_by, player_renamed_by


class IdentityView(PersonView):
    throttle_scope = None


class PlayerNameView(IdentityView):
    @extend_schema(operation_id="player_rename", request=NewNameSerializer, responses=PlayerSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Call a player something else, everywhere at once. The same name twice is once."""
        wanted = body_params(NewNameSerializer, request)
        player_renamed_by(act=act_of_request(request), player=player_by_key(key), name=wanted["name"])
        return Response(PlayerSerializer(player_by_key(key)).data)


class FormerNamesView(IdentityView):
    @lists("former_names", FormerNameSerializer)
    def get(self, request: Request, key: str) -> Response:
        """What a player was called before, the newest first: for those who enter players in the club."""
        player = player_by_key(key)
        require_naming(act_of_request(request), player)
        return list_response(self, former_names_of(player), FormerNameSerializer)


class FormerNameView(IdentityView):
    @extend_schema(operation_id="former_name_forget", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Forget a name that a player had before."""
        former_name_erased_by(act=act_of_request(request), former=former_name_by_key(key))
        return Response(status=204)


class MergePreviewView(IdentityView):
    @extend_schema(
        operation_id="player_merge_preview", parameters=[MergeLookSerializer], responses=MergePreviewSerializer
    )
    def get(self, request: Request, key: str) -> Response:
        """What would follow if another player were the same person as this one, who stays. Changes nothing."""
        other = query_params(MergeLookSerializer, request)["other"]
        preview = merge_preview(act=act_of_request(request), player=player_by_key(other), into=player_by_key(key))
        return Response(MergePreviewSerializer(preview).data)


class MergesView(IdentityView):
    @lists("player_merges", MergeSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Players who turned out to be this one, the newest first: for those who enter players in the club."""
        player = player_by_key(key)
        require_naming(act_of_request(request), player)
        return list_response(self, merges_into(player), MergeSerializer)

    @extend_schema(operation_id="player_merge", request=NewMergeSerializer, responses={201: MergeSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Make another player one with this one, who stays. Twice is once."""
        wanted: dict[str, Any] = body_params(NewMergeSerializer, request)
        merge = players_merge(
            act=act_of_request(request),
            player=player_named(wanted["other"]),
            into=player_by_key(key),
            seen=wanted.get("seen"),
        )
        return Response(MergeSerializer(merge).data, status=201)


class MergeView(IdentityView):
    @extend_schema(operation_id="player_merge_undo", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Make them two players again. Twice is once."""
        merge_undo(act=act_of_request(request), merge=merge_by_key(key))
        return Response(status=204)


class SameView(PersonView):
    scope = "submit"

    @extend_schema(operation_id="player_same", request=None, responses={201: SameSerializer})
    def post(self, request: Request, key: str) -> Response:
        """The account says that its player and this one are the same person; an organiser answers. Twice is once."""
        asked = merge_ask(act=act_of_request(request), other=player_by_key(key))
        return Response(SameSerializer(asked).data, status=201)


class MySameView(PersonView):
    throttle_scope = None

    @lists("my_same", SameSerializer)
    def get(self, request: Request) -> Response:
        """What the account has said of players who are the same person, newest first."""
        return list_response(self, merge_requests_of(account_of(act_of_request(request))), SameSerializer)


class SameRequestView(PersonView):
    @extend_schema(operation_id="same_withdraw", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Take an own request back before it is answered."""
        merge_request_withdraw(act=act_of_request(request), request=merge_request_by_key(key))
        return Response(status=204)

    @extend_schema(operation_id="same_refuse", request=None, responses={204: None})
    def post(self, request: Request, key: str) -> Response:
        """Say that they are two people: for those who enter players in the club of one of them."""
        merge_request_refuse(act=act_of_request(request), request=merge_request_by_key(key))
        return Response(status=204)
