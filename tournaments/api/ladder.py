"""Ladders: the order, challenges, answers, holidays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.tables import TABLE_RENDERERS
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.lookups import entry_of_event, visible_event
from tournaments.api.serializers.ladder import (
    ChallengeOrderSerializer,
    ChallengeRulingSerializer,
    ChallengeSerializer,
    HolidaySerializer,
    LadderSerializer,
    OwnLadderSerializer,
    ShiftsSerializer,
)
from tournaments.enums import ChallengeOutcome
from tournaments.models import Challenge, Entry
from tournaments.selectors.events import entry_by_key
from tournaments.selectors.ladder import ladder_now, ladder_stage
from tournaments.selectors.ladder_views import challenge_view, ladder_view, own_ladder
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make, challenge_withdraw
from tournaments.services.ladder.holidays import holiday_end, holiday_take
from tournaments.services.ladder.locked import challenge_by_key, require_player
from tournaments.services.ladder.roster import ladder_leave, ladder_return
from tournaments.services.ladder.rule import challenge_rule, challenge_rule_preview


def challenge_data(challenge: Challenge) -> dict[str, object]:
    """A challenge as it stands now."""
    now = ladder_now(ladder_stage(challenge.stage.event), timezone.now())
    data: dict[str, object] = ChallengeSerializer(challenge_view(now, now.ladder.challenges[challenge.key])).data
    return data


class LadderView(ApiView):
    renderer_classes = TABLE_RENDERERS

    @extend_schema(operation_id="ladder", responses=LadderSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The order of the event's ladder, its open challenges, what was decided and who moved lately."""
        view = ladder_view(ladder_stage(visible_event(request, slug)))
        return Response(LadderSerializer(view).data)

    def csv_rows(self, ladder: dict[str, Any]) -> Iterator[list[object]]:
        yield ["place", "player", "name", "moved", "away", "games", "wins"]
        for row in ladder["rows"]:
            said = [row["place"], row["player"]["key"], row["player"]["name"], row["moved"]]
            yield [*said, int(row["is_away"]), row["games"], row["wins"]]


class ChallengesView(ApiView):
    scope = "submit"

    @extend_schema(
        operation_id="challenge_make", request=ChallengeOrderSerializer, responses={201: ChallengeSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Challenge a player: by the challenger's own link or account, or by who pairs the event. Twice is once."""
        said, event = body_params(ChallengeOrderSerializer, request), visible_event(request, slug)
        two = {name: entry_of_event(event, key) for name, key in said.items()}
        made = challenge_make(act=act_of_request(request), stage=ladder_stage(event), **two)
        return Response(challenge_data(made), status=201)


class _AnswerView(ApiView):
    scope = "submit"
    service: ClassVar[Callable[..., Challenge]]

    def _answer(self, request: Request, key: str) -> Response:
        done = type(self).service(act=act_of_request(request), challenge=challenge_by_key(key))
        return Response(challenge_data(done))


class ChallengeAcceptView(_AnswerView):
    service = challenge_accept

    @extend_schema(operation_id="challenge_accept", request=None, responses=ChallengeSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Accept a challenge: the two have a match from now on. Twice is once."""
        return self._answer(request, key)


class ChallengeDeclineView(_AnswerView):
    service = challenge_decline

    @extend_schema(operation_id="challenge_decline", request=None, responses=ChallengeSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Decline a challenge, or give it up: it counts as won by the challenger, and isn't rated. Twice is once."""
        return self._answer(request, key)


class ChallengeWithdrawView(_AnswerView):
    service = challenge_withdraw

    @extend_schema(operation_id="challenge_withdraw", request=None, responses=ChallengeSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The challenger takes a challenge back: it counts as lost for them, and nobody moves. Twice is once."""
        return self._answer(request, key)


class ChallengeRulingView(ApiView):
    @extend_schema(operation_id="challenge_rule", request=ChallengeRulingSerializer, responses=ChallengeSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Decide how a challenge without a game ended, with a reason; the order follows as it would have been."""
        said, challenge = body_params(ChallengeRulingSerializer, request), challenge_by_key(key)
        act, outcome = act_of_request(request, why=said["why"]), ChallengeOutcome(said["outcome"])
        return Response(challenge_data(challenge_rule(act=act, challenge=challenge, outcome=outcome)))


class ChallengeRulingPreviewView(ApiView):
    @extend_schema(operation_id="challenge_rule_preview", request=ChallengeRulingSerializer, responses=ShiftsSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The order that would have been: who would stand elsewhere. Nothing is written."""
        said, challenge = body_params(ChallengeRulingSerializer, request), challenge_by_key(key)
        act, outcome = act_of_request(request, why=said["why"]), ChallengeOutcome(said["outcome"])
        shifts = challenge_rule_preview(act=act, challenge=challenge, outcome=outcome)
        return Response(ShiftsSerializer({"shifts": shifts}).data)


def _own(entry: Entry) -> Response:
    now = ladder_now(ladder_stage(entry.event), timezone.now())
    return Response(OwnLadderSerializer(own_ladder(now, entry)).data)


class OwnLadderView(ApiView):
    is_public = False
    scope = "submit"

    @extend_schema(operation_id="own_ladder", responses=OwnLadderSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The ladder for one of its players: whom they can challenge, or why not and from when; for the player and for
        who pairs the event."""
        entry = entry_by_key(key)
        require_player(act_of_request(request), entry)
        return _own(entry)


class OwnHolidayView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="holiday_take", request=HolidaySerializer, responses=OwnLadderSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The player is away from the first day to the last. Twice is once."""
        said, entry = body_params(HolidaySerializer, request), entry_by_key(key)
        holiday_take(act=act_of_request(request), stage=ladder_stage(entry.event), entry=entry, **said)
        return _own(entry)

    @extend_schema(operation_id="holiday_end", responses=OwnLadderSerializer)
    def delete(self, request: Request, key: str) -> Response:
        """The player is back from today on; days to come are given back. Twice is once."""
        entry = entry_by_key(key)
        holiday_end(act=act_of_request(request), stage=ladder_stage(entry.event), entry=entry)
        return _own(entry)


class LadderLeaveView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="ladder_leave", request=None, responses={204: None})
    def post(self, request: Request, key: str) -> Response:
        """The player leaves the ladder: own challenges count as withdrawn, others as declined. Twice is once."""
        ladder_leave(act=act_of_request(request), entry=entry_by_key(key))
        return Response(status=204)


class LadderReturnView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="ladder_return", request=None, responses=OwnLadderSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The player comes back at the foot. Twice is once."""
        entry = entry_by_key(key)
        ladder_return(act=act_of_request(request), stage=ladder_stage(entry.event), entry=entry)
        return _own(entry_by_key(key))
