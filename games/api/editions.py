"""Editions of the rules over the API: read by everybody, copied and changed by those who run the club's events."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import ClubNameSerializer
from games.models import ClubEdition
from games.selectors.clubs import club_by_slug
from games.selectors.editions import (
    club_edition,
    edition_content,
    edition_seen,
    editions_of_club,
    follower_of,
    is_used,
    shipped_editions,
)
from games.services.editions import edition_change, edition_copy
from games.services.permissions import shown_club
from magistrar_site.accounts.api.authentication import act_of_request, actor_of
from magistrar_site.shared.api.pages import list_response, lists
from magistrar_site.shared.api.views import ApiView, body_params


class EditionRowSerializer(serializers.Serializer[Any]):
    """A version of a club's edition. `digest` is the hash of its content, which games keep."""

    key = serializers.CharField(help_text="What documents call it.")
    title = serializers.CharField()
    version = serializers.IntegerField()
    follows = serializers.CharField(source="follows.key", allow_null=True, default=None)
    digest = serializers.CharField()
    used = serializers.BooleanField(source="was_used", help_text="Games were arranged with it: it stays as it is.")
    followed = serializers.BooleanField(source="has_newer", help_text="There is a newer version.")


class EditionSerializer(serializers.Serializer[Any]):
    """An edition, whole. `club` is null for one that ships with the game or came with an imported event. `data` is
    described on the page about the format of editions; the title in it is the key, so that a club can call its edition
    anything without changing what is hashed."""

    key = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    club = ClubNameSerializer(allow_null=True)
    follows = serializers.CharField(allow_null=True)
    followed_by = serializers.CharField(allow_null=True)
    digest = serializers.CharField()
    seen = serializers.CharField(
        allow_null=True, help_text="Send it back with a change: refused where somebody changed it since. Null if fixed."
    )
    used = serializers.BooleanField(help_text="Games were arranged with it: it stays as it is.")
    data = serializers.JSONField()  # type: ignore[assignment] # the member is called so


class NewEditionSerializer(serializers.Serializer[Any]):
    source = serializers.CharField(  # type: ignore[assignment] # the member is called so
        max_length=80, help_text="Key of the edition to begin with."
    )
    title = serializers.CharField(max_length=200)


class EditionChangeSerializer(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=200)
    data = serializers.DictField(  # type: ignore[assignment] # the member is called so
        help_text="Members track, mages, cards and rulings; key, title and version are ours."
    )
    seen = serializers.CharField(max_length=64, required=False, help_text="From the answer that the change is made on.")


def full_edition(row: ClubEdition) -> dict[str, Any]:
    newer = follower_of(row)
    return {
        "key": row.key,
        "title": row.title,
        "version": row.version,
        "club": ClubNameSerializer(row.club).data if row.club is not None else None,
        "follows": row.follows.key if row.follows is not None else None,
        "followed_by": newer.key if newer is not None else None,
        "digest": row.digest,
        "seen": edition_seen(row),
        "used": is_used(row),
        "data": edition_content(row),
    }


def shipped_edition(key: str) -> dict[str, Any] | None:
    """An edition that ships with the game; None for any other key."""
    edition = next((shipped for shipped in shipped_editions() if shipped.key == key), None)
    if edition is None:
        return None
    return {
        "key": key,
        "title": edition.title,
        "version": edition.data.get("version", 1),
        "club": None,
        "follows": None,
        "followed_by": None,
        "digest": edition.digest,
        "seen": None,
        "used": True,
        "data": edition.data,
    }


class ClubEditionsView(ApiView):
    @lists("club_editions", EditionRowSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """All versions of a club's own editions, newest first within a title."""
        return list_response(self, editions_of_club(shown_club(actor_of(request), slug)), EditionRowSerializer)

    @extend_schema(operation_id="edition_copy", request=NewEditionSerializer, responses={201: EditionSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Copy an edition for the club: a shipped one or any club's."""
        wanted = body_params(NewEditionSerializer, request)
        return Response(
            full_edition(edition_copy(act=act_of_request(request), club=club_by_slug(slug), **wanted)), status=201
        )


class EditionView(ApiView):
    @extend_schema(operation_id="edition", responses=EditionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One edition with everything that it says."""
        return Response(shipped_edition(key) or full_edition(club_edition(key)))


class EditionChangeView(ApiView):
    @extend_schema(operation_id="edition_change", request=EditionChangeSerializer, responses=EditionSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Change a club's edition. Once games were arranged with it, the answer is a new version with another key."""
        wanted = body_params(EditionChangeSerializer, request)
        return Response(full_edition(edition_change(act=act_of_request(request), edition=club_edition(key), **wanted)))
