from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.enums import Action
from magistrar_site.accounts.api.authentication import act_of_request
from magistrar_site.shared.api.pages import lists
from magistrar_site.shared.api.tables import TableView
from magistrar_site.shared.api.views import ApiView, body_params
from tournaments.api.lookups import visible_event
from tournaments.api.serializers.events import (
    EntryLineSerializer,
    EntrySerializer,
    NamesSerializer,
    NewEntriesSerializer,
    PersonalLinkSerializer,
)
from tournaments.selectors.events import entries_of, entry_by_key, stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.links import personal_link, personal_link_replace
from tournaments.services.entries.lists.columns import Reading, Years
from tournaments.services.entries.preview import entries_preview, preview_digest
from tournaments.services.entries.states import entry_remove
from tournaments.services.permissions import require_event


class EntriesView(TableView, ApiView):
    columns = {
        "number": "number",
        "entry": "key",
        "player": "player.key",
        "name": "player.name",
        "rating": "rating",
        "state": "state",
        "entered_at": "entered_at",
    }

    @lists("entries", EntrySerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Who takes part, by pairing number, before the start in the order of entering. As CSV the whole table."""
        return self.table(entries_of(visible_event(request, slug)), EntrySerializer)

    @extend_schema(
        operation_id="entries_add", request=NewEntriesSerializer, responses={201: EntrySerializer(many=True)}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter everybody of a list who isn't entered yet: all of them or, where a line is unclear or, without `seen`,
        can't be read, nobody; the refusal names the lines. Who comes after the last free place waits; in a running
        event the others come late, as its rules allow."""
        wanted = body_params(NewEntriesSerializer, request)
        choices = {choice["line"]: choice["player"] for choice in wanted.get("choices", [])}
        event = visible_event(request, slug)
        entered = entries_add(
            act=act_of_request(request),
            stage=stage_of(event),
            text=wanted["names"],
            choices=choices,
            reading=reading_of(wanted),
            seen=wanted.get("seen"),
            under_16=wanted["under_16"],
        )
        return Response(EntrySerializer(entered, many=True).data, status=201)


class EntriesPreviewView(ApiView):
    @extend_schema(operation_id="entries_preview", request=NamesSerializer, responses=EntryLineSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """What entering a list would do: names, or a table with a heading (name; rating; club). Writes nothing. The
        header Preview-Digest, sent back as `seen`, makes sure that what was shown is what is done."""
        event = visible_event(request, slug)
        require_event(act_of_request(request), event, Action.MANAGE_ENTRIES)
        wanted = body_params(NamesSerializer, request)
        lines = entries_preview(event=event, text=wanted["names"], reading=reading_of(wanted))
        shown = EntryLineSerializer(lines, many=True).data
        return Response(shown, headers={"Preview-Digest": preview_digest(lines)})


def reading_of(wanted: Mapping[str, Any]) -> Reading:
    """The answers in a request on how to read a list."""
    return Reading(wanted.get("columns", {}), Years(wanted["years"]) if "years" in wanted else None)


class EntryView(ApiView):
    @extend_schema(operation_id="entry", responses=EntrySerializer)
    def get(self, request: Request, key: str) -> Response:
        """One entry."""
        entry = entry_by_key(key)
        visible_event(request, entry.event.slug)
        return Response(EntrySerializer(entry).data)

    @extend_schema(operation_id="entry_remove", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Take an entry back before the event has started."""
        entry_remove(act=act_of_request(request), entry=entry_by_key(key))
        return Response(status=204)


class PersonalLinkView(ApiView):
    keeps_secret = True

    @extend_schema(operation_id="personal_link", request=None, responses=PersonalLinkSerializer)
    def post(self, request: Request, key: str) -> Response:
        """The player's personal link, for the desk to hand over; the same each time until it is replaced."""
        token = personal_link(act=act_of_request(request), entry=entry_by_key(key))
        return Response(PersonalLinkSerializer(link_data(key, token)).data)


class PersonalLinkReplaceView(ApiView):
    keeps_secret = True

    @extend_schema(operation_id="personal_link_replace", request=None, responses=PersonalLinkSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Revoke the player's personal link, wherever it went, and make a new one."""
        token = personal_link_replace(act=act_of_request(request), entry=entry_by_key(key))
        return Response(PersonalLinkSerializer(link_data(key, token)).data)


def link_data(entry_key: str, token: str) -> dict[str, Any]:
    address = settings.SITE_URL + reverse("accounts:link", args=[token])
    return {"entry": entry_key, "token": token, "address": address}
