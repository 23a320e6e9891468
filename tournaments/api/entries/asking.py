"""What players are asked beside the name, what they said, and who has paid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request, require_scope
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params, query_params
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.entries import (
    AskingSerializer,
    DetailsSerializer,
    FeeSerializer,
    FeeStateSerializer,
    GivenDetailsSerializer,
    OwingSerializer,
)
from tournaments.enums import Asked, QuestionKind
from tournaments.models import Event
from tournaments.selectors.asking import CONTACT_FIELDS, asking_of, details_of_entries
from tournaments.selectors.entries import GONE
from tournaments.selectors.events import entries_of, entry_by_key
from tournaments.services.entries.asking.details import Said, details_give
from tournaments.services.entries.asking.fees import fee_note
from tournaments.services.entries.asking.form import FormValues, QuestionValues, asking_change
from tournaments.services.permissions import require_event


class AskingView(ApiView):
    @extend_schema(operation_id="asking", responses=AskingSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """What players are asked when they sign up."""
        return Response(_asking(visible_event(request, slug)))

    @extend_schema(operation_id="asking_change", request=AskingSerializer, responses=AskingSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """What players are asked from now on. A question that is left out goes, with its answers."""
        wanted: dict[str, Any] = body_params(AskingSerializer, request)
        event = visible_event(request, slug)
        contact = {name: Asked(wanted[name]) for name in CONTACT_FIELDS}
        form = FormValues(fee=wanted["fee"], currency=wanted["currency"], kept_days=wanted["kept_days"])
        questions = [
            QuestionValues(**{**one, "kind": QuestionKind(one["kind"]), "choices": tuple(one["choices"])})
            for one in wanted["questions"]
        ]
        form = replace(form, mail=contact["mail"], phone=contact["phone"], note=contact["note"])
        asking_change(act=act_of_request(request), event=event, form=form, questions=questions)
        return Response(_asking(event))


def _asking(event: Event) -> Any:
    asked = asking_of(event)
    stored = {name: getattr(asked.form, name) for name in (*CONTACT_FIELDS, "fee", "currency", "kept_days")}
    return AskingSerializer({**stored, "questions": list(asked.questions)}).data


class PrivateView(ApiView):
    """Of what players say for the organiser nothing is public, and nothing may be kept on the way."""

    is_public = False
    keeps_secret = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        require_scope(request, self.scope)


class DetailsView(PrivateView):
    @lists("entry_details", DetailsSerializer, OwingSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Contact details, answers and fees of those who take part: for those who enter players."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.MANAGE_ENTRIES)
        taking_part = [entry for entry in entries_of(event) if entry.state not in GONE]
        found = details_of_entries(event, asking_of(event), taking_part)
        if query_params(OwingSerializer, request)["owing"]:
            found = [one for one in found if one.owes]
        return list_response(self, found, DetailsSerializer)


class EntryDetailsView(PrivateView):
    scope = "submit"

    @extend_schema(operation_id="entry_details_give", request=GivenDetailsSerializer, responses={204: None})
    def put(self, request: Request, key: str) -> Response:
        """Contact details and answers in place of those before: by the player, or by those who enter players."""
        said = Said(**body_params(GivenDetailsSerializer, request))
        details_give(act=act_of_request(request), entry=entry_by_key(key), said=said)
        return Response(status=204)


class EntryFeeView(PrivateView):
    @extend_schema(operation_id="entry_fee", request=FeeSerializer, responses=FeeStateSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Note that an entry's fee is paid, or isn't. The desk may. Twice is once."""
        wanted = body_params(FeeSerializer, request)
        fee = fee_note(
            act=act_of_request(request), entry=entry_by_key(key), is_paid=wanted["paid"], amount=wanted["amount"]
        )
        return Response(FeeStateSerializer(fee).data)
