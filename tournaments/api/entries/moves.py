"""Entries on their way: signing up, waiting, pausing, leaving, coming back, being here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.entries.list import link_data
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.entries import (
    CheckInChangeSerializer,
    CheckInStateSerializer,
    IdentifySerializer,
    ReasonSerializer,
    SignUpSerializer,
)
from tournaments.api.serializers.events import EntrySerializer, PersonalLinkSerializer
from tournaments.models import Event
from tournaments.selectors.check_in import here_keys, missing_entries, newest_session
from tournaments.selectors.events import entry_by_key, stage_of
from tournaments.services.entries.asking.details import Said
from tournaments.services.entries.check_in import (
    check_in_all,
    check_in_close,
    check_in_open,
    entry_check_in,
    entry_check_out,
    only_checked_in_set,
)
from tournaments.services.entries.claims import entry_identify
from tournaments.services.entries.sign_up import entry_sign_up
from tournaments.services.entries.states import (
    entry_expel,
    entry_pause,
    entry_place,
    entry_return,
    entry_sign_off,
    entry_withdraw,
)
from tournaments.services.permissions import require_event


class SignUpView(ApiView):
    scope = "submit"
    keeps_secret = True
    throttle_scope = "sign_up"

    @extend_schema(operation_id="sign_up", request=SignUpSerializer, responses={201: PersonalLinkSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Enter the account's own player, while signing up is open. Who comes after the last free place waits. Twice is
        once; the answer has the personal link."""
        wanted = body_params(SignUpSerializer, request)
        event = visible_event(request, slug)
        said = Said(**wanted.pop("said", {}))
        signed_up = entry_sign_up(act=act_of_request(request), event=event, said=said, **wanted)
        link = link_data(signed_up.entry.key, signed_up.token)
        return Response(PersonalLinkSerializer(link).data, status=201)


class SignOffView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="sign_off", request=None, responses={204: None})
    def post(self, request: Request, key: str) -> Response:
        """The player himself won't come: off the list, before the start."""
        entry_sign_off(act=act_of_request(request), entry=entry_by_key(key))
        return Response(status=204)


class _MoveView(ApiView):
    """A step of the table of entries' states."""

    service: ClassVar[Callable[..., object]]

    def _move(self, request: Request, key: str) -> Response:
        why = body_params(ReasonSerializer, request)["why"]
        type(self).service(act=act_of_request(request, why=why), entry=entry_by_key(key))
        return Response(EntrySerializer(entry_by_key(key)).data)


class _MoveIntoStageView(_MoveView):
    """A step that leads into the stage that runs."""

    def _move(self, request: Request, key: str) -> Response:
        why, entry = body_params(ReasonSerializer, request)["why"], entry_by_key(key)
        type(self).service(act=act_of_request(request, why=why), stage=stage_of(entry.event), entry=entry)
        return Response(EntrySerializer(entry_by_key(key)).data)


class EntryWithdrawView(_MoveView):
    service = entry_withdraw

    @extend_schema(operation_id="entry_withdraw", request=ReasonSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """The player leaves a running event and is paired no more. Twice is once."""
        return self._move(request, key)


class EntryPauseView(_MoveView):
    service = entry_pause

    @extend_schema(operation_id="entry_pause", request=ReasonSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Not paired until taken back in. Twice is once."""
        return self._move(request, key)


class EntryReturnView(_MoveIntoStageView):
    service = entry_return

    @extend_schema(operation_id="entry_return", request=ReasonSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Back in: after a pause as it is, after withdrawing or expulsion with a reason. Twice is once."""
        return self._move(request, key)


class EntryExpelView(_MoveView):
    service = entry_expel

    @extend_schema(operation_id="entry_expel", request=ReasonSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Out, with a reason. Twice is once."""
        return self._move(request, key)


class EntryIdentifyView(ApiView):
    @extend_schema(operation_id="entry_identify", request=IdentifySerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Say of somebody who signed up with a known name whether it is that player or somebody new. Twice is once."""
        known = body_params(IdentifySerializer, request)["known"]
        entry_identify(act=act_of_request(request), entry=entry_by_key(key), is_known=known)
        return Response(EntrySerializer(entry_by_key(key)).data)


class EntryPlaceView(_MoveIntoStageView):
    service = entry_place

    @extend_schema(operation_id="entry_place", request=ReasonSerializer, responses=EntrySerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give somebody who waits a place, out of turn; in a running event as a late entry. Twice is once."""
        return self._move(request, key)


class EntryCheckInView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="entry_check_in", request=None, responses={204: None})
    def post(self, request: Request, key: str) -> Response:
        """The player is here: by his link or account, or by the desk. Twice is once."""
        entry_check_in(act=act_of_request(request), entry=entry_by_key(key))
        return Response(status=204)

    @extend_schema(operation_id="entry_check_out", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Not here after all; the desk alone. Twice is once."""
        entry_check_out(act=act_of_request(request), entry=entry_by_key(key))
        return Response(status=204)


class CheckInView(ApiView):
    is_public = False

    @extend_schema(operation_id="check_in", responses=CheckInStateSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Who is here and who is missing, for the desk."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.DESK)
        return Response(_check_in_state(event))

    @extend_schema(operation_id="check_in_change", request=CheckInChangeSerializer, responses=CheckInStateSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Open or close a session, check everybody in, and say whether only players who are here get paired. Twice is
        once."""
        wanted, act, event = (
            body_params(CheckInChangeSerializer, request),
            act_of_request(request),
            visible_event(request, slug),
        )
        require_event(act, event, Action.DESK)
        if "is_open" in wanted:
            step: Callable[..., Any] = check_in_open if wanted["is_open"] else check_in_close
            step(act=act, event=event)
        if wanted["all_here"]:
            check_in_all(act=act, event=event)
        if "only_checked_in" in wanted:
            only_checked_in_set(act=act, event=event, only=wanted["only_checked_in"])
        return Response(_check_in_state(visible_event(request, slug)))


def _check_in_state(event: Event) -> dict[str, Any]:
    session = newest_session(event)
    return {
        "session": session.number if session else 0,
        "is_open": session is not None and session.closed_at is None,
        "only_checked_in": event.entering.only_checked_in,
        "here": here_keys(session),
        "missing": [entry.key for entry in missing_entries(event)],
    }
