"""The players of a season: answers, sign-up, newcomers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leagues.api.lookups import season_at
from leagues.api.serializers import (
    SeasonAnswerSerializer,
    SeasonEntryChangeSerializer,
    SeasonEntrySerializer,
    SeasonLeaveSerializer,
    SeasonNamesSerializer,
    SeasonSignedUpSerializer,
    SeasonSignUpSerializer,
    SeasonTakeOverSerializer,
)
from leagues.enums import Answer, LeagueAction
from leagues.models import SeasonEntry
from leagues.selectors.seasons import entries_of_season, season_entry_by_key
from leagues.services.entries.answer import season_answer
from leagues.services.entries.leave import player_leave
from leagues.services.entries.move import player_move
from leagues.services.entries.seed import newcomer_remove, newcomer_seed, reserve_set
from leagues.services.entries.sign_up import claim_decide, players_add, season_sign_up
from leagues.services.entries.take_over import reserve_take_over
from leagues.services.permissions import require_league
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from magistrar_site.shared.errors import NotFound


def _entry_at(request: Request, club: str, slug: str, number: int, key: str) -> SeasonEntry:
    entry = season_entry_by_key(key)
    if entry.season_id != season_at(request, club, slug, number).pk:
        raise NotFound("no_such_entry", _("There is no such player in this season."))
    return entry


class SeasonEntriesView(ApiView):
    is_public = False

    @lists("league_season_entries", SeasonEntrySerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Everybody who was asked or signed up, for the league's staff."""
        season = season_at(request, club, slug, number)
        require_league(act_of_request(request), season.league, LeagueAction.VIEW)
        return list_response(self, entries_of_season(season), SeasonEntrySerializer)

    @extend_schema(
        operation_id="league_season_entries_add",
        request=SeasonNamesSerializer,
        responses={201: SeasonEntrySerializer(many=True)},
    )
    def post(self, request: Request, club: str, slug: str, number: int) -> Response:
        """Enter players by name. Those who are on the list already are left out."""
        said = body_params(SeasonNamesSerializer, request)
        choices = {int(line): chosen for line, chosen in said["choices"].items() if line.isdecimal() and len(line) < 6}
        entries = players_add(
            act=act_of_request(request),
            season=season_at(request, club, slug, number),
            text=said["names"],
            choices=choices,
            is_reserve=said["is_reserve"],
        )
        return Response(SeasonEntrySerializer(entries, many=True).data, status=201)


class SeasonSignUpView(ApiView):
    scope = "submit"
    keeps_secret = True
    answers_once = False
    throttle_scope = "sign_up"

    @extend_schema(
        operation_id="league_season_sign_up",
        request=SeasonSignUpSerializer,
        responses={201: SeasonSignedUpSerializer},
    )
    def post(self, request: Request, club: str, slug: str, number: int) -> Response:
        """A player signs up: an account as its own player."""
        said = body_params(SeasonSignUpSerializer, request)
        signed_up = season_sign_up(act=act_of_request(request), season=season_at(request, club, slug, number), **said)
        return Response(SeasonSignedUpSerializer(signed_up).data, status=201)


class SeasonAnswerView(ApiView):
    scope = "submit"
    is_public = False

    @extend_schema(operation_id="league_season_answer", request=SeasonAnswerSerializer, responses=SeasonEntrySerializer)
    def put(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """A player says whether they take part, by account or personal link."""
        answer = Answer(body_params(SeasonAnswerSerializer, request)["answer"])
        entry = _entry_at(request, club, slug, number, key)
        season_answer(act=act_of_request(request), entry=entry, answer=answer)
        return Response(SeasonEntrySerializer(season_entry_by_key(key)).data)


class SeasonEntryView(ApiView):
    is_public = False

    @extend_schema(
        operation_id="league_season_entry_change",
        request=SeasonEntryChangeSerializer,
        responses=SeasonEntrySerializer,
    )
    def patch(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """What the staff decides about a player; what is given changes."""
        said = body_params(SeasonEntryChangeSerializer, request)
        act, entry = act_of_request(request, why=said["why"]), _entry_at(request, club, slug, number, key)
        if "answer" in said:
            season_answer(act=act, entry=entry, answer=Answer(said["answer"]))
        if "is_reserve" in said:
            reserve_set(act=act, entry=entry, is_reserve=said["is_reserve"])
        if "seeded" in said:
            newcomer_seed(act=act, entry=entry, division=said["seeded"])
        if "is_player" in said:
            claim_decide(act=act, entry=entry, is_player=said["is_player"])
        if "moved_to" in said:
            player_move(act=act, entry=entry, division=said["moved_to"], seen=said["seen"])
        return Response(SeasonEntrySerializer(season_entry_by_key(key)).data)

    @extend_schema(operation_id="league_season_entry_remove", responses={204: None})
    def delete(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """Take a newcomer off the list. Twice is once."""
        newcomer_remove(act=act_of_request(request), entry=_entry_at(request, club, slug, number, key))
        return Response(status=204)


class SeasonLeaveView(ApiView):
    is_public = False

    @extend_schema(operation_id="league_season_leave", request=SeasonLeaveSerializer, responses=SeasonEntrySerializer)
    def post(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """A player withdraws from a running season. A reserve can still go on in their place. Twice is once."""
        said = body_params(SeasonLeaveSerializer, request)
        player_leave(act=act_of_request(request, why=said["why"]), entry=_entry_at(request, club, slug, number, key))
        return Response(SeasonEntrySerializer(season_entry_by_key(key)).data)


class SeasonTakeOverView(ApiView):
    is_public = False

    @extend_schema(
        operation_id="league_season_take_over", request=SeasonTakeOverSerializer, responses=SeasonEntrySerializer
    )
    def post(self, request: Request, club: str, slug: str, number: int, key: str) -> Response:
        """A reserve goes on in a player's place; answers with the reserve. Needs a reason. Twice is once."""
        said = body_params(SeasonTakeOverSerializer, request)
        reserve = reserve_take_over(
            act=act_of_request(request, why=said["why"]),
            entry=_entry_at(request, club, slug, number, key),
            reserve=_entry_at(request, club, slug, number, said["reserve"]),
        )
        return Response(SeasonEntrySerializer(reserve).data)
