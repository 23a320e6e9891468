"""Whether the roles that people have in an event and in its club are those that facts gave them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.selectors.clubs import roles_in
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.facts import Difference
from magistrar_site.shared.selectors.facts import facts_of_kind
from magistrar_site.shared.services.facts import stream_name
from tournaments.facts.state import ReplayedRole, ReplayedState
from tournaments.models import Event, EventRole


@dataclass(frozen=True, slots=True)
class StoredRoles:
    """Roles by account: in the event, in its club, and in the club by the club's own facts. `brought_in` is the number
    of the event's fact up to which it came from another service, 0 for an event of this one; `accounts` are those that
    are here."""

    of_event: Mapping[str, str]
    of_club: Mapping[str, str]
    given_in_club: Mapping[str, ReplayedRole]
    brought_in: int
    accounts: frozenset[str]


def stored_roles(event: Event) -> StoredRoles:
    stream = stream_name("club", event.club.key)
    created = facts_of_kind(stream, "club.created").first()
    given = {created.members["owner"]: ReplayedRole("owner")} if created else {}
    for fact in facts_of_kind(stream, "club.role_set"):
        given[fact.members["user"]] = ReplayedRole(fact.members["role"])
    imports = facts_of_kind(stream, "club.event_imported").filter(payload__event=event.key)
    of_event = dict(EventRole.objects.filter(event=event).values_list("user__key", "role"))
    changed = facts_of_kind(event.stream, "event.role_set")
    known = {*given, *of_event, *(fact.members["user"] for fact in changed)}
    return StoredRoles(
        of_event=of_event,
        of_club=roles_in(event.club),
        given_in_club=given,
        brought_in=max((fact.members["number"] for fact in imports), default=0),
        accounts=frozenset(users_by_keys(known)),
    )


def role_differences(state: ReplayedState, roles: StoredRoles) -> Iterator[Difference]:
    """An account that is gone has taken its roles with it; those that another service gave stayed there."""
    given = {user: role for user, role in state.roles.items() if role.changed_by > roles.brought_in}
    yield from _differing("role", given, roles.of_event, roles.accounts)
    yield from _differing("role in the club", roles.given_in_club, roles.of_club, roles.accounts)


def _differing(
    what: str, given: Mapping[str, ReplayedRole], rows: Mapping[str, str], accounts: frozenset[str]
) -> Iterator[Difference]:
    for user in [*given, *(user for user in rows if user not in given)]:
        said, found = given.get(user, ReplayedRole(None)), rows.get(user)
        if said.role != found and (found or user in accounts):
            yield Difference(said.changed_by, f"{what} of {user}", said.role or "none", found or "none")
