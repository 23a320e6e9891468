"""Rounds beyond pairing and publishing: changes by hand, states, the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.acts import Act
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from tournaments.api.lookups import visible_match, visible_round
from tournaments.api.rounds.pairings import full_round
from tournaments.api.serializers.round_changes import (
    AgreedTimeSerializer,
    ChangeSerializer,
    ClockOrderSerializer,
    RoundDeskSerializer,
    SeenSerializer,
    place_of,
)
from tournaments.api.serializers.rounds import FullRoundSerializer, MatchSerializer, StageFilterSerializer
from tournaments.enums import RoundAction
from tournaments.models import Round
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.fixtures.staff import fixture_time_set
from tournaments.services.permissions import require_event
from tournaments.services.rounds.change import (
    bye_give,
    entries_pair,
    entries_swap,
    match_move,
    match_turn,
    match_unpair,
)
from tournaments.services.rounds.clock import clock_extend, clock_pause, clock_set, clock_start
from tournaments.services.rounds.states import round_close, round_reopen, round_start
from tournaments.services.rounds.times import round_schedule
from tournaments.services.rounds.undo import round_undo
from tournaments.services.rounds.warnings import pairing_warnings

Step = Callable[[Act, Round, dict[str, Any]], object]

CHANGES: Mapping[str, Step] = {
    RoundAction.SWAP: lambda act, round_, said: entries_swap(
        act=act, round_=round_, first=said["entries"][0], second=said["entries"][1], seen=said["seen"]
    ),
    RoundAction.PAIR: lambda act, round_, said: entries_pair(
        act=act,
        round_=round_,
        entries=said["entries"],
        table=said["table"],
        seen=said["seen"],
    ),
    RoundAction.BYE: lambda act, round_, said: bye_give(
        act=act, round_=round_, entry=said["entries"][0], kind=said["kind"], seen=said["seen"]
    ),
    RoundAction.TURN: lambda act, round_, said: match_turn(
        act=act, round_=round_, match=said["match"], seen=said["seen"]
    ),
    RoundAction.UNPAIR: lambda act, round_, said: match_unpair(
        act=act, round_=round_, match=said["match"], seen=said["seen"]
    ),
    RoundAction.MOVE: lambda act, round_, said: match_move(
        act=act, round_=round_, match=said["match"], table=said["table"], seen=said["seen"]
    ),
}
CLOCK: Mapping[str, Step] = {
    "set": lambda act, round_, said: clock_set(act=act, round_=round_, minutes=said["minutes"]),
    "start": lambda act, round_, said: clock_start(act=act, round_=round_),
    "pause": lambda act, round_, said: clock_pause(act=act, round_=round_),
    "extend": lambda act, round_, said: clock_extend(act=act, round_=round_, minutes=said["minutes"]),
    "schedule": lambda act, round_, said: round_schedule(
        act=act, round_=round_, starts_at=said["starts_at"], ends_at=said.get("ends_at", UNSET)
    ),
}


def _round(request: Request, slug: str, number: int) -> Round:
    return visible_round(request, slug, number, query_params(StageFilterSerializer, request)["stage"])


def desk_of(round_: Round) -> dict[str, Any]:
    """A round as its staff sees it."""
    round_.refresh_from_db()
    round_.warnings = pairing_warnings(round_)  # type: ignore[attr-defined] # for the serializer
    return dict(RoundDeskSerializer(round_).data)


class RoundDeskView(ApiView):
    is_public = False

    @extend_schema(operation_id="round_desk", parameters=[StageFilterSerializer], responses=RoundDeskSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The round's version, clock, the system's own pairing, and what differs from it or breaks a rule."""
        round_ = _round(request, slug, number)
        require_event(act_of_request(request), round_.stage.event, Action.VIEW)
        return Response(desk_of(round_))


class RoundChangesView(ApiView):
    @extend_schema(
        operation_id="round_change",
        parameters=[StageFilterSerializer],
        request=ChangeSerializer,
        responses=RoundDeskSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Change the pairings by hand: freely in a draft, with a reason once published."""
        said, round_ = body_params(ChangeSerializer, request), _round(request, slug, number)
        CHANGES[said["change"]](act_of_request(request, why=said["why"]), round_, said)
        return Response(desk_of(round_))


class RoundClockView(ApiView):
    @extend_schema(
        operation_id="round_clock",
        parameters=[StageFilterSerializer],
        request=ClockOrderSerializer,
        responses=RoundDeskSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Set, start, pause or extend the round's clock, or say when the round starts."""
        said, round_ = body_params(ClockOrderSerializer, request), _round(request, slug, number)
        CLOCK[said["do"]](act_of_request(request, why=said["why"]), round_, said)
        return Response(desk_of(round_))


class MatchTimeView(ApiView):
    @extend_schema(operation_id="match_time", request=AgreedTimeSerializer, responses=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Note down when the two of a match agreed to play, or take it back. Its games and their ratings follow."""
        said = body_params(AgreedTimeSerializer, request)
        act = act_of_request(request, why=said["why"])
        place = place_of(said["place"]) if "place" in said else UNSET
        fixture_time_set(act=act, match=visible_match(request, key), agreed_at=said["agreed_at"], place=place)
        return Response(MatchSerializer(match_by_key(key)).data)


class RoundStateView(ApiView):
    """A step from one state of a round to the next; each has an address of its own."""

    step: Step

    def answer(self, request: Request, slug: str, number: int) -> Response:
        said, round_ = body_params(SeenSerializer, request), _round(request, slug, number)
        type(self).step(act_of_request(request, why=said["why"]), round_, said)
        round_.refresh_from_db()
        return Response(full_round(round_))


class RoundStartView(RoundStateView):
    step = staticmethod(lambda act, round_, said: round_start(act=act, round_=round_))

    @extend_schema(
        operation_id="round_start",
        parameters=[StageFilterSerializer],
        request=SeenSerializer,
        responses=FullRoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """The round runs, and so does a clock that is set. Twice is once."""
        return self.answer(request, slug, number)


class RoundCloseView(RoundStateView):
    step = staticmethod(lambda act, round_, said: round_close(act=act, round_=round_))

    @extend_schema(
        operation_id="round_close",
        parameters=[StageFilterSerializer],
        request=SeenSerializer,
        responses=FullRoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """All is played. Twice is once."""
        return self.answer(request, slug, number)


class RoundReopenView(RoundStateView):
    step = staticmethod(lambda act, round_, said: round_reopen(act=act, round_=round_))

    @extend_schema(
        operation_id="round_reopen",
        parameters=[StageFilterSerializer],
        request=SeenSerializer,
        responses=FullRoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take a closed round up again, with a reason. Twice is once."""
        return self.answer(request, slug, number)


class RoundUndoView(RoundStateView):
    step = staticmethod(lambda act, round_, said: round_undo(act=act, round_=round_, seen=said["seen"]))

    @extend_schema(
        operation_id="round_undo",
        parameters=[StageFilterSerializer],
        request=SeenSerializer,
        responses=FullRoundSerializer,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take the newest round back as a whole, with a reason where results were handed in."""
        return self.answer(request, slug, number)
