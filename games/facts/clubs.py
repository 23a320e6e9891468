"""Facts on a club's own stream. Nothing is replayed from them: they say who changed what, and when."""

from __future__ import annotations

from games.enums import Role
from magistrar_site.shared.facts import FactPayload, Key


class ClubCreated(FactPayload, frozen=True, kw_only=True):
    """The name is a detail."""

    kind = "club.created"

    club: Key
    owner: Key


class ClubChanged(FactPayload, frozen=True, kw_only=True):
    """`fields` names what was changed."""

    kind = "club.changed"

    fields: list[str]


class ClubRoleSet(FactPayload, frozen=True, kw_only=True):
    """`role` is None where it was taken."""

    kind = "club.role_set"

    user: Key
    role: Role | None


class ClubDeleted(FactPayload, frozen=True, kw_only=True):
    kind = "club.deleted"

    club: Key


class ClubEditionMade(FactPayload, frozen=True, kw_only=True):
    """The edition's title and data are details."""

    kind = "club.edition_made"

    edition: str
    edition_digest: str
    version: int


class ClubEditionChanged(FactPayload, frozen=True, kw_only=True):
    kind = "club.edition_changed"

    edition: str
    edition_digest: str
    version: int
