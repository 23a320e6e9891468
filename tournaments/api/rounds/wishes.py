"""What holds before a round is paired: byes asked for, fixed tables, pairs kept apart; and the prizes."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.wishes import (
    ByeOrderSerializer,
    ByeRequestSerializer,
    FixedTableOrderSerializer,
    FixedTableSerializer,
    PrizeSerializer,
    SeparatedPairSerializer,
    SeparationOrderSerializer,
)
from tournaments.models import Event
from tournaments.selectors.events import entry_by_key, stage_of
from tournaments.selectors.rounds.wishes import (
    bye_requests_of,
    bye_requests_of_entry,
    fixed_tables_of,
    separated_pairs_of,
)
from tournaments.selectors.standings.final import prize_categories_of
from tournaments.services.events.prizes import prize_add, prize_remove
from tournaments.services.permissions import require_event
from tournaments.services.rounds.byes import bye_request, bye_withdraw, is_own
from tournaments.services.rounds.seating import pair_join, pair_separate, table_fix, table_free


def _staffs_event(request: Request, slug: str) -> Event:
    event = visible_event(request, slug)
    require_event(act_of_request(request), event, Action.VIEW)
    return event


class ByesView(ApiView):
    is_public = False

    @lists("byes", ByeRequestSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Byes that are asked for in the stage that runs; for the event's staff."""
        return list_response(self, bye_requests_of(stage_of(_staffs_event(request, slug))), ByeRequestSerializer)


class EntryByesView(ApiView):
    is_public = False
    scope = "submit"

    @extend_schema(operation_id="entry_byes", responses=ByeRequestSerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """An entry's byes; for the player and the event's staff."""
        entry, act = entry_by_key(key), act_of_request(request)
        if not is_own(act.actor, entry):
            require_event(act, entry.event, Action.VIEW)
        rows = bye_requests_of_entry(entry).select_related("entry__player")
        return Response(ByeRequestSerializer(rows, many=True).data)

    @extend_schema(operation_id="bye_request", request=ByeOrderSerializer, responses=ByeRequestSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Won't play in a round: by the player within the event's rules, or by its staff. Twice is once."""
        said = body_params(ByeOrderSerializer, request)
        act, entry = act_of_request(request), entry_by_key(key)
        row = bye_request(act=act, stage=stage_of(entry.event), entry=entry, number=said["round"], kind=said["kind"])
        return Response(ByeRequestSerializer(row).data)


class EntryByeView(ApiView):
    scope = "submit"

    @extend_schema(operation_id="bye_withdraw", responses={204: None})
    def delete(self, request: Request, key: str, number: int) -> Response:
        """Plays in that round after all. Twice is once."""
        act, entry = act_of_request(request), entry_by_key(key)
        bye_withdraw(act=act, stage=stage_of(entry.event), entry=entry, number=number)
        return Response(status=204)


class FixedTablesView(ApiView):
    is_public = False

    @lists("fixed_tables", FixedTableSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Fixed tables; for the event's staff."""
        return list_response(self, fixed_tables_of(_staffs_event(request, slug)), FixedTableSerializer)

    @extend_schema(operation_id="fixed_table_set", request=FixedTableOrderSerializer, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Fix a table for a player or for two who meet, or take it back. Twice is once."""
        said, event, act = (
            body_params(FixedTableOrderSerializer, request),
            visible_event(request, slug),
            act_of_request(request),
        )
        if said["table"] is None:
            table_free(act=act, event=event, entry=said["entry"], partner=said["partner"])
        else:
            table_fix(act=act, event=event, entry=said["entry"], partner=said["partner"], table=said["table"])
        return Response(status=204)


class SeparationsView(ApiView):
    is_public = False

    @lists("separations", SeparatedPairSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Pairs that are kept apart by hand; for the event's staff."""
        return list_response(self, separated_pairs_of(_staffs_event(request, slug)), SeparatedPairSerializer)

    @extend_schema(operation_id="separation_set", request=SeparationOrderSerializer, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Keep two entries apart, or let them meet again. Twice is once."""
        said, event, act = (
            body_params(SeparationOrderSerializer, request),
            visible_event(request, slug),
            act_of_request(request),
        )
        if said["how"]:
            pair_separate(act=act, event=event, **said)
        else:
            pair_join(act=act, event=event, first=said["first"], second=said["second"])
        return Response(status=204)


class PrizesView(ApiView):
    @lists("prizes", PrizeSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The event's prize categories."""
        return list_response(self, prize_categories_of(visible_event(request, slug)), PrizeSerializer)

    @extend_schema(operation_id="prize_add", request=PrizeSerializer, responses={201: PrizeSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Add a prize category; `club` is a club's slug."""
        said = body_params(PrizeSerializer, request)
        club = (said.pop("club", None) or {}).get("slug") or ""
        event = visible_event(request, slug)
        category = prize_add(act=act_of_request(request), event=event, club_slug=club, **said)
        return Response(PrizeSerializer(category).data, status=201)


class PrizeView(ApiView):
    @extend_schema(operation_id="prize_remove", responses={204: None})
    def delete(self, request: Request, slug: str, key: str) -> Response:
        """Take a prize category away. Twice is once."""
        prize_remove(act=act_of_request(request), event=visible_event(request, slug), key=key)
        return Response(status=204)
